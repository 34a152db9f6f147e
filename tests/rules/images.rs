//! Images of search indexes: an image gives the same index as the words, and no wrong image is
//! believed.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, mpsc};

use wordcourt::lexicon::image::{ImageError, ImageId, ImageStore, OpenImage};
use wordcourt::lexicon::{Lexicon, source};
use wordcourt::rules::word_poker::{ActiveCategory, Hand, LetterValues};
use wordcourt::rules::wordgame::{Cgp, Rack, Search};
use wordcourt::rules::{
    IndexOrigin, SearchIndexes, Variant, Violations, my_word, play_on_words, wordgame,
};

use crate::Dice;

const HEADER_BYTES: usize = 64;

/// Images by the names of the indexes.
type Images = BTreeMap<&'static str, Vec<u8>>;

fn images(lexicon: &Lexicon) -> Images {
    let images = SearchIndexes::build(lexicon).images(lexicon);
    images.into_iter().map(|(id, image)| (id.index, image)).collect()
}

/// A store of images in memory.
#[derive(Debug)]
struct Store {
    images: Images,
    /// The names of the indexes whose images were refused, with the reasons.
    refused: Mutex<Vec<(&'static str, String)>>,
    /// The names of the indexes that were built.
    stored: Mutex<Vec<&'static str>>,
    /// If there is one, the word map cannot be opened before its sender is dropped.
    gate: Mutex<Option<mpsc::Receiver<()>>>,
}

impl Store {
    fn of(images: Images) -> Arc<Self> {
        Arc::new(Self {
            images,
            refused: Mutex::default(),
            stored: Mutex::default(),
            gate: Mutex::default(),
        })
    }

    fn indexes(self: &Arc<Self>) -> SearchIndexes {
        let images = Some(Arc::<Self>::clone(self) as Arc<dyn ImageStore>);
        SearchIndexes::from_origin(IndexOrigin { images, ..IndexOrigin::default() })
    }

    fn refused(&self) -> Vec<(&'static str, String)> {
        self.refused.lock().unwrap().clone()
    }
}

impl ImageStore for Store {
    fn open(&self, id: &ImageId) -> Option<OpenImage> {
        if id.index == "word_map"
            && let Some(gate) = &*self.gate.lock().unwrap()
        {
            assert!(gate.recv().is_err(), "the sender is dropped");
        }
        let image = self.images.get(id.index)?.clone();
        let bytes = image.len() as u64;
        Some(OpenImage { content: Box::new(std::io::Cursor::new(image)), bytes })
    }

    fn store(&self, id: ImageId, _: Vec<u8>) {
        self.stored.lock().unwrap().push(id.index);
    }

    fn refuse(&self, id: &ImageId, error: &ImageError) {
        self.refused.lock().unwrap().push((id.index, error.to_string()));
    }
}

/// Loads an index.
fn load(indexes: &SearchIndexes, lexicon: &Lexicon, name: &str) {
    match name {
        "my_word" => _ = indexes.my_word(lexicon),
        "play_on_words" => _ = indexes.play_on_words(lexicon),
        "word_poker" => _ = indexes.word_poker(lexicon),
        "wordgame" => _ = indexes.wordgame(lexicon),
        "word_map" => {
            let rack = Rack::read("AC??", 8, &mut Violations::default()).unwrap();
            let rules = wordgame::Rules::WORDGAME;
            let board = wordgame::Board::default();
            let _ = Search::new(indexes.wordgame(lexicon), &board, &rules).best(&rack, 1);
        }
        _ => panic!("{name} has an image and no search"),
    }
}

/// Loads an index from a store that has only its image, once with the lexicon and once before the
/// lexicon is used. Returns the reason if the image is refused and the index is built.
fn refusal(lexicon: &Lexicon, name: &'static str, image: &[u8]) -> Option<String> {
    let store = || Store::of(BTreeMap::from([(name, image.to_vec())]));
    let refused_by = |store: &Store| {
        let refused = store.refused();
        assert_eq!(store.stored.lock().unwrap().contains(&name), !refused.is_empty());
        assert!(refused.len() <= 1 && refused.iter().all(|(refused, _)| *refused == name));
        refused.into_iter().next().map(|(_, reason)| reason)
    };
    let later = store();
    load(&later.indexes(), lexicon, name);
    let reason = refused_by(&later);
    if name != "word_map" {
        let (replaced, early) = (SearchIndexes::from_origin(IndexOrigin::default()), store());
        load(&replaced, lexicon, name);
        let indexes = early.indexes();
        let images = indexes.read_images_of(&replaced, lexicon.digest());
        indexes.build_those_of(&replaced, images, lexicon);
        assert!(Variant::ALL.into_iter().all(|game| indexes.has(game) == replaced.has(game)));
        assert_eq!(refused_by(&early), reason);
    }
    reason
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
        found.push(format!("{:?}", indexes.my_word(lexicon).best(lexicon, &table, 5)));
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
        assert_eq!(images.len(), 5);
        let store = Store::of(images.clone());
        let (built, read) = (SearchIndexes::build(&lexicon), store.indexes());
        read.build_all(&lexicon);
        assert!(read.images(&lexicon).iter().all(|(id, image)| images[id.index] == *image));
        assert!(store.refused().is_empty() && store.stored.lock().unwrap().is_empty());
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
    const OTHER: &str = "the image has another format, or belongs to another lexicon or index";
    let (lexicon, other) = (few_words(), Lexicon::from_text("AA\n", "").unwrap());
    for (name, image) in images(&lexicon) {
        assert_eq!(refusal(&other, name, &image).as_deref(), Some(OTHER));
        for byte in 0..HEADER_BYTES {
            let mut image = image.clone();
            image[byte] ^= 1;
            assert_eq!(refusal(&lexicon, name, &image).as_deref(), Some(OTHER));
        }
    }
}

#[test]
fn an_image_with_a_changed_byte_or_length_is_not_read() {
    let lexicon = few_words();
    for (name, image) in images(&lexicon) {
        let is_refused = |image: &[u8]| refusal(&lexicon, name, image).is_some();
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
        assert!(!is_refused(&image));
    }
}

/// A large word map is read on another thread. Searches don't wait for it.
#[test]
fn searches_find_the_same_moves_until_the_word_map_is_read() {
    let source = source::embedded();
    let lines: Vec<&str> = source.words.lines().step_by(8).collect();
    let lexicon = Lexicon::from_text(&lines.join("\n"), "").unwrap();
    let expected = search_all(&SearchIndexes::build(&lexicon), &lexicon);
    for damaged in [false, true] {
        let mut images = images(&lexicon);
        if damaged {
            images.insert("word_map", vec![0; HEADER_BYTES]);
        }
        let store = Store::of(images);
        let (gate, opened) = mpsc::channel();
        *store.gate.lock().unwrap() = Some(opened);
        let indexes = store.indexes();
        assert_eq!(search_all(&indexes, &lexicon), expected, "before the map is read");
        drop(gate);
        assert_eq!(indexes.images(&lexicon).len(), 5, "waits for the map");
        assert_eq!(search_all(&indexes, &lexicon), expected);
        let refused = store.refused();
        assert!(refused.iter().map(|(name, _)| *name).eq(damaged.then_some("word_map")));
    }
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
        let store = Store::of(forged);
        search_all(&store.indexes(), &lexicon);
        believed += usize::from(store.refused().is_empty());
    }
    assert!(believed > 50, "the forger is too clumsy: {believed}");
}
