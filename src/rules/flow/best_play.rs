//! The best play of a position, and the play that was made in it. Both count the points of this play
//! alone: what it opens for others, and what is left for later, counts nothing.

/// The best play of a position.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BestPlay<A> {
    /// The play as an action; `None` if nothing can be played.
    pub play: Option<A>,
    /// Its points; 0 if nothing can be played.
    pub points: u32,
    /// False if the search reached its limit of steps, so that there may be better plays.
    pub exhaustive: bool,
}

/// A play, or what a player did in place of one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Played {
    /// The player.
    pub player: String,
    /// The points of the play; 0 for what was done in place of one.
    pub points: u32,
}
