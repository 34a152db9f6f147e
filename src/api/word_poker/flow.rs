//! Whole games of Choose Your Words and Word For Word.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::requests::WordPokerRules;
use crate::api::bounds::{Count, PlayerName};
use crate::api::flow::{Events, Flow, Names, Setup, forward, game_schema, names};
use crate::api::letter_values::LetterValueTable;
use crate::rules::flow::{GameResult, MAX_ROUNDS};
use crate::rules::word_poker::flow::{
    self, Action, EventKind, FlowRules, MAX_RAISES, NewPlayer, SavedState, State, View,
};
use crate::rules::word_poker::{ChooseYourWords, Remainder, WordForWord};
use crate::rules::{Game, Refused, Violations};

/// The largest number of chips, as one number of a request.
const CHIPS: u32 = 1_000_000_000;

type Amount = Count<1, { CHIPS }>;

/// A player of a game with chips.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct WordPokerPlayer {
    /// The player's name.
    name: PlayerName,
    /// The chips that the player begins with.
    chips: Amount,
}

/// The house rules of a whole game.
#[derive(Debug, Clone, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct WordPokerGameRules {
    /// The chips that every player puts into the pot before the deal. Defaults to 1.
    ante: Option<Amount>,
    /// The smallest bet, and the smallest amount by which a raise lifts the bet. Defaults to 1.
    bet_min: Option<Amount>,
    /// The largest bet, and the largest amount by which a raise lifts the bet. Defaults to 0, which
    /// is no limit.
    bet_max: Option<Count<0, { CHIPS }>>,
    /// The number of raises in a stage. Defaults to 0, which is no limit.
    raises_max: Option<Count<0, { MAX_RAISES }>>,
    /// The number of chips that ends the game if a player has them after a round. Defaults to 0,
    /// which is none.
    target: Option<Count<0, { CHIPS }>>,
    /// The number of rounds. Defaults to 0, which is no limit.
    rounds: Option<Count<0, { MAX_ROUNDS }>>,
    /// The receiver of chips that cannot be split evenly in a tie. Defaults to `stay`.
    remainder: Option<Remainder>,
    /// The values of letters that differ from the default values, from 0 to 1,000.
    letter_values: Option<LetterValueTable>,
}

impl WordPokerGameRules {
    fn read(&self, violations: &mut Violations) -> Result<FlowRules, Refused> {
        let default = FlowRules::default();
        let base = WordPokerRules::of_game(self.letter_values.as_ref(), self.remainder);
        let base = WordPokerRules::read(Some(&base), violations);
        let mut place = violations.at("rules");
        let ante = or_default(self.ante, "ante", default.ante, &mut place);
        let bet_min = or_default(self.bet_min, "bet_min", default.bet_min, &mut place);
        let bet_max = or_default(self.bet_max, "bet_max", default.bet_max, &mut place);
        let raises_max = or_default(self.raises_max, "raises_max", default.raises_max, &mut place);
        let target = or_default(self.target, "target", default.target, &mut place);
        let rounds = or_default(self.rounds, "rounds", default.rounds, &mut place);
        let base = base?;
        Ok(FlowRules {
            ante: ante?,
            bet_min: bet_min?,
            bet_max: bet_max?,
            raises_max: raises_max?,
            target: target?,
            rounds: rounds?,
            remainder: base.remainder,
            letter_values: base.letter_values,
        })
    }
}

/// Reads a number, or returns the default.
fn or_default<const MIN: u32, const MAX: u32, N: From<u32>>(
    given: Option<Count<MIN, MAX>>,
    member: &'static str,
    default: N,
    violations: &mut Violations,
) -> Result<N, Refused> {
    let mut place = violations.at(member);
    given.map_or(Ok(default), |given| given.read(Some("FO2"), &mut place).map(N::from))
}

fn start<G: Flow<Player = WordPokerPlayer, Rules = WordPokerGameRules>>(
    setup: &Setup<'_, G>,
    violations: &mut Violations,
) -> Result<(State, Vec<flow::Event>), Refused> {
    let rules = setup.rules.read(violations);
    let mut place = violations.at("players");
    let mut chips_checked = Ok(());
    let mut players = Vec::with_capacity(setup.players.len());
    for (seat, player) in setup.players.iter().enumerate() {
        let chips = player.chips.read(Some("FO1"), &mut place.at(seat).at("chips"));
        chips_checked = chips_checked.and(chips.map(drop));
        let name = player.name.as_str().to_owned();
        players.push(NewPlayer { name, chips: chips.map_or(1, Into::into) });
    }
    drop(place);
    let setup = flow::Setup {
        game: G::VARIANT,
        players,
        dealer: setup.dealer.map(str::to_owned),
        rules: rules?,
        chance: setup.chance,
        deck: setup.deck.map(<[String]>::to_vec).unwrap_or_default(),
    };
    let started = State::start(setup, violations);
    chips_checked.and(started)
}

/// Implements [`Flow`] for one of the games.
macro_rules! flow {
    ($game:ident, $snake:literal, $slug:literal, $title:literal) => {
        game_schema!($game);

        impl Flow for $game {
            const NAMES: Names = names!($snake, $slug, $title);

            type Player = WordPokerPlayer;
            type Rules = WordPokerGameRules;

            type Notation = ();

            forward!(word_poker);

            fn start(
                setup: Setup<'_, Self>,
                violations: &mut Violations,
            ) -> Result<(State, Events<Self>), Refused> {
                start(&setup, violations)
            }

            fn read(saved: &SavedState, violations: &mut Violations) -> Result<State, Refused> {
                saved.check(<Self as Game>::VARIANT, violations)
            }

            fn view(state: &State, player: Option<&str>) -> View {
                state.view(player)
            }

            fn result(state: &State) -> Option<GameResult> {
                state.result()
            }
        }
    };
}

flow!(ChooseYourWords, "choose_your_words", "choose-your-words", "Choose Your Words");
flow!(WordForWord, "word_for_word", "word-for-word", "Word For Word");
