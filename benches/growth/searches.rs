//! The growth with the wilds of a hand, the words on a table and the tiles of a rack, over the
//! embedded lexicon.

use wordcourt::lexicon::{Lexicon, source};
use wordcourt::rules::Variant;
use wordcourt::rules::play_on_words::{self, Rules as PlayOnWordsRules};
use wordcourt::rules::word_poker::{ActiveCategory, Hand, LetterValues, SearchIndex as HandIndex};
use wordcourt::rules::wordgame::{Board, Rack, Rules, Search, SearchIndex};

use crate::deals::draw;
use crate::harness::Dice;
use crate::play_on_words::{Bench, Input};
use crate::positions::positions;
use crate::report::{growth, measure_rows, table};

const HANDS: usize = 200;
const TABLES: usize = 40;
const TABLE_WORDS: [usize; 7] = [0, 4, 8, 12, 16, 20, 24];
const POSITIONS: usize = 80;

fn embedded() -> Lexicon {
    let source = source::embedded();
    Lexicon::from_text(&source.words, &source.categories).unwrap()
}

/// Measures hands of seven cards with 0 to 7 wilds.
pub(crate) fn wilds() -> String {
    let lexicon = embedded();
    let index = HandIndex::build(&lexicon);
    let values = LetterValues::default();
    let mut dice = Dice(43);
    let mut hand = |wilds| Hand::new(&draw(Variant::ChooseYourWords, 7, wilds, &mut dice)).unwrap();
    let hands: Vec<Vec<Hand>> =
        (0..=7).map(|wilds| (0..HANDS).map(|_| hand(wilds)).collect()).collect();
    let best = |top| {
        let category = ActiveCategory::default();
        measure_rows(&hands, 10, |hand| {
            index.best(&lexicon, hand, &values, category, top).words_found
        })
    };
    let all = measure_rows(&hands, 10, |hand| index.words(hand).len());
    let columns = [growth(&all), growth(&best(1)), growth(&best(10))];
    let rows = (0..=7).map(|wilds| {
        let cells = columns.iter().flat_map(|column| column[wilds].clone());
        [vec![wilds.to_string()], cells.collect()].concat()
    });
    table(&["wilds", "all words", "ratio", "best word", "ratio", "ten best words", "ratio"], rows)
}

/// Measures the best turn of Play On Words with up to 24 words on the table.
pub(crate) fn table_words() -> String {
    let lexicon = embedded();
    let index = play_on_words::SearchIndex::build(&lexicon);
    let bench = Bench { lexicon, index };
    let mut dice = Dice(47);
    let columns = [0, 1].map(|wilds| {
        let inputs: Vec<Vec<Input>> = TABLE_WORDS
            .iter()
            .map(|&words| (0..TABLES).map(|_| bench.input(wilds, words, &mut dice)).collect())
            .collect();
        growth(&measure_rows(&inputs, 3, |input| {
            bench.best(input, PlayOnWordsRules::default(), 1).turns.len()
        }))
    });
    let rows = TABLE_WORDS.iter().enumerate().map(|(at, words)| {
        let cells = columns.iter().flat_map(|column| column[at].clone());
        [vec![words.to_string()], cells.collect()].concat()
    });
    table(&["table words", "8 cards, no wild", "ratio", "8 cards, one wild", "ratio"], rows)
}

/// Measures the best move of Wordgame with racks of 7 to 9 tiles.
pub(crate) fn racks() -> String {
    let index = SearchIndex::build(&embedded());
    let mut dice = Dice(53);
    let rules = [7, 8, 9].map(|rack_size| Rules { rack_size, bag: None, ..Rules::WORDGAME });
    let columns = [0, 1, 2].map(|blanks| {
        let rows = rules.each_ref().map(|rules| -> Vec<(Board, Rack, &Rules)> {
            let positions = positions(&index, rules, blanks, &mut dice).take(POSITIONS);
            positions.map(|(board, rack)| (board, rack, rules)).collect()
        });
        growth(&measure_rows(&rows, 8, |(board, rack, rules)| {
            Search::new(&index, board, rules).best(rack, 1).len()
        }))
    });
    let rows = (0..3).map(|at| {
        let cells = columns.iter().flat_map(|column| column[at].clone());
        [vec![(at + 7).to_string()], cells.collect()].concat()
    });
    table(&["tiles", "no blank", "ratio", "one blank", "ratio", "two blanks", "ratio"], rows)
}
