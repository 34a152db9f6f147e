//! Directories of lexicons, with a manifest or without: any files are listed or refused, a fetched
//! text has the size and the digest that the listing promises, and no text exceeds the limit.

#![no_main]

use std::path::Path;
use std::sync::Arc;

use libfuzzer_sys::fuzz_target;
use wordcourt::lexicon::Lexicon;
use wordcourt::registry::manifest::FILE_NAME;
use wordcourt::registry::source::LexiconSource;
use wordcourt_fuzz::MemoryFiles;

const NAMES: [&str; 8] = [
    FILE_NAME,
    "club.txt",
    "club.tsv",
    "club.txt.gz",
    "club.categories.tsv",
    "en.tsv",
    "en.categories.tsv.gz",
    "NOTES",
];
const MAX_TEXT_BYTES: usize = 1_000;

fuzz_target!(|files: Vec<(u8, &[u8])>| {
    let name = |number: u8| NAMES[usize::from(number) % NAMES.len()].to_owned();
    let files = files.into_iter().map(|(number, content)| (name(number), content.to_vec()));
    let files = Arc::new(MemoryFiles(files.collect()));
    let source = LexiconSource::in_directory(files, Path::new("lexicons"), MAX_TEXT_BYTES);
    tokio::runtime::Builder::new_current_thread().build().expect("a runtime").block_on(async {
        // Without a manifest, the second poll accepts what has not changed since the first.
        let _ = source.list(None).await;
        let Ok(Some(listing)) = source.list(None).await else { return };
        for listed in &listing.manifest.editions {
            for file in listed.files() {
                let Ok(text) = source.fetch(file).await.map(String::from) else { continue };
                assert!(text.len() <= MAX_TEXT_BYTES);
                let _ = Lexicon::from_text(&text, "");
            }
        }
    });
});
