//! The growth with the words of the lexicon.

use std::time::{Duration, Instant};

use wordcourt::lexicon::{Lexicon, source};
use wordcourt::rules::Variant;
use wordcourt::rules::word_poker::{self, ActiveCategory, Hand, LetterValues};
use wordcourt::rules::wordgame::{Board, Rack, Rules, Search, SearchIndex, SearchMethod};
use wordcourt::rules::{my_word, play_on_words};
use wordcourt::word::Word;

use crate::deals::draw;
use crate::grown::Grown;
use crate::harness::{Contender, Dice, Times, race};
use crate::positions::positions;
use crate::report;

const SIZES: [usize; 3] = [50_000, 270_000, 2_000_000];
const BUILDS: usize = 2;
const POSITIONS: usize = 60;
const HANDS: usize = 100;
const LOOK_UPS: u32 = 1_000;
const BATCHES: usize = 4;
/// Passes over a batch in one measurement, because games look up the same words repeatedly.
const PASSES: u32 = 8;

/// A lexicon and the indexes that are searched.
struct Sized {
    lexicon: Lexicon,
    wordgame: SearchIndex,
    hands: word_poker::SearchIndex,
}

/// The rows of the table, each with the times of all sizes.
struct Rows(Vec<(String, Vec<Times>)>);

impl Rows {
    /// Adds a row for a task, which all lexicons do in turn.
    fn add<I>(
        &mut self,
        task: &str,
        lexicons: &[Sized],
        inputs: &[I],
        rounds: usize,
        run: impl Fn(&Sized, &I) -> usize,
    ) {
        let run = &run;
        let contenders: Vec<Contender<'_, I>> = lexicons
            .iter()
            .map(|lexicon| Contender::new(move |input: &I| run(lexicon, input)))
            .collect();
        self.0.push((task.to_owned(), race(&contenders, inputs, rounds)));
    }
}

/// Measures lexicons of all sizes.
pub(crate) fn lexicons() -> String {
    let embedded = source::embedded();
    let embedded = Lexicon::from_text(&embedded.words, &embedded.categories).unwrap();
    let grown = Grown::new(&embedded, SIZES[SIZES.len() - 1]);
    let mut rows = Rows(Vec::new());
    let lexicons = build(&grown, &mut rows);
    drop(grown);
    look_ups(&lexicons, &mut rows);
    hands(&lexicons, &mut rows);
    boards(&lexicons, &mut rows);
    let rows = rows.0.into_iter().map(|(task, times)| {
        let [first, others @ ..] = &report::growth(&times)[..] else { unreachable!("three sizes") };
        let others = others.iter().flat_map(|cells| cells.iter().cloned());
        [vec![task, first[0].clone()], others.collect()].concat()
    });
    let head = ["task", "50,000 words", "270,000 words", "ratio", "2,000,000 words", "ratio"];
    report::table(&head, rows)
}

/// Builds the lexicons and their indexes, and adds the times.
fn build(grown: &Grown, rows: &mut Rows) -> Vec<Sized> {
    let texts = SIZES.map(|size| grown.text(size));
    let read = |text: &str| Lexicon::from_text(text, "").unwrap();
    let lexicons = texts.each_ref().map(|text| read(text));
    let mut add = |what: &str, run: &dyn Fn(usize)| {
        let shortest = |size| {
            let time = |_| {
                let begun = Instant::now();
                run(size);
                begun.elapsed()
            };
            Times::of(vec![(0..BUILDS).map(time).min().unwrap_or(Duration::MAX)])
        };
        rows.0.push((what.to_owned(), (0..SIZES.len()).map(shortest).collect()));
    };
    add("read the text", &|size| drop(read(&texts[size])));
    add("build the index of Wordgame", &|size| drop(SearchIndex::build(&lexicons[size])));
    add("build the index of the poker games", &|size| {
        drop(word_poker::SearchIndex::build(&lexicons[size]));
    });
    add("build the index of Play On Words", &|size| {
        drop(play_on_words::SearchIndex::build(&lexicons[size]));
    });
    add("build the index of My Word!", &|size| {
        drop(my_word::SearchIndex::build(&lexicons[size]));
    });
    let indexed = |lexicon| Sized {
        wordgame: SearchIndex::build(&lexicon),
        hands: word_poker::SearchIndex::build(&lexicon),
        lexicon,
    };
    lexicons.into_iter().map(indexed).collect()
}

