//! Whole games of Wordgame and of the classic crossword game.

use super::rules::WordgameRules;
use crate::api::flow::{Events, Flow, GamePlayer, Names, Setup, bot_words, game_schema, names};
use crate::edition::Dictionary;
use crate::rules::flow::Next;
use crate::rules::wordgame::Wordgame;
use crate::rules::wordgame::flow::{
    self, Action, EventKind, FlowRules, GameResult, SavedState, State, View,
};
use crate::rules::{Refused, ViolationCode, Violations};

game_schema!(Wordgame);

impl Flow for Wordgame {
    const NAMES: Names = names!("wordgame", "wordgame", "Wordgame");

    type Player = GamePlayer;
    type Rules = WordgameRules;
    type Action = Action;
    type Saved = SavedState;
    type State = State;
    type Event = EventKind;
    type View = View;
    type Result = GameResult;

    fn start(
        setup: Setup<'_, Self>,
        violations: &mut Violations,
    ) -> Result<(State, Events<Self>), Refused> {
        let base = WordgameRules::read(Some(&setup.rules), violations);
        let clock_ms = setup.rules.clock_ms(&mut violations.at("rules"));
        if setup.dealer.is_some() {
            let detail = "nobody deals; the first listed player begins";
            return Err(violations.at("dealer").refuse(ViolationCode::NotPossible, "FG1", detail));
        }
        let setup = flow::Setup {
            players: setup.players.iter().map(GamePlayer::name).collect(),
            rules: FlowRules { clock_ms: clock_ms?, ..FlowRules::new(base?) },
            chance: setup.chance,
            deck: setup.deck.map(<[String]>::to_vec),
        };
        State::start(setup, violations)
    }

    fn read(saved: &SavedState, violations: &mut Violations) -> Result<State, Refused> {
        saved.check(violations)
    }

    fn save(state: &State) -> SavedState {
        SavedState::from(state)
    }

    fn kind(action: &Action) -> &str {
        &action.kind
    }

    fn act(
        state: &State,
        bot: &Action,
        dictionary: &Dictionary,
        violations: &mut Violations,
    ) -> Result<Option<Action>, Refused> {
        let index = dictionary.indexes().wordgame(&dictionary.edition().lexicon);
        state.bot_action(bot, index, bot_words(dictionary, bot.max_tier), violations)
    }

    fn apply(
        state: &State,
        action: &Action,
        dictionary: &Dictionary,
        violations: &mut Violations,
    ) -> Result<(State, Events<Self>), Refused> {
        state.apply(action, dictionary.words(), violations)
    }

    fn next(state: &State) -> Next {
        state.next()
    }

    fn ply(state: &State) -> u64 {
        state.ply()
    }

    fn names(state: &State) -> Vec<&str> {
        state.names().collect()
    }

    fn view(state: &State, player: Option<&str>) -> View {
        state.view(player)
    }

    fn result(state: &State) -> Option<GameResult> {
        state.result().cloned()
    }
}
