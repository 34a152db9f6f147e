//! The round that is settled at the showdown (rule 4a, RULEBOOK O12).

use super::card::ShownCard;
use super::holding::Holding;
use super::ruleset::Rules;
use crate::lexicon::Category;
use crate::rules::Variant;

/// A player at the end of a round.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Entry {
    /// The player's name.
    pub name: String,
    /// The declared word, card by card, as the player declared it.
    pub play: Option<Vec<ShownCard>>,
    /// True if somebody challenged the word.
    pub challenged: bool,
    /// The players' vote on whether the word is in the category.
    pub category_match: Option<bool>,
    /// True if the player folded.
    pub folded: bool,
    /// The player's own cards.
    pub holding: Holding,
    /// The player's chips before the pot is shared out.
    pub chips: Option<u64>,
}

/// A round to settle.
#[derive(Debug, Clone)]
pub struct Showdown<'s> {
    /// The game.
    pub game: Variant,
    /// The chips in the pot.
    pub pot: u64,
    /// The players in seat order, clockwise.
    pub players: Vec<Entry>,
    /// The cards that all players share; none in Choose Your Words.
    pub board: Holding,
    /// The active category.
    pub category: Option<&'s Category>,
    /// The dealer's seat.
    pub dealer: Option<usize>,
    /// True if the game ends with this round (rule 23c).
    pub last_round: bool,
    /// The number of chips that ends the game if a player reaches it (rule 23b).
    pub target: Option<u64>,
    /// The house rules.
    pub rules: Rules,
}
