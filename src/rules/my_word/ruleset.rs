//! The options of My Word! that players can choose (RULEBOOK M1).

use serde::Serialize;

/// The house rules: everything that the rule sheet leaves open.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Hash, Serialize)]
pub struct Rules {
    /// True if there can't be more cards than the published deck has (RULEBOOK W7).
    pub strict_deck: bool,
}
