//! The stored form of lexicons: it answers like the texts, and no damaged file is read.

use proptest::prelude::*;
use wordcourt::lexicon::source;
use wordcourt::lexicon::{
    Lexicon, Mark, Numbered, Ordinal, Overlay, STORED_VERSION, StoredError, Words,
};
use wordcourt::rules::word_search::{Order, WordSearch};
use wordcourt::rules::{SearchIndexes, Variant};

use crate::word;

const WORDS: &str = "AT\nCATS\tplural_s\tCAT\tfelines — small\t10\nGRRL\t\t\t\t70\nMICE\tplural\tMOUSE\nSEE\t\tSEE\n";
const CATEGORIES: &str = "pets\tPets\t\tCATS MICE\n";

/// Opens the stored form of the lexicon with these texts.
fn stored(words: &str, categories: &str) -> Lexicon {
    let lexicon = Lexicon::from_text(words, categories).unwrap();
    Lexicon::from_stored(lexicon.to_stored(categories)).unwrap()
}

/// Checks that a stored lexicon answers every question like a lexicon that was built from the
/// texts, without building the full index.
fn assert_same(stored: &Lexicon, built: &Lexicon) {
    assert_eq!((stored.len(), stored.digest()), (built.len(), built.digest()));
    for ordinal in built.ordinals() {
        let word: wordcourt::word::Word = built.word(ordinal).parse().unwrap();
        assert_eq!(stored.find(&word), Some(ordinal));
        assert!(stored.contains(&word));
        assert_eq!(stored.word_len(ordinal), word.len());
        assert_eq!(stored.letters(ordinal), built.letters(ordinal));
        assert_eq!(stored.marks(ordinal), built.marks(ordinal));
        assert_eq!(stored.tier(ordinal), built.tier(ordinal));
        assert_eq!(stored.lemma(ordinal), built.lemma(ordinal));
        assert_eq!(stored.definition(ordinal), built.definition(ordinal));
        assert_eq!(stored.word(ordinal), built.word(ordinal));
    }
    assert_eq!(stored.categories(), built.categories());
    assert!(stored.mark_counts().eq(built.mark_counts()));
    for mark in Mark::ALL {
        assert_eq!(stored.uses_mark(*mark), built.uses_mark(*mark));
    }
    for tier in 0..=100 {
        assert_eq!(stored.lowest_max_tier(tier), built.lowest_max_tier(tier));
    }
    for prefix in ["", "A", "B", "CA", "CATS", "CATSS", "ZZ"] {
        assert_eq!(stored.prefix_range(prefix), built.prefix_range(prefix), "{prefix}");
    }
    assert!(stored.to_text() == built.to_text());
    assert!(!stored.is_loaded());
}

#[test]
fn a_stored_lexicon_answers_like_its_texts() {
    for (words, categories) in [(WORDS, CATEGORIES), ("zoo\r\ncat\n", ""), ("AA\n", "")] {
        assert_same(&stored(words, categories), &Lexicon::from_text(words, categories).unwrap());
    }
    let source = source::embedded();
    let built = Lexicon::from_text(&source.words, &source.categories).unwrap();
    let file = built.to_stored(&source.categories);
    assert!(file.len() < 2_250_000, "{}", file.len());
    let stored = Lexicon::from_stored(file.clone()).unwrap();
    assert_same(&stored, &built);
    assert!(stored.to_stored("") == file, "a stored lexicon returns its file");
}

#[test]
fn the_stored_form_follows_from_the_words() {
    let text = |words| Lexicon::from_text(words, "").unwrap();
    let [sorted, other] = ["CAT\nDOG\n", "dog\ncat\n"].map(|words| text(words).to_stored(""));
    // They differ in the digest of the texts, and so in the SHA-256.
    assert_eq!(sorted.len(), other.len());
    assert_eq!(sorted[48..sorted.len() - 32], other[48..other.len() - 32]);
    let loaded = stored(WORDS, CATEGORIES);
    loaded.load();
    assert_eq!(loaded.to_stored(CATEGORIES), stored(WORDS, CATEGORIES).to_stored(CATEGORIES));
}

#[test]
fn a_lexicon_is_loaded_once_a_game_needs_an_index() {
    let lexicon = stored(WORDS, CATEGORIES);
    let built = Lexicon::from_text(WORDS, CATEGORIES).unwrap();
    let before: Vec<&str> = lexicon.ordinals().map(|ordinal| lexicon.word(ordinal)).collect();
    assert!(!lexicon.is_loaded() && built.is_loaded());
    SearchIndexes::default().build_for(Variant::Wordgame, &lexicon);
    assert!(lexicon.is_loaded());
    let after: Vec<&str> = lexicon.ordinals().map(|ordinal| lexicon.word(ordinal)).collect();
    assert_eq!(before, after);
    for ordinal in built.ordinals() {
        assert_eq!(lexicon.find(&word(built.word(ordinal))), Some(ordinal));
        assert_eq!(lexicon.letters(ordinal), built.letters(ordinal));
        assert_eq!(lexicon.lemma(ordinal), built.lemma(ordinal));
    }
    assert!(lexicon.to_text() == built.to_text());
}

