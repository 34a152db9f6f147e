//! The round that is settled at its end (RULEBOOK P12–P14, P16).

use serde::Serialize;

use super::announced::{AnnouncedWord, ShownCard, ShownHand};
use super::ruleset::{Rules, Version};
use super::table::Table;
use super::turn::Turn;

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
    pub unplayed: ShownHand,
}

/// A round to settle.
///
/// ```
/// use wordcourt::lexicon::Lexicon;
/// use wordcourt::rules::Violations;
/// use wordcourt::rules::play_on_words::{Round, Rules, Seat, ShownHand, Table};
///
/// let seat = |name: &str, points, unplayed| Seat { name: name.to_owned(), points, unplayed };
/// let round = Round {
///     players: vec![seat("ann", 20, ShownHand::default()), seat("bob", 22, "TH S".parse()?)],
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

/// Words that a player makes from cards left in an opponent's hand.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Mugging {
    /// The index of the player who mugs.
    pub player: usize,
    /// The index of the player whose unplayed cards are used.
    pub from: usize,
    /// The unplayed cards that are used.
    pub hand_cards: Vec<ShownCard>,
    /// The words.
    pub turn: Turn<AnnouncedWord>,
}
