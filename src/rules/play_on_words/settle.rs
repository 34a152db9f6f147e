//! The end of a round: deductions, muggins, who leads (RULEBOOK P12–P14, P16).

use super::card::Card;
use super::hand::{Hand, Table};
use super::ruleset::{Rules, Version};
use super::scoring::{Part, Score, Stage, spelled};
use super::turn::{Laid, Turn};
use crate::lexicon::Words;
use crate::rules::{BreachCode, Breaches, Verdict};

/// Points lost for each unplayed letter (RULEBOOK P12).
pub const UNPLAYED: i64 = 1;
/// Points for each letter of a mugged card (RULEBOOK P12).
pub const MUGGED: i64 = 2;

/// How many can play (RULEBOOK P14).
pub const MOST_PLAYERS: usize = 4;

/// How many rounds a game has (RULEBOOK P14).
#[must_use]
pub const fn rounds(players: usize) -> usize {
    if players <= 2 { 4 } else { 3 }
}

/// A player at the end of a round.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Seat {
    /// The player's name.
    pub name: String,
    /// The points so far, bonuses for going out included; in the casual version the rounds won so far.
    pub points: i64,
    /// The cards left after last plays.
    pub unplayed: Hand,
}

/// A turn with cards that somebody else was left with.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mugging {
    /// Who mugs, by seat.
    pub player: usize,
    /// Whose cards they are, by seat.
    pub from: usize,
    /// The cards that the words are made with.
    pub cards: Vec<Card>,
    /// The words.
    pub turn: Turn,
}

/// A round to be settled.
#[derive(Debug, Clone)]
pub struct Round<'r> {
    /// The players in seat order, clockwise.
    pub seats: Vec<Seat>,
    /// Who went out, by seat; nobody if the pile ran out (RULEBOOK P13).
    pub went_out: Option<usize>,
    /// The words on the table after last plays.
    pub table: &'r Table,
    /// The muggings, in the order in which they count.
    pub muggings: Vec<Mugging>,
    /// Which round it was, counted from 1, if that is known.
    pub number: Option<usize>,
    /// The house rules.
    pub rules: Rules,
}

/// A step from a player's points to the final ones.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Step {
    /// The rule that it rests on.
    pub rule: &'static str,
    /// What happens, for people.
    pub label: String,
    /// What it adds or takes off.
    pub points: i64,
}

/// A player's end of the round.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Final {
    /// The player's name.
    pub player: String,
    /// The points before.
    pub points: i64,
    /// What adds to them and takes off.
    pub steps: Vec<Step>,
    /// The points after.
    pub total: i64,
}

/// A scored mugging.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mugged {
    /// Its words with the verdict on each.
    pub words: Vec<(Part, Verdict)>,
    /// The cards that its allowed words placed.
    pub cards: Vec<Card>,
    /// What they earn.
    pub points: i64,
}

/// A settled round.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Settled {
    /// Everybody's points, in seat order.
    pub finals: Vec<Final>,
    /// The muggings as they were given.
    pub muggings: Vec<Mugged>,
    /// Who has the most points, in seat order: several in a tie.
    pub leaders: Vec<String>,
    /// How many rounds the game has.
    pub rounds: usize,
    /// Whether this was the last one, if its number is known.
    pub is_over: Option<bool>,
}

