//! Whole games: `start`, `apply`, `view`, `replay` and `compare`, the same for every game (RULEBOOK
//! F1–F16).

mod apply;
mod compare;
mod comparison;
mod course;
mod forward;
mod notation;
mod replay;
mod requests;
mod responses;
mod start;
mod state;
mod view;

pub use apply::Apply;
pub use compare::{Compare, CompareRule, LeftOut};
pub(in crate::api) use forward::{bot_words, charge_bot, forward};
pub use notation::Notation;
pub use replay::Replay;
pub use requests::{GamePlayer, SeedText, Until};
pub use start::Start;
pub(in crate::api) use state::{OverlayWords, PinnedWords};
pub use view::ViewState;

use std::fmt::Debug;
use std::hash::Hash;

use serde::Serialize;
use serde::de::DeserializeOwned;
use utoipa::ToSchema;

use crate::edition::Dictionary;
use crate::rules::flow::{BestPlay, Chance, Deals, Event, Next, Played, Searches};
use crate::rules::{Game, Refused, Variant, Violations};

/// A game whose whole course the service plays.
pub trait Flow: Game + ToSchema + Debug + Clone + Hash + Eq + Send + Sync + 'static {
    /// The names of the operations.
    const NAMES: Names;

    /// A player in a request to start a game.
    type Player: Wire + Serialize;
    /// The house rules in a request to start a game.
    type Rules: Wire + Default;
    /// An action.
    type Action: Wire + Serialize + Hash + Eq;
    /// The state in JSON, which anybody can write.
    type Saved: Wire + Serialize + Hash + Eq;
    /// The state: it can only be started, reached by actions, or read from a saved one that is
    /// consistent.
    type State: Clone + Debug + Eq + Send + Sync;
    /// A kind of event.
    type Event: Serialize + ToSchema + Clone + Debug + Send + Sync;
    /// What a player may see.
    type View: Serialize + ToSchema + Debug;
    /// The result of a game that is over.
    type Result: Serialize + ToSchema + Debug;
    /// The record of a game in a notation that other programs read; `()` if there is none.
    type Notation: Notation<Self>;

    /// Starts a game: returns its state, and what happened. Places are relative to the request.
    ///
    /// # Errors
    /// The players, the dealer, the rules or the deck are not possible.
    fn start(
        setup: Setup<'_, Self>,
        violations: &mut Violations,
    ) -> Result<(Self::State, Events<Self>), Refused>;

    /// Reads a state. Places are relative to it.
    ///
    /// # Errors
    /// The state contradicts itself.
    fn read(saved: &Self::Saved, violations: &mut Violations) -> Result<Self::State, Refused>;

    /// Writes a state.
    fn save(state: &Self::State) -> Self::Saved;

    /// Returns the kind of an action.
    fn kind(action: &Self::Action) -> &str;

    /// Returns the action that a bot takes for a player, if it takes one (RULEBOOK F14), and charges its
    /// search. Places are relative to the action.
    ///
    /// # Errors
    /// The action of the kind `bot` is not possible, or the searches are used up.
    fn act(
        state: &Self::State,
        bot: &Self::Action,
        dictionary: &Dictionary,
        searches: &mut Searches,
        violations: &mut Violations,
    ) -> Result<Option<Self::Action>, Refused>;

    /// Returns the play that an action is, or what was done in place of one; `None` for another
    /// action. The state is that after the action.
    fn played(state: &Self::State, events: &Events<Self>) -> Option<Played>;

    /// Returns the player whose last play does not count, because a challenge took it back.
    fn taken_back(events: &Events<Self>) -> Option<&str>;

    /// Returns the best play of a player, and charges its search; `None` if the searches are used up,
    /// or if the position has too many plays to search them all.
    fn best_play(
        state: &Self::State,
        player: &str,
        dictionary: &Dictionary,
        searches: &mut Searches,
    ) -> Option<BestPlay<Self::Action>>;

    /// Carries out an action. Places are relative to it.
    ///
    /// # Errors
    /// The action is not possible.
    fn apply(
        state: &Self::State,
        action: &Self::Action,
        dictionary: &Dictionary,
        violations: &mut Violations,
    ) -> Result<(Self::State, Events<Self>), Refused>;

    /// Returns the possible actions.
    fn next(state: &Self::State) -> Next;

    /// Returns the number of actions so far.
    fn ply(state: &Self::State) -> u64;

    /// Returns the number of deals so far.
    fn deals(state: &Self::State) -> Deals;

    /// Returns the names of the players in seat order.
    fn names(state: &Self::State) -> Vec<&str>;

    /// Returns what a player may see; `None` is a spectator.
    fn view(state: &Self::State, player: Option<&str>) -> Self::View;

    /// Returns the result, if the game is over.
    fn result(state: &Self::State) -> Option<Self::Result>;
}

