//! Puzzles of Wordgame.

use serde::Serialize;
use utoipa::ToSchema;

use super::position::Position;
use super::responses::WordgameMove;
use crate::api::dictionary::OverlayRequest;
use crate::api::flow::{OverlayWords, PinnedWords};
use crate::api::hints::WordHint;
use crate::api::puzzle::Puzzles;
use crate::edition::Dictionary;
use crate::rules::puzzle::Best;
use crate::rules::wordgame::puzzle::{BoardAndRack, PuzzleSetter};
use crate::rules::wordgame::{Cgp, Move, Rules, Wordgame};

/// A board and a rack to find the best move of.
#[derive(Debug, Serialize, ToSchema)]
pub struct WordgamePuzzlePosition {
    /// The board: 15 rows of 15 characters. `.` is an empty square, an upper-case letter a letter
    /// tile, a lower-case letter a blank.
    board: Vec<String>,
    /// The rack, with `?` for a blank.
    rack: String,
    /// The lexicon, pinned by its digest.
    lexicon: String,
    /// The overlay of the request, if it has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<OverlayRequest>)]
    overlay: Option<OverlayWords>,
}

impl Puzzles for Wordgame {
    type Dealt = BoardAndRack;
    type Play = Move;
    type Setter<'s> = PuzzleSetter<'s>;
    type Position = WordgamePuzzlePosition;
    type Solution = WordgameMove;

    fn setter(dictionary: &Dictionary) -> PuzzleSetter<'_> {
        let lexicon = &dictionary.edition().lexicon;
        PuzzleSetter::new(dictionary.indexes().wordgame(lexicon))
    }

    fn position(
        BoardAndRack { board, rack }: &BoardAndRack,
        PinnedWords { lexicon, overlay }: PinnedWords,
    ) -> WordgamePuzzlePosition {
        let (board, rack) = (board.to_rows(), rack.to_string());
        WordgamePuzzlePosition { board, rack, lexicon, overlay }
    }

    fn hints(best: &Best<Move>) -> Vec<WordHint> {
        vec![WordHint::new(best.play.letters()).at(best.play.coordinate())]
    }

    fn solution(dealt: BoardAndRack, best: Move, dictionary: &Dictionary) -> WordgameMove {
        let BoardAndRack { board, rack } = dealt;
        let position = Position(Cgp { board, racks: [Some(rack), None], ..Cgp::default() });
        WordgameMove::with_state(&best, &position, &Rules::WORDGAME, false, dictionary)
    }
}
