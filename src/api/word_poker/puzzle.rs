//! Puzzles of Choose Your Words and Word For Word.

use serde::Serialize;
use utoipa::ToSchema;

use super::cards::THOUGHT_CARDS;
use super::responses::WordPokerScore;
use crate::api::dictionary::OverlayRequest;
use crate::api::flow::{OverlayWords, PinnedWords};
use crate::api::hints::WordHint;
use crate::api::puzzle::Puzzles;
use crate::edition::Dictionary;
use crate::rules::Verdict;
use crate::rules::puzzle::Best;
use crate::rules::word_poker::puzzle::{DealtCards, PuzzleSetter};
use crate::rules::word_poker::{Card, ChooseYourWords, Found, LetterValues, WordForWord};

/// A hand to find the best word of.
#[derive(Debug, Serialize, ToSchema)]
pub struct ChooseYourWordsPuzzlePosition {
    /// The hand.
    #[schema(value_type = Vec<String>)]
    hand: Vec<Card>,
    /// The lexicon, pinned by its digest.
    lexicon: String,
    /// The overlay of the request, if it has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<OverlayRequest>)]
    overlay: Option<OverlayWords>,
}

/// Cards to find the best word of.
#[derive(Debug, Serialize, ToSchema)]
pub struct WordForWordPuzzlePosition {
    /// The two thought cards.
    #[schema(value_type = Vec<String>)]
    thought: Vec<Card>,
    /// The five cards on the board.
    #[schema(value_type = Vec<String>)]
    board: Vec<Card>,
    /// The lexicon, pinned by its digest.
    lexicon: String,
    /// The overlay of the request, if it has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<OverlayRequest>)]
    overlay: Option<OverlayWords>,
}

/// Implements [`Puzzles`] for one of the games, from a function that writes its position.
macro_rules! puzzles {
    ($game:ident, $position:ident, $write:expr) => {
        impl Puzzles for $game {
            type Dealt = DealtCards;
            type Play = Found;
            type Setter<'s> = PuzzleSetter<'s>;
            type Position = $position;
            type Solution = WordPokerScore;

            fn setter(dictionary: &Dictionary) -> PuzzleSetter<'_> {
                let lexicon = &dictionary.edition().lexicon;
                PuzzleSetter { index: dictionary.indexes().word_poker(lexicon) }
            }

            fn position(cards: &DealtCards, words: PinnedWords) -> $position {
                $write(cards, words)
            }

            fn hints(best: &Best<Found>) -> Vec<WordHint> {
                vec![WordHint::new(best.play.word.as_bytes())]
            }

            fn solution(_: DealtCards, found: Found, _: &Dictionary) -> WordPokerScore {
                let values = LetterValues::default();
                WordPokerScore::new(&found.play, &found.score, Verdict::Allowed, &values)
            }
        }
    };
}

puzzles!(
    ChooseYourWords,
    ChooseYourWordsPuzzlePosition,
    |cards: &DealtCards, PinnedWords { lexicon, overlay }| {
        ChooseYourWordsPuzzlePosition { hand: cards.to_vec(), lexicon, overlay }
    }
);
puzzles!(
    WordForWord,
    WordForWordPuzzlePosition,
    |cards: &DealtCards, PinnedWords { lexicon, overlay }| {
        let (thought, board) = cards.split_at(THOUGHT_CARDS);
        let (thought, board) = (thought.to_vec(), board.to_vec());
        WordForWordPuzzlePosition { thought, board, lexicon, overlay }
    }
);
