//! Images of search indexes and of lexicons: no image leads to a panic or an endless search, even if its checksums
//! are right. An image that is read is written with the same bytes.

#![no_main]

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, LazyLock};

use libfuzzer_sys::fuzz_target;
use wordcourt::edition::Edition;
use wordcourt::lexicon::Lexicon;
use wordcourt::lexicon::image::{ImageError, ImageId, ImageStore, OpenImage};
use wordcourt::lexicon::source::Source;
use wordcourt::rules::word_poker::{ActiveCategory, Hand, LetterValues};
use wordcourt::rules::wordgame::{Board, Rack, Rules, Search};
use wordcourt::rules::{IndexOrigin, SearchIndexes, Violations, my_word, play_on_words};

const HEADER_BYTES: usize = 64;

static LEXICON: LazyLock<Lexicon> = LazyLock::new(|| {
    let words = "AT\nBIGGER\nCAT\nEEL\nGO\n";
    Lexicon::from_text(words, "").expect("the text is valid")
});

/// The genuine images with their names, which the input changes. The last one is that of a lexicon.
static IMAGES: LazyLock<Vec<(&str, Vec<u8>)>> = LazyLock::new(|| {
    let indexes = SearchIndexes::build(&LEXICON).images(&LEXICON);
    let source = Source {
        name: "mini".into(),
        edition: "1".into(),
        words: "AT\t\t\tnear\nBIGGER\t\tBIG\t\t50\nCATS\tplural_s\tCAT\n".into(),
        categories: "pets\tPets\t\tCATS\n".into(),
    };
    let edition = Edition::build(&source).expect("the texts are valid");
    let indexes = indexes.into_iter().map(|(id, image)| (id.index, image));
    indexes.chain([("lexicon", edition.to_image())]).collect()
});

/// A store with one image.
#[derive(Debug)]
struct Store {
    name: &'static str,
    image: Vec<u8>,
    is_refused: AtomicBool,
}

impl ImageStore for Store {
    fn open(&self, id: &ImageId) -> Option<OpenImage> {
        let image = (id.index == self.name).then(|| self.image.clone())?;
        let bytes = image.len() as u64;
        Some(OpenImage { content: Box::new(std::io::Cursor::new(image)), bytes })
    }

    fn store(&self, _: ImageId, _: Vec<u8>) {}

    fn refuse(&self, _: &ImageId, _: &ImageError) {
        self.is_refused.store(true, Ordering::Relaxed);
    }
}

/// Every change adds a byte to one of the bytes of an image.
type Change = (u16, u8);

fuzz_target!(|input: (u8, bool, Vec<Change>)| {
    let (index, right_checksums, changes) = input;
    let index = usize::from(index) % IMAGES.len();
    let (name, mut image) = IMAGES[index].clone();
    for (place, added) in changes {
        let length = image.len();
        let byte = &mut image[usize::from(place) % length];
        *byte = byte.wrapping_add(added);
    }
    if right_checksums {
        correct_checksums(&mut image);
    }
    if index + 1 == IMAGES.len() {
        if let Ok(edition) = Edition::from_image(&image) {
            assert_eq!(edition.to_image(), image);
            let lexicon = &edition.lexicon;
            let _ = lexicon.to_text();
            search_all(&SearchIndexes::build(lexicon), lexicon);
        }
        return;
    }
    let store = Arc::new(Store { name, image, is_refused: AtomicBool::new(false) });
    let images = Some(Arc::<Store>::clone(&store) as Arc<dyn ImageStore>);
    let indexes = SearchIndexes::from_origin(IndexOrigin { images, ..IndexOrigin::default() });
    indexes.build_all(&LEXICON);
    let again = indexes.images(&LEXICON);
    if !store.is_refused.load(Ordering::Relaxed) {
        assert!(again.iter().any(|(_, again)| *again == store.image));
        search_all(&indexes, &LEXICON);
    }
});

/// Computes the checksums of all sections that are not cut off.
fn correct_checksums(image: &mut [u8]) {
    let mut rest = &mut image[HEADER_BYTES..];
    while let Some((header, after)) = rest.split_at_mut_checked(HEADER_BYTES) {
        let count = header.first_chunk().map_or(0, |bytes| u64::from_le_bytes(*bytes));
        let size = header[8..].first_chunk().map_or(0, |bytes| u32::from_le_bytes(*bytes));
        let bytes = usize::try_from(count.saturating_mul(size.into())).unwrap_or(usize::MAX);
        let Some(elements) = after.get(..bytes) else { return };
        header[12..16].copy_from_slice(&crc32fast::hash(elements).to_le_bytes());
        let end = bytes.next_multiple_of(HEADER_BYTES).min(after.len());
        rest = &mut after[end..];
    }
}

fn search_all(indexes: &SearchIndexes, lexicon: &Lexicon) {
    let rules = Rules::WORDGAME;
    let search = Search::new(indexes.wordgame(lexicon), &Board::default(), &rules);
    for rack in ["BEGGIRT", "CA??"] {
        let rack = Rack::read(rack, 8, &mut Violations::default()).expect("the rack is valid");
        let _ = search.best(&rack, 5);
        let _ = search.summary(&rack, 5, 10);
    }
    let cards = ["Ab", "Tr", "Cb", "*"].map(|card| card.parse().expect("the card is valid"));
    let hand = Hand::new(&cards).expect("the hand is valid");
    let (values, category) = (LetterValues::default(), ActiveCategory::default());
    let _ = indexes.word_poker(lexicon).best(lexicon, &hand, &values, category, 5);
    let cards = ["A", "?", "T", "C"].map(|card| card.parse().expect("the card is valid"));
    let _ = indexes.my_word(lexicon).best(lexicon, &my_word::Table::new(&cards), 5);
    let words = vec!["C A T".parse().expect("the word is valid")];
    let table = play_on_words::Table::new(words, &mut Violations::default());
    let table = table.expect("the table is valid");
    let hand: play_on_words::Hand = "B I G * E R".parse().expect("the hand is valid");
    let stage = play_on_words::Stage::LATER;
    let position = play_on_words::Position { hand: &hand, table: &table, stage };
    let rules = play_on_words::Rules::default();
    let _ = indexes.play_on_words(lexicon).best(lexicon, position, rules, 5);
}
