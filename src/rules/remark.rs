//! Remarks: cards beyond the published deck, which break no rule (RULEBOOK W7).

use std::fmt::Display;

use serde::Serialize;

/// A remark on the cards of a request. It has no consequence.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "api", derive(utoipa::ToSchema))]
pub struct Remark {
    /// The kind of remark.
    pub code: RemarkCode,
    /// The card as printed.
    pub card: String,
    /// The number of these cards that the request shows.
    pub count: usize,
    /// The number of these cards in the published deck.
    pub deck: usize,
}

/// The kinds of remark.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "api", derive(utoipa::ToSchema, strum::EnumMessage, strum::VariantArray))]
#[serde(rename_all = "snake_case")]
pub enum RemarkCode {
    /// The request shows more copies of a card than the published deck has. The rule sheets don't
    /// print the number of each card, and real decks differ.
    MoreThanDeck,
}

impl Remark {
    /// Returns a remark for each card of which there are more copies than in the published deck.
    ///
    /// ```
    /// use wordcourt::rules::Remark;
    /// let remarks = Remark::on_cards(['Z', 'A', 'Z', 'A'], |card| if card == 'A' { 3 } else { 1 });
    /// let [remark] = &remarks[..] else { panic!("{remarks:?}") };
    /// assert_eq!((remark.card.as_str(), remark.count, remark.deck), ("Z", 2, 1));
    /// ```
    pub fn on_cards<C: Copy + Ord + Display>(
        cards: impl IntoIterator<Item = C>,
        in_deck: impl Fn(C) -> usize,
    ) -> Vec<Self> {
        let mut cards: Vec<C> = cards.into_iter().collect();
        cards.sort_unstable();
        let remark = |equal: &[C]| {
            let (card, count, deck) = (equal[0], equal.len(), in_deck(equal[0]));
            let code = RemarkCode::MoreThanDeck;
            (count > deck).then(|| Self { code, card: card.to_string(), count, deck })
        };
        cards.chunk_by(|one, other| one == other).filter_map(remark).collect()
    }
}
