//! The cut for the deal (rule 2).

use serde::Serialize;

use super::card::{Card, PlayedCard};
use super::values::LetterValues;
use crate::word::Letter;

/// A player's cut.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize)]
pub struct Cut {
    /// The player's name.
    pub player: String,
    /// The card that the player cut.
    pub card: Card,
}

/// The result of a cut.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Deal {
    /// This player deals.
    Dealer(String),
    /// These players cut again among themselves, in seat order.
    Tied(Vec<String>),
}

/// A step that decides a cut.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "api", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "api", schema(as = WordPokerCutLine))]
pub struct CutLine {
    /// The player whose card the step is about.
    pub player: String,
    /// The rule that the step applies, by its id in the rulebook.
    pub rule: &'static str,
    /// The step in words, for people.
    pub label: String,
    /// The value of the card; absent if the step is not about a value.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub points: Option<u32>,
}

/// A card's rank in the cut: letters by value, then by nearness to Z; wilds above all letters
/// (RULEBOOK O16). The colour does not matter.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Rank {
    Letter(u32, Letter),
    Wild,
}

impl Rank {
    fn of(card: Card, values: &LetterValues) -> Self {
        match card {
            Card::Wild => Self::Wild,
            Card::Letter(letter, _) => Self::Letter(values.of(letter), letter),
        }
    }
}

impl Deal {
    /// Returns the result of a cut.
    ///
    /// ```
    /// use wordcourt::rules::word_poker::{Cut, Deal, LetterValues};
    /// let cut = |player: &str, card: &str| Cut { player: player.into(), card: card.parse().unwrap() };
    /// let cuts = [cut("ann", "Zb"), cut("bob", "*"), cut("cid", "Ar")];
    /// assert_eq!(Deal::of(&cuts, &LetterValues::default()), Deal::Dealer("bob".into()));
    /// ```
    #[must_use]
    pub fn of(cuts: &[Cut], values: &LetterValues) -> Self {
        let highest = cuts.iter().map(|cut| Rank::of(cut.card, values)).max();
        let first: Vec<&Cut> =
            cuts.iter().filter(|cut| Some(Rank::of(cut.card, values)) == highest).collect();
        match first[..] {
            [only] => Self::Dealer(only.player.clone()),
            _ => Self::Tied(first.iter().map(|cut| cut.player.clone()).collect()),
        }
    }

    /// Returns the steps that decide the cut, in the order of the cuts.
    ///
    /// ```
    /// use wordcourt::rules::word_poker::{Cut, Deal, LetterValues};
    /// let cut = |player: &str, card: &str| Cut { player: player.into(), card: card.parse().unwrap() };
    /// let lines = Deal::lines(&[cut("ann", "Eb"), cut("bob", "Ir")], &LetterValues::default());
    /// let labels: Vec<&str> = lines.iter().map(|line| line.label.as_str()).collect();
    /// assert_eq!(labels, ["blue E", "equal value, but I is nearer to Z", "red I", "deals"]);
    /// ```
    #[must_use]
    pub fn lines(cuts: &[Cut], values: &LetterValues) -> Vec<CutLine> {
        let is_tied = matches!(Self::of(cuts, values), Self::Tied(_));
        let highest = cuts.iter().map(|cut| Rank::of(cut.card, values)).max();
        let lines = cuts.iter().flat_map(|cut| {
            let line = |rule, label: String, points| CutLine {
                player: cut.player.clone(),
                rule,
                label,
                points,
            };
            let card = match cut.card {
                Card::Wild => line("O16", "wild, which comes before every letter".into(), None),
                Card::Letter(letter, colour) => {
                    let label = PlayedCard { wild: false, colour, letter }.label();
                    line("O4", label, Some(values.of(letter)))
                }
            };
            let rank = Rank::of(cut.card, values);
            let outcome = match (rank, highest) {
                _ if Some(rank) == highest && is_tied => Some("equal cards: cuts again".into()),
                _ if Some(rank) == highest => Some("deals".into()),
                (Rank::Letter(value, _), Some(Rank::Letter(highest, nearest))) => {
                    (value == highest).then(|| format!("equal value, but {nearest} is nearer to Z"))
                }
                _ => None,
            };
            [Some(card), outcome.map(|label| line("O16", label, None))].into_iter().flatten()
        });
        lines.collect()
    }
}
