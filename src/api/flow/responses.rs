//! The responses.

use serde::Serialize;
use utoipa::ToSchema;

use super::state::WireState;
use super::{Events, Flow};
use crate::edition::EditionId;
use crate::rules::flow::{BestPlay, ByPlayer, Event, Next, Played};
use crate::rules::{Refused, Violation, ViolationCode, Violations};

/// The member of `views` that a spectator sees.
pub(super) const SPECTATOR: &str = "spectator";

/// A game at its start.
#[derive(Debug, Serialize, ToSchema)]
#[serde(bound = "")]
pub struct StartResponse<'e, G: Flow> {
    /// The state.
    pub(super) state: WireState<G>,
    /// What happened, in the order in which a screen shows it: the draws of a game on a board.
    /// An event with `only` may be shown only to that player.
    pub(super) events: Vec<Event<G::Event>>,
    /// The possible actions.
    pub(super) next: Next,
    /// What every player and a spectator may see, if the request asks for it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<BTreeMap<String, Seen<G>>>)]
    pub(super) views: Option<ByPlayer<Seen<G>>>,
    /// The commitment to the secret of the seed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) seed_commitment: Option<String>,
    /// The lexicon edition that the whole game uses.
    pub(super) lexicon: &'e EditionId,
}

/// A game after some actions.
#[derive(Debug, Serialize, ToSchema)]
#[serde(bound = "")]
pub struct ApplyResponse<'e, G: Flow> {
    /// The state.
    pub(super) state: WireState<G>,
    /// What happened in each action, in the order in which a screen shows it. An event with `only`
    /// may be shown only to that player.
    pub(super) events: Vec<Vec<Event<G::Event>>>,
    /// The actions as they were carried out: those of bots are ordinary ones.
    pub(super) applied: Vec<G::Action>,
    /// The possible actions.
    pub(super) next: Next,
    /// The result, if the game is over.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) result: Option<G::Result>,
    /// What every player and a spectator may see, if the request asks for it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<BTreeMap<String, Seen<G>>>)]
    pub(super) views: Option<ByPlayer<Seen<G>>>,
    /// The lexicon edition that the whole game uses.
    pub(super) lexicon: &'e EditionId,
}

/// What a player may see.
#[derive(Debug, Serialize, ToSchema)]
#[serde(bound = "")]
pub struct ViewResponse<'e, G: Flow> {
    /// The game.
    pub(super) view: G::View,
    /// The possible actions of this player, and the players whom the game waits for.
    pub(super) next: Next,
    /// The lexicon edition that the whole game uses.
    pub(super) lexicon: &'e EditionId,
}

/// A game from its record.
#[derive(Debug, Serialize, ToSchema)]
#[serde(bound = "")]
pub struct ReplayActionsResponse<'e, G: Flow> {
    /// The actions that were carried out, with what happened in them.
    pub(super) steps: Vec<ReplayStep<G>>,
    /// The state at the end or, if an action is refused, before it.
    pub(super) state: WireState<G>,
    /// The result, if the game is over.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) result: Option<G::Result>,
    /// The action that is not possible.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) refused: Option<RefusedAction>,
    /// The states at the checkpoints that the game reaches.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) states: Vec<WireState<G>>,
    /// The three plays that gave away most, the biggest loss first and of equal ones the earlier;
    /// present if `best` is `true`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) biggest_losses: Option<Vec<ReplayLoss>>,
    /// The number of plays whose best one was not searched for, because the searches of the request
    /// were used up, or because a table of My Word! can spell a word in too many ways. Absent if
    /// there are none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) not_searched: Option<usize>,
    /// The record in GCG, which other programs read, and which `games` replays. Only Wordgame and the
    /// classic game have it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) gcg: Option<String>,
    /// The lexicon edition that the whole game uses.
    pub(super) lexicon: &'e EditionId,
}

/// An action of a record.
#[derive(Debug, Serialize, ToSchema)]
#[serde(bound = "")]
pub struct ReplayStep<G: Flow> {
    /// The number of actions so far, with this one.
    pub(super) ply: u64,
    /// The action as it was carried out.
    pub(super) action: G::Action,
    /// What happened.
    pub(super) events: Vec<Event<G::Event>>,
    /// The best play and what was given away, if `best` is `true` and the action is a play or was taken
    /// in place of one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) best: Option<ReplayBest<G>>,
}

