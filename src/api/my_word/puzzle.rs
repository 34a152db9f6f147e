//! Puzzles of My Word!.

use serde::Serialize;
use utoipa::ToSchema;

use super::responses::MyWordCall;
use crate::api::cards::texts;
use crate::api::dictionary::OverlayRequest;
use crate::api::flow::{OverlayWords, PinnedWords};
use crate::api::hints::WordHint;
use crate::api::puzzle::Puzzles;
use crate::edition::Dictionary;
use crate::rules::my_word::puzzle::PuzzleSetter;
use crate::rules::my_word::{Call, Card, MyWord};
use crate::rules::puzzle::Best;

/// A table to find the best call of.
#[derive(Debug, Serialize, ToSchema)]
pub struct MyWordPuzzlePosition {
    /// The cards on the table.
    table: Vec<String>,
    /// The lexicon, pinned by its digest.
    lexicon: String,
    /// The overlay of the request, if it has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<OverlayRequest>)]
    overlay: Option<OverlayWords>,
}

impl Puzzles for MyWord {
    type Dealt = Vec<Card>;
    type Play = Call;
    type Setter<'s> = PuzzleSetter<'s>;
    type Position = MyWordPuzzlePosition;
    type Solution = MyWordCall;

    fn setter(dictionary: &Dictionary) -> PuzzleSetter<'_> {
        let lexicon = &dictionary.edition().lexicon;
        PuzzleSetter { index: dictionary.indexes().my_word(lexicon) }
    }

    fn position(
        cards: &Vec<Card>,
        PinnedWords { lexicon, overlay }: PinnedWords,
    ) -> MyWordPuzzlePosition {
        MyWordPuzzlePosition { table: texts(cards), lexicon, overlay }
    }

    fn hints(best: &Best<Call>) -> Vec<WordHint> {
        vec![WordHint::new(best.play.word().as_bytes())]
    }

    fn solution(_: Vec<Card>, call: Call, _: &Dictionary) -> MyWordCall {
        MyWordCall::from(&call)
    }
}
