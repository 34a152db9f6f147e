//! The placement of a turn. It checks every rule except that the words must be allowed (RULEBOOK
//! P2–P5, P8, P10, P15).

use super::card::{Card, Combo};
use super::hand::Hand;
use super::kept_cards::{Comparison, IndexedCard};
use super::play::Play;
use super::ruleset::Rules;
use super::table::Table;
use super::turn::Turn;
use crate::rules::{Refused, ViolationCode, Violations};

/// A turn on the table.
///
/// A placed turn follows every rule except that its words must be allowed:
/// 1. it plays at least one word, and each word has three letters or more;
/// 2. all its cards come from the hand or from the table words that it takes;
/// 3. every table word that it takes keeps all its cards and gains at least one from the hand;
/// 4. it takes no table word twice.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlacedTurn<'t> {
    parts: Vec<PlacedPart<'t>>,
    hand_left: Hand,
}

/// A word of a placed turn.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlacedPart<'t> {
    /// The word.
    pub word: &'t Play,
    /// The words that it was made from; none for a new word.
    pub base_words: Vec<&'t Play>,
    /// The cards that came from the hand.
    pub added: Vec<Card>,
}

impl<'t> PlacedTurn<'t> {
    /// Places a turn.
    ///
    /// ```
    /// use wordcourt::rules::Violations;
    /// use wordcourt::rules::play_on_words::{Hand, PlacedTurn, PlayOn, Rules, Table, Turn};
    ///
    /// let mut violations = Violations::default();
    /// let table = Table::new(vec!["T A R".parse()?], &mut violations).unwrap();
    /// let hand: Hand = "S".parse()?;
    /// let play_on = PlayOn { onto: vec![0], word: "R A T E".parse()? };
    /// let turn = Turn { new_word: None, play_ons: vec![play_on] };
    ///
    /// let placed = PlacedTurn::place(&turn, &hand, &table, Rules::default(), &mut violations);
    /// assert!(placed.is_err());
    /// let violation = &violations.as_slice()[0];
    /// assert_eq!(violation.pointer, "/play_ons/0/word/3");
    /// assert_eq!(violation.detail, "the hand has no E left");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`Refused`] if the turn breaks a rule. All violations are recorded, at places relative to
    /// the turn.
    pub fn place(
        turn: &'t Turn,
        hand: &Hand,
        table: &'t Table,
        rules: Rules,
        violations: &mut Violations,
    ) -> Result<Self, Refused> {
        if turn.new_word.is_none() && turn.play_ons.is_empty() {
            let detail = "the turn plays nothing; give a new word, play-ons or both";
            return Err(violations.refuse(ViolationCode::NothingPlayed, "P3", detail));
        }
        let mut placer = Placer::new(*hand, HandSource::Player, table, rules);
        let parts = turn.visit(violations, |onto, word, place| placer.place(onto, word, place));
        let parts = parts.into_iter().collect::<Result<_, Refused>>()?;
        Ok(Self { parts, hand_left: placer.hand })
    }

    /// Returns the words of the turn: the new word first, then the play-ons as given.
    #[must_use]
    pub fn parts(&self) -> &[PlacedPart<'t>] {
        &self.parts
    }

    /// Returns the cards left in the hand.
    #[must_use]
    pub const fn hand_left(&self) -> &Hand {
        &self.hand_left
    }
}

/// The owner of the cards that a word takes from a hand.
#[derive(Debug, Clone, Copy)]
pub(super) enum HandSource {
    /// The player who lays the word.
    Player,
    /// An opponent, whose unplayed cards are mugged (RULEBOOK P12).
    Mugged,
}

/// Places the words of a turn one after another.
pub(super) struct Placer<'t> {
    table: &'t Table,
    new_word: Option<&'t Play>,
    rules: Rules,
    /// The cards left in the hand, and what the rules call it.
    hand: Hand,
    source: HandSource,
    /// The indexes of the table words taken so far.
    taken: Vec<usize>,
}

impl<'t> Placer<'t> {
    pub(super) const fn new(
        hand: Hand,
        source: HandSource,
        table: &'t Table,
        rules: Rules,
    ) -> Self {
        Self { table, new_word: None, rules, hand, source, taken: Vec::new() }
    }

