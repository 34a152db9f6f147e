//! Compares looking up a word with `fst::Set::contains` and a hash set of strings, on the same
//! words, and searching for words with a plain scan of every word. Compares a lexicon in its stored
//! form with one whose full index is built.

#![expect(clippy::unwrap_used, reason = "a benchmark fails by panicking")]

mod harness;

use std::collections::HashSet;
use std::time::Instant;

use fst::IntoStreamer as _;
use harness::{Contender, Dice, print_row, race};
use wordcourt::lexicon::{Lexicon, Numbered, Words, source};
use wordcourt::rules::word_search::WordSearch;
use wordcourt::word::Word;

const BATCH: usize = 1_000;
const BATCHES: usize = 4;
/// Passes over a batch in one measurement, because games look up the same words repeatedly.
const PASSES: usize = 8;
const ROUNDS: usize = 50;

/// Adds up the results of [`PASSES`] calls.
fn passes(once: impl Fn() -> usize) -> usize {
    (0..PASSES).map(|_| once()).sum()
}

/// Compares looking up words.
fn compare_look_ups(lexicon: &Lexicon, words: &[&str]) {
    let set = fst::Set::from_iter(words).unwrap();
    let hashed: HashSet<&str> = words.iter().copied().collect();
    for (what, misspelt) in
        [("look up a word of the lexicon", false), ("look up a misspelt word", true)]
    {
        let mut dice = Dice(11);
        let inputs: Vec<Vec<Word>> = (0..BATCHES)
            .map(|_| {
                let mut word = || {
                    let mut bytes = words[dice.below(words.len())].as_bytes().to_vec();
                    if misspelt {
                        let at = dice.below(bytes.len());
                        bytes[at] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZ"[dice.below(26)];
                    }
                    String::from_utf8(bytes).unwrap().parse().unwrap()
                };
                (0..BATCH).map(|_| word()).collect()
            })
            .collect();
        let contenders = [
            Contender::new(|batch: &Vec<Word>| {
                passes(|| batch.iter().filter(|word| set.contains(word.as_bytes())).count())
            }),
            Contender::new(|batch: &Vec<Word>| {
                passes(|| batch.iter().filter(|word| lexicon.contains(word)).count())
            }),
            Contender::new(|batch: &Vec<Word>| {
                passes(|| batch.iter().filter(|word| hashed.contains(word.as_str())).count())
            }),
        ];
        let counts: Vec<usize> =
            contenders.iter().map(|contender| (contender.run)(&inputs[0])).collect();
        assert!(
            counts.iter().all(|&count| count == counts[0]),
            "the contenders find different numbers of words: {counts:?}"
        );
        let times: Vec<_> = race(&contenders, &inputs, ROUNDS)
            .iter()
            .map(|&median| median / u32::try_from(BATCH * PASSES).unwrap())
            .collect();
        print_row(what, &["fst::Set", "wordcourt"], &times[..2]);
        print_row(what, &["HashSet<&str>", "wordcourt"], &[times[2], times[1]]);
    }
}

/// Returns true if a word matches a pattern of letters, `?` and `*`, by the textbook recursion.
fn matches(pattern: &[u8], word: &[u8]) -> bool {
    match pattern.first() {
        None => word.is_empty(),
        Some(b'*') => {
            matches(&pattern[1..], word) || !word.is_empty() && matches(pattern, &word[1..])
        }
        Some(letter) => {
            word.first().is_some_and(|own| *letter == b'?' || letter == own)
                && matches(&pattern[1..], &word[1..])
        }
    }
}

/// Returns true if letters and wilds spell a word, by counting letters.
fn spell(letters: &str, word: &str) -> bool {
    let mut counts = [0_u8; 128];
    letters.bytes().for_each(|letter| counts[usize::from(letter)] += 1);
    word.bytes().all(|own| {
        [own, b'?'].into_iter().any(|letter| {
            let is_left = counts[usize::from(letter)] > 0;
            counts[usize::from(letter)] -= u8::from(is_left);
            is_left
        })
    })
}

