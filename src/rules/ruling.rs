//! Rulings: the consequences of a challenge.

use serde::Serialize;

use crate::lexicon::Digest;

/// The consequence of a ruling for a player.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Consequence {
    /// The player's name, or `challenger` or `challenged` if the request does not name the player.
    pub player: String,
    /// The kind of consequence.
    pub kind: ConsequenceKind,
    /// The number of chips or points involved, if any.
    pub amount: Option<u64>,
    /// True if a lost turn is the player's next one, and not that of the move that is taken back.
    pub is_next_turn: bool,
    /// The rule that the consequence rests on, by its id in the rulebook.
    pub rule: &'static str,
}

impl Consequence {
    /// Returns the consequence in one sentence: what follows, and when.
    ///
    /// ```
    /// use wordcourt::rules::ruling::{Consequence, ConsequenceKind};
    /// let owes = Consequence {
    ///     player: "ann".to_owned(),
    ///     kind: ConsequenceKind::OwesNextPot,
    ///     amount: Some(25),
    ///     is_next_turn: false,
    ///     rule: "O13",
    /// };
    /// assert_eq!(owes.text(), "ann owes 25 to the next pot, together with the ante");
    /// ```
    #[must_use]
    pub fn text(&self) -> String {
        let who = self.subject();
        let points = |otherwise: &str| match self.amount {
            Some(1) => "1 point".to_owned(),
            Some(points) => format!("{points} points"),
            None => otherwise.to_owned(),
        };
        match self.kind {
            ConsequenceKind::OwesNextPot => {
                let owed =
                    self.amount.map_or("a share of this pot".to_owned(), |owed| owed.to_string());
                format!("{who} owes {owed} to the next pot, together with the ante")
            }
            ConsequenceKind::Eliminated => {
                let chips = self.amount.map_or(String::new(), |chips| format!(" {chips}"));
                format!(
                    "{who} can't pay and is out of the game; all{chips} chips go to the next pot"
                )
            }
            ConsequenceKind::Folds => {
                format!("{who} folds at once and takes no further part in the round")
            }
            ConsequenceKind::LosesCategoryBonus => {
                format!("{who} keeps the word and loses its category bonus in this round")
            }
            ConsequenceKind::MoveRefused => {
                format!("{who} takes the move back, loses nothing and moves again")
            }
            ConsequenceKind::MoveTakenBack => {
                format!("{who} takes the move back and gets no points for it")
            }
            // RULEBOOK C5: the player who moved has used the turn; a challenger loses the next one.
            ConsequenceKind::LosesTurn if self.is_next_turn => {
                format!("{who} loses their next turn")
            }
            ConsequenceKind::LosesTurn => {
                format!("{who} loses this turn, because the move is taken back")
            }
            ConsequenceKind::GainsPoints => format!("{who} gains {} at once", points("points")),
            ConsequenceKind::LosesPoints => format!("{who} loses {} at once", points("points")),
            ConsequenceKind::LosesGame => format!("{who} loses the game, which ends at once"),
            ConsequenceKind::PlayReturned => {
                let lost = points("their points");
                format!("{who} takes words back into the hand and loses {lost} of this turn")
            }
        }
    }

    /// Returns the player as the subject of a sentence.
    fn subject(&self) -> &str {
        match self.player.as_str() {
            "challenger" => "the challenger",
            "challenged" => "the challenged player",
            name => name,
        }
    }
}

/// The kinds of consequence.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "api", derive(utoipa::ToSchema, strum::EnumMessage, strum::VariantArray))]
#[cfg_attr(feature = "api", schema(as = RulingConsequenceKind))]
#[serde(rename_all = "snake_case")]
pub enum ConsequenceKind {
    /// Owes the next pot, on top of the ante, the pot divided by the number of players who anted,
    /// rounded down.
    OwesNextPot,
    /// Has too few chips to pay and is out of the game; all of the player's chips go to the next
    /// pot.
    Eliminated,
    /// Folds and takes no further part in the round.
    Folds,
    /// Keeps the word and loses its category bonus.
    LosesCategoryBonus,
    /// Takes the move back; nothing is lost.
    MoveRefused,
    /// Takes the move back and does not get its points.
    MoveTakenBack,
    /// Misses the next turn, or loses the current one with the move that was taken back.
    LosesTurn,
    /// Gets points.
    GainsPoints,
    /// Loses points.
    LosesPoints,
    /// Loses the game.
    LosesGame,
    /// Takes words back: cards from the hand return to the hand, and table words to the table. The
    /// words earn nothing, and a player who went out with them has not gone out.
    PlayReturned,
}

/// Returns the digest of a ruling and of everything that it rests on. Equal ids mean equal rulings
/// on equal grounds.
///
/// `grounds` contains the ruling. It must serialize in a fixed order (structs, sorted maps);
/// otherwise the digest is not reproducible.
///
/// ```
/// use wordcourt::rules::ruling;
/// let id = ruling::id(&("challenge", "CAT", true));
/// assert!(id.starts_with("sha256:") && id == ruling::id(&("challenge", "CAT", true)));
/// assert_ne!(id, ruling::id(&("challenge", "CAT", false)));
/// ```
///
/// # Panics
/// If `grounds` can't be serialized as JSON; structs of texts and numbers always can.
#[must_use]
pub fn id(grounds: &impl Serialize) -> String {
    let canonical = serde_json::to_vec(grounds).expect("grounds are structs of texts and numbers");
    Digest::of(&[&canonical]).to_string()
}
