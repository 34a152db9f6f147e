//! The players of a round to settle, in the requests of both games.

use serde::Serialize;

use super::holdings::board;
use super::{ChooseYourWordsSettleRequest, WordForWordEntry, WordForWordSettleRequest, said_cards};
use crate::api::bounds::{List, each};
use crate::rules::word_poker::values::BOARD_CARDS;
use crate::rules::word_poker::{self, Holding, ShownCard};
use crate::rules::{Refused, ViolationCode, Violations, counted, limits};

/// A player at the end of a round.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize)]
pub struct EntryQuery {
    pub(super) name: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) play: Option<Vec<ShownCard>>,
    #[serde(flatten)]
    pub(super) cards: Option<HeldCards>,
    pub(super) challenged: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) category_match: Option<bool>,
    pub(super) folded: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) chips: Option<u64>,
}

/// The own cards of a player at the end of a round.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum HeldCards {
    /// The hand of Choose Your Words.
    Hand(Holding),
    /// The thought cards of Word For Word.
    Thought(Holding),
}

impl EntryQuery {
    /// Returns the players' vote on whether the word is in the category.
    pub(in crate::api::word_poker) const fn category_match(&self) -> Option<bool> {
        self.category_match
    }

    /// Returns the player for the rules; `own_cards` is the number of cards that a player holds.
    pub(in crate::api::word_poker) fn entry(&self, own_cards: usize) -> word_poker::Entry {
        let holding = match &self.cards {
            Some(HeldCards::Hand(holding) | HeldCards::Thought(holding)) => holding.clone(),
            None => Holding::unknown(own_cards),
        };
        word_poker::Entry {
            name: self.name.clone(),
            play: self.play.clone(),
            challenged: self.challenged,
            category_match: self.category_match,
            folded: self.folded,
            holding,
            chips: self.chips,
        }
    }
}

impl ChooseYourWordsSettleRequest {
    pub(super) fn entries(&self, violations: &mut Violations) -> Result<Vec<EntryQuery>, Refused> {
        read_players(&self.players, violations, |player, violations| {
            let read = |place: &mut Violations| {
                let Some(cards) = &player.hand else { return Ok(None) };
                let cards = Holding::new(said_cards(cards, place)?);
                Ok(Some(HeldCards::Hand(cards)))
            };
            let cards = read(&mut violations.at("hand"));
            player.read(cards, self.category.is_some(), violations)
        })
    }

    #[expect(clippy::unused_self, clippy::unnecessary_wraps, reason = "Word For Word has a board")]
    pub(super) const fn shared_cards(
        &self,
        _violations: &mut Violations,
    ) -> Result<Option<Holding>, Refused> {
        Ok(None)
    }
}

impl WordForWordSettleRequest {
    pub(super) fn entries(&self, violations: &mut Violations) -> Result<Vec<EntryQuery>, Refused> {
        read_players(&self.players, violations, |player, violations| {
            let read = |place: &mut Violations| {
                let Some(cards) = &player.thought else { return Ok(None) };
                let cards = Holding::new(said_cards(cards, place)?);
                Ok(Some(HeldCards::Thought(cards)))
            };
            let cards = read(&mut violations.at("thought"));
            player.read(cards, self.category.is_some(), violations)
        })
    }

    pub(super) fn shared_cards(
        &self,
        violations: &mut Violations,
    ) -> Result<Option<Holding>, Refused> {
        let mut place = violations.at("board");
        let cards = board(self.board.as_ref(), &mut place)?;
        let has_folded = |player: &&WordForWordEntry| player.folded == Some(true);
        let folded = self.players.raw().iter().filter(has_folded).count();
        // RULEBOOK O1: where all but one have folded, there is no showdown.
        if cards.len() < BOARD_CARDS && self.players.raw().len() > folded + 1 {
            let given = counted(cards.len(), "card");
            let detail = format_args!(
                "{given}; a showdown has all {BOARD_CARDS} board cards, so give them, or mark all \
                 players but one as folded"
            );
            return Err(place.refuse(ViolationCode::TooFew, "O1", detail));
        }
        Ok(self.board.is_some().then(|| Holding::new(cards)))
    }
}

/// Reads the players of a round. Players beyond the limit are skipped, because `check_table`
/// reports them.
fn read_players<E>(
    players: &List<E, 2, { limits::PLAYERS }>,
    violations: &mut Violations,
    read: impl Fn(&E, &mut Violations) -> Result<EntryQuery, Refused>,
) -> Result<Vec<EntryQuery>, Refused> {
    let players = &players.raw()[..players.raw().len().min(limits::PLAYERS)];
    each(players, &mut violations.at("players"), read)
}
