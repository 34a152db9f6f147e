//! The images of search indexes in the state directory: written after a build, read at the next
//! start, removed with their edition, and never in the way of a search.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::sync::Arc;

use wordcourt::lexicon::Lexicon;
use wordcourt::lexicon::image::{ImageError, ImageId, ImageStore, OpenImage, VERSION};
use wordcourt::registry::files::{Files, OsFiles};
use wordcourt::registry::state_dir::{StateDir, StateDirError};
use wordcourt::registry::updater::LexiconUpdater;
use wordcourt::rules::{IndexOrigin, SearchIndexes, Variant};

use crate::faulty_files::{Fault, FaultyFiles};
use crate::state_faults::{draft, start};

/// Returns the names of the images in a directory.
fn images_in(directory: &Path) -> BTreeSet<String> {
    let names = OsFiles.names(directory).unwrap();
    let version = format!(".v{VERSION}.");
    names.into_iter().filter(|name| name.contains(&version) && !name.starts_with('.')).collect()
}

/// Waits until a directory has this many images.
fn wait_for_images(directory: &Path, count: usize) -> BTreeSet<String> {
    while images_in(directory).len() < count {
        std::thread::yield_now();
    }
    images_in(directory)
}

/// Starts a service when the last thread of the one before has released the directory.
fn start_again(directory: &Path) -> LexiconUpdater {
    loop {
        match start(Arc::new(OsFiles), directory) {
            Err(StateDirError::InUse(_)) => std::thread::yield_now(),
            started => return started.unwrap(),
        }
    }
}

/// Uses the indexes of all games of the active edition of a lexicon.
fn search(updater: &LexiconUpdater, name: &str) {
    let edition = updater.registry().retained(Some(name)).unwrap();
    use_all(&edition.indexes, &edition.lexicon);
}

fn use_all(indexes: &SearchIndexes, lexicon: &Lexicon) {
    indexes.word_poker(lexicon);
    indexes.play_on_words(lexicon);
    indexes.wordgame(lexicon);
    indexes.my_word(lexicon);
    // This also loads the word map, which searches of Wordgame can do without.
    drop(indexes.images(lexicon));
}

#[test]
fn images_are_written_once_read_at_the_next_start_and_removed_with_their_edition() {
    let directory = tempfile::tempdir().unwrap();
    let directory = directory.path();
    let updater = start(Arc::new(OsFiles), directory).unwrap();
    updater.install(draft("club", "1", "AB\nABC\n", "")).unwrap();
    assert!(images_in(directory).is_empty(), "nothing was searched");
    search(&updater, "club");
    let images = wait_for_images(directory, 5);
    let stamps = || images.iter().map(|name| OsFiles.stamp(&directory.join(name)).unwrap());
    let before: Vec<_> = stamps().collect();
    drop(updater);

    let updater = start_again(directory);
    search(&updater, "club");
    drop(updater);
    // Threads that write images hold the directory.
    let updater = start_again(directory);
    assert!(stamps().eq(before), "no image is written again");

    updater.remove("club").unwrap();
    assert!(images_in(directory).is_empty());
    let stale = format!("{}.wordgame.v0.image", "0".repeat(64));
    fs::write(directory.join(&stale), "").unwrap();
    fs::write(directory.join("mine.image"), "").unwrap();
    updater.install(draft("club", "2", "AD\n", "")).unwrap();
    assert!(!directory.join(stale).exists() && directory.join("mine.image").exists());
}

#[test]
fn a_wrong_image_is_replaced() {
    let directory = tempfile::tempdir().unwrap();
    let directory = directory.path();
    let updater = start(Arc::new(OsFiles), directory).unwrap();
    updater.install(draft("club", "1", "AB\nABC\n", "")).unwrap();
    search(&updater, "club");
    let images = wait_for_images(directory, 5);
    drop(updater);
    let genuine: Vec<_> =
        images.iter().map(|name| fs::read(directory.join(name)).unwrap()).collect();
    for (name, image) in images.iter().zip(&genuine) {
        fs::write(directory.join(name), &image[..image.len() - 1]).unwrap();
    }
    let updater = start_again(directory);
    search(&updater, "club");
    for (name, image) in images.iter().zip(&genuine) {
        while fs::read(directory.join(name)).unwrap() != *image {
            std::thread::yield_now();
        }
    }
}

