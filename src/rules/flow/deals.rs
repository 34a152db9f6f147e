//! The deals of a game: the parts in which tables with the same seed can be compared.

/// The number of deals of a game so far. A deal is a round or, on a board, the whole game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Deals {
    /// Those whose cards have been shuffled.
    pub begun: u32,
    /// Those that have been played to the end.
    pub over: u32,
}

impl Deals {
    /// Counts the deals of a game of which the last one is over or not.
    pub(crate) const fn new(begun: u32, is_over: bool) -> Self {
        Self { begun, over: if is_over { begun } else { begun.saturating_sub(1) } }
    }
}
