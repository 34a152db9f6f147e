//! The end of the game: the player who has collected the most cards wins (rules 5 and 6, RULEBOOK
//! M5).

use serde::Serialize;

use crate::rules::counted;
use crate::rules::score::{SettlementLine, SettlementLines};

/// The number of cards that a player collected in a round.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize)]
pub struct Collected {
    /// The player's name.
    pub player: String,
    /// The number of cards.
    pub cards: u32,
}

/// A player's points over all rounds.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "api", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "api", schema(as = MyWordPlayerTotal))]
pub struct PlayerTotal {
    /// The player's name.
    pub player: String,
    /// The points: one for each card collected.
    pub points: u32,
}

/// A player's points over all rounds, round by round.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "api", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "api", schema(as = MyWordPlayerResult))]
pub struct PlayerResult {
    /// The player's name.
    pub player: String,
    /// The points of each round, with its rule.
    pub lines: Vec<SettlementLine>,
    /// The points after the last line.
    pub total: i64,
}

/// The standings of the game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Standings {
    /// Every player's points, in the order of the first round.
    pub totals: Vec<PlayerTotal>,
    /// The same totals, round by round.
    pub results: Vec<PlayerResult>,
    /// The players with the most points; several if they tie.
    pub winners: Vec<String>,
    /// The number of rounds left; a game has one round for each player.
    pub rounds_left: usize,
}

impl Standings {
    /// Adds up the rounds. The first round lists the players in seat order. Cards left on the table
    /// score nothing.
    ///
    /// ```
    /// use wordcourt::rules::my_word::{Collected, Standings};
    /// let collected = |player: &str, cards| Collected { player: player.to_owned(), cards };
    /// let standings = Standings::of(&[vec![collected("ann", 9), collected("bob", 4)]]);
    /// assert_eq!((standings.winners, standings.rounds_left), (vec!["ann".to_owned()], 1));
    /// ```
    #[must_use]
    pub fn of(rounds: &[Vec<Collected>]) -> Self {
        let players = rounds.first().map_or(&[][..], Vec::as_slice);
        let totals: Vec<PlayerTotal> =
            players.iter().map(|seat| total_of(&seat.player, rounds)).collect();
        let results = players.iter().map(|seat| result_of(&seat.player, rounds)).collect();
        let most = totals.iter().map(|total| total.points).max();
        let winners = totals.iter().filter(|total| Some(total.points) == most);
        Self {
            winners: winners.map(|total| total.player.clone()).collect(),
            rounds_left: players.len().saturating_sub(rounds.len()),
            totals,
            results,
        }
    }
}

/// Returns the cards that a player collected in each round.
fn collected(player: &str, rounds: &[Vec<Collected>]) -> impl Iterator<Item = u32> {
    rounds.iter().map(move |round| {
        let by_player = round.iter().filter(|collected| collected.player == player);
        by_player.map(|collected| collected.cards).sum()
    })
}

fn total_of(player: &str, rounds: &[Vec<Collected>]) -> PlayerTotal {
    PlayerTotal { player: player.to_owned(), points: collected(player, rounds).sum() }
}

fn result_of(player: &str, rounds: &[Vec<Collected>]) -> PlayerResult {
    let mut lines = SettlementLines::default();
    for (number, cards) in (1..).zip(collected(player, rounds)) {
        let label = format!("round {number}: {}", counted(cards as usize, "card"));
        // RULEBOOK M3: one point for each card.
        lines.add("M3", label, i64::from(cards));
    }
    PlayerResult { player: player.to_owned(), total: lines.total(), lines: lines.finish() }
}
