//! A turn as it is announced, and as it lies on the table once every rule but the dictionary's is kept.

use std::fmt;

use super::card::{Card, Combo, PlayedCard};
use super::hand::{Hand, Play, Table};
use super::ruleset::{Rules, TableCards};
use super::scoring::spelled;
use crate::rules::{BreachCode, Breaches};
use crate::word::Letter;

/// A turn as announced: a new word, play-ons, or both (RULEBOOK P3).
#[derive(Debug, Clone, PartialEq, Eq, Default, Hash)]
pub struct Turn {
    /// The word laid from the hand alone.
    pub new_word: Option<Play>,
    /// The words made from table words.
    pub play_ons: Vec<PlayOn>,
}

/// A word made from table words; from two or more it is a combination.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct PlayOn {
    /// The table words by index; the number of table words stands for the word laid new in this turn.
    pub onto: Vec<usize>,
    /// The word that results, all its cards.
    pub word: Play,
}

/// A word of a turn with what it was made from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LaidPart<'t> {
    /// The word.
    pub word: &'t Play,
    /// The words that it was made from; none for a new word.
    pub olds: Vec<&'t Play>,
    /// The cards that came from the hand.
    pub added: Vec<Card>,
}

/// A turn on the table.
///
/// Holding one proves that it keeps every rule apart from its words' being allowed: all its cards were in the hand or on the table, every
/// table word taken keeps all its cards and takes at least one, none is taken twice, and words have three letters or more (RULEBOOK P2–P5,
/// P8, P10, P15).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Laid<'t> {
    parts: Vec<LaidPart<'t>>,
    hand_left: Hand,
}

/// A card of a word with its place there.
type Placed = (usize, PlayedCard);

impl<'t> Laid<'t> {
    /// Lays a turn. All breaches go to `breaches`; `pointer` is where the turn stands.
    ///
    /// ```
    /// use wordcourt::rules::Breaches;
    /// use wordcourt::rules::play_on_words::{Hand, Laid, Play, PlayOn, Rules, Table, Turn};
    /// let play = |text: &str| {
    ///     Play::new(text.split(' ').map(|card| card.parse().unwrap()).collect()).unwrap()
    /// };
    /// let mut breaches = Breaches::default();
    /// let table = Table::new(vec![play("T A R")], "/table", &mut breaches).unwrap();
    /// let hand = Hand::new(&["S".parse()?]).unwrap();
    /// let turn = Turn { new_word: None, play_ons: vec![PlayOn { onto: vec![0], word: play("R A T E") }] };
    /// assert!(Laid::lay(&turn, &hand, &table, Rules::default(), "/turn", &mut breaches).is_none());
    /// assert_eq!(breaches.as_slice()[0].detail, "the hand has no E left");
    /// # Ok::<(), wordcourt::rules::play_on_words::CardError>(())
    /// ```
    pub fn lay(
        turn: &'t Turn,
        hand: &Hand,
        table: &'t Table,
        rules: Rules,
        pointer: &str,
        breaches: &mut Breaches,
    ) -> Option<Self> {
        let before = breaches.len();
        let mut laying = Laying { hand: *hand, taken: Vec::new(), rules, breaches };
        let mut parts = Vec::new();
        if let Some(word) = &turn.new_word {
            let place = format_args!("{pointer}/new_word");
            word.check_length(place, laying.breaches);
            let added = laying.take_from_hand(word.iter().copied().enumerate().collect(), place);
            parts.push(LaidPart { word, olds: Vec::new(), added });
        }
        for (number, PlayOn { onto, word }) in turn.play_ons.iter().enumerate() {
            let place = format_args!("{pointer}/play_ons/{number}");
            let olds = laying.old_words(onto, table, turn.new_word.as_ref(), place);
            word.check_length(format_args!("{place}/word"), laying.breaches);
            // What a word lacks of table words that aren't there can't be told.
            let Some(olds) = olds else { continue };
            let rest = laying.take_from_table(word, &olds, place);
            let added = laying.take_from_hand(rest, format_args!("{place}/word"));
            parts.push(LaidPart { word, olds, added });
        }
        let hand_left = laying.hand;
        if turn.new_word.is_none() && turn.play_ons.is_empty() {
            breaches.add(BreachCode::NothingPlayed, "P3", pointer, "a turn is a new word, play-ons or both");
        }
        (breaches.len() == before).then_some(Self { parts, hand_left })
    }

    /// Its words: the new one first, then the play-ons as given.
    #[must_use]
    pub fn parts(&self) -> &[LaidPart<'t>] {
        &self.parts
    }

    /// What is left in the hand.
    #[must_use]
    pub const fn hand_left(&self) -> &Hand {
        &self.hand_left
    }
}

struct Laying<'l> {
    /// What is left of it.
    hand: Hand,
    /// The table words taken so far.
    taken: Vec<usize>,
    rules: Rules,
    breaches: &'l mut Breaches,
}

