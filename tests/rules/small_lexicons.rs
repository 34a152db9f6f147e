//! Builds and searches end for every small lexicon and overlay.
//!
//! The tables of an index are smallest for a few words, and the words of an overlay can be chosen by
//! anybody. The cases run in a process whose CPU time is limited, so that a search without an end
//! fails the test on a machine of any speed.

use std::process::Command;

use wordcourt::lexicon::{Lexicon, Overlay, source};
use wordcourt::rules::word_poker::{ActiveCategory, Hand, LetterValues};
use wordcourt::rules::wordgame::{BlankLetter, Cgp, Rack, Rules, Search};
use wordcourt::rules::{SearchIndexes, Violations, my_word, play_on_words};
use wordcourt::word::Word;

use crate::Dice;

const CASES: usize = 20_000;
/// Many times what the cases take.
const CPU_SECONDS: u32 = 300;
/// Set in the process that runs the cases.
const IN_CHILD: &str = "WORDCOURT_SMALL_LEXICONS";

#[test]
fn searches_of_small_lexicons_end() {
    if cfg!(not(unix)) || std::env::var_os(IN_CHILD).is_some() {
        return run_cases();
    }
    let limited = format!("ulimit -t {CPU_SECONDS} && exec \"$0\" \"$@\"");
    let status = Command::new("sh")
        .args(["-c", &limited])
        .arg(std::env::current_exe().unwrap())
        .args(["--exact", "small_lexicons::searches_of_small_lexicons_end", "--nocapture"])
        .env(IN_CHILD, "1")
        .status()
        .unwrap();
    assert!(status.success(), "the last case printed fails or does not end: {status}");
}

fn run_cases() {
    let embedded = source::embedded();
    let english: Vec<Word> = embedded
        .words
        .lines()
        .filter_map(|line| line.split('\t').next()?.parse().ok())
        .filter(|word: &Word| (2..=15).contains(&word.len()))
        .collect();
    // The lists that once had no end.
    let known = ["GIMP INVITOR SWISSES", "GWU LAW LZP PIH SBY VCW"];
    for list in known {
        let words: Vec<Word> = list.split(' ').map(|word| word.parse().unwrap()).collect();
        search_all(&words, &words, 2);
    }
    let mut dice = Dice(1);
    for case in 0..CASES {
        if case % 1_000 == 0 {
            eprintln!("case {case}");
        }
        let (words, added) = (some_words(&english, &mut dice), some_words(&english, &mut dice));
        search_all(&words, &added, case % 5);
    }
}

/// Returns 1 to 50 different words: English ones of all lengths or one, random ones, or anagrams.
fn some_words(english: &[Word], dice: &mut Dice) -> Vec<Word> {
    let most = [8, 8, 8, 50][dice.below(4)];
    let count = 1 + dice.below(most);
    let kind = dice.below(4);
    let length = 2 + dice.below(14);
    let family: Vec<u8> = (0..length).map(|_| letter(dice)).collect();
    let mut words: Vec<Word> = (0..count)
        .map(|_| match kind {
            0 => english[dice.below(english.len())],
            1 => {
                let begin = dice.below(english.len());
                let of_length = |word: &&Word| word.len() == length;
                *english[begin..].iter().chain(english).find(of_length).unwrap()
            }
            2 => word(&(0..2 + dice.below(14)).map(|_| letter(dice)).collect::<Vec<u8>>()),
            _ => {
                let mut anagram = family.clone();
                for place in 1..length {
                    anagram.swap(place, dice.below(place + 1));
                }
                word(&anagram)
            }
        })
        .collect();
    words.sort_unstable();
    words.dedup();
    words
}

fn letter(dice: &mut Dice) -> u8 {
    b"ABCDEFGHIJKLMNOPQRSTUVWXYZ"[dice.below(26)]
}

fn word(letters: &[u8]) -> Word {
    std::str::from_utf8(letters).unwrap().parse().unwrap()
}

/// Builds all indexes of a lexicon, and searches them in all games for hands with the letters of one
/// of the words and some wilds, without and with an overlay.
fn search_all(words: &[Word], added: &[Word], wilds: usize) {
    let text: String = words.iter().flat_map(|word| [word.as_str(), "\n"]).collect();
    let lexicon = Lexicon::from_text(&text, "").unwrap();
    let indexes = SearchIndexes::build(&lexicon);
    for overlay in [Overlay::default(), Overlay::new(added.to_vec(), words[..1].to_vec())] {
        let letters: Vec<char> = added[0].as_str().chars().take(3).collect();
        search_boards(&indexes, &lexicon, &overlay, &letters, wilds);
        search_cards(&indexes, &lexicon, &overlay, &letters, wilds);
    }
}

fn search_boards(
    indexes: &SearchIndexes,
    lexicon: &Lexicon,
    overlay: &Overlay,
    letters: &[char],
    wilds: usize,
) {
    let tiles: String = letters.iter().copied().chain(vec!['?'; wilds]).collect();
    let rack = Rack::read(&tiles, 8, &mut Violations::default()).unwrap();
    for (board, blank_letter) in [
        ("15/15/15/15/15/15/15/15/15/15/15/15/15/15/15 / 0/0 0", BlankLetter::One),
        ("15/15/15/15/15/15/15/7CaT5/9E5/9E5/9L5/15/15/15/15 / 0/0 0", BlankLetter::PerWord),
    ] {
        let rules = Rules { blank_letter, ..Rules::WORDGAME };
        let board = Cgp::read(board, &rules, &mut Violations::default()).unwrap().board;
        let search = Search::new(indexes.wordgame(lexicon), &board, &rules)
            .with_vocabulary(lexicon.with(overlay).into());
        let (best, all) = (search.best(&rack, 1), search.all(&rack));
        assert_eq!(best.first(), all.iter().max(), "{rack}");
    }
}

fn search_cards(
    indexes: &SearchIndexes,
    lexicon: &Lexicon,
    overlay: &Overlay,
    letters: &[char],
    wilds: usize,
) {
    let words = lexicon.with(overlay);
    let faces = |colour: &str, wild: &'static str, wilds: usize| -> Vec<String> {
        let letters = letters.iter().map(|letter| format!("{letter}{colour}"));
        letters.chain(vec![wild.to_owned(); wilds]).collect()
    };
    let cards: Vec<_> = faces("b", "*", wilds).iter().map(|card| card.parse().unwrap()).collect();
    let hand = Hand::new(&cards).unwrap();
    let (values, category) = (LetterValues::default(), ActiveCategory::default());
    let _ = indexes.word_poker(lexicon).best(words, &hand, &values, category, 3);

    let cards: Vec<_> = faces("", "?", wilds).iter().map(|card| card.parse().unwrap()).collect();
    let _ = indexes.my_word(lexicon).best(lexicon.with(overlay), &my_word::Table::new(&cards), 3);

    // The deck has two wilds.
    let hand: play_on_words::Hand = faces("", "*", wilds.min(2)).join(" ").parse().unwrap();
    let table = vec!["C A T".parse().unwrap()];
    let table = play_on_words::Table::new(table, &mut Violations::default()).unwrap();
    let stage = play_on_words::Stage::LATER;
    let position = play_on_words::Position { hand: &hand, table: &table, stage };
    let rules = play_on_words::Rules::default();
    let _ = indexes.play_on_words(lexicon).best(words, position, rules, 1);
}
