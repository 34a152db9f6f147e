//! Faults of files and disks under a running service: odd files in its lexicon source, half-copied
//! files, a full disk, and editions that cannot be read.

use std::fmt::Write as _;
use std::fs::{self, File};
use std::io::Write as _;
use std::path::Path;
use std::process::{Child, Command};
use std::time::{Duration, Instant};

use serde_json::Value;
use wordcourt::lexicon::Digest;

use crate::lexicons::{Follower, digest, json, put, until};
use crate::service::{Connection, Service, ask, get, spawn, terminate};

fn make_fifo(path: &Path) {
    assert!(Command::new("mkfifo").arg(path).status().unwrap().success());
}

/// Waits until a process ends; fails if it takes longer than `limit`.
fn assert_ends_within(limit: Duration, process: &mut Child) {
    let start = Instant::now();
    while process.try_wait().unwrap().is_none() {
        if start.elapsed() > limit {
            process.kill().unwrap();
            panic!("the process has not ended within {limit:?}");
        }
        std::thread::sleep(Duration::from_millis(10));
    }
}

/// A directory named like a lexicon, a FIFO, a dangling link, an endless device and a file beyond the
/// size limit.
fn add_odd_files(follower: &Follower) {
    fs::create_dir(follower.path("folder.txt")).unwrap();
    make_fifo(&follower.path("fifo.txt"));
    std::os::unix::fs::symlink("nowhere", follower.path("dangling.txt")).unwrap();
    std::os::unix::fs::symlink("/dev/zero", follower.path("endless.txt")).unwrap();
    File::create(follower.path("sparse.txt")).unwrap().set_len(5 << 30).unwrap();
}

#[test]
#[cfg(target_os = "linux")]
fn an_odd_file_stops_neither_the_others_nor_the_service() {
    let mut follower = Follower::start();
    add_odd_files(&follower);
    follower.write("club.txt", "AD\n");
    follower.reload();
    until(|| follower.has_club());
    until(|| follower.polls("failed") > 0);
    assert!(follower.service.resident_kib() < 500 << 10, "no file was read whole");
    terminate(&follower.service.child);
    assert_ends_within(Duration::from_secs(20), &mut follower.service.child);

    // The same at the start.
    let source = follower.path("");
    let mut service =
        Service::start(&["--no-embedded-lexicon", "--lexicon-source", source.to_str().unwrap()]);
    assert_eq!(ask(&service.address, "GET", "/v1/lexicons/club", b"").unwrap().0, 200);
    terminate(&service.child);
    assert_ends_within(Duration::from_secs(20), &mut service.child);
}

#[test]
fn a_file_that_is_being_copied_does_not_become_active() {
    let follower = Follower::start();
    let mut copy = File::create(follower.path("club.txt")).unwrap();
    let whole = "TRADE\nTRADESMAN\n";
    let (first, rest) = whole.split_at(13);
    assert!(first.ends_with("TRADESM"));
    copy.write_all(first.as_bytes()).unwrap();
    follower.reload();
    until(|| follower.polls("waiting") > 0);
    assert!(!follower.has_club());
    copy.write_all(rest.as_bytes()).unwrap();
    until(|| follower.has_club());
    assert_eq!(
        digest(&follower.service, "club"),
        Digest::of(&[whole.as_bytes()]).to_string(),
        "the first active edition is complete"
    );
}

/// Returns a text that takes many seconds to build.
fn long_text() -> String {
    let mut text = String::new();
    for number in 0..2_000_000 {
        let letter = |place: u32| {
            char::from(b"ABCDEFGHIJKLMNOPQRSTUVWXYZ"[number / 26_usize.pow(place) % 26])
        };
        let letters: String = (0..5).rev().map(letter).collect();
        writeln!(text, "{letters}").unwrap();
    }
    text
}

/// A thread that builds an edition stands for one that waits for a file system.
#[test]
fn a_busy_thread_does_not_delay_the_end_of_the_process() {
    let text = long_text();
    let mut follower = Follower::start();
    follower.write("long.txt", &text);
    follower.reload();
    until(|| follower.polls("waiting") > 0);
    // The second poll finds the same file and builds the edition.
    std::thread::sleep(Duration::from_secs(3));
    terminate(&follower.service.child);
    assert_ends_within(Duration::from_secs(4), &mut follower.service.child);

    let source = follower.path("");
    let mut starting = spawn(
        &[
            "--listen",
            "127.0.0.1:0",
            "--ops-listen",
            "127.0.0.1:0",
            "--no-embedded-lexicon",
            "--lexicon-source",
            source.to_str().unwrap(),
        ],
        &[],
    );
    std::thread::sleep(Duration::from_secs(4));
    assert_eq!(starting.try_wait().unwrap(), None, "it has not started yet");
    terminate(&starting);
    assert_ends_within(Duration::from_secs(4), &mut starting);
    assert!(starting.wait().unwrap().success());
}

/// Returns the names of the files in the state directory.
fn names(directory: &Path) -> Vec<String> {
    let entries = fs::read_dir(directory).unwrap();
    let mut names: Vec<String> =
        entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort_unstable();
    names
}

