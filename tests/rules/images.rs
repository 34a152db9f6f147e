//! Images of search indexes: an image gives the same index as the words, and no wrong image is
//! believed.

use std::collections::BTreeMap;

use wordcourt::lexicon::image::ImageError;
use wordcourt::lexicon::{Lexicon, Overlay, source};
use wordcourt::rules::word_poker::{ActiveCategory, Hand, LetterValues};
use wordcourt::rules::wordgame::{Cgp, Rack, Search};
use wordcourt::rules::{SearchIndexes, Violations, my_word, play_on_words, wordgame};

use crate::Dice;

const HEADER_BYTES: usize = 64;

/// Images by the names of the indexes.
type Images = BTreeMap<&'static str, Vec<u8>>;

fn images(lexicon: &Lexicon) -> Images {
    let images = SearchIndexes::build(lexicon).images(lexicon);
    images.into_iter().map(|(id, image)| (id.index, image)).collect()
}

fn read(lexicon: &Lexicon, images: &Images) -> Result<SearchIndexes, ImageError> {
    let indexes = SearchIndexes::up_to_tier(100);
    images.values().try_for_each(|image| indexes.read_image(lexicon, image))?;
    Ok(indexes)
}

/// A few thousand words of all lengths and marks.
fn some_words() -> Lexicon {
    let source = source::embedded();
    let lines: Vec<&str> = source.words.lines().step_by(101).collect();
    Lexicon::from_text(&lines.join("\n"), "").unwrap()
}

fn few_words() -> Lexicon {
    let words = "AT\nBIGGER\nCAT\nCATS\tplural_s\nEEL\nGO\nOCEANOGRAPHERS\nPARIS\tproper\n";
    Lexicon::from_text(words, "").unwrap()
}

/// Searches the indexes of all games and returns everything that they find.
fn search_all(indexes: &SearchIndexes, lexicon: &Lexicon) -> Vec<String> {
    let mut found = Vec::new();
    let rules = wordgame::Rules::WORDGAME;
    for board in [
        "15/15/15/15/15/15/15/7CAT5/9E5/9E5/9L5/15/15/15/15 / 0/0 0",
        "15/15/15/15/15/15/15/15/15/15/15/15/15/15/15 / 0/0 0",
    ] {
        let position = Cgp::read(board, &rules, &mut Violations::default()).unwrap();
        for rack in ["AEGORST", "BIGGE?", "AC??"] {
            let rack = Rack::read(rack, 8, &mut Violations::default()).unwrap();
            let search = Search::new(indexes.wordgame(lexicon), &position.board, &rules);
            found.push(format!("{:?} {:?}", search.best(&rack, 5), search.summary(&rack, 5, 10)));
        }
    }
    for hand in ["Ab Tr Cb Er Lr Er Sb", "Ab Tr * Er"] {
        let cards: Vec<_> = hand.split(' ').map(|card| card.parse().unwrap()).collect();
        let hand = Hand::new(&cards).unwrap();
        let (values, category) = (LetterValues::default(), ActiveCategory::default());
        let best = indexes.word_poker(lexicon).best(lexicon, &hand, &values, category, 5);
        found.push(format!("{best:?}"));
    }
    for table in [&["C", "A", "T", "S", "E", "L"][..], &["A", "?", "T", "C"]] {
        let cards: Vec<_> = table.iter().map(|card| card.parse().unwrap()).collect();
        let table = my_word::Table::new(&cards);
        found.push(format!("{:?}", indexes.my_word(lexicon).best(Overlay::none(), &table, 5)));
    }
    let words = vec!["C A T".parse().unwrap()];
    let table = play_on_words::Table::new(words, &mut Violations::default()).unwrap();
    for hand in ["S E L E", "B I G * E R"] {
        let hand: play_on_words::Hand = hand.parse().unwrap();
        let stage = play_on_words::Stage::LATER;
        let position = play_on_words::Position { hand: &hand, table: &table, stage };
        let rules = play_on_words::Rules::default();
        let best = indexes.play_on_words(lexicon).best(lexicon, position, rules, 5);
        found.push(format!("{best:?}"));
    }
    found
}

