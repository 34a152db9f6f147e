//! Puzzles of Play On Words.

use serde::Serialize;
use utoipa::ToSchema;

use super::operations::hints_at;
use super::responses::PlayOnWordsFoundTurn;
use crate::api::cards::texts;
use crate::api::dictionary::OverlayRequest;
use crate::api::flow::{OverlayWords, PinnedWords};
use crate::api::hints::WordHint;
use crate::api::puzzle::Puzzles;
use crate::edition::Dictionary;
use crate::rules::play_on_words::puzzle::{HandAndTable, PuzzleSetter};
use crate::rules::play_on_words::{FoundTurn, PlayOnWords, Rules};
use crate::rules::puzzle::Best;

/// A hand and a table to find the best turn of, which is neither the first nor the last.
#[derive(Debug, Serialize, ToSchema)]
pub struct PlayOnWordsPuzzlePosition {
    /// The hand.
    hand: Vec<String>,
    /// The words on the table, each card by card.
    table: Vec<Vec<String>>,
    /// The lexicon, pinned by its digest.
    lexicon: String,
    /// The overlay of the request, if it has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<OverlayRequest>)]
    overlay: Option<OverlayWords>,
}

impl Puzzles for PlayOnWords {
    type Dealt = HandAndTable;
    type Play = FoundTurn;
    type Setter<'s> = PuzzleSetter<'s>;
    type Position = PlayOnWordsPuzzlePosition;
    type Solution = PlayOnWordsFoundTurn;

    fn setter(dictionary: &Dictionary) -> PuzzleSetter<'_> {
        let lexicon = &dictionary.edition().lexicon;
        PuzzleSetter::new(dictionary.indexes().play_on_words(lexicon))
    }

    fn position(
        HandAndTable { hand, table }: &HandAndTable,
        PinnedWords { lexicon, overlay }: PinnedWords,
    ) -> PlayOnWordsPuzzlePosition {
        let table = table.iter().map(|word| texts(word)).collect();
        PlayOnWordsPuzzlePosition { hand: texts(hand), table, lexicon, overlay }
    }

    fn hints(best: &Best<FoundTurn>) -> Vec<WordHint> {
        hints_at(&best.play.turn)
    }

    fn solution(
        dealt: HandAndTable,
        found: FoundTurn,
        dictionary: &Dictionary,
    ) -> PlayOnWordsFoundTurn {
        PlayOnWordsFoundTurn::new(found, &dealt.table, dictionary, Rules::default())
    }
}
