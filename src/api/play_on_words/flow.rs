//! Whole games of Play On Words.

use serde::Deserialize;
use utoipa::ToSchema;

use crate::api::bounds::Count;
use crate::api::flow::{Events, Flow, GamePlayer, Names, Setup, forward, game_schema, names};
use crate::rules::flow::{GameResult, MAX_ROUNDS};
use crate::rules::play_on_words::flow::{
    self, Action, EventKind, FlowRules, SavedState, State, View,
};
use crate::rules::play_on_words::{
    IrregularPlurals, PlayOnWords, PluralRule, Rules, TableCards, Version,
};
use crate::rules::{Refused, Violations};

/// The house rules of a whole game.
#[derive(Debug, Clone, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct PlayOnWordsGameRules {
    /// The version of the game. Defaults to `rummy`.
    version: Option<Version>,
    /// Set to `true` to let players mug unplayed cards at the end of a round. Defaults to `false`.
    muggins: Option<bool>,
    /// The treatment of plurals that also have another sense, such as RUNS. Defaults to
    /// `first_sense`.
    plural: Option<PluralRule>,
    /// The treatment of plurals that are not made with S, such as MICE. Defaults to `barred`.
    irregular_plurals: Option<IrregularPlurals>,
    /// Set to `true` to allow a play-on to the new word of the same turn. Defaults to `false`.
    play_on_new_word: Option<bool>,
    /// The letters that wild and flip cards on the table stand for. Defaults to `fixed`.
    table_cards: Option<TableCards>,
    /// The number of rounds. Defaults to 4 for two players, 3 for more, and 1 in Full Deck.
    rounds: Option<Count<1, { MAX_ROUNDS }>>,
    /// The number of turns of each player in a row without a play after which the last plays begin.
    /// Defaults to 3.
    idle_turns: Option<Count<1, { flow::MAX_IDLE_TURNS }>>,
}

impl PlayOnWordsGameRules {
    fn read(&self, players: usize, violations: &mut Violations) -> Result<FlowRules, Refused> {
        let default = Rules::default();
        let rules = Rules {
            version: self.version.unwrap_or_default(),
            plural: self.plural.unwrap_or_default(),
            irregular_plurals: self.irregular_plurals.unwrap_or_default(),
            play_on_new_word: self.play_on_new_word.unwrap_or_default(),
            table_cards: self.table_cards.unwrap_or_default(),
            ..default
        };
        let default = FlowRules::new(rules, players);
        let rounds =
            self.rounds.map(|rounds| rounds.read(Some("FP1"), &mut violations.at("rounds")));
        let idle_turns =
            self.idle_turns.map(|idle| idle.read(Some("FP9"), &mut violations.at("idle_turns")));
        Ok(FlowRules {
            muggins: self.muggins.unwrap_or_default(),
            rounds: rounds.transpose()?.unwrap_or(default.rounds),
            idle_turns: idle_turns.transpose()?.unwrap_or(default.idle_turns),
            ..default
        })
    }
}

game_schema!(PlayOnWords);

impl Flow for PlayOnWords {
    const NAMES: Names = names!("play_on_words", "play-on-words", "Play On Words");

    type Player = GamePlayer;
    type Rules = PlayOnWordsGameRules;

    type Notation = ();

    forward!(play_on_words);

    fn start(
        setup: Setup<'_, Self>,
        violations: &mut Violations,
    ) -> Result<(State, Events<Self>), Refused> {
        let rules = setup.rules.read(setup.players.len(), &mut violations.at("rules"));
        let setup = flow::Setup {
            players: setup.players.iter().map(GamePlayer::name).collect(),
            dealer: setup.dealer.map(str::to_owned),
            rules: rules?,
            chance: setup.chance,
            deck: setup.deck.map(<[String]>::to_vec).unwrap_or_default(),
        };
        Ok((State::start(setup, violations)?, Vec::new()))
    }

    fn read(saved: &SavedState, violations: &mut Violations) -> Result<State, Refused> {
        saved.check(violations)
    }

    fn view(state: &State, player: Option<&str>) -> View {
        state.view(player)
    }

    fn result(state: &State) -> Option<GameResult> {
        state.result()
    }
}
