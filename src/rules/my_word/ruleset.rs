//! The options of My Word! that a request can choose (RULEBOOK M1).

use serde::Serialize;

/// The house rules: everything that the rule sheet leaves open.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
pub struct Rules {
    /// True if there can't be more cards than the deck has.
    pub strict_deck: bool,
}

impl Default for Rules {
    fn default() -> Self {
        Self { strict_deck: true }
    }
}
