//! Reads the cards of players from the requests of both games.

use super::{
    BoardCards, ChooseYourWordsBestRequest, ChooseYourWordsScoreRequest, HandCards, Printed,
    ThoughtCards, WordForWordBestRequest, WordForWordScoreRequest,
};
use crate::api::cards::Notation;
use crate::api::word_poker::cards::{THOUGHT_CARDS, UsableCards};
use crate::api::word_poker::requests::WordPokerRules;
use crate::rules::word_poker::values::BOARD_CARDS;
use crate::rules::word_poker::{Card, Hand};
use crate::rules::{Refused, ViolationCode, Violations, counted};

/// The possible numbers of cards on the board: none, the shout, the mumble, the whisper.
const BOARD_SIZES: [usize; 4] = [0, 3, 4, 5];

/// Reads a hand of Choose Your Words.
pub(in crate::api::word_poker) fn hand<N: Notation>(
    cards: &HandCards<N>,
    violations: &mut Violations,
) -> Result<Vec<N::Card>, Refused> {
    if cards.is_empty() {
        let detail = "a hand has at least one card";
        return Err(violations.refuse(ViolationCode::TooFew, "O1", detail));
    }
    cards.read("O1", violations)
}

/// Reads the thought cards of Word For Word.
pub(in crate::api::word_poker) fn thought<N: Notation>(
    cards: &ThoughtCards<N>,
    violations: &mut Violations,
) -> Result<Vec<N::Card>, Refused> {
    let read = cards.read("O1", violations);
    if cards.len() < THOUGHT_CARDS {
        let given = counted(cards.len(), "card");
        let detail = format_args!("{given}; give {THOUGHT_CARDS} thought cards");
        return Err(violations.refuse(ViolationCode::TooFew, "O1", detail));
    }
    read
}

/// Reads the board of Word For Word.
pub(in crate::api::word_poker) fn board<N: Notation>(
    cards: Option<&BoardCards<N>>,
    violations: &mut Violations,
) -> Result<Vec<N::Card>, Refused> {
    let Some(cards) = cards else { return Ok(Vec::new()) };
    let read = cards.read("O1", violations);
    if cards.len() < BOARD_CARDS && !BOARD_SIZES.contains(&cards.len()) {
        let given = counted(cards.len(), "card");
        let detail = format_args!("{given}; give 0, 3 (shout), 4 (mumble) or 5 (whisper)");
        return Err(violations.refuse(ViolationCode::TooFew, "O1", detail));
    }
    read
}

/// Reads the cards that a player of Choose Your Words can use.
fn usable_hand(
    cards: &HandCards<Printed>,
    rules: Option<&WordPokerRules>,
    violations: &mut Violations,
) -> Result<UsableCards, Refused> {
    let cards = hand(cards, &mut violations.at("hand"))?;
    WordPokerRules::check_deck(rules, [("hand", &cards)], violations)?;
    Hand::new(&cards)
        .map(UsableCards::Hand)
        .map_err(|error| violations.at("hand").refuse(ViolationCode::TooMany, "O1", error))
}

/// Reads the cards that a player of Word For Word can use.
fn usable_thought_and_board(
    thought_cards: &ThoughtCards<Printed>,
    board_cards: Option<&BoardCards<Printed>>,
    rules: Option<&WordPokerRules>,
    violations: &mut Violations,
) -> Result<UsableCards, Refused> {
    let thought = thought(thought_cards, &mut violations.at("thought"));
    let board = board(board_cards, &mut violations.at("board"));
    let (thought, board) = (thought?, board?);
    WordPokerRules::check_deck(rules, [("thought", &thought), ("board", &board)], violations)?;
    let cards: Vec<Card> = [thought, board].concat();
    Hand::new(&cards)
        .map(UsableCards::ThoughtAndBoard)
        .map_err(|error| violations.refuse(ViolationCode::TooMany, "O1", error))
}

impl ChooseYourWordsScoreRequest {
    pub(super) fn cards(
        &self,
        violations: &mut Violations,
    ) -> Option<Result<UsableCards, Refused>> {
        let cards = self.hand.as_ref()?;
        Some(usable_hand(cards, self.rules.as_ref(), violations))
    }
}

impl ChooseYourWordsBestRequest {
    pub(super) fn cards(&self, violations: &mut Violations) -> Result<UsableCards, Refused> {
        usable_hand(&self.hand, self.rules.as_ref(), violations)
    }
}

impl WordForWordScoreRequest {
    pub(super) fn cards(
        &self,
        violations: &mut Violations,
    ) -> Option<Result<UsableCards, Refused>> {
        let board = self.board.as_ref();
        match &self.thought {
            Some(thought) => {
                let rules = self.rules.as_ref();
                Some(usable_thought_and_board(thought, board, rules, violations))
            }
            None if board.is_some() => {
                let detail = "a board requires two thought cards";
                let mut place = violations.at("thought");
                Some(Err(place.refuse(ViolationCode::MissingField, "O1", detail)))
            }
            None => None,
        }
    }
}

impl WordForWordBestRequest {
    pub(super) fn cards(&self, violations: &mut Violations) -> Result<UsableCards, Refused> {
        let (board, rules) = (self.board.as_ref(), self.rules.as_ref());
        usable_thought_and_board(&self.thought, board, rules, violations)
    }
}