/// The best play of a position, and what the player gave away. Only the points of this play count:
/// neither what it opens for others, nor what is left for later.
#[derive(Debug, Serialize, ToSchema)]
#[serde(bound = "")]
pub struct ReplayBest<G: Flow> {
    /// The best play, as an action that was possible in place of the one that was taken; absent if
    /// nothing could be played.
    #[serde(skip_serializing_if = "Option::is_none")]
    play: Option<G::Action>,
    /// The points of the best play; 0 if nothing could be played.
    points: u32,
    /// The points of the play that was made; 0 for what was done in place of one, and for a play that
    /// did not count after a challenge.
    played: u32,
    /// The points that the player gave away; 0 if the play was as good as the best one, or better.
    lost: u32,
    /// `false` if the search stopped at a limit of steps, so that there may be better plays. Otherwise
    /// absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    exhaustive: Option<bool>,
    #[serde(skip)]
    player: String,
}

impl<G: Flow> ReplayBest<G> {
    pub(super) fn new(best: BestPlay<G::Action>, played: Played) -> Self {
        let BestPlay { play, points, exhaustive } = best;
        let lost = points.saturating_sub(played.points);
        let exhaustive = (!exhaustive).then_some(false);
        Self { play, points, played: played.points, lost, exhaustive, player: played.player }
    }

    /// Takes the play back that was made.
    pub(super) fn take_back(&mut self) {
        (self.played, self.lost) = (0, self.points);
    }

    /// Returns what was given away, unless it is nothing.
    pub(super) fn loss(&self, ply: u64) -> Option<ReplayLoss> {
        let Self { lost, player, .. } = self;
        (*lost > 0).then(|| ReplayLoss { ply, player: player.clone(), lost: *lost })
    }
}

/// A play that gave points away.
#[derive(Debug, Serialize, ToSchema)]
pub struct ReplayLoss {
    /// The ply of the step.
    ply: u64,
    /// The player.
    player: String,
    /// The points that the player gave away.
    pub(super) lost: u32,
}

/// An action of a record that is not possible.
#[derive(Debug, Serialize, ToSchema)]
pub struct RefusedAction {
    /// The index of the action, from 0.
    pub(super) at: usize,
    /// Why it is not possible.
    pub(super) breaches: Vec<Violation>,
}

/// Returns what every player may see, by name in seat order, and what a spectator may see, of a
/// state and the events of the actions that led to it.
pub(super) fn views<G: Flow>(state: &G::State, events: &[Events<G>]) -> ByPlayer<Seen<G>> {
    let next = G::next(state);
    let seen = |player: Option<&str>| {
        let visible = |events: &Events<G>| {
            events.iter().filter(|event| event.is_visible_to(player)).cloned().collect()
        };
        Seen {
            view: G::view(state, player),
            events: events.iter().map(visible).collect(),
            next: next.seen_by(player),
        }
    };
    let mut views: Vec<_> =
        G::names(state).into_iter().map(|name| (name.to_owned(), seen(Some(name)))).collect();
    views.push((SPECTATOR.to_owned(), seen(None)));
    ByPlayer(views)
}

/// Checks that the views of all players and of the spectator have different names.
///
/// # Errors
/// Records `conflicting_fields` if a player has the name of the spectator.
pub(super) fn check_views<G: Flow>(
    views: bool,
    state: &G::State,
    violations: &mut Violations,
) -> Result<(), Refused> {
    if !views || !G::names(state).contains(&SPECTATOR) {
        return Ok(());
    }
    let detail = "a player has the name of the member for spectators; ask for single views";
    Err(violations.at("views").refuse_form(ViolationCode::ConflictingFields, detail))
}

/// What a player may see.
#[derive(Debug, Serialize, ToSchema)]
#[serde(bound = "")]
pub struct Seen<G: Flow> {
    /// The game.
    pub(super) view: G::View,
    /// What the player may see of each action.
    pub(super) events: Vec<Vec<Event<G::Event>>>,
    /// The possible actions of this player.
    pub(super) next: Next,
}