#[test]
fn a_service_restarts_on_a_full_disk_and_refuses_changes_with_the_reason() {
    let directory = tempfile::tempdir().unwrap();
    let arguments = ["--state-dir", directory.path().to_str().unwrap()];
    let service = Service::start(&arguments);
    assert_eq!(put(&service, "club?edition=1", "AA\nAB\n").0, 200);
    let (en, club) = (digest(&service, "en"), digest(&service, "club"));
    drop(service);

    // The service was killed, perhaps while it wrote an image; the next start removes what is left of it.
    let mut stored = names(directory.path());
    stored.retain(|name| !name.starts_with('.'));
    let service = Service::start_on_full_disk(&arguments);
    assert_eq!((digest(&service, "en"), digest(&service, "club")), (en, club));
    let (status, problem) = put(&service, "club?edition=2", "AA\nAC\n");
    assert_eq!((status, &problem["code"]), (507, &Value::from("insufficient_storage")));
    let detail = problem["detail"].as_str().unwrap();
    assert!(
        detail.contains("could not be persisted") && detail.contains("File too large"),
        "{detail}"
    );
    assert_eq!(ask(&service.ops_address, "GET", "/admin/lexicons", b"").unwrap().0, 200);
    assert_eq!(names(directory.path()), stored, "no temporary file stays behind");
}

#[test]
fn an_edition_that_cannot_be_read_is_counted_and_kept() {
    let directory = tempfile::tempdir().unwrap();
    let arguments = ["--state-dir", directory.path().to_str().unwrap()];
    let service = Service::start(&arguments);
    assert_eq!(put(&service, "club?edition=1", "AA\nAB\n").0, 200);
    let club = digest(&service, "club");
    drop(service);
    let file = directory.path().join(format!("{}.tsv", club.trim_start_matches("sha256:")));
    let aside = directory.path().join("aside");
    fs::rename(&file, &aside).unwrap();

    let service = Service::start(&arguments);
    let metrics = get(&service.ops_address, "/metrics");
    assert!(metrics.contains("wordcourt_lexicon_unread_editions{lexicon=\"club\"} 1"), "{metrics}");
    assert!(metrics.contains("wordcourt_lexicon_unread_editions{lexicon=\"en\"} 0"), "{metrics}");
    fs::rename(&aside, &file).unwrap();
    let text = "AD\n".as_bytes();
    let answer =
        Connection::open(&service.ops_address).ask("PUT", "/admin/lexicons/other", "", text);
    assert_eq!(json(answer).0, 200);
    drop(service);

    let service = Service::start(&arguments);
    assert_eq!(digest(&service, "club"), club);
    let metrics = get(&service.ops_address, "/metrics");
    assert!(metrics.contains("wordcourt_lexicon_unread_editions{lexicon=\"club\"} 0"), "{metrics}");
}

/// The odd files are FIFOs, which nobody writes to, and a directory.
#[test]
#[cfg(target_os = "linux")]
fn a_file_of_settings_that_is_not_a_regular_file_ends_the_start() {
    let directory = tempfile::tempdir().unwrap();
    let path = |name: &str| directory.path().join(name).to_str().unwrap().to_owned();
    make_fifo(Path::new(&path("fifo")));
    fs::create_dir(path("folder")).unwrap();
    fs::create_dir(path("wordnet")).unwrap();
    make_fifo(Path::new(&path("wordnet/index.noun")));
    for (flag, file) in [
        ("--api-keys", "fifo"),
        ("--api-keys", "folder"),
        ("--admin-tokens", "fifo"),
        ("--signing-key", "fifo"),
        ("--config", "fifo"),
        ("--config", "folder"),
        ("--wordnet", "wordnet"),
    ] {
        let mut arguments = vec!["--listen", "127.0.0.1:0", "--ops-listen", "127.0.0.1:0"];
        let file = path(file);
        arguments.extend([flag, &file]);
        let mut starting = spawn(&arguments, &[]);
        assert_ends_within(Duration::from_mins(1), &mut starting);
        let output = starting.wait_with_output().unwrap();
        assert!(!output.status.success(), "{flag} {file}");
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(errors.contains(flag) && errors.contains(&file), "{errors}");
        assert!(errors.contains("not a regular file"), "{errors}");
    }
}

#[test]
fn a_refused_file_is_logged_once_per_change() {
    let follower = Follower::start();
    let service = &follower.service;
    follower.write("club.txt", "A1\n");
    let refused = || service.logged("cannot install an edition of the lexicon source");
    let counted = || {
        let metrics = get(&service.ops_address, "/metrics");
        let name = "wordcourt_lexicon_changes_total{lexicon=\"club\",outcome=\"refused\"} ";
        let count = metrics.lines().find_map(|line| line.strip_prefix(name));
        count.map_or(0, |count| count.parse::<u32>().unwrap())
    };
    let poll_until = |count| {
        until(|| {
            follower.reload();
            counted() >= count
        });
    };
    poll_until(3);
    assert_eq!(refused(), 1);
    follower.write("club.txt", "A1\nB2\n");
    until(|| {
        follower.reload();
        refused() == 2
    });
    poll_until(counted() + 3);
    assert_eq!(refused(), 2);
}