#[test]
fn a_wrong_image_is_replaced_when_its_edition_becomes_active() {
    let directory = tempfile::tempdir().unwrap();
    let directory = directory.path();
    let updater = start(Arc::new(OsFiles), directory).unwrap();
    let install_first = || {
        updater.install(draft("club", "1", "AB\nABC\n", "")).unwrap();
        search(&updater, "club");
        wait_for_images(directory, 5)
    };
    let install_second = || updater.install(draft("club", "2", "AC\nACE\n", "")).unwrap();
    let of_first = install_first();
    install_second();
    search(&updater, "club");
    let images = wait_for_images(directory, 10);
    let genuine: Vec<_> = images
        .difference(&of_first)
        .map(|name| (name, fs::read(directory.join(name)).unwrap()))
        .collect();
    for damage in [|image: &mut Vec<u8>| image.truncate(1), |image: &mut Vec<u8>| image[64] ^= 1] {
        updater.remove("club").unwrap();
        install_first();
        for (name, image) in &genuine {
            let mut damaged = image.clone();
            damage(&mut damaged);
            fs::write(directory.join(name), damaged).unwrap();
        }
        install_second();
        let active = updater.registry().retained(Some("club")).unwrap();
        assert!(Variant::ALL.into_iter().all(|variant| active.indexes.has(variant)));
        search(&updater, "club");
        for (name, image) in &genuine {
            while fs::read(directory.join(name)).unwrap() != *image {
                std::thread::yield_now();
            }
        }
    }
}

/// Stores images as the service does, but before it goes on.
#[derive(Debug)]
struct Immediately(StateDir);

impl ImageStore for Immediately {
    fn open(&self, id: &ImageId) -> Option<OpenImage> {
        self.0.open_image(id).ok()?
    }

    fn store(&self, id: ImageId, image: Vec<u8>) {
        let _ = self.0.write_image(&id, &image);
    }

    fn refuse(&self, _: &ImageId, _: &ImageError) {}
}

/// Starts a service twice on the same directory. Both times, returns what its indexes contain.
fn two_starts(files: &Arc<dyn Files>, directory: &Path, lexicon: &Lexicon) -> Vec<Vec<Vec<u8>>> {
    let starts = (0..2).filter_map(|_| {
        let state_dir = StateDir::open_in(Arc::clone(files), directory).ok()?;
        let images = Some(Arc::new(Immediately(state_dir)) as Arc<dyn ImageStore>);
        let origin = IndexOrigin { images, ..IndexOrigin::default() };
        let indexes = SearchIndexes::from_origin(origin);
        use_all(&indexes, lexicon);
        Some(indexes.images(lexicon).into_iter().map(|(_, image)| image).collect())
    });
    starts.collect()
}

#[test]
fn no_fault_of_the_disk_prevents_a_search() {
    let lexicon = Lexicon::from_text("AB\nABC\nCAB\n", "").unwrap();
    let built = SearchIndexes::build(&lexicon);
    let expected: Vec<_> = built.images(&lexicon).into_iter().map(|(_, image)| image).collect();
    for fault in Fault::ALL {
        let mut struck = 0;
        for number in 0.. {
            let directory = tempfile::tempdir().unwrap();
            let files = FaultyFiles::with(number, fault);
            let with_fault = Arc::<FaultyFiles>::clone(&files) as Arc<dyn Files>;
            for indexes in two_starts(&with_fault, directory.path(), &lexicon) {
                assert!(indexes == expected, "{fault:?} of {:?}", files.struck());
            }
            let Some(call) = files.struck() else { break };
            struck += 1;
            let after = two_starts(&(Arc::new(OsFiles) as _), directory.path(), &lexicon);
            assert!(after == [&*expected, &expected], "after {fault:?} of {call}");
            let names = OsFiles.names(directory.path()).unwrap();
            assert_eq!(names.len(), 6, "five images and the lock: {names:?}");
        }
        assert!(struck > 20, "{fault:?} of {struck} calls");
    }
}
