//! What goes over the wire for My Word!

use serde::{Deserialize, Serialize};

use crate::court::Stamp;
use crate::http::asked::OverlayRequest;
use crate::http::body::present;
use crate::rules::my_word::{CallConsequence, PlayerTotal};
use crate::rules::score::Line;
use crate::rules::{Breach, Reason};

/// A call to be scored: the cards as called, or a word to be laid from the table.
#[derive(Debug, Clone, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct MyWordScoreRequest {
    /// The cards on the table, at most 56, wilds as `?` and `??`.
    pub(super) table: Vec<String>,
    /// The cards in word order, three or more, every wild announced; either this or `word`.
    #[serde(default, deserialize_with = "present")]
    #[schema(min_items = 3)]
    pub(super) call: Option<Vec<String>>,
    /// The word, to be laid with the most cards; either this or `call`.
    #[serde(default, deserialize_with = "present")]
    pub(super) word: Option<String>,
    /// The lexicon to ask, if not the default one: `en`, or pinned `en@sha256:1f3a`.
    #[serde(default, deserialize_with = "present")]
    pub(super) lexicon: Option<String>,
    /// House words.
    #[serde(default, deserialize_with = "present")]
    pub(super) overlay: Option<OverlayRequest>,
}

/// The score of a call.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct MyWordScoreAnswer<'e> {
    /// The word.
    pub(super) word: String,
    /// Whether the word counts.
    pub(super) valid: bool,
    /// Why it doesn't count.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) reason: Option<Reason>,
    /// Whether the call is allowed: laid as the rules want it, and the word counts.
    pub(super) legal: bool,
    /// What the caller collects: a point a card, nothing if the call isn't legal.
    pub(super) points: usize,
    /// The cards in word order, every wild announced.
    pub(super) call: Vec<String>,
    /// The score card by card, each with its rule; empty if the call isn't legal.
    pub(super) lines: Vec<Line>,
    /// Always empty here: a call that can't be laid from the table is refused with all its breaches.
    pub(super) breaches: Vec<Breach>,
    /// The lexicon that was asked.
    pub(super) lexicon: &'e Stamp,
}

/// A table whose best calls are sought.
#[derive(Debug, Clone, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct MyWordBestRequest {
    /// The cards on the table, at most 56, wilds as `?` and `??`.
    pub(super) table: Vec<String>,
    /// How many calls to list; 10 if left out.
    #[serde(default, deserialize_with = "present")]
    #[schema(minimum = 1)]
    pub(super) top: Option<u32>,
    /// The lexicon to ask, if not the default one: `en`, or pinned `en@sha256:1f3a`.
    #[serde(default, deserialize_with = "present")]
    pub(super) lexicon: Option<String>,
    /// House words.
    #[serde(default, deserialize_with = "present")]
    pub(super) overlay: Option<OverlayRequest>,
}

/// A word with its best laying.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct MyWordCall {
    /// The word.
    pub(super) word: String,
    /// What the caller collects: a point a card.
    pub(super) points: usize,
    /// The cards in word order, every wild announced.
    pub(super) call: Vec<String>,
}

/// The best calls of a table.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct MyWordBestAnswer<'e> {
    /// The best calls, one a word: more points first, then fewer wilds, then alphabetical; empty if no word can be called.
    pub(super) calls: Vec<MyWordCall>,
    /// The lexicon that was asked.
    pub(super) lexicon: &'e Stamp,
}

/// A call before the dealer.
#[derive(Debug, Clone, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct MyWordChallengeRequest {
    /// The cards on the table, at most 56, wilds as `?` and `??`.
    pub(super) table: Vec<String>,
    /// The cards in word order, every wild announced; either this or `word`.
    #[serde(default, deserialize_with = "present")]
    #[schema(min_items = 1)]
    pub(super) call: Option<Vec<String>>,
    /// The word, to be laid with the most cards; either this or `call`.
    #[serde(default, deserialize_with = "present")]
    pub(super) word: Option<String>,
    /// Who called; of several at once the one whom the dealer heard first.
    pub(super) caller: String,
    /// Everybody, the dealer included, in seat order, clockwise.
    #[schema(min_items = 2)]
    pub(super) players: Vec<String>,
    /// Who deals and checks the word; plays like everybody else.
    pub(super) dealer: String,
    /// How many cards have not been dealt.
    pub(super) deck: u32,
    /// The lexicon to ask, if not the default one: `en`, or pinned `en@sha256:1f3a`.
    #[serde(default, deserialize_with = "present")]
    pub(super) lexicon: Option<String>,
    /// House words.
    #[serde(default, deserialize_with = "present")]
    pub(super) overlay: Option<OverlayRequest>,
}

/// The ruling on a call.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct MyWordRuling<'e> {
    /// Whether the call is not allowed.
    pub(super) upheld: bool,
    /// The word.
    pub(super) word: String,
    /// Whether the word counts.
    pub(super) valid: bool,
    /// Why it doesn't count.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) reason: Option<Reason>,
    /// The cards in word order, as called or with the most cards; left out if the table can't spell the word.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) call: Option<Vec<String>>,
    /// How the call breaks the rules for laying cards; an unlisted word is no such breach.
    pub(super) breaches: Vec<Breach>,
    /// What follows: for the caller, or for everybody else in the order in which they are served.
    pub(super) consequences: Vec<CallConsequence>,
    /// The digest of everything that the ruling rests on: equal ids mean equal rulings on equal grounds.
    pub(super) id: String,
    /// The lexicon that was asked.
    pub(super) lexicon: &'e Stamp,
}

/// What a player collected in a round.
#[derive(Debug, Clone, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct MyWordCollected {
    /// The player.
    pub(super) player: String,
    /// How many cards the player collected.
    pub(super) cards: u32,
}

/// Rounds to be added up.
#[derive(Debug, Clone, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct MyWordSettleRequest {
    /// The rounds played, each with every player; the first lists them in seat order. A game has as many rounds as players.
    #[schema(min_items = 1)]
    pub(super) rounds: Vec<Vec<MyWordCollected>>,
    /// A lexicon; it must be in force, though none bears on a settlement.
    #[serde(default, deserialize_with = "present")]
    pub(super) lexicon: Option<String>,
}

/// How the game stands.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct MyWordSettleAnswer {
    /// Every player's points, in seat order.
    pub(super) totals: Vec<PlayerTotal>,
    /// Who has the most points, in seat order; several if they tie. They have won if no round is left.
    pub(super) winners: Vec<String>,
    /// How many rounds are still to be played: a game has as many as players.
    pub(super) rounds_left: usize,
}