    /// Places a word: a play-on if `onto` names table words, else the new word of the turn, which
    /// comes before all play-ons.
    pub(super) fn place(
        &mut self,
        onto: Option<&[usize]>,
        word: &'t Play,
        violations: &mut Violations,
    ) -> Result<PlacedPart<'t>, Refused> {
        match onto {
            None => self.place_new_word(word, violations),
            Some(onto) => self.place_play_on(onto, word, violations),
        }
    }

    /// Places a word like [`Self::place`], but a word that can't be placed leaves its cards and its
    /// table words free.
    pub(super) fn try_place(
        &mut self,
        onto: Option<&[usize]>,
        word: &'t Play,
        violations: &mut Violations,
    ) -> Result<PlacedPart<'t>, Refused> {
        let (hand, taken) = (self.hand, self.taken.clone());
        let placed = self.place(onto, word, violations);
        if placed.is_err() {
            (self.hand, self.taken) = (hand, taken);
        }
        placed
    }

    pub(super) const fn hand_left(&self) -> Hand {
        self.hand
    }

    fn place_new_word(
        &mut self,
        word: &'t Play,
        violations: &mut Violations,
    ) -> Result<PlacedPart<'t>, Refused> {
        self.new_word = Some(word);
        let length = word.check_length(violations);
        let added = self.take_from_hand(word.iter().copied().enumerate().collect(), violations);
        length?;
        Ok(PlacedPart { word, base_words: Vec::new(), added: added? })
    }

    fn place_play_on(
        &mut self,
        onto: &[usize],
        word: &'t Play,
        violations: &mut Violations,
    ) -> Result<PlacedPart<'t>, Refused> {
        let (base_words, all_free) = self.take_base_words(onto, &mut violations.at("onto"));
        let violations = &mut violations.at("word");
        let length = word.check_length(violations);
        // Without the base words, the cards that the word needs from the hand are unknown.
        let base_words = base_words?;
        let comparison = Comparison::of(word, &base_words, self.rules.table_cards);
        let kept = comparison.check(word, base_words.len(), violations);
        let added = self.take_from_hand(comparison.added, violations);
        all_free.and(length).and(kept)?;
        Ok(PlacedPart { word, base_words, added: added? })
    }

    /// Finds the base words that a play-on names and takes them. The second result is an error if
    /// one of them was not free (RULEBOOK P5, P8, P10).
    fn take_base_words(
        &mut self,
        onto: &[usize],
        violations: &mut Violations,
    ) -> (Result<Vec<&'t Play>, Refused>, Result<(), Refused>) {
        if onto.is_empty() {
            let detail = "give the indexes of the table words that the play-on takes";
            let refused = violations.refuse(ViolationCode::UnknownTableWord, "P5", detail);
            return (Err(refused), Ok(()));
        }
        let mut base_words = Vec::new();
        let mut all_free = Ok(());
        for (position, &index) in onto.iter().enumerate() {
            let violations = &mut violations.at(position);
            if let Err(refused) = self.take_table_word(index, violations) {
                all_free = Err(refused);
            }
            let base_word =
                if self.is_new_word(index) { self.new_word } else { self.table.get(index) };
            base_words.push(base_word.ok_or_else(|| {
                let detail = format_args!("there is no table word {index}; indexes start at 0");
                violations.refuse(ViolationCode::UnknownTableWord, "P5", detail)
            }));
        }
        (base_words.into_iter().collect(), all_free)
    }

    /// Takes a table word, which a turn may do once (RULEBOOK P10).
    fn take_table_word(
        &mut self,
        index: usize,
        violations: &mut Violations,
    ) -> Result<(), Refused> {
        let mut result = Ok(());
        if self.is_new_word(index) && !self.rules.play_on_new_word {
            let detail = "the new word of a turn takes no play-on in the same turn, unless the rule \
                          play_on_new_word is true";
            result = Err(violations.refuse(ViolationCode::TableWordTaken, "P10", detail));
        }
        if self.taken.contains(&index) {
            let detail = format_args!("this turn has already taken table word {index}");
            result = Err(violations.refuse(ViolationCode::TableWordTaken, "P10", detail));
        }
        self.taken.push(index);
        result
    }

    fn is_new_word(&self, index: usize) -> bool {
        self.new_word.is_some() && index == self.table.len()
    }

    /// Takes cards out of the hand (RULEBOOK P2, P3).
    fn take_from_hand(
        &mut self,
        cards: Vec<IndexedCard>,
        violations: &mut Violations,
    ) -> Result<Vec<Card>, Refused> {
        let faces: Vec<Card> = cards.iter().map(|(_, card)| card.face()).collect();
        let mut missing: Vec<IndexedCard> =
            cards.into_iter().filter(|(_, card)| !self.hand.take(card.face())).collect();
        let mut result = Ok(faces);
        for combo in Combo::all() {
            let is_torn = |pair: &[IndexedCard]| {
                pair[0].0 + 1 == pair[1].0
                    && pair[0].1.face() == Card::Letter(combo.letters()[0])
                    && pair[1].1.face() == Card::Letter(combo.letters()[1])
            };
            // Each step removes two missing cards.
            while let Some(place) = missing.windows(2).position(is_torn)
                && self.hand.take(Card::Combo(combo))
            {
                let card = Card::Combo(combo);
                let detail = format_args!("the hand has {card} as one card; play it as one card");
                let index = missing[place].0;
                let refused = violations.at(index).refuse(ViolationCode::TornCombo, "P2", detail);
                result = Err(refused);
                missing.drain(place..place + 2);
            }
        }
        for (index, card) in missing {
            let face = card.face();
            let (rule, cards) = match self.source {
                HandSource::Player => ("P3", "the hand has"),
                HandSource::Mugged => ("P12", "a card is mugged once, and hand_cards have"),
            };
            let detail = format_args!("{cards} no {face} left");
            let (code, missing) = (ViolationCode::CardNotInHand, vec![face.to_string()]);
            result = Err(violations.at(index).refuse_missing(code, rule, missing, detail));
        }
        result
    }
}