impl Laying<'_> {
    /// The table words that a play-on names, if they are all there and free (RULEBOOK P5, P8, P10).
    fn old_words<'t>(
        &mut self,
        onto: &[usize],
        table: &'t Table,
        new_word: Option<&'t Play>,
        place: fmt::Arguments<'_>,
    ) -> Option<Vec<&'t Play>> {
        let mut olds = Vec::new();
        if onto.is_empty() {
            let detail = "a play-on names the table words that it takes by their indexes";
            self.breaches.add(BreachCode::UnknownTableWord, "P5", format_args!("{place}/onto"), detail);
        }
        for (at, &index) in onto.iter().enumerate() {
            let pointer = format_args!("{place}/onto/{at}");
            let is_new = index == table.len() && new_word.is_some();
            if is_new && !self.rules.play_on_new_word {
                let detail =
                    "the word laid new in this turn takes no play-on; the rule play_on_new_word would allow it";
                self.breaches.add(BreachCode::TableWordTaken, "P10", pointer, detail);
            }
            if self.taken.contains(&index) {
                let detail = format_args!("table word {index} is taken already in this turn");
                self.breaches.add(BreachCode::TableWordTaken, "P10", pointer, detail);
            }
            self.taken.push(index);
            if let Some(old) = if is_new { new_word } else { table.get(index) } {
                olds.push(old);
            } else {
                let detail = format_args!("there is no table word {index}; they are counted from 0");
                self.breaches.add(BreachCode::UnknownTableWord, "P5", pointer, detail);
            }
        }
        (olds.len() == onto.len() && !olds.is_empty()).then_some(olds)
    }

    /// Takes the cards of the old words out of the new one; what is left over must come from the hand.
    fn take_from_table(&mut self, word: &Play, olds: &[&Play], place: fmt::Arguments<'_>) -> Vec<Placed> {
        let mut rest: Vec<Placed> = word.iter().copied().enumerate().collect();
        let may_change = self.rules.table_cards == TableCards::Change;
        let is_same = |old: PlayedCard, card: &PlayedCard| {
            if may_change { card.face() == old.face() } else { *card == old }
        };
        // First everything that is there, so that a card is missed only where there are too few of it.
        let all = olds.iter().flat_map(|old| old.iter().copied());
        let missed: Vec<PlayedCard> = all.filter(|&old| !take(&mut rest, |card| is_same(old, card))).collect();
        let (mut torn, mut changed, mut lost) = (Vec::new(), Vec::new(), Vec::new());
        for old in missed {
            if old.face().is_choice() && take(&mut rest, |card| card.face() == old.face()) {
                changed.push(old);
            } else if let Card::Combo(combo) = old.face()
                && take_all(&mut rest, combo.letters())
            {
                torn.push(old);
            } else {
                lost.push(old);
            }
        }
        let rule = if olds.len() == 1 { "P5" } else { "P8" };
        let pointer = format_args!("{place}/word");
        if !torn.is_empty() {
            let detail = format_args!("{} on the table is one card and stays so", spelled(torn.iter()));
            self.breaches.add(BreachCode::TornCombo, "P2", pointer, detail);
        }
        if !changed.is_empty() {
            let detail = format_args!(
                "{} on the table stays so; the rule table_cards = change would let it change",
                spelled(changed.iter())
            );
            self.breaches.add(BreachCode::ChoiceChanged, "P15", pointer, detail);
        }
        if !lost.is_empty() {
            let detail = format_args!("{} lacks {} of the table", word.word(), spelled(lost.iter()));
            self.breaches.add(BreachCode::LetterLost, rule, pointer, detail);
        }
        if rest.is_empty() {
            let detail = format_args!("{} adds no card from the hand", word.word());
            self.breaches.add(BreachCode::NothingAdded, rule, pointer, detail);
        }
        rest
    }

    /// Takes cards out of the hand (RULEBOOK P2, P3).
    fn take_from_hand(&mut self, cards: Vec<Placed>, place: fmt::Arguments<'_>) -> Vec<Card> {
        let added: Vec<Card> = cards.iter().map(|(_, card)| card.face()).collect();
        let mut missing: Vec<Placed> = cards.into_iter().filter(|(_, card)| !self.hand.take(card.face())).collect();
        for combo in Combo::all() {
            let torn = |pair: &[Placed]| {
                pair[0].0 + 1 == pair[1].0
                    && pair[0].1.face() == Card::Letter(combo.letters()[0])
                    && pair[1].1.face() == Card::Letter(combo.letters()[1])
            };
            while let Some(at) = missing.windows(2).position(torn)
                && self.hand.take(Card::Combo(combo))
            {
                let detail = format_args!("{} in the hand is one card and is played as one", Card::Combo(combo));
                self.breaches.add(BreachCode::TornCombo, "P2", format_args!("{place}/{}", missing[at].0), detail);
                missing.drain(at..at + 2);
            }
        }
        for (at, card) in missing {
            let detail = format_args!("the hand has no {} left", card.face());
            self.breaches.add(BreachCode::CardNotInHand, "P3", format_args!("{place}/{at}"), detail);
        }
        added
    }
}

/// Takes the first card out that is the one; says whether there was one.
fn take(cards: &mut Vec<Placed>, is_it: impl Fn(&PlayedCard) -> bool) -> bool {
    let place = cards.iter().position(|(_, card)| is_it(card));
    place.map(|place| cards.remove(place)).is_some()
}

/// Takes single letters out, all or none; says whether they were there.
fn take_all(cards: &mut Vec<Placed>, letters: [Letter; 2]) -> bool {
    let before = cards.clone();
    let are_there = letters.iter().all(|letter| take(cards, |card| card.face() == Card::Letter(*letter)));
    if !are_there {
        *cards = before;
    }
    are_there
}