#[test]
fn an_index_read_from_its_image_is_the_one_that_was_built() {
    for lexicon in [some_words(), few_words(), Lexicon::from_text("AA\n", "").unwrap()] {
        let images = images(&lexicon);
        assert_eq!(images.len(), 4);
        let (built, read) = (SearchIndexes::build(&lexicon), read(&lexicon, &images).unwrap());
        assert!(read.images(&lexicon).iter().all(|(id, image)| images[id.index] == *image));
        assert_eq!(search_all(&built, &lexicon), search_all(&read, &lexicon));
        let debug = |indexes: &SearchIndexes| {
            let words = indexes.word_poker(&lexicon);
            format!(
                "{words:?} {:?} {:?}",
                indexes.my_word(&lexicon),
                indexes.play_on_words(&lexicon)
            )
        };
        assert!(debug(&built) == debug(&read), "what is not in the image is the same as well");
    }
}

#[test]
fn an_image_of_another_lexicon_index_or_version_is_not_read() {
    let (lexicon, other) = (few_words(), Lexicon::from_text("AA\n", "").unwrap());
    for image in images(&lexicon).values() {
        let indexes = SearchIndexes::up_to_tier(100);
        assert!(matches!(indexes.read_image(&other, image), Err(ImageError::Other)));
        for byte in 0..HEADER_BYTES {
            let mut image = image.clone();
            image[byte] ^= 1;
            assert!(matches!(indexes.read_image(&lexicon, &image), Err(ImageError::Other)));
        }
        assert!(!indexes.has_any());
    }
}

#[test]
fn an_image_with_a_changed_byte_or_length_is_not_read() {
    let lexicon = few_words();
    let indexes = SearchIndexes::up_to_tier(100);
    let is_refused = |image: &[u8]| indexes.read_image(&lexicon, image).is_err();
    for image in images(&lexicon).values() {
        let mut changed = image.clone();
        for byte in 0..image.len() {
            changed[byte] ^= 1 << (byte % 8);
            assert!(is_refused(&changed), "byte {byte} of {}", image.len());
            changed[byte] = image[byte];
        }
        for length in (0..image.len()).step_by(7) {
            assert!(is_refused(&image[..length]), "{length} of {} bytes", image.len());
        }
        for added in [1, 64, 4096] {
            changed.resize(image.len() + added, 0);
            assert!(is_refused(&changed));
        }
    }
    assert!(!indexes.has_any());
}

/// Returns the places of the elements of every section.
fn sections(image: &[u8]) -> Vec<std::ops::Range<usize>> {
    let mut sections = Vec::new();
    let mut at = HEADER_BYTES;
    while at < image.len() {
        let count = u64::from_le_bytes(image[at..at + 8].try_into().unwrap());
        let size = u32::from_le_bytes(image[at + 8..at + 12].try_into().unwrap());
        let begin = at + HEADER_BYTES;
        let end = begin + usize::try_from(count).unwrap() * size as usize;
        sections.push(begin..end);
        at = end.next_multiple_of(HEADER_BYTES);
    }
    sections
}

#[test]
fn a_forged_image_with_right_checksums_does_no_harm() {
    let lexicon = few_words();
    let genuine = images(&lexicon);
    let mut dice = Dice(18);
    let mut believed = 0;
    for _ in 0..600 {
        let mut forged = genuine.clone();
        let names: Vec<&str> = genuine.keys().copied().collect();
        let image = forged.get_mut(names[dice.below(names.len())]).unwrap();
        let sections: Vec<_> =
            sections(image).into_iter().filter(|section| !section.is_empty()).collect();
        for _ in 0..=dice.below(4) {
            let section = sections[dice.below(sections.len())].clone();
            let byte = section.start + dice.below(section.len());
            image[byte] = [0, 1, 0xff, u8::try_from(dice.below(256)).unwrap()][dice.below(4)];
            let checksum = crc32fast::hash(&image[section.clone()]);
            let header = section.start - HEADER_BYTES;
            image[header + 12..header + 16].copy_from_slice(&checksum.to_le_bytes());
        }
        // Wrong best plays are possible, but no panic and no endless search.
        if let Ok(indexes) = read(&lexicon, &forged) {
            search_all(&indexes, &lexicon);
            believed += 1;
        }
    }
    assert!(believed > 50, "the forger is too clumsy: {believed}");
}
