//! Whole games of My Word!.

use serde::Deserialize;
use utoipa::ToSchema;

use crate::api::bounds::Count;
use crate::api::flow::{Events, Flow, GamePlayer, Names, Setup, forward, game_schema, names};
use crate::rules::flow::{GameResult, MAX_ROUNDS};
use crate::rules::my_word::MyWord;
use crate::rules::my_word::flow::{self, Action, EventKind, FlowRules, SavedState, State, View};
use crate::rules::{Refused, Violations};

/// The house rules of a whole game.
#[derive(Debug, Clone, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct MyWordGameRules {
    /// The number of rounds. Defaults to the number of players.
    rounds: Option<Count<1, { MAX_ROUNDS }>>,
}

impl MyWordGameRules {
    fn read(&self, players: usize, violations: &mut Violations) -> Result<FlowRules, Refused> {
        let mut place = violations.at("rounds");
        let rounds = self.rounds.map(|rounds| rounds.read(Some("FM1"), &mut place));
        let default = FlowRules::new(players);
        Ok(FlowRules { rounds: rounds.transpose()?.unwrap_or(default.rounds) })
    }
}

game_schema!(MyWord);

impl Flow for MyWord {
    const NAMES: Names = names!("my_word", "my-word", "My Word!");

    type Player = GamePlayer;
    type Rules = MyWordGameRules;

    type Notation = ();

    forward!(my_word);

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
            deck: setup.deck.map(<[String]>::to_vec),
        };
        Ok((State::start(setup, violations)?, Vec::new()))
    }

    fn read(saved: &SavedState, violations: &mut Violations) -> Result<State, Refused> {
        saved.check(violations)
    }

    fn view(state: &State, _player: Option<&str>) -> View {
        state.view()
    }

    fn result(state: &State) -> Option<GameResult> {
        state.result()
    }
}
