//! A brute-force word search, written from the description of `GET /v1/words`. It tests every word
//! of the lexicon, with recursion for patterns, and crosses out letters one by one for anagrams.

use std::collections::BTreeSet;

use wordcourt::lexicon::{Lexicon, Marks};
use wordcourt::rules::Variant;

/// The filters of a search, as texts.
#[derive(Debug, Clone, Default)]
pub(crate) struct Filters {
    pub pattern: Option<String>,
    pub anagram_of: Option<String>,
    pub within: Option<String>,
    pub contains: Option<String>,
    pub starts: Option<String>,
    pub ends: Option<String>,
    pub min_length: Option<usize>,
    pub max_length: Option<usize>,
    pub marks: Option<String>,
    pub without_marks: Option<String>,
    pub variant: Option<Variant>,
    /// Switches of Play On Words.
    pub plural: Option<&'static str>,
    pub irregular_plurals: Option<&'static str>,
    pub category: Option<String>,
    pub order: Option<&'static str>,
}

impl Filters {
    /// Returns the query of a URL.
    pub(crate) fn query(&self) -> String {
        let texts = [
            ("pattern", self.pattern.clone()),
            ("anagram_of", self.anagram_of.clone()),
            ("within", self.within.clone()),
            ("contains", self.contains.clone()),
            ("starts", self.starts.clone()),
            ("ends", self.ends.clone()),
            ("min_length", self.min_length.map(|length| length.to_string())),
            ("max_length", self.max_length.map(|length| length.to_string())),
            ("marks", self.marks.clone()),
            ("without_marks", self.without_marks.clone()),
            ("variant", self.variant.map(|variant| variant.slug().to_owned())),
            ("plural", self.plural.map(str::to_owned)),
            ("irregular_plurals", self.irregular_plurals.map(str::to_owned)),
            ("category", self.category.clone()),
            ("order", self.order.map(str::to_owned)),
        ];
        let given = texts.into_iter().filter_map(|(name, text)| Some(format!("{name}={}", text?)));
        given.collect::<Vec<_>>().join("&")
    }
}

/// Returns true if a word matches a pattern, by trying everything.
pub(crate) fn matches(pattern: &[u8], word: &[u8]) -> bool {
    match pattern.first() {
        None => word.is_empty(),
        Some(b'*') => {
            matches(&pattern[1..], word) || !word.is_empty() && matches(pattern, &word[1..])
        }
        Some(b'[') => {
            let end = pattern.iter().position(|&byte| byte == b']').unwrap();
            let (is_negated, choice) = match &pattern[1..end] {
                [b'^', rest @ ..] => (true, rest),
                choice => (false, choice),
            };
            word.first()
                .is_some_and(|letter| choice.to_ascii_uppercase().contains(letter) != is_negated)
                && matches(&pattern[end + 1..], &word[1..])
        }
        Some(letter) => {
            word.first().is_some_and(|own| *letter == b'?' || letter.to_ascii_uppercase() == *own)
                && matches(&pattern[1..], &word[1..])
        }
    }
}

/// Returns the number of letters of the word that the letters and wilds cannot spell.
fn unspelt(letters: &str, word: &str) -> usize {
    let mut left: Vec<char> = letters.to_ascii_uppercase().chars().collect();
    let mut unspelt = 0;
    for own in word.chars() {
        match left
            .iter()
            .position(|&letter| letter == own)
            .or_else(|| left.iter().position(|&letter| letter == '?'))
        {
            Some(at) => {
                left.remove(at);
            }
            None => unspelt += 1,
        }
    }
    unspelt
}

/// Returns true if a word may be a new word of Play On Words (RULEBOOK W4, P4, P9).
fn play_on_words_allows(filters: &Filters, word: &str, has_mark: &dyn Fn(&str) -> bool) -> bool {
    let irregular_count = filters.irregular_plurals != Some("allowed");
    let is_plural = has_mark("plural_s") || irregular_count && has_mark("plural");
    let is_barred =
        is_plural || ["proper", "foreign", "profane", "abbreviation"].into_iter().any(has_mark);
    let has_other_sense = has_mark("verb_s") || has_mark("ordinary");
    let stands_as_plural = match filters.plural.unwrap_or("first_sense") {
        "strict" => false,
        "lenient" => true,
        _ => !has_mark("plural_s") || has_mark("other_sense_first"),
    };
    word.len() >= 3 && (has_other_sense || !is_barred) && (stands_as_plural || !is_plural)
}

