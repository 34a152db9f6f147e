//! Puzzles: a board after a few moves, and a rack that spells a word of the level.

use std::ops::RangeInclusive;

use super::bag::Bag;
use super::bag_tile::BagTile;
use super::board::Board;
use super::movegen::{Move, Search, SearchIndex};
use super::rack::Rack;
use super::ruleset::Rules;
use super::scoring::Score;
use crate::lexicon::{Vocabulary, Words};
use crate::rules::flow::take_cards;
use crate::rules::puzzle::{Best, Dice, Goal, NoPuzzle, Setter, Terms, Work};
use crate::word::Word;

/// The number of moves before that of the puzzle.
const MOVES: RangeInclusive<usize> = 4..=8;
/// The number of letters of a word that the rack can spell.
const LETTERS: RangeInclusive<usize> = 7..=8;
/// The number of racks that are tried on one board.
const RACKS: usize = 16;

/// Sets puzzles of Wordgame, by its default rules.
#[derive(Debug)]
pub struct PuzzleSetter<'s> {
    index: &'s SearchIndex,
    board: Board,
    /// The tiles that are not on the board, in the order of the published bag.
    rest: Vec<BagTile>,
    /// The number of racks to try on this board.
    racks: usize,
}

/// A board and a rack.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BoardAndRack {
    /// The board.
    pub board: Board,
    /// The rack.
    pub rack: Rack,
}

impl<'s> PuzzleSetter<'s> {
    /// Sets puzzles from the words of an index.
    #[must_use]
    pub fn new(index: &'s SearchIndex) -> Self {
        Self { index, board: Board::default(), rest: Vec::new(), racks: 0 }
    }

    /// Makes a board by the best moves of a few racks; `None` if a rack has none.
    fn set_board(
        &mut self,
        dice: &mut Dice,
        common: Vocabulary<'_>,
        work: &mut Work,
    ) -> Result<Option<()>, NoPuzzle> {
        let moves = dice.pick(MOVES);
        let mut bag: Vec<BagTile> = Bag::WORDGAME.tiles().collect();
        dice.shuffle(&mut bag);
        let mut pile = bag.into_iter();
        let mut held: Vec<BagTile> = Vec::new();
        self.board = Board::default();
        for _ in 0..moves {
            held.extend(pile.by_ref().take(Rules::WORDGAME.rack_size - held.len()));
            work.search()?;
            let search = Search::new(self.index, &self.board, &Rules::WORDGAME);
            let best = search.with_vocabulary(common).best(&Rack::of_tiles(&held), 1);
            let Some(best) = best.first() else { return Ok(None) };
            let play = best.play();
            for placed in play.new_tiles() {
                let tile = BagTile::from(placed.tile);
                held.iter().position(|held| *held == tile).map(|place| held.remove(place));
            }
            self.board = play.apply_to(&self.board);
        }
        self.rest = pile.chain(held).collect();
        self.rest.sort_unstable();
        self.racks = RACKS;
        Ok(Some(()))
    }
}

impl Setter for PuzzleSetter<'_> {
    type Position = BoardAndRack;
    type Play = Move;

    const TERMS: &'static [Terms; 3] = &Terms::of_margins([5, 3, 1]);
    const SEARCH_COST: usize = 30;

    fn deal(
        &mut self,
        dice: &mut Dice,
        goal: &Goal<'_>,
        work: &mut Work,
    ) -> Result<Option<BoardAndRack>, NoPuzzle> {
        if self.racks == 0 && self.set_board(dice, goal.common(), work)?.is_none() {
            return Ok(None);
        }
        self.racks -= 1;
        let mut rest = self.rest.clone();
        let tiles = |word: &Word| word.letters().map(BagTile::Letter).collect::<Vec<_>>();
        let is_left = |word: &Word| take_cards(&mut self.rest.clone(), &tiles(word)).is_empty();
        let Some(word) = goal.pick_word(dice, LETTERS, is_left) else { return Ok(None) };
        let mut rack = tiles(&word);
        take_cards(&mut rest, &rack);
        dice.shuffle(&mut rest);
        rack.extend(rest);
        rack.truncate(Rules::WORDGAME.rack_size);
        Ok(Some(BoardAndRack { board: self.board, rack: Rack::of_tiles(&rack) }))
    }

    fn best(&self, puzzle: &BoardAndRack, words: Words<'_>) -> Option<Best<Move>> {
        let search = Search::new(self.index, &puzzle.board, &Rules::WORDGAME);
        let best = search.with_vocabulary(words.into()).best_moves(&puzzle.rack, 2);
        let [play, second] = best.moves.try_into().ok().filter(|_| best.exhaustive)?;
        let score = Score::of(&play.play(), &puzzle.board, &Rules::WORDGAME);
        let words = score.words.iter().map(|formed| formed.word).collect();
        Some(Best { play, words, total: play.total(), second: second.total() })
    }
}
