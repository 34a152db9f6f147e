//! Muggins: words that opponents make from unplayed cards (RULEBOOK P12, W6).

use super::announced::{AnnouncedWord, RuledWord};
use super::card::Card;
use super::hand::{Hand, letter_points};
use super::placement::{HandSource, Placer};
use super::play::Play;
use super::round::{Mugging, Round};
use super::ruleset::Version;
use super::score::Part;
use crate::lexicon::Words;
use crate::rules::{Refused, Violation, ViolationCode, Violations};

/// The points for each letter of a mugged card (RULEBOOK P12).
pub const MUGGED_LETTER_POINTS: i64 = 2;

/// The ruling on a mugging.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mugged {
    /// Its words.
    pub words: Vec<RuledWord>,
    /// The cards that its allowed words placed.
    pub cards: Vec<Card>,
    /// The points for these cards.
    pub points: i64,
    /// The reasons why it, or some of its words, can't be laid, with their places in the round.
    pub breaches: Vec<Violation>,
}

/// Rules on all muggings of a round, one after another.
pub(super) fn rule_on_muggings(round: &Round<'_>, words: Words<'_>) -> Vec<Mugged> {
    let mut muggins = Muggins {
        round,
        words,
        left: round.players.iter().map(|player| player.unplayed.cards().collect()).collect(),
    };
    let rule_on = |(number, mugging)| {
        let mut breaches = Violations::default();
        let (words, cards) = muggins.rule_on(mugging, &mut breaches.at("muggings").at(number));
        let points = letter_points(&cards, MUGGED_LETTER_POINTS);
        Mugged { words, cards, points, breaches: breaches.into() }
    };
    round.muggings.iter().enumerate().map(rule_on).collect()
}

/// The muggings of a round, while they are ruled on.
struct Muggins<'m> {
    round: &'m Round<'m>,
    words: Words<'m>,
    /// The cards of each player that are not mugged yet.
    left: Vec<Vec<Card>>,
}

impl Muggins<'_> {
    /// Returns the rulings on the words of a mugging, and the cards that the allowed words place.
    fn rule_on(
        &mut self,
        mugging: &Mugging,
        violations: &mut Violations,
    ) -> (Vec<RuledWord>, Vec<Card>) {
        let may_mug = self.check(mugging, violations).is_ok();
        let mut unused = self.unused_cards(mugging, violations);
        let plays = mugging.turn.read(violations);
        let mut plays = plays.iter();
        let mut cards = Vec::new();
        let words = mugging.turn.visit(violations, |onto, word, place| {
            let play = plays.next().and_then(|play| play.as_ref().ok()).filter(|_| may_mug);
            let (ruled, added) = self.rule_on_word(word, onto, play, unused, place);
            for &card in &added {
                unused.take(card);
                take(&mut self.left[mugging.from], card);
            }
            cards.extend(added);
            ruled
        });
        (words, cards)
    }

    /// Checks that the player may mug at all.
    fn check(&self, mugging: &Mugging, violations: &mut Violations) -> Result<(), Refused> {
        let mut result = Ok(());
        let mut refuse = |violations: &mut Violations, code, rule, detail: &str| {
            result = Err(violations.refuse(code, rule, detail));
        };
        if self.round.rules.version == Version::Casual {
            let detail = "the casual version has no points, so nothing can be mugged";
            refuse(violations, ViolationCode::NotAllowed, "P16", detail);
        }
        if mugging.player == mugging.from {
            let detail = "players can mug only the cards of opponents";
            refuse(&mut violations.at("from"), ViolationCode::NotAllowed, "P12", detail);
        }
        if mugging.turn.words().next().is_none() {
            let detail = "the mugging plays nothing; give a new word, play-ons or both";
            refuse(violations, ViolationCode::NothingPlayed, "P12", detail);
        }
        result
    }

    /// Returns the cards of the mugging that the opponent has left, as many as a hand can have.
    fn unused_cards(&self, mugging: &Mugging, violations: &mut Violations) -> Hand {
        let mut left = self.left[mugging.from].clone();
        let (mut unused, mut cards) = (Hand::default(), Vec::new());
        let mut place = violations.at("hand_cards");
        for (index, shown) in mugging.hand_cards.iter().enumerate() {
            let mut place = place.at(index);
            let Ok(card) = shown.read(&mut place) else { continue };
            if !take(&mut left, card) {
                let name = &self.round.players[mugging.from].name;
                let detail = format_args!("{name} has no {card} left to mug");
                let (code, missing) = (ViolationCode::CardNotInHand, vec![card.to_string()]);
                place.refuse_missing(code, "P12", missing, detail);
                continue;
            }
            cards.push(card);
            match Hand::new(&cards) {
                Ok(hand) => unused = hand,
                Err(error) => {
                    cards.pop();
                    let (code, rule) = error.violation();
                    place.refuse(code, rule, error);
                }
            }
        }
        unused
    }

    /// Rules on a word by itself, against the table as given. Returns the cards that it places if it
    /// is allowed.
    fn rule_on_word(
        &self,
        word: &AnnouncedWord,
        onto: Option<&[usize]>,
        play: Option<&Play>,
        unused: Hand,
        violations: &mut Violations,
    ) -> (RuledWord, Vec<Card>) {
        let Round { table, rules, .. } = *self.round;
        let mut placer = Placer::new(unused, HandSource::Mugged, table, rules);
        let placed = play.and_then(|play| placer.place(onto, play, violations).ok());
        let part = placed.as_ref().map(|placed| Part::of(placed, rules));
        let ruled = RuledWord::new(word.text(), part.as_ref(), self.words, rules);
        let added = placed.filter(|_| ruled.is_allowed).map(|placed| placed.added);
        (ruled, added.unwrap_or_default())
    }
}

/// Takes a card; returns true if it was there.
fn take(cards: &mut Vec<Card>, card: Card) -> bool {
    let place = cards.iter().position(|held| *held == card);
    place.map(|place| cards.remove(place)).is_some()
}
