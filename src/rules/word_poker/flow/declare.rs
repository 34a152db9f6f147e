//! The showdown: cards are shown, words declared and turned up (RULEBOOK FO12).

use super::apply::Course;
use super::category::RoundCategory;
use super::event::{EventKind, RevealedWord};
use super::state::{Declared, Phase, State};
use crate::rules::flow::{ByPlayer, missing};
use crate::rules::word_poker::card::ShownCard;
use crate::rules::word_poker::hand::{Play, PlayLength};
use crate::rules::word_poker::holding::Holding;
use crate::rules::word_poker::placement::place;
use crate::rules::word_poker::values::{MAX_CARDS, MIN_CARDS};
use crate::rules::{Refused, ViolationCode, Violations, counted};
use crate::word::Word;

impl State {
    /// Returns what was turned up of a player: the word with its score.
    fn revealed(&self, declared: &Declared) -> RevealedWord {
        let values = &self.rules.letter_values;
        let score = declared.score(values);
        let lines = declared.play.zip(score).map(|(play, score)| score.lines(&play, values));
        RevealedWord {
            word: declared.play.map(|play| play.word().to_string()),
            play: declared.play,
            total: score.map_or(0, |score| score.total),
            category: declared.category,
            lines: lines.unwrap_or_default(),
        }
    }

    /// Returns the cards that a player holds, for rulings.
    pub(super) fn holding(&self, seat: usize) -> Holding {
        Holding::new(self.players[seat].hand.iter().copied().map(ShownCard::from).collect())
    }

    /// Returns the cards on the board, for rulings.
    pub(super) fn board_holding(&self) -> Holding {
        Holding::new(self.board.iter().copied().map(ShownCard::from).collect())
    }
}

impl Course<'_> {
    /// Shows the cards of those who are still in.
    pub(super) fn begin_showdown(&mut self) {
        let state = &mut self.state;
        (state.phase, state.showdown) = (Phase::Declare, true);
        let hand = |seat: usize| (state.name(seat), state.players[seat].hand.clone());
        let hands = ByPlayer(state.still_in().map(hand).collect());
        self.tell("FO12", EventKind::Shown { hands });
    }

    /// Declares a word, or none.
    pub(super) fn declare(
        &mut self,
        seat: usize,
        violations: &mut Violations,
    ) -> Result<(), Refused> {
        let action = self.action;
        let is_none = action.none.unwrap_or_default();
        let given = [action.play.is_some(), action.word.is_some(), is_none];
        match given.iter().filter(|is_given| **is_given).count() {
            0 => return Err(missing("play", violations)),
            1 => {}
            _ => {
                let detail = "give one of play, word and none";
                return Err(violations.refuse(ViolationCode::ConflictingFields, "FO12", detail));
            }
        }
        let claims_category = action.category_match.unwrap_or_default();
        let is_voted = self.state.category.as_ref().is_some_and(RoundCategory::is_voted);
        if claims_category && (is_none || !is_voted) {
            let detail = "only a word can be claimed, for a category without a list of words";
            let mut place = violations.at("category_match");
            return Err(place.refuse(ViolationCode::NotPossible, "FO12", detail));
        }
        let play = match (&action.play, &action.word) {
            (Some(cards), _) => Some(self.read_play(seat, cards, &mut violations.at("play"))?),
            (None, Some(word)) => Some(self.read_word(seat, word, &mut violations.at("word"))?),
            (None, None) => None,
        };
        self.declare_as(seat, play, claims_category);
        Ok(())
    }

    /// Reads the cards of a word.
    fn read_play(
        &self,
        seat: usize,
        texts: &[String],
        violations: &mut Violations,
    ) -> Result<Play, Refused> {
        check_length(texts.len(), violations)?;
        let mut cards = Ok(Vec::with_capacity(texts.len()));
        for (position, text) in texts.iter().enumerate() {
            let card = ShownCard::said(text);
            match (card.fault(), card, &mut cards) {
                (None, ShownCard::Announced(card), Ok(cards)) => cards.push(card),
                (Some((code, error)), ..) => {
                    cards = Err(violations.at(position).refuse(code, "O3", error));
                }
                _ => {}
            }
        }
        let play = Play::new(&cards?);
        let play = play.map_err(|PlayLength(cards)| refuse_length(cards, violations))?;
        let mut held = Ok(());
        for position in play.missing_from(&self.state.usable(seat)) {
            let face = play[position].face();
            let detail =
                format_args!("{face} is not among the player's cards or has been used already");
            let (code, missing) = (ViolationCode::CardNotInHand, vec![face.to_string()]);
            held = Err(violations.at(position).refuse_missing(code, "O1", missing, detail));
        }
        held.map(|()| play)
    }

    /// Reads a word, and lays it in the best way.
    fn read_word(
        &self,
        seat: usize,
        text: &str,
        violations: &mut Violations,
    ) -> Result<Play, Refused> {
        let word: Word = text
            .parse()
            .map_err(|error| violations.refuse(ViolationCode::InvalidWord, "W1", error))?;
        check_length(word.len(), violations)?;
        let hand = self.state.usable(seat);
        let placed = place(&word, &hand, &self.state.rules.letter_values, false);
        placed.map(|(play, _)| play).ok_or_else(|| {
            let detail = "the player's cards can't spell the word";
            violations.refuse(ViolationCode::WordNotInHand, "O1", detail)
        })
    }

    /// Records what a player declared.
    pub(super) fn declare_as(&mut self, seat: usize, play: Option<Play>, claims_category: bool) {
        let list = self.state.category_list(self.words);
        let is_listed = list.zip(play).is_some_and(|(list, play)| list.contains(&play.word()));
        let category = is_listed || claims_category;
        self.state.players[seat].declared = Some(Declared { play, category });
        self.tell("FO12", EventKind::Declared { player: self.state.name(seat) });
        self.reveal_if_declared();
    }

    /// Turns up the words once everybody has declared.
    pub(super) fn reveal_if_declared(&mut self) {
        if !self.state.to_act().is_empty() {
            return;
        }
        let state = &mut self.state;
        state.phase = Phase::Challenge;
        let word = |seat: usize| {
            let declared = state.players[seat].declared.as_ref()?;
            Some((state.name(seat), state.revealed(declared)))
        };
        let words = ByPlayer(state.still_in().filter_map(word).collect());
        self.tell("FO12", EventKind::Revealed { words });
        self.settle_if_closed();
    }
}

/// Checks the number of cards or letters of a word (RULEBOOK O2).
fn check_length(length: usize, violations: &mut Violations) -> Result<(), Refused> {
    if (MIN_CARDS..=MAX_CARDS).contains(&length) {
        return Ok(());
    }
    Err(refuse_length(length, violations))
}

fn refuse_length(length: usize, violations: &mut Violations) -> Refused {
    let is_short = length < MIN_CARDS;
    let code = if is_short { ViolationCode::TooFew } else { ViolationCode::TooMany };
    let given = counted(length, "letter");
    let detail = format_args!("{given}; a word has {MIN_CARDS} to {MAX_CARDS}");
    violations.refuse(code, "O2", detail)
}
