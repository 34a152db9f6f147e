//! Near misses, compared with the textbook edit distance.

use fst::{IntoStreamer as _, Streamer as _};
use proptest::prelude::*;
use wordcourt::lexicon::{Lexicon, Words};

use crate::word;

/// Returns the optimal string alignment distance, by the textbook algorithm.
fn distance(a: &[u8], b: &[u8]) -> usize {
    let mut table = vec![vec![0; b.len() + 1]; a.len() + 1];
    for i in 0..=a.len() {
        for j in 0..=b.len() {
            table[i][j] = if i == 0 || j == 0 {
                i + j
            } else {
                let changed = table[i - 1][j - 1] + usize::from(a[i - 1] != b[j - 1]);
                let mut least = changed.min(table[i - 1][j] + 1).min(table[i][j - 1] + 1);
                if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                    least = least.min(table[i - 2][j - 2] + 1);
                }
                least
            };
        }
    }
    table[a.len()][b.len()]
}

proptest! {
    #[test]
    fn exactly_the_words_within_the_distance_are_found(
        words in prop::collection::btree_set("[AB]{2,6}|[A-E]{2,8}|A{40,45}", 1..200),
        text in "[AB]{1,6}|[A-E]{1,8}|A{40,45}",
    ) {
        let lines: String = words.iter().map(|word| word.clone() + "\n").collect();
        let lexicon = Lexicon::from_text(&lines, "").unwrap();
        let valid = Words::from(&lexicon);
        let within = |edits: usize| -> Vec<&str> {
            let is_near = |other: &&String| {
                (1..=edits).contains(&distance(other.as_bytes(), text.as_bytes()))
            };
            words.iter().filter(is_near).map(String::as_str).collect()
        };
        prop_assert_eq!(valid.near(&word(&text), usize::MAX), within(1));
        let within_two = valid.near_within_two(&word(&text), usize::MAX);
        prop_assert_eq!(&within_two, &within(2));
        // The automaton of the fst crate, which has no transpositions, finds no other words.
        let plain = fst::automaton::Levenshtein::new(&text, 2).unwrap();
        let set = fst::Set::from_iter(&words).unwrap();
        let mut found = set.search(&plain).into_stream();
        while let Some(other) = found.next() {
            let other = std::str::from_utf8(other).unwrap();
            prop_assert!(other == text || within_two.contains(&other), "{}", other);
        }
    }
}
