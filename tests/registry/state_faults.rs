//! Faults of the disk under the state directory. Each call in turn fails, is short, or is the last
//! one before the process dies. After each, the service starts again, holds every acknowledged
//! edition, and has lost no file.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::Arc;

use wordcourt::lexicon::Digest;
use wordcourt::registry::files::{Files, OsFiles};
use wordcourt::registry::manifest::FILE_NAME;
use wordcourt::registry::state_dir::{StateDir, StateDirError};
use wordcourt::registry::updater::{Draft, LexiconUpdater, UpdateError};
use wordcourt::registry::{Change, LexiconRegistry, RetainedEdition, StoredFiles};

use crate::faulty_files::{Fault, FaultyFiles};
use crate::texts::source;

/// The active edition of each lexicon, and its retained ones with their digests.
pub type Lexicons = BTreeMap<String, (String, BTreeSet<(String, String)>)>;

pub fn lexicons(updater: &LexiconUpdater) -> Lexicons {
    let snapshot = updater.registry().snapshot();
    let entries = snapshot.iter().map(|(name, entry)| {
        let ids = entry.editions().iter().map(|edition| &edition.id);
        let retained = ids.map(|id| (id.edition.clone(), id.digest.clone())).collect();
        (name.to_owned(), (entry.active().id.edition.clone(), retained))
    });
    entries.collect()
}

/// Starts a service that embeds a lexicon, as the binary does.
pub fn start(files: Arc<dyn Files>, directory: &Path) -> Result<LexiconUpdater, StateDirError> {
    let state_dir = StateDir::open_in(files, directory)?;
    let embedded = source("en", "1", "AA\n");
    let edition = RetainedEdition::build(&embedded, 0, || {}).unwrap();
    if let Ok(stored) = state_dir.store(&embedded) {
        edition.stored.set(StoredFiles { embedded: true, ..stored }).unwrap();
    }
    let registry = Arc::new(LexiconRegistry::new("en".to_owned(), 8));
    registry.change::<()>(Change::Install(edition), |_| Ok(())).unwrap();
    let updater = LexiconUpdater::new(registry, Some(state_dir), 0, || {});
    updater.restore_all(|| {})?;
    Ok(updater)
}

pub fn draft(name: &str, number: &str, words: &str, categories: &str) -> Draft {
    Draft {
        name: name.to_owned(),
        edition: Some(number.to_owned()),
        words: Some(words.to_owned().into()),
        categories: Some(categories.to_owned()),
    }
}

type Step = fn(&LexiconUpdater) -> Result<(), UpdateError>;

const STEPS: [Step; 7] = [
    |updater| updater.install(draft("club", "1", "AB\n", "")).map(drop),
    |updater| updater.install(draft("club", "2", "AB\nAC\n", "x\tX\t\tAB\n")).map(drop),
    |updater| updater.restore("club@1").map(drop),
    |updater| updater.install(draft("other", "1", "AD\n", "")).map(drop),
    |updater| updater.retain(draft("club", "0", "AE\n", "")).map(drop),
    |updater| updater.remove("other"),
    |updater| updater.install(draft("en", "mine", "AA\nAH\n", "")).map(drop),
];

/// Makes the changes until the process dies. Returns the lexicons that a restart may find. `history`
/// has the lexicons before the first change and after each change of a run without faults.
fn run(files: &FaultyFiles, updater: &LexiconUpdater, history: &[Lexicons]) -> Vec<Lexicons> {
    let mut acknowledged = lexicons(updater);
    for (index, step) in STEPS.iter().enumerate() {
        let made = step(updater);
        if files.is_dead() {
            // Nobody has received an answer.
            return vec![acknowledged, history[index + 1].clone()];
        }
        let now = lexicons(updater);
        assert!(made.is_ok() || now == acknowledged, "a refused change changes nothing: {made:?}");
        acknowledged = now;
    }
    vec![acknowledged]
}

/// Checks that a start without faults finds one of the given states.
fn assert_restored(directory: &Path, expected: &[Lexicons], context: &str) {
    let updater = start(Arc::new(OsFiles), directory).unwrap();
    let restored = lexicons(&updater);
    assert!(expected.contains(&restored), "{context}: {restored:#?} instead of {expected:#?}");
    assert!(updater.registry().snapshot().unread().is_empty(), "{context}");
    let names = OsFiles.names(directory).unwrap();
    let is_stored =
        |name: &str| [".tsv", ".fst"].iter().any(|end| name.strip_suffix(end).is_some());
    let is_known = |name: &String| name == "lock" || name == FILE_NAME || is_stored(name);
    assert!(names.iter().all(is_known), "no temporary file is left, {context}: {names:?}");
    // The next change removes only texts that no edition has.
    updater.install(draft("last", "1", "AS\n", "")).unwrap();
    let expected = lexicons(&updater);
    drop(updater);
    let updater = start(Arc::new(OsFiles), directory).unwrap();
    assert_eq!(lexicons(&updater), expected, "{context}");
    assert!(updater.registry().snapshot().unread().is_empty(), "{context}");
}

/// Returns the lexicons before the first change and after each change of a run without faults.
fn history(directory: &Path) -> Vec<Lexicons> {
    let updater = start(Arc::new(OsFiles), directory).unwrap();
    let mut history = vec![lexicons(&updater)];
    for step in STEPS {
        step(&updater).unwrap();
        history.push(lexicons(&updater));
    }
    history
}

/// Calls `test` with a fault in the first call, then with one in the second call, and so on, until
/// the test makes fewer calls. `test` gets a description of the fault once it has happened.
fn with_each_fault(test: impl Fn(&Arc<FaultyFiles>)) -> usize {
    let mut tests = 0;
    for fault in Fault::ALL {
        for number in 0.. {
            let files = FaultyFiles::with(number, fault);
            test(&files);
            if files.struck().is_none() {
                break;
            }
            tests += 1;
        }
    }
    tests
}

#[test]
fn no_fault_during_changes_loses_an_acknowledged_edition() {
    let directory = tempfile::tempdir().unwrap();
    let history = history(directory.path());
    let tests = with_each_fault(|files| {
        let directory = tempfile::tempdir().unwrap();
        let started = start(Arc::<FaultyFiles>::clone(files), directory.path());
        let expected = match &started {
            Ok(updater) if !files.is_dead() => run(files, updater, &history),
            _ => vec![history[0].clone()],
        };
        drop(started);
        assert_restored(directory.path(), &expected, &format!("{files:?}"));
    });
    println!("{tests} faults during changes");
    assert!(tests > 400);
}

#[test]
fn no_fault_during_a_start_loses_an_acknowledged_edition() {
    let tests = with_each_fault(|files| {
        let directory = tempfile::tempdir().unwrap();
        let before = history(directory.path()).pop().unwrap();
        let mut after = before.clone();
        let digest = Digest::of(&[b"AT\n"]).to_string();
        let unrelated = ("1".to_owned(), BTreeSet::from([("1".to_owned(), digest)]));
        after.insert("unrelated".to_owned(), unrelated);

        let started = start(Arc::<FaultyFiles>::clone(files), directory.path());
        // This change replaces the manifest. An edition that could not be read must stay in it.
        let changed = started
            .as_ref()
            .is_ok_and(|updater| updater.install(draft("unrelated", "1", "AT\n", "")).is_ok());
        drop(started);
        let expected = if files.is_dead() {
            vec![before, after]
        } else if changed {
            vec![after]
        } else {
            vec![before]
        };
        assert_restored(directory.path(), &expected, &format!("{files:?}"));
    });
    println!("{tests} faults during a start and a change");
    assert!(tests > 100);
}
