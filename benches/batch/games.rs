//! Games by the classic rules of Wordgame, in which both players always make the best move.

use std::fmt::Write as _;

use serde_json::{Value, json};
use wordcourt::lexicon::{Lexicon, source};
use wordcourt::rules::Violations;
use wordcourt::rules::wordgame::{Bag, Board, Rack, Rules, Search, SearchIndex};
use wordcourt::word::Letter;

use crate::harness::Dice;

/// A game, with its turns.
pub(crate) struct Game {
    /// The record in GCG.
    pub(crate) record: String,
    pub(crate) turns: Vec<Turn>,
}

/// A turn: the position before it, and the move.
pub(crate) struct Turn {
    cgp: String,
    rack: String,
    written: String,
}

impl Game {
    /// Returns the request to score each move.
    pub(crate) fn score_requests(&self) -> impl Iterator<Item = Value> {
        let request = |turn: &Turn| {
            json!({
                "cgp": turn.cgp, "rack": turn.rack, "move": turn.written,
                "rules": {"preset": "classic"},
            })
        };
        self.turns.iter().map(request)
    }
}

/// Plays games.
pub(crate) fn play(games: usize) -> Vec<Game> {
    let source = source::embedded();
    let lexicon = Lexicon::from_text(&source.words, &source.categories).unwrap();
    let index = SearchIndex::build(&lexicon);
    let mut dice = Dice(18);
    (0..games).map(|_| play_one(&index, &mut dice)).collect()
}

fn play_one(index: &SearchIndex, dice: &mut Dice) -> Game {
    let rules = Rules::CLASSIC;
    let mut bag = tiles(&rules.bag.unwrap());
    let mut board = Board::default();
    let mut racks = [String::new(), String::new()];
    let mut totals = [0, 0];
    let mut record = "#player1 ann Ann\n#player2 bob Bob\n".to_owned();
    let mut turns = Vec::new();
    for seat in [0, 1].into_iter().cycle() {
        for rack in &mut racks {
            while rack.len() < rules.rack_size && !bag.is_empty() {
                rack.push(bag.swap_remove(dice.below(bag.len())));
            }
        }
        let rack = Rack::read(&racks[seat], rules.rack_size, &mut Violations::default()).unwrap();
        let best = Search::new(index, &board, &rules).best(&rack, 1);
        // A record may stop before the game ends.
        let Some(best) = best.first() else { break };
        let (play, points) = (best.play(), best.total());
        totals[seat] += points;
        let (name, total) = (["ann", "bob"][seat], totals[seat]);
        let _ = writeln!(record, ">{name}: {rack} {play} +{points} {total}");
        turns.push(Turn {
            cgp: board.to_cgp_rows(),
            rack: rack.to_string(),
            written: play.to_string(),
        });
        board = play.apply_to(&board);
        racks[seat] = play.remaining_rack(&rack).to_string();
        if racks[seat].is_empty() && bag.is_empty() {
            break;
        }
    }
    Game { record, turns }
}

/// Returns the tiles of a full bag.
fn tiles(bag: &Bag) -> Vec<char> {
    let count = |letter: Letter| usize::from(bag.letters[letter.index()]);
    let letters =
        Letter::all().flat_map(|letter| std::iter::repeat_n(letter.as_char(), count(letter)));
    letters.chain(std::iter::repeat_n('?', usize::from(bag.blanks))).collect()
}
