//! The end of a round: deductions, muggings and leaders (RULEBOOK P12–P14, P16).

use super::card::Card;
use super::hand::{Hand, join_cards};
use super::placement::PlacedTurn;
use super::ruleset::{Rules, Version};
use super::score::{Part, Score, Stage};
use super::table::Table;
use super::turn::Turn;
use crate::lexicon::Words;
use crate::rules::{Refused, Verdict, ViolationCode, Violations};

/// The points lost for each unplayed letter (RULEBOOK P12).
pub const UNPLAYED_LETTER_POINTS: i64 = 1;
/// The points for each letter of a mugged card (RULEBOOK P12).
pub const MUGGED_LETTER_POINTS: i64 = 2;

/// The largest number of players in a game (RULEBOOK P14).
pub const MAX_PLAYERS: usize = 4;

/// Returns the number of rounds of a game (RULEBOOK P14).
#[must_use]
pub const fn rounds(players: usize) -> usize {
    if players <= 2 { 4 } else { 3 }
}

/// A player at the end of a round.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Seat {
    /// The player's name.
    pub name: String,
    /// The points so far, including bonuses for going out; in the casual version, the number of
    /// rounds won so far.
    pub points: i64,
    /// The cards left after the last plays.
    pub unplayed: Hand,
}

/// A turn that a player makes with cards left in an opponent's hand.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Mugging {
    /// The index of the player who mugs.
    pub player: usize,
    /// The index of the player whose unplayed cards are used.
    pub from: usize,
    /// The unplayed cards that are used.
    pub hand_cards: Vec<Card>,
    /// The words.
    pub turn: Turn,
}

/// A round to settle.
///
/// ```
/// use wordcourt::lexicon::Lexicon;
/// use wordcourt::rules::Violations;
/// use wordcourt::rules::play_on_words::{Hand, Round, Rules, Seat, Table};
///
/// let seat = |name: &str, points, unplayed| Seat { name: name.to_owned(), points, unplayed };
/// let round = Round {
///     players: vec![seat("ann", 20, Hand::new(&[])?), seat("bob", 22, "TH S".parse()?)],
///     went_out: Some(0),
///     table: &Table::default(),
///     muggings: Vec::new(),
///     number: Some(1),
///     rules: Rules::default(),
/// };
/// let lexicon = Lexicon::from_text("THIS\n", "")?;
/// let settled = round.settle(&lexicon, &mut Violations::default()).unwrap();
/// assert_eq!(settled.finals[1].total, 22 - 3, "a point for each unplayed letter");
/// assert_eq!(settled.leaders, ["ann"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub struct Round<'r> {
    /// The players in seat order, clockwise.
    pub players: Vec<Seat>,
    /// The index of the player who went out; `None` if the pile ran out (RULEBOOK P13).
    pub went_out: Option<usize>,
    /// The words on the table after the last plays.
    pub table: &'r Table,
    /// The muggings in the order in which they count.
    pub muggings: Vec<Mugging>,
    /// The number of the round, counted from 1, if known.
    pub number: Option<usize>,
    /// The house rules.
    pub rules: Rules,
}

/// A step from a player's points to the final points.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Step {
    /// The rule that it rests on.
    pub rule: &'static str,
    /// The step in words, for people.
    pub label: String,
    /// The points that it adds; negative if it deducts.
    pub points: i64,
}

/// The points of a player after the round.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Final {
    /// The player's name.
    pub player: String,
    /// The points before the round was settled.
    pub points: i64,
    /// The steps from there to the total.
    pub steps: Vec<Step>,
    /// The points after the round was settled.
    pub total: i64,
}

/// A scored mugging.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mugged {
    /// Its words with their verdicts.
    pub words: Vec<(Part, Verdict)>,
    /// The cards that its allowed words placed.
    pub cards: Vec<Card>,
    /// The points for these cards.
    pub points: i64,
}

/// A settled round.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Settled {
    /// The players' points, in seat order.
    pub finals: Vec<Final>,
    /// The muggings as given.
    pub muggings: Vec<Mugged>,
    /// The players with the most points, in seat order; several if they are tied.
    pub leaders: Vec<String>,
    /// The number of rounds in the game.
    pub rounds: usize,
    /// True if this was the last round; `None` if its number is not known.
    pub is_over: Option<bool>,
}