/// The name of a search, the search, and the condition that a plain scan tests instead.
type Peer = (&'static str, WordSearch, Box<dyn Fn(&str) -> bool>);

fn searches() -> [Peer; 13] {
    let by_pattern = |text: &'static str| -> Peer {
        let search = WordSearch { pattern: Some(text.parse().unwrap()), ..WordSearch::default() };
        (text, search, Box::new(|word: &str| matches(text.as_bytes(), word.as_bytes())))
    };
    let blank = WordSearch::default;
    [
        by_pattern("Q??Z*"),
        by_pattern("??A?E"),
        by_pattern("*ING"),
        by_pattern("*X*Z*"),
        by_pattern("*E*E*E*"),
        by_pattern("*?*?*?*?*?*"),
        (
            "within RETAINS",
            WordSearch { within: Some("RETAINS".parse().unwrap()), ..blank() },
            Box::new(|word| spell("RETAINS", word)),
        ),
        (
            "within RETAIN??",
            WordSearch { within: Some("RETAIN??".parse().unwrap()), ..blank() },
            Box::new(|word| spell("RETAIN??", word)),
        ),
        (
            "anagram_of LISTEN?",
            WordSearch { anagram_of: Some("LISTEN?".parse().unwrap()), ..blank() },
            Box::new(|word| word.len() == 7 && spell("LISTEN?", word)),
        ),
        (
            "contains QUI",
            WordSearch { contains: Some("QUI".parse().unwrap()), ..blank() },
            Box::new(|word| word.contains("QUI")),
        ),
        (
            "starts RE",
            WordSearch { starts: Some("RE".parse().unwrap()), ..blank() },
            Box::new(|word| word.starts_with("RE")),
        ),
        (
            "ends S",
            WordSearch { ends: Some("S".parse().unwrap()), ..blank() },
            Box::new(|word| word.ends_with('S')),
        ),
        ("every word", blank(), Box::new(|_| true)),
    ]
}

/// Compares searching for words.
fn compare_searches(lexicon: &Lexicon, words: &[&str]) {
    let numbered = Numbered::new(lexicon);
    for (what, search, condition) in searches() {
        let contenders = [
            Contender::new(|(): &()| words.iter().filter(|word| condition(word)).count()),
            Contender::new(|(): &()| search.find(&numbered, None).len()),
        ];
        let counts: Vec<usize> = contenders.iter().map(|contender| (contender.run)(&())).collect();
        assert_eq!(counts[0], counts[1], "{what}");
        let times = race(&contenders, &[()], ROUNDS);
        print_row(
            &format!("search {what} ({} words)", counts[0]),
            &["plain scan", "wordcourt"],
            &times,
        );
    }
}

/// Compares finding near misses.
fn compare_near_misses(lexicon: &Lexicon, words: &[&str]) {
    let missing: Vec<Word> = ["DIFICULTI", "QQQQQQQQ", "ACOMODATTE", "REZTIVEZ"]
        .map(|word| word.parse().unwrap())
        .into();
    let set = fst::Set::from_iter(words).unwrap();
    let contenders = [
        Contender::new(|word: &Word| {
            let automaton = fst::automaton::Levenshtein::new(word.as_str(), 2).unwrap();
            set.search(&automaton).into_stream().into_strs().unwrap().len()
        }),
        Contender::new(|word: &Word| Words::from(lexicon).near_within_two(word, 10).len()),
        Contender::new(|word: &Word| Words::from(lexicon).near(word, 10).len()),
    ];
    let times = race(&contenders, &missing, ROUNDS);
    print_row("near misses by two edits", &["fst's Levenshtein", "wordcourt"], &times[..2]);
    print_row("near misses", &["by two edits", "by one edit"], &times[1..]);
}

