//! The end of the game: who has collected the most cards (rules 5 and 6, RULEBOOK M5).

use serde::Serialize;

/// What a player collected in a round.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Collected {
    /// The player's name.
    pub player: String,
    /// How many cards.
    pub cards: u32,
}

/// A player's points over all rounds.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "http", derive(utoipa::ToSchema))]
pub struct PlayerTotal {
    /// The player.
    pub player: String,
    /// The points: one a card collected.
    pub points: u32,
}

/// How the game stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Standings {
    /// Every player's points, in the order of the first round.
    pub totals: Vec<PlayerTotal>,
    /// Who has the most points; several if they tie.
    pub winners: Vec<String>,
    /// How many rounds are still to be played: a game has as many as players.
    pub rounds_left: usize,
}

impl Standings {
    /// Adds rounds up. Leftover cards are nobody's and score nothing.
    ///
    /// The first round names the players, in seat order.
    #[must_use]
    pub fn of(rounds: &[Vec<Collected>]) -> Self {
        let collected = |player: &str| -> u32 {
            let by_player = rounds.iter().flatten().filter(|collected| collected.player == player);
            by_player.map(|collected| collected.cards).sum()
        };
        let players = rounds.first().map_or(&[][..], Vec::as_slice);
        let total = |seat: &Collected| PlayerTotal { player: seat.player.clone(), points: collected(&seat.player) };
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
