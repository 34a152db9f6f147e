//! Whole games of Wordgame and of the classic crossword game.

use super::rules::WordgameRules;
use crate::api::flow::{
    Events, Flow, GamePlayer, Names, Notation, Setup, forward, game_schema, names,
};
use crate::rules::wordgame::Wordgame;
use crate::rules::wordgame::flow::{
    self, Action, EventKind, FlowRules, GameRecord, GameResult, SavedState, State, View,
};
use crate::rules::{Refused, ViolationCode, Violations};

game_schema!(Wordgame);

impl Flow for Wordgame {
    const NAMES: Names = names!("wordgame", "wordgame", "Wordgame");

    type Player = GamePlayer;
    type Rules = WordgameRules;

    type Notation = GameRecord;

    forward!(wordgame);

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

    fn view(state: &State, player: Option<&str>) -> View {
        state.view(player)
    }

    fn result(state: &State) -> Option<GameResult> {
        state.result().cloned()
    }
}

impl Notation<Wordgame> for GameRecord {
    fn begin(state: &State) -> Self {
        Self::begin(state)
    }

    fn add(&mut self, before: &State, action: &Action, events: &Events<Wordgame>, after: &State) {
        self.add(before, action, events, after);
    }

    fn finish(self) -> Option<String> {
        Some(self.finish().to_string())
    }
}
