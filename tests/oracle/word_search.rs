//! A brute-force word search, written from the description of `GET /v1/words`. It tests every word
//! of the lexicon, with recursion for patterns, and crosses out letters one by one for anagrams.

use std::collections::{BTreeSet, HashMap};

use wordcourt::lexicon::{Digest, Lexicon, Marks};
use wordcourt::rules::Variant;

/// The filters of a search, as texts.
#[derive(Debug, Clone, Default)]
pub(crate) struct Filters {
    pub pattern: Option<String>,
    pub anagram_of: Option<String>,
    pub within: Option<String>,
    pub contains: Option<String>,
    pub contains_all: Option<String>,
    pub excludes: Option<String>,
    pub stem: Option<String>,
    pub vowels: Option<(usize, usize)>,
    pub anagrams: Option<usize>,
    pub length: Option<(usize, usize)>,
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
    pub seed: Option<String>,
}

impl Filters {
    /// Returns the query of a URL.
    pub(crate) fn query(&self) -> String {
        let texts = [
            ("pattern", self.pattern.clone()),
            ("anagram_of", self.anagram_of.clone()),
            ("within", self.within.clone()),
            ("contains", self.contains.clone()),
            ("contains_all", self.contains_all.clone()),
            ("excludes", self.excludes.clone()),
            ("stem", self.stem.clone()),
            ("vowels", self.vowels.map(|(from, to)| format!("{from}..{to}"))),
            ("anagrams", self.anagrams.map(|least| format!("{least}.."))),
            ("length", self.length.map(|(from, to)| format!("{from}..{to}"))),
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
            ("seed", self.seed.clone()),
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

/// Returns letters, choices such as `[AE]` and wilds one by one.
fn tiles(letters: &str) -> Vec<String> {
    let (mut tiles, upper) = (Vec::new(), letters.to_ascii_uppercase());
    let mut rest = upper.as_str();
    while !rest.is_empty() {
        let end = if rest.starts_with('[') { rest.find(']').unwrap() + 1 } else { 1 };
        tiles.push(rest[..end].to_owned());
        rest = &rest[end..];
    }
    tiles
}

/// Returns true if tiles spell a word, by trying every one for every letter.
fn can_spell(tiles: &mut Vec<String>, word: &str) -> bool {
    let Some(letter) = word.chars().next() else { return true };
    for at in 0..tiles.len() {
        if (tiles[at] == "?" || tiles[at].contains(letter)) && !tiles[..at].contains(&tiles[at]) {
            let tile = tiles.remove(at);
            let is_spelt = can_spell(tiles, &word[1..]);
            tiles.insert(at, tile);
            if is_spelt {
                return true;
            }
        }
    }
    false
}

/// Returns true if letters spell a word, at most as many as it has or exactly as many.
fn spells(letters: &str, word: &str, exactly: bool) -> bool {
    let mut tiles = tiles(letters);
    (tiles.len() == word.len() || !exactly && tiles.len() > word.len())
        && can_spell(&mut tiles, word)
}

fn sorted(word: &str) -> Vec<char> {
    let mut letters: Vec<char> = word.chars().collect();
    letters.sort_unstable();
    letters
}

/// Returns the number of ways to draw the letters from the bag of Wordgame: for the first letter that
/// the word has, any number of blanks, then the other letters.
fn draws(letters: &[char], bag: &dyn Fn(char) -> u128, blanks: u128, taken: u128) -> u128 {
    let choose = |of: u128, some: u128| -> u128 {
        if some > of { 0 } else { (1..=some).fold(1, |ways, step| ways * (of + 1 - step) / step) }
    };
    let Some(&letter) = letters.first() else { return choose(blanks, taken) };
    let (same, rest): (Vec<char>, Vec<char>) = letters.iter().partition(|&&own| own == letter);
    (0..=same.len() as u128)
        .filter(|by_blank| taken + by_blank <= blanks)
        .map(|by_blank| {
            choose(bag(letter), same.len() as u128 - by_blank)
                * draws(&rest, bag, blanks, taken + by_blank)
        })
        .sum()
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
    let mut anagrams: HashMap<Vec<char>, usize> = HashMap::new();
    if filters.anagrams.is_some() {
        for ordinal in lexicon.ordinals() {
            *anagrams.entry(sorted(lexicon.word(ordinal))).or_default() += 1;
        }
    }
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
            filters.anagram_of.as_ref().is_none_or(|all| spells(all, word, true)),
            filters.within.as_ref().is_none_or(|all| spells(all, word, false)),
            filters.stem.as_ref().is_none_or(|stem| spells(&format!("{stem}?"), word, true)),
            filters.contains_all.as_ref().is_none_or(|all| {
                let count = |text: &str, letter| text.chars().filter(|own| *own == letter).count();
                let all = upper(all);
                all.chars().all(|letter| count(word, letter) >= count(&all, letter))
            }),
            !filters.excludes.iter().any(|none| upper(none).chars().any(|own| word.contains(own))),
            filters.vowels.is_none_or(|(from, to)| {
                let vowels = word.chars().filter(|letter| "AEIOU".contains(*letter)).count();
                (from..=to).contains(&vowels)
            }),
            filters.length.is_none_or(|(from, to)| (from..=to).contains(&word.len())),
            filters.anagrams.is_none_or(|least| anagrams[&sorted(word)] >= least),
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
        Some("common") => found.sort_by_key(|word| {
            let tier = lexicon.tier(lexicon.find(&word.parse().unwrap()).unwrap());
            (if tier == 0 { 256 } else { usize::from(tier) }, *word)
        }),
        Some("points") => {
            let of_game = filters.variant.unwrap_or(Variant::Wordgame).rule_data();
            let values = match &of_game.letter_values[..] {
                [] => &Variant::Wordgame.rule_data().letter_values,
                _ => &of_game.letter_values,
            };
            let value = |own: char| values.iter().find(|value| value.letter == own).unwrap().value;
            found.sort_by_key(|word| (u32::MAX - word.chars().map(value).sum::<u32>(), *word));
        }
        Some("probability") => {
            let bag = &Variant::Wordgame.rule_data().deck;
            let count = |own: char| {
                u128::from(bag.iter().find(|tile| tile.card == own.to_string()).unwrap().count)
            };
            let key = |word: &&str| u128::MAX - draws(&sorted(word), &count, count('?'), 0);
            found.sort_by_cached_key(|word| (key(word), *word));
        }
        Some("shuffled") => {
            let seed = filters.seed.clone().unwrap();
            found.sort_by_cached_key(|word| {
                let text = format!("wordcourt/words/1\0{seed}\0{word}");
                Digest::of(&[text.as_bytes()]).bytes()
            });
        }
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
        match choose(4) {
            0 => letters.push('?'),
            1 if !letters.contains('[') => letters += ["[AE]", "[rst]", "[XYZAEIO]"][choose(3)],
            1 => letters += "[AST]",
            _ if letters.contains('[') => letters.insert(0, 'e'),
            2 => letters.insert(
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
    const ORDERS: [&str; 7] =
        ["alphabetical", "shortest", "longest", "common", "points", "probability", "shuffled"];
    let mut filters = Filters::default();
    for _ in 0..=choose(3) {
        match choose(20) {
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
            9 if filters.length.is_none() => {
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
            12 => filters.contains_all = Some(some_letters(words, 3, choose)),
            13 => filters.excludes = Some(some_letters(words, 4, choose)),
            14 => {
                let word = words[choose(words.len())];
                filters.stem = Some(word[..word.len() - 1 + choose(2)].to_owned());
            }
            15 => filters.vowels = Some((choose(3), 2 + choose(4))),
            16 => filters.anagrams = Some(1 + choose(4)),
            17 if filters.min_length.is_none() => {
                filters.length = Some((2 + choose(4), 5 + choose(6)));
            }
            _ if categories.is_empty() => {}
            _ => filters.category = Some(categories[choose(categories.len())].to_owned()),
        }
    }
    if choose(3) == 0 {
        filters.order = Some(ORDERS[choose(ORDERS.len())]);
        let is_shuffled = filters.order == Some("shuffled");
        filters.seed = is_shuffled.then(|| ["1", "2026-11-28"][choose(2)].to_owned());
    }
    filters
}