/// Returns every word that matches, in order.
pub(crate) fn find<'l>(
    lexicon: &'l Lexicon,
    filters: &Filters,
    not_in: Option<&BTreeSet<String>>,
) -> Vec<&'l str> {
    let names = |text: &Option<String>| -> Vec<String> {
        text.iter().flat_map(|names| names.split(',')).map(str::to_owned).collect()
    };
    let upper = |text: &String| text.to_ascii_uppercase();
    let mut found = Vec::new();
    for ordinal in lexicon.ordinals() {
        let word = lexicon.word(ordinal);
        let marks: Marks = lexicon.marks(ordinal);
        let has_mark = |name: &str| marks.iter().any(|mark| mark.name() == name);
        let parsed = word.parse().unwrap();
        let holds = [
            filters
                .pattern
                .as_ref()
                .is_none_or(|pattern| matches(pattern.as_bytes(), word.as_bytes())),
            filters
                .anagram_of
                .as_ref()
                .is_none_or(|all| all.len() == word.len() && unspelt(all, word) == 0),
            filters.within.as_ref().is_none_or(|all| unspelt(all, word) == 0),
            filters.contains.as_ref().is_none_or(|part| word.contains(&upper(part))),
            filters.starts.as_ref().is_none_or(|part| word.starts_with(&upper(part))),
            filters.ends.as_ref().is_none_or(|part| word.ends_with(&upper(part))),
            filters.min_length.is_none_or(|least| word.len() >= least),
            filters.max_length.is_none_or(|most| word.len() <= most),
            names(&filters.marks).iter().all(|name| has_mark(name)),
            !names(&filters.without_marks).iter().any(|name| has_mark(name)),
            filters.variant.is_none_or(|variant| match variant {
                Variant::PlayOnWords => play_on_words_allows(filters, word, &has_mark),
                _ => variant.verdict(lexicon, &parsed).is_allowed(),
            }),
            names(&filters.category)
                .iter()
                .all(|name| lexicon.category(name).unwrap().words().contains(&parsed)),
            not_in.is_none_or(|others| !others.contains(word)),
        ];
        if holds.iter().all(|&holds| holds) {
            found.push(word);
        }
    }
    match filters.order {
        Some("shortest") => found.sort_by_key(|word| (word.len(), *word)),
        Some("longest") => found.sort_by_key(|word| (usize::MAX - word.len(), *word)),
        _ => found.sort_unstable(),
    }
    found
}

/// Chooses a number below a bound.
pub(crate) type Choose<'c> = dyn FnMut(usize) -> usize + 'c;

fn some_letters(words: &[&str], most: usize, choose: &mut Choose<'_>) -> String {
    let word = words[choose(words.len())];
    let from = choose(word.len());
    let length = 1 + choose(most.min(word.len() - from));
    word[from..from + length].to_owned()
}

fn some_pattern(words: &[&str], choose: &mut Choose<'_>) -> String {
    let mut pattern = String::new();
    let word = words[choose(words.len())];
    for letter in word.chars() {
        match choose(10) {
            0 => pattern.push('*'),
            1 | 2 => pattern.push('?'),
            3 => pattern.extend([
                "[",
                letter.encode_utf8(&mut [0; 4]),
                &some_letters(words, 4, choose),
                "]",
            ]),
            4 => pattern.extend(["[^", &some_letters(words, 3, choose), "]"]),
            5 => pattern += "*?",
            6 => pattern.push(letter.to_ascii_lowercase()),
            _ => pattern.push(letter),
        }
        if choose(12) == 0 {
            pattern.push('*');
            if choose(2) == 0 {
                break;
            }
        }
    }
    pattern
}

fn with_wilds(mut letters: String, choose: &mut Choose<'_>) -> String {
    for _ in 0..choose(4) {
        match choose(3) {
            0 => letters.push('?'),
            1 => letters.insert(
                choose(letters.len() + 1),
                char::from(b"abcdefghijklmnopqrstuvwxyz"[choose(26)]),
            ),
            _ => drop(letters.pop()),
        }
    }
    if letters.is_empty() { "?".to_owned() } else { letters }
}

/// Returns a few random filters, most of them made from words of the lexicon.
pub(crate) fn some_query(words: &[&str], categories: &[&str], choose: &mut Choose<'_>) -> Filters {
    const MARKS: [&str; 5] = ["plural_s", "verb_s", "profane", "plural_s,verb_s", "slang,affix"];
    const ORDERS: [&str; 3] = ["alphabetical", "shortest", "longest"];
    let mut filters = Filters::default();
    for _ in 0..=choose(3) {
        match choose(13) {
            0..=2 => filters.pattern = Some(some_pattern(words, choose)),
            3 => {
                let word = words[choose(words.len())].to_owned();
                filters.anagram_of = Some(with_wilds(word, choose));
            }
            4 | 5 => {
                let word = words[choose(words.len())].to_owned();
                filters.within = Some(with_wilds(word, choose));
            }
            6 => filters.contains = Some(some_letters(words, 3, choose)),
            7 => filters.starts = Some(some_letters(words, 3, choose)),
            8 => filters.ends = Some(some_letters(words, 3, choose)),
            9 => {
                filters.min_length = Some(1 + choose(6));
                filters.max_length = Some(6 + choose(6));
            }
            10 if choose(2) == 0 => filters.marks = Some(MARKS[choose(MARKS.len())].to_owned()),
            10 => filters.without_marks = Some(MARKS[choose(MARKS.len())].to_owned()),
            11 => {
                let variant = Variant::ALL[choose(Variant::ALL.len())];
                let is_play_on_words = variant == Variant::PlayOnWords;
                let mut switch = |choices: &[&'static str]| {
                    (is_play_on_words && choose(2) == 0).then(|| choices[choose(choices.len())])
                };
                filters.plural = switch(&["strict", "lenient", "first_sense"]);
                filters.irregular_plurals = switch(&["allowed", "barred"]);
                filters.variant = Some(variant);
            }
            _ if categories.is_empty() => {}
            _ => filters.category = Some(categories[choose(categories.len())].to_owned()),
        }
    }
    if choose(3) == 0 {
        filters.order = Some(ORDERS[choose(3)]);
    }
    filters
}