/// Returns the anonymous memory of the process in KiB; 0 on systems other than Linux.
fn private_kib() -> usize {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let private = status.lines().find_map(|line| line.strip_prefix("RssAnon:"));
    private.map_or(0, |kib| kib.trim().trim_end_matches(" kB").parse().unwrap())
}

/// Compares a lexicon in its stored form with the same one whose full index is built.
fn compare_forms(built: &Lexicon, categories: &str, words: &[&str]) {
    const COPIES: usize = 16;
    let start = Instant::now();
    let file = built.to_stored(categories);
    println!("stored form: {} bytes, written in {:.1?}", file.len(), start.elapsed());
    let mut dice = Dice(12);
    let ten = |_| (0..10).map(|_| words[dice.below(words.len())].parse().unwrap()).collect();
    let tens: Vec<Vec<Word>> = (0..100).map(ten).collect();
    let judge = |lexicon: &Lexicon, ten: &[Word]| {
        let marks = |word| lexicon.find(word).map(|ordinal| lexicon.marks(ordinal));
        ten.iter().filter_map(marks).filter(|marks| marks.iter().next().is_some()).count()
    };
    let (before, mut opened, mut times) = (private_kib(), Vec::new(), Vec::new());
    for _ in 0..COPIES {
        let file = file.clone();
        let start = Instant::now();
        opened.push(Lexicon::from_stored(file).unwrap());
        times.push(start.elapsed());
    }
    times.sort_unstable();
    let marked: usize =
        opened.iter().map(|one| tens.iter().map(|ten| judge(one, ten)).sum::<usize>()).sum();
    let each = private_kib().saturating_sub(before) / COPIES;
    println!(
        "opened in {:.2?} (median), {each} KiB each ({marked} words have marks)",
        times[COPIES / 2]
    );
    let stored = &opened[0];
    let names = ["full index", "stored form"];
    let contenders = [
        Contender::new(|ten: &Vec<Word>| judge(built, ten)),
        Contender::new(|ten: &Vec<Word>| judge(stored, ten)),
    ];
    print_row("ten words with their marks", &names, &race(&contenders, &tens, ROUNDS));
    let missing: Vec<Word> = ["DIFICULTI", "QQQQQQQQ", "ACOMODATTE", "REZTIVEZ"]
        .map(|word| word.parse().unwrap())
        .into();
    let contenders = [
        Contender::new(|word: &Word| Words::from(built).near_within_two(word, 10).len()),
        Contender::new(|word: &Word| Words::from(stored).near_within_two(word, 10).len()),
    ];
    print_row("near misses by two edits", &names, &race(&contenders, &missing, ROUNDS));
    let contenders = [
        Contender::new(|word: &Word| Words::from(built).near(word, 10).len()),
        Contender::new(|word: &Word| Words::from(stored).near(word, 10).len()),
    ];
    print_row("near misses by one edit", &names, &race(&contenders, &missing, ROUNDS));
    for (what, search, _) in searches() {
        let contenders = [
            Contender::new(|(): &()| search.find(&Numbered::new(built), None).len()),
            Contender::new(|(): &()| search.find(&Numbered::new(stored), None).len()),
        ];
        print_row(&format!("search {what}"), &names, &race(&contenders, &[()], 10));
    }
    assert!(!stored.is_loaded());
    let start = Instant::now();
    stored.load();
    println!("full index built from the stored form in {:.1?}", start.elapsed());
}

fn main() {
    let source = source::embedded();
    let lexicon = Lexicon::from_text(&source.words, "").unwrap();
    let words: Vec<&str> = lexicon.ordinals().map(|ordinal| lexicon.word(ordinal)).collect();
    println!(
        "{} words, {BATCHES} batches of {BATCH} random words, {PASSES} passes over each; \
         median / 95th percentile of the fastest of {ROUNDS} interleaved rounds",
        words.len()
    );
    compare_look_ups(&lexicon, &words);
    compare_searches(&lexicon, &words);
    compare_near_misses(&lexicon, &words);
    compare_forms(&lexicon, &source.categories, &words);
}