impl Round<'_> {
    /// Settles the round.
    ///
    /// # Errors
    /// [`Refused`] if a player went out with cards left, or went out in Full Deck, where nobody
    /// does. Also if a mugging uses the player's own cards, cards that the opponent does not have
    /// left, or cards that were mugged before; if it breaks the rules of a turn; or if there is a
    /// mugging in the casual version. All violations are recorded, at `went_out`,
    /// `players/…/unplayed` and `muggings/…`.
    ///
    /// # Panics
    /// If `went_out` or a mugging names a player by an index beyond the list.
    pub fn settle<'l>(
        &self,
        words: impl Into<Words<'l>>,
        violations: &mut Violations,
    ) -> Result<Settled, Refused> {
        let going_out = self.check_going_out(violations);
        let muggings = self.score_muggings(words.into(), &mut violations.at("muggings"))?;
        going_out?;
        let finals = self.finals(&muggings);
        let max = finals.iter().map(|player| player.total).max();
        let leaders = finals
            .iter()
            .filter(|player| Some(player.total) == max)
            .map(|player| player.player.clone())
            .collect();
        let rounds = rounds(self.players.len());
        let is_over = self.number.map(|number| number >= rounds);
        Ok(Settled { finals, muggings, leaders, rounds, is_over })
    }

    fn check_going_out(&self, violations: &mut Violations) -> Result<(), Refused> {
        let Some(out) = self.went_out else { return Ok(()) };
        let mut result = Ok(());
        if self.rules.version == Version::FullDeck {
            let detail = "nobody goes out in Full Deck";
            let code = ViolationCode::ConflictingFields;
            result = Err(violations.at("went_out").refuse(code, "P16", detail));
        }
        if !self.players[out].unplayed.is_empty() {
            let detail = "the player who went out can have no unplayed cards";
            let code = ViolationCode::ConflictingFields;
            let mut players = violations.at("players");
            result = Err(players.at(out).at("unplayed").refuse(code, "P11", detail));
        }
        result
    }

    fn score_muggings(
        &self,
        words: Words<'_>,
        violations: &mut Violations,
    ) -> Result<Vec<Mugged>, Refused> {
        let mut has_points = Ok(());
        if self.rules.version == Version::Casual && !self.muggings.is_empty() {
            let detail = "the casual version has no points, so nothing can be mugged";
            has_points = Err(violations.refuse(ViolationCode::ConflictingFields, "P16", detail));
        }
        // The cards of each player that are not mugged yet.
        let mut left: Vec<Hand> = self.players.iter().map(|player| player.unplayed).collect();
        let mut mugged = Vec::new();
        for (number, mugging) in self.muggings.iter().enumerate() {
            let left = &mut left[mugging.from];
            mugged.push(self.score_mugging(mugging, left, words, &mut violations.at(number)));
        }
        has_points?;
        mugged.into_iter().collect()
    }

    fn score_mugging(
        &self,
        mugging: &Mugging,
        left: &mut Hand,
        words: Words<'_>,
        violations: &mut Violations,
    ) -> Result<Mugged, Refused> {
        let mut result = Ok(());
        if mugging.player == mugging.from {
            let detail = "players can mug only the cards of opponents";
            let code = ViolationCode::ConflictingFields;
            result = Err(violations.at("from").refuse(code, "P12", detail));
        }
        let mut unused = *left;
        for (index, &card) in mugging.hand_cards.iter().enumerate() {
            if !unused.take(card) {
                let name = &self.players[mugging.from].name;
                let detail = format_args!("{name} has no {card} left to mug");
                let mut hand_cards = violations.at("hand_cards");
                let code = ViolationCode::CardNotInHand;
                result = Err(hand_cards.at(index).refuse(code, "P12", detail));
            }
        }
        let hand = Hand::new(&mugging.hand_cards).map_err(|error| {
            violations.at("hand_cards").refuse(ViolationCode::TooMany, error.rule(), error)
        })?;
        let placed = PlacedTurn::place(&mugging.turn, &hand, self.table, self.rules, violations)?;
        let mugged = self.mugged(&placed, words);
        for card in &mugged.cards {
            left.take(*card);
        }
        result.map(|()| mugged)
    }

    /// Scores the cards that allowed words placed; each word is judged by itself (RULEBOOK P12).
    fn mugged(&self, placed: &PlacedTurn<'_>, words: Words<'_>) -> Mugged {
        let score = Score::of(placed, Stage::Last, self.rules);
        let words: Vec<(Part, Verdict)> =
            score.parts.iter().map(|part| (*part, part.verdict(words, self.rules))).collect();
        let cards: Vec<Card> = placed
            .parts()
            .iter()
            .zip(&words)
            .filter(|(_, (_, verdict))| verdict.is_allowed())
            .flat_map(|(part, _)| part.added.iter().copied())
            .collect();
        let points = letter_points(&cards, MUGGED_LETTER_POINTS);
        Mugged { words, cards, points }
    }

    fn finals(&self, muggings: &[Mugged]) -> Vec<Final> {
        let mut finals: Vec<Final> = self
            .players
            .iter()
            .enumerate()
            .map(|(seat, player)| self.close(seat, player))
            .collect();
        for (mugging, mugged) in self.muggings.iter().zip(muggings) {
            if mugged.points > 0 {
                let opponent = &self.players[mugging.from].name;
                let label = format!("mugs {} of {opponent}", join_cards(&mugged.cards));
                let step = Step { rule: "P12", label, points: mugged.points };
                finals[mugging.player].steps.push(step);
            }
        }
        for player in &mut finals {
            player.total = player.points + player.steps.iter().map(|step| step.points).sum::<i64>();
        }
        finals
    }

    /// Settles a player's own cards.
    fn close(&self, seat: usize, player: &Seat) -> Final {
        let mut steps = Vec::new();
        if self.rules.version == Version::Casual {
            if self.went_out == Some(seat) {
                steps.push(Step { rule: "P16", label: "goes out first".to_owned(), points: 1 });
            }
        } else if !player.unplayed.is_empty() {
            // RULEBOOK P12: the owner loses the points of mugged cards as well.
            let rule = if self.went_out.is_some() { "P12" } else { "P13" };
            let label = format!("unplayed: {}", player.unplayed);
            let points = letter_points(&player.unplayed, -UNPLAYED_LETTER_POINTS);
            steps.push(Step { rule, label, points });
        }
        Final { player: player.name.clone(), points: player.points, steps, total: player.points }
    }
}

/// Returns the points of cards at a number of points for each letter.
fn letter_points(cards: &[Card], points_per_letter: i64) -> i64 {
    let letters: usize = cards.iter().map(|card| card.letter_count()).sum();
    points_per_letter * i64::try_from(letters).expect("a hand has at most 16 letters")
}
