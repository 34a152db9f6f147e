//! The end of the game: the player who has collected the most cards wins (rules 5 and 6, RULEBOOK
//! M5).

use serde::Serialize;

/// The number of cards that a player collected in a round.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
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

/// The standings of the game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Standings {
    /// Every player's points, in the order of the first round.
    pub totals: Vec<PlayerTotal>,
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
        let collected = |player: &str| -> u32 {
            let by_player = rounds.iter().flatten().filter(|collected| collected.player == player);
            by_player.map(|collected| collected.cards).sum()
        };
        let players = rounds.first().map_or(&[][..], Vec::as_slice);
        let total = |seat: &Collected| PlayerTotal {
            player: seat.player.clone(),
            points: collected(&seat.player),
        };
        let totals: Vec<PlayerTotal> = players.iter().map(total).collect();
        let most = totals.iter().map(|total| total.points).max();
        let winners = totals.iter().filter(|total| Some(total.points) == most);
        Self {
            winners: winners.map(|total| total.player.clone()).collect(),
            rounds_left: players.len().saturating_sub(rounds.len()),
            totals,
        }
    }
}
