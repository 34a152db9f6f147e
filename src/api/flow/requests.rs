//! The requests.

use serde::{Deserialize, Serialize};
use strum::{EnumMessage, VariantArray};
use utoipa::ToSchema;

use super::Flow;
use super::state::SentState;
use crate::api::bounds::{
    Count, LexiconSelector, List, MaxTier, PlayerName, Reference, bound, inline_schema, string,
};
use crate::api::dictionary::{DictionarySelector, OverlayRequest};
use crate::api::operation::Request;
use crate::api::presentation::Presentation;
use crate::rules::flow::Seed;
use crate::rules::limits::DECK_CARDS;
use crate::rules::{Refused, ViolationCode, Violations, limits};

/// The largest number of actions in one request to carry them out.
pub const APPLIED_ACTIONS: usize = 500;
/// The largest number of actions of a record.
pub const RECORDED_ACTIONS: usize = 5_000;
/// The largest number of states on the way that a replay shows.
pub const CHECKPOINTS: usize = 100;
/// The largest number of characters of a card.
const CARD_CHARACTERS: usize = 8;
/// The digits of a seed.
const SEED_DIGITS: usize = 64;
/// The largest number of bytes of a contribution to a seed (RULEBOOK F8).
pub const CONTRIBUTION_BYTES: usize = 64;

/// 32 bytes in hexadecimal digits.
#[derive(Debug, Clone, Deserialize)]
#[serde(transparent)]
pub struct SeedText(pub(super) String);

inline_schema!(SeedText, "SeedText", string(SEED_DIGITS, SEED_DIGITS, Some("^[0-9A-Fa-f]*$")));

impl SeedText {
    /// Reads the seed.
    ///
    /// # Errors
    /// The text does not have 64 hexadecimal digits.
    pub(crate) fn read(&self, violations: &mut Violations) -> Result<Seed, Refused> {
        self.0.parse().map_err(|error| violations.refuse(ViolationCode::InvalidField, "F7", error))
    }
}

/// A text that a player contributes to a seed.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Contribution(pub(super) String);

inline_schema!(Contribution, "Contribution", string(0, CONTRIBUTION_BYTES, None));

/// A card or tile of a real deck.
#[derive(Debug, Clone, Deserialize)]
#[serde(transparent)]
pub struct DeckCard(pub(super) String);

inline_schema!(DeckCard, "DeckCard", string(1, CARD_CHARACTERS, None));

/// A player of a game.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct GamePlayer {
    /// The player's name.
    name: PlayerName,
}

impl GamePlayer {
    /// Returns the player's name.
    pub fn name(&self) -> String {
        self.name.as_str().to_owned()
    }
}

/// A request to start a game.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(deny_unknown_fields, bound = "")]
pub struct StartRequest<G: Flow> {
    /// The players in seat order, clockwise.
    pub(super) players: List<G::Player, 2, { limits::PLAYERS }>,
    /// The first dealer. Defaults to the one that the rules of the game name.
    pub(super) dealer: Option<PlayerName>,
    /// The house rules, which never change in the game.
    pub(super) rules: Option<G::Rules>,
    /// The seed of all shuffles: 64 hexadecimal digits, drawn at random by the caller.
    pub(super) seed: Option<SeedText>,
    /// In place of `seed`, for a seed that all players make in common: a secret of 64 hexadecimal
    /// digits whose commitment was shown before the contributions came in.
    pub(super) secret: Option<SeedText>,
    /// With `secret`: a text of each player, in seat order.
    pub(super) contributions: Option<List<Contribution, 1, { limits::PLAYERS }>>,
    /// In place of `seed`, for a game with real cards or tiles: the shuffled deck, the top first.
    /// It may be empty if the game begins with a deal, whose action then has the order.
    pub(super) deck: Option<List<DeckCard, 0, { DECK_CARDS }>>,
    /// The lexicon, by name (`en`) or pinned to an edition (`en@sha256:1f3a`). The whole game uses
    /// this edition. Defaults to the server's default lexicon.
    lexicon: Option<LexiconSelector>,
    /// Words to add to and remove from the lexicon in this game, at most 8 KiB.
    overlay: Option<OverlayRequest>,
    /// Set to `true` to get what every player and a spectator may see. Defaults to `false`.
    pub(super) views: Option<bool>,
    /// Set to `true` to get the `id` of the response. Defaults to `false`.
    id: Option<bool>,
    /// Set to `true` to get the `id` and the `grounds` that it covers. Defaults to `false`.
    grounds: Option<bool>,
    /// Set to `false` to leave out all `lines`. Defaults to `true`.
    lines: Option<bool>,
    /// Set to `true` to get `rule_texts`, the texts of the rules that the response names. Defaults to
    /// `false`.
    texts: Option<bool>,
    /// A text such as the number of a table or a round. The response repeats it, and the `id`
    /// covers it.
    reference: Option<Reference>,
}

impl<G: Flow> Request for StartRequest<G> {
    fn dictionary(&self) -> DictionarySelector<'_> {
        DictionarySelector::in_body(self.lexicon.as_ref(), self.overlay.as_ref())
    }

    fn is_pinned(&self) -> bool {
        self.dictionary().is_whole_pin()
    }

    fn presentation(&self, violations: &mut Violations) -> Presentation {
        let flags = [self.id, self.grounds, self.lines, self.texts];
        Presentation::read(flags, self.reference.as_ref(), violations)
    }
}