/// What happened in one action, in order.
pub type Events<G> = Vec<Event<<G as Flow>::Event>>;

/// A value on the wire.
pub trait Wire: DeserializeOwned + ToSchema + Clone + Debug + Send + Sync {}

impl<T: DeserializeOwned + ToSchema + Clone + Debug + Send + Sync> Wire for T {}

/// What a game starts with.
pub struct Setup<'s, G: Flow> {
    /// The players in seat order, clockwise.
    pub players: &'s [G::Player],
    /// The first dealer, if the request names one.
    pub dealer: Option<&'s str>,
    /// The house rules.
    pub rules: G::Rules,
    /// The source of the shuffles.
    pub chance: Chance,
    /// The shuffled deck of a game with real cards, top first.
    pub deck: Option<&'s [String]>,
}

/// The names of a game's operations.
pub struct Names {
    /// Starts a game.
    pub start: Name,
    /// Carries out actions.
    pub apply: Name,
    /// Shows what a player may see.
    pub view: Name,
    /// Carries out the actions of a record.
    pub replay: Name,
    /// Sets a puzzle.
    pub puzzle: Name,
    /// Compares the records of games with one seed.
    pub compare: Name,
}

/// The name of an operation.
pub struct Name {
    /// The id.
    pub id: &'static str,
    /// The path.
    pub path: &'static str,
    /// The summary.
    pub summary: &'static str,
}

/// Writes the [`Names`] of a game.
macro_rules! names {
    ($snake:literal, $slug:literal, $title:literal) => {
        $crate::api::flow::Names {
            start: $crate::api::flow::Name {
                id: concat!("start_", $snake),
                path: concat!("/v1/", $slug, "/start"),
                summary: concat!("Starts a game of ", $title),
            },
            apply: $crate::api::flow::Name {
                id: concat!("apply_", $snake),
                path: concat!("/v1/", $slug, "/apply"),
                summary: concat!("Carries out actions in a game of ", $title),
            },
            view: $crate::api::flow::Name {
                id: concat!("view_", $snake),
                path: concat!("/v1/", $slug, "/view"),
                summary: concat!("Shows what a player of ", $title, " may see"),
            },
            replay: $crate::api::flow::Name {
                id: concat!("replay_", $snake, "_actions"),
                path: concat!("/v1/", $slug, "/replay"),
                summary: concat!("Replays a game of ", $title, " from its actions"),
            },
            puzzle: $crate::api::flow::Name {
                id: concat!("puzzle_", $snake),
                path: concat!("/v1/", $slug, "/puzzle"),
                summary: concat!("Sets a puzzle of ", $title),
            },
            compare: $crate::api::flow::Name {
                id: concat!("compare_", $snake),
                path: concat!("/v1/", $slug, "/compare"),
                summary: concat!("Compares games of ", $title, " with the same seed"),
            },
        }
    };
}

pub(in crate::api) use names;

/// Names a game as a part of the names of schemas.
macro_rules! game_schema {
    ($game:ident) => {
        impl utoipa::__dev::ComposeSchema for $game {
            fn compose(
                _: Vec<utoipa::openapi::RefOr<utoipa::openapi::Schema>>,
            ) -> utoipa::openapi::RefOr<utoipa::openapi::Schema> {
                utoipa::openapi::Object::new().into()
            }
        }

        impl utoipa::ToSchema for $game {}
    };
}

pub(in crate::api) use game_schema;

/// Returns the name of the schema of a type that every game has.
pub(in crate::api) fn schema_name(game: &str, name: &str) -> String {
    format!("{game}{name}")
}

/// Returns the game whose index the actions need: that of a bot.
fn searches<G: Flow>(actions: &[G::Action]) -> Option<Variant> {
    actions.iter().any(|action| G::kind(action) == "bot").then_some(G::VARIANT)
}
