//! The end of a round: deductions, muggings and leaders (RULEBOOK P12–P14, P16, W6).

use serde::Serialize;

use super::card::Card;
use super::hand::{Hand, join_cards};
use super::mugging::{Mugged, Mugging, rule_on_muggings};
use super::ruleset::{Rules, Version};
use super::table::Table;
use crate::lexicon::Words;
use crate::rules::score::{SettlementLine, SettlementLines};
use crate::rules::{Refused, ViolationCode, Violations};

/// The points lost for each unplayed letter (RULEBOOK P12).
pub const UNPLAYED_LETTER_POINTS: i64 = 1;

/// The largest number of players in a game (RULEBOOK P14).
pub const MAX_PLAYERS: usize = 4;

/// Returns the number of rounds of a game (RULEBOOK P14, P16).
#[must_use]
pub const fn rounds(players: usize, version: Version) -> usize {
    match version {
        Version::FullDeck => 1,
        Version::Rummy | Version::Casual if players <= 2 => 4,
        Version::Rummy | Version::Casual => 3,
    }
}

/// A player at the end of a round.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize)]
pub struct Seat {
    /// The player's name.
    pub name: String,
    /// The points so far, including bonuses for going out; in the casual version, the number of
    /// rounds won so far.
    pub points: i64,
    /// The cards left after the last plays.
    pub unplayed: Hand,
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
/// assert_eq!(settled.results[1].total, 22 - 3, "a point for each unplayed letter");
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

/// The points of a player after the round.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "api", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "api", schema(as = PlayOnWordsResult))]
pub struct PlayerResult {
    /// The player's name.
    pub player: String,
    /// The points before the round was settled.
    pub points: i64,
    /// The steps from `points` to `total`, each with its rule.
    pub lines: Vec<SettlementLine>,
    /// The points after the round was settled.
    pub total: i64,
}

/// A settled round.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Settled {
    /// The players' points, in seat order.
    pub results: Vec<PlayerResult>,
    /// The rulings on the muggings, as given.
    pub muggings: Vec<Mugged>,
    /// The players with the most points, in seat order; several if they are tied.
    pub leaders: Vec<String>,
    /// The number of rounds in the game.
    pub rounds: usize,
    /// True if this was the last round; `None` if its number is not known.
    pub is_over: Option<bool>,
}

impl Round<'_> {
    /// Settles the round. A mugging that is not possible earns nothing, and the rest is settled
    /// (RULEBOOK W6).
    ///
    /// # Errors
    /// [`Refused`] if a player went out with cards left, or went out in Full Deck, where nobody
    /// does. All violations are recorded, at `went_out` and `players/…/unplayed`.
    ///
    /// # Panics
    /// If `went_out` or a mugging names a player by an index beyond the list.
    pub fn settle<'l>(
        &self,
        words: impl Into<Words<'l>>,
        violations: &mut Violations,
    ) -> Result<Settled, Refused> {
        self.check_going_out(violations)?;
        let muggings = rule_on_muggings(self, words.into());
        let results = self.results(&muggings);
        let max = results.iter().map(|result| result.total).max();
        let leaders = results
            .iter()
            .filter(|result| Some(result.total) == max)
            .map(|result| result.player.clone())
            .collect();
        let rounds = rounds(self.players.len(), self.rules.version);
        let is_over = self.number.map(|number| number >= rounds);
        Ok(Settled { results, muggings, leaders, rounds, is_over })
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

    fn results(&self, muggings: &[Mugged]) -> Vec<PlayerResult> {
        let seats = self.players.iter().enumerate();
        let mut lines: Vec<SettlementLines> =
            seats.map(|(seat, player)| self.lines(seat, player)).collect();
        for (mugging, mugged) in self.muggings.iter().zip(muggings) {
            if mugged.points > 0 {
                let opponent = &self.players[mugging.from].name;
                let label = format!("mugs {} of {opponent}", join_cards(&mugged.cards));
                lines[mugging.player].add("P12", label, mugged.points);
            }
        }
        let results = self.players.iter().zip(lines).map(|(player, lines)| PlayerResult {
            player: player.name.clone(),
            points: player.points,
            total: lines.total(),
            lines: lines.finish(),
        });
        results.collect()
    }

    /// Settles a player's own cards.
    fn lines(&self, seat: usize, player: &Seat) -> SettlementLines {
        let mut lines = SettlementLines::starting_with(player.points);
        if self.rules.version == Version::Casual {
            if self.went_out == Some(seat) {
                lines.add("P16", "goes out first".to_owned(), 1);
            }
        } else if !player.unplayed.is_empty() {
            // RULEBOOK P12: the owner loses the points of mugged cards as well.
            let rule = if self.went_out.is_some() { "P12" } else { "P13" };
            let label = format!("unplayed: {}", player.unplayed);
            lines.add(rule, label, letter_points(&player.unplayed, -UNPLAYED_LETTER_POINTS));
        }
        lines
    }
}

/// Returns the points of cards at a number of points for each letter.
pub(super) fn letter_points(cards: &[Card], points_per_letter: i64) -> i64 {
    let letters: usize = cards.iter().map(|card| card.letter_count()).sum();
    points_per_letter * i64::try_from(letters).expect("a hand has at most 16 letters")
}