/// A request to carry out actions.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(deny_unknown_fields, bound = "")]
pub struct ApplyRequest<G: Flow> {
    /// The state, as a response contains it.
    pub(super) state: SentState<G>,
    /// The actions, in order; none to get only `next`.
    pub(super) actions: List<G::Action, 0, { APPLIED_ACTIONS }>,
    /// Set to `turn` to carry out no action after the one with which the turn passes to another
    /// player.
    pub(super) until: Option<Until>,
    /// Set to `true` to get what every player and a spectator may see. Defaults to `false`.
    pub(super) views: Option<bool>,
    /// Set to `true` to get the `id` of the response. Defaults to `false`.
    id: Option<bool>,
    /// Set to `true` to get the `id` and the `grounds` that it covers. Defaults to `false`.
    grounds: Option<bool>,
    /// Set to `false` to leave out all `lines`. Defaults to `true`.
    lines: Option<bool>,
    /// Set to `true` to get `rule_texts`, the texts of the rules that the response names. Defaults to
    /// `false`.
    texts: Option<bool>,
    /// A text such as the number of a table or a round. The response repeats it, and the `id`
    /// covers it.
    reference: Option<Reference>,
}

/// Where to stop.
#[derive(
    Debug,
    Clone,
    Copy,
    PartialEq,
    Eq,
    Hash,
    Serialize,
    Deserialize,
    ToSchema,
    EnumMessage,
    VariantArray,
)]
#[serde(rename_all = "snake_case")]
pub enum Until {
    /// After the action with which the game waits for other players than before.
    Turn,
}

impl<G: Flow> Request for ApplyRequest<G> {
    fn dictionary(&self) -> DictionarySelector<'_> {
        self.state.dictionary()
    }

    fn is_pinned(&self) -> bool {
        self.dictionary().is_whole_pin()
    }

    fn presentation(&self, violations: &mut Violations) -> Presentation {
        let flags = [self.id, self.grounds, self.lines, self.texts];
        Presentation::read(flags, self.reference.as_ref(), violations)
    }
}

/// A request for what a player may see.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(deny_unknown_fields, bound = "")]
pub struct ViewRequest<G: Flow> {
    /// The state, as a response contains it.
    pub(super) state: SentState<G>,
    /// The player; left out for a spectator.
    #[serde(rename = "for")]
    pub(super) player: Option<PlayerName>,
    /// Set to `true` to get the `id` of the response. Defaults to `false`.
    id: Option<bool>,
    /// Set to `true` to get the `id` and the `grounds` that it covers. Defaults to `false`.
    grounds: Option<bool>,
    /// Set to `false` to leave out all `lines`. Defaults to `true`.
    lines: Option<bool>,
    /// Set to `true` to get `rule_texts`, the texts of the rules that the response names. Defaults to
    /// `false`.
    texts: Option<bool>,
    /// A text such as the number of a table or a round. The response repeats it, and the `id`
    /// covers it.
    reference: Option<Reference>,
}

impl<G: Flow> Request for ViewRequest<G> {
    fn dictionary(&self) -> DictionarySelector<'_> {
        self.state.dictionary()
    }

    fn is_pinned(&self) -> bool {
        self.dictionary().is_whole_pin()
    }

    fn presentation(&self, violations: &mut Violations) -> Presentation {
        let flags = [self.id, self.grounds, self.lines, self.texts];
        Presentation::read(flags, self.reference.as_ref(), violations)
    }
}

/// A request to replay a game.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(deny_unknown_fields, bound = "")]
pub struct ReplayActionsRequest<G: Flow> {
    /// The request that started the game. What it says on its response has no effect here.
    pub(super) start: StartRequest<G>,
    /// The actions, in order.
    pub(super) actions: List<G::Action, 0, { RECORDED_ACTIONS }>,
    /// The plies whose states the response shows.
    pub(super) checkpoints: Option<List<Checkpoint, 0, { CHECKPOINTS }>>,
    /// Set to `true` to get the best play of each turn, call or declaration, with the points that the
    /// player gave away. Defaults to `false`.
    pub(super) best: Option<bool>,
    /// The highest `tier` of the words of the best plays. Most people know the words up to 35.
    /// Defaults to 100, which is all words.
    pub(super) max_tier: Option<MaxTier>,
    /// Set to `true` to get the `id` of the response. Defaults to `false`.
    id: Option<bool>,
    /// Set to `true` to get the `id` and the `grounds` that it covers. Defaults to `false`.
    grounds: Option<bool>,
    /// Set to `false` to leave out all `lines`. Defaults to `true`.
    lines: Option<bool>,
    /// Set to `true` to get `rule_texts`, the texts of the rules that the response names. Defaults to
    /// `false`.
    texts: Option<bool>,
    /// A text such as the number of a table or a round. The response repeats it, and the `id`
    /// covers it.
    reference: Option<Reference>,
}

impl<G: Flow> Request for ReplayActionsRequest<G> {
    fn dictionary(&self) -> DictionarySelector<'_> {
        self.start.dictionary()
    }

    fn is_pinned(&self) -> bool {
        self.dictionary().is_whole_pin()
    }

    fn presentation(&self, violations: &mut Violations) -> Presentation {
        let flags = [self.id, self.grounds, self.lines, self.texts];
        Presentation::read(flags, self.reference.as_ref(), violations)
    }
}

/// A ply of a record.
pub type Checkpoint = Count<0, { bound(RECORDED_ACTIONS) }>;
