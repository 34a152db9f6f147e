//! The reasons why a game is over (RULEBOOK FO17, FO18).

use strum::IntoStaticStr;

/// The reason why a game is over.
#[derive(Debug, Clone, Copy, PartialEq, Eq, IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
pub(super) enum Ending {
    /// One player has all chips.
    AllChips,
    /// A player reached the target.
    Target,
    /// All rounds have been played.
    Rounds,
    /// The host ended the game.
    End,
    /// One of the tied leaders leads after a round among themselves.
    PlayOff,
}

impl Ending {
    pub(super) const ALL: [Self; 5] =
        [Self::AllChips, Self::Target, Self::Rounds, Self::End, Self::PlayOff];
}