#[test]
fn no_altered_file_is_opened() {
    let file = Lexicon::from_text(WORDS, CATEGORIES).unwrap().to_stored(CATEGORIES);
    for end in 0..file.len() {
        assert!(Lexicon::from_stored(file[..end].to_vec()).is_err(), "{end}");
    }
    let longer = [&file[..], &[0]].concat();
    assert_eq!(Lexicon::from_stored(longer).unwrap_err(), StoredError::Damaged);
    for place in 0..file.len() {
        for bit in 0..u8::BITS {
            let mut altered = file.clone();
            altered[place] ^= 1 << bit;
            let error = Lexicon::from_stored(altered).unwrap_err();
            let is_expected = match place {
                0..8 => error == StoredError::Other,
                8..12 => {
                    matches!(error, StoredError::Version(version) if version != STORED_VERSION)
                }
                _ => error == StoredError::Damaged,
            };
            assert!(is_expected, "{place}: {error}");
        }
    }
    assert!(Lexicon::from_stored(file).is_ok());
}

/// Sections whose lengths and numbers don't fit together are refused even with the right SHA-256.
#[test]
fn no_wrong_column_is_opened() {
    let file = Lexicon::from_text(WORDS, CATEGORIES).unwrap().to_stored(CATEGORIES);
    let with_digest = |mut content: Vec<u8>| {
        let digest = wordcourt::lexicon::Digest::of(&[&content]).bytes();
        content.extend_from_slice(&digest);
        Lexicon::from_stored(content)
    };
    let content = &file[..file.len() - 32];
    assert!(with_digest(content.to_vec()).is_ok());
    // The number of words, and the lengths of the nine sections.
    for place in [12].into_iter().chain((48..120).step_by(8)) {
        for byte in 0..4 {
            for value in [0x01, 0x7f, 0x80, 0xff] {
                let mut wrong = content.to_vec();
                wrong[place + byte] ^= value;
                assert!(with_digest(wrong).is_err(), "{place} {byte} {value}");
            }
        }
    }
}

#[test]
fn word_searches_and_near_misses_of_a_stored_lexicon_are_the_same() {
    let source = source::embedded();
    let built = Lexicon::from_text(&source.words, &source.categories).unwrap();
    let stored = Lexicon::from_stored(built.to_stored(&source.categories)).unwrap();
    let overlay = Overlay::new(vec![word("GRRLS"), word("QUIZ")], vec![word("QUIT")]);
    let pattern = |text: &str| Some(text.parse().unwrap());
    let all = WordSearch::default();
    let searches = [
        WordSearch { pattern: pattern("Q?I*"), ..all.clone() },
        WordSearch { pattern: pattern("*ING"), order: Order::Longest, ..all.clone() },
        WordSearch { starts: Some(word("RE")), ends: Some(word("S")), ..all.clone() },
        WordSearch { contains: Some(word("ZZ")), order: Order::Shortest, ..all.clone() },
        WordSearch { within: Some("retains?".parse().unwrap()), lengths: 6..=8, ..all.clone() },
        WordSearch { max_tier: Some(35), lengths: 2..=3, ..all.clone() },
        WordSearch { categories: vec![built.categories()[0].name.clone()], ..all.clone() },
        WordSearch { variant: Some(Variant::PlayOnWords), starts: Some(word("QUI")), ..all },
    ];
    for overlay in [Overlay::none(), &overlay] {
        let [of_stored, of_built] = [&stored, &built].map(|one| Numbered::new(one.with(overlay)));
        for search in &searches {
            let found = search.find(&of_stored, None);
            assert_eq!(found, search.find(&of_built, None), "{search}");
            assert!(!found.is_empty(), "{search}");
            let page = |words: &Numbered<'_>| -> Vec<String> {
                found.iter().take(50).map(|ordinal| words.word(*ordinal).to_owned()).collect()
            };
            assert_eq!(page(&of_stored), page(&of_built));
        }
        for text in ["quit", "dificulti", "at", "cats", "oceanograper", "xqzzk"] {
            let [of_stored, of_built] = [&stored, &built].map(|one| one.with(overlay));
            let word = word(text);
            assert_eq!(of_stored.near(&word, 20), of_built.near(&word, 20));
            assert_eq!(of_stored.near_within_two(&word, 99), of_built.near_within_two(&word, 99));
            assert_eq!(of_stored.hooks(&word), of_built.hooks(&word));
        }
    }
    assert!(!stored.is_loaded());
}

proptest! {
    #[test]
    fn any_lexicon_can_be_stored(
        rows in prop::collection::btree_map(
            "[A-Z]{2,45}",
            (0..1_u16 << 14, prop::option::of("[A-Z]{1,45}"), "[a-zé— ]{0,20}", 0..100_u8),
            1..80,
        ),
        text in "[A-Z]{1,45}",
    ) {
        let line = |(word, (marks, lemma, definition, tier)): (&String, &(_, Option<String>, _, _))| {
            let bits: u16 = *marks;
            let is_set = |mark: &&Mark| bits >> **mark as u8 & 1 == 1;
            let marks: Vec<&str> = Mark::ALL.iter().filter(is_set).map(|mark| mark.name()).collect();
            let lemma = lemma.as_deref().unwrap_or_default();
            let definition: &String = definition;
            let tier: &u8 = tier;
            format!("{word}\t{}\t{lemma}\t{definition}\t{tier}\n", marks.join(","))
        };
        let words: String = rows.iter().map(line).collect();
        let built = Lexicon::from_text(&words, "").unwrap();
        let stored = Lexicon::from_stored(built.to_stored("")).unwrap();
        assert_same(&stored, &built);
        prop_assert_eq!(stored.prefix_range(&text), built.prefix_range(&text));
        let word = word(&text);
        prop_assert_eq!(stored.find(&word), built.find(&word));
        let near = |lexicon| -> Vec<String> {
            Words::from(lexicon).near_within_two(&word, 9).into_iter().map(str::to_owned).collect()
        };
        prop_assert_eq!(near(&stored), near(&built));
        prop_assert_eq!(stored.word(Ordinal(0)), built.word(Ordinal(0)));
    }
}