impl Round<'_> {
    /// Settles the round.
    ///
    /// # Errors
    /// A player who went out with cards left, or in Full Deck; muggings of one's own cards, of cards that the other hasn't left or that are
    /// mugged already, in the casual version, and muggings that break the rules of a turn.
    pub fn settle<'l>(&self, words: impl Into<Words<'l>>) -> Result<Settled, Breaches> {
        let mut breaches = Breaches::default();
        self.check_going_out(&mut breaches);
        let muggings = self.mug(words.into(), &mut breaches);
        let mut finals: Vec<Final> =
            self.seats.iter().enumerate().map(|(seat, player)| self.close(seat, player)).collect();
        for (mugging, mugged) in self.muggings.iter().zip(&muggings).filter(|(_, mugged)| mugged.points > 0) {
            let label = format!("mugs {} of {}", spelled(mugged.cards.iter()), self.seats[mugging.from].name);
            finals[mugging.player].steps.push(Step { rule: "P12", label, points: mugged.points });
        }
        for player in &mut finals {
            player.total = player.points + player.steps.iter().map(|step| step.points).sum::<i64>();
        }
        let most = finals.iter().map(|player| player.total).max();
        let leaders = finals.iter().filter(|player| Some(player.total) == most).map(|player| player.player.clone());
        let rounds = rounds(self.seats.len());
        breaches.or(Settled {
            leaders: leaders.collect(),
            finals,
            muggings,
            rounds,
            is_over: self.number.map(|number| number >= rounds),
        })
    }

    fn check_going_out(&self, breaches: &mut Breaches) {
        let Some(out) = self.went_out else { return };
        if self.rules.version == Version::FullDeck {
            breaches.add(BreachCode::ConflictingFields, "P16", "/went_out", "in Full Deck nobody goes out");
        }
        if !self.seats[out].unplayed.is_empty() {
            let detail = "who went out has no card left";
            breaches.add(BreachCode::ConflictingFields, "P11", format_args!("/players/{out}/unplayed"), detail);
        }
    }

    /// What becomes of a player's own cards.
    fn close(&self, seat: usize, player: &Seat) -> Final {
        let mut steps = Vec::new();
        if self.rules.version == Version::Casual {
            if self.went_out == Some(seat) {
                steps.push(Step { rule: "P16", label: "goes out first".to_owned(), points: 1 });
            }
        } else if !player.unplayed.is_empty() {
            // RULEBOOK P12: mugged or not.
            let letters = i64::from(player.unplayed.letter_count() as u32);
            let label = format!("unplayed: {}", spelled(player.unplayed.iter()));
            let rule = if self.went_out.is_some() { "P12" } else { "P13" };
            steps.push(Step { rule, label, points: -UNPLAYED * letters });
        }
        Final { player: player.name.clone(), points: player.points, steps, total: player.points }
    }

    fn mug(&self, words: Words<'_>, breaches: &mut Breaches) -> Vec<Mugged> {
        if self.rules.version == Version::Casual && !self.muggings.is_empty() {
            let detail = "the casual version has no points to mug for";
            breaches.add(BreachCode::ConflictingFields, "P16", "/muggings", detail);
        }
        let mut left: Vec<Hand> = self.seats.iter().map(|seat| seat.unplayed).collect();
        let mut mugged = Vec::new();
        for (number, mugging) in self.muggings.iter().enumerate() {
            let pointer = format!("/muggings/{number}");
            if mugging.player == mugging.from {
                let detail = "a player mugs the cards of others";
                breaches.add(BreachCode::ConflictingFields, "P12", format_args!("{pointer}/from"), detail);
            }
            let mut rest = left[mugging.from];
            for (at, &card) in mugging.cards.iter().enumerate() {
                if !rest.take(card) {
                    let name = &self.seats[mugging.from].name;
                    let detail = format_args!("{name} has no {card} left that isn't mugged already");
                    let place = format_args!("{pointer}/hand_cards/{at}");
                    breaches.add(BreachCode::CardNotInHand, "P12", place, detail);
                }
            }
            let hand = match Hand::new(&mugging.cards) {
                Ok(hand) => hand,
                Err(error) => {
                    breaches.add(BreachCode::TooMany, error.rule(), format_args!("{pointer}/hand_cards"), error);
                    continue;
                }
            };
            let laid = Laid::lay(&mugging.turn, &hand, self.table, self.rules, &pointer, breaches);
            let Some(laid) = laid else { continue };
            let score = Score::of(&laid, Stage::Last, self.rules);
            let words: Vec<(Part, Verdict)> =
                score.parts.iter().map(|part| (*part, part.verdict(words, self.rules))).collect();
            // Each word is judged by itself, and only what allowed words placed is mugged.
            let counting = laid.parts().iter().zip(&words).filter(|(_, (_, verdict))| verdict.is_allowed());
            let cards: Vec<Card> = counting.flat_map(|(part, _)| part.added.iter().copied()).collect();
            let letters: u32 = cards.iter().map(|card| card.letter_count() as u32).sum();
            for card in &cards {
                left[mugging.from].take(*card);
            }
            mugged.push(Mugged { words, cards, points: MUGGED * i64::from(letters) });
        }
        mugged
    }
}