/// Adds the look-up of a word. Every second word is misspelt.
fn look_ups(lexicons: &[Sized], rows: &mut Rows) {
    let smallest = &lexicons[0].lexicon;
    let words: Vec<&str> = smallest.ordinals().map(|ordinal| smallest.word(ordinal)).collect();
    let mut dice = Dice(31);
    let mut word = |number: u32| -> Word {
        let mut letters = words[dice.below(words.len())].as_bytes().to_vec();
        if number % 2 == 1 {
            let at = dice.below(letters.len());
            letters[at] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZ"[dice.below(26)];
        }
        String::from_utf8(letters).unwrap().parse().unwrap()
    };
    let inputs: Vec<Vec<Word>> =
        (0..BATCHES).map(|_| (0..LOOK_UPS).map(&mut word).collect()).collect();
    rows.add("look-up of a word", lexicons, &inputs, 50, |sized, batch| {
        let known = || batch.iter().filter(|word| sized.lexicon.contains(word)).count();
        (0..PASSES).map(|_| known()).sum()
    });
    let (_, times) = rows.0.last_mut().unwrap();
    for times in times {
        *times = *times / (LOOK_UPS * PASSES);
    }
}

/// Adds the searches for words of a hand.
fn hands(lexicons: &[Sized], rows: &mut Rows) {
    let values = LetterValues::default();
    let mut dice = Dice(37);
    for (wilds, named) in ["no wild", "one wild", "two wilds"].into_iter().enumerate() {
        let hand = |_| Hand::new(&draw(Variant::ChooseYourWords, 7, wilds, &mut dice)).unwrap();
        let inputs: Vec<Hand> = (0..HANDS).map(hand).collect();
        let task = format!("all words of 7 cards, {named}");
        rows.add(&task, lexicons, &inputs, 10, |sized, hand| sized.hands.words(hand).len());
        let task = format!("best coloured word of 7 cards, {named}");
        rows.add(&task, lexicons, &inputs, 10, |sized, hand| {
            let category = ActiveCategory::default();
            sized.hands.best(&sized.lexicon, hand, &values, category, 1).words_found
        });
    }
}

/// Adds the searches for moves. The words on the boards are in all lexicons.
fn boards(lexicons: &[Sized], rows: &mut Rows) {
    let rules = Rules { rack_size: 7, bag: None, ..Rules::CLASSIC };
    let mut dice = Dice(41);
    for (blanks, named) in ["no blank", "one blank", "two blanks"].into_iter().enumerate() {
        let inputs: Vec<(Board, Rack)> =
            positions(&lexicons[0].wordgame, &rules, blanks, &mut dice).take(POSITIONS).collect();
        for (method, how) in [(SearchMethod::LookUps, "look-ups"), (SearchMethod::Walk, "walk")] {
            if method == SearchMethod::Walk && blanks > 0 {
                continue;
            }
            let task = format!("best move, 7 tiles, {named}, {how}");
            rows.add(&task, lexicons, &inputs, 8, |sized, (board, rack)| {
                let search = Search::new(&sized.wordgame, board, &rules);
                search.with_method(method).best(rack, 1).len()
            });
        }
        let task = format!("all moves, 7 tiles, {named}");
        rows.add(&task, lexicons, &inputs, 3, |sized, (board, rack)| {
            Search::new(&sized.wordgame, board, &rules).all(rack).len()
        });
    }
}
