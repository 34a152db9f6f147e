//! Changes to the lexicons of a running service, which survive restarts and crashes.

use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::time::Duration;

use serde_json::Value;

use crate::service::{Connection, Service, ask, get, write_secret};

pub fn json(answer: Option<(u16, String)>) -> (u16, Value) {
    let (status, body) = answer.unwrap();
    (status, serde_json::from_str(&body).unwrap_or(Value::String(body)))
}

pub fn put(service: &Service, path: &str, text: &str) -> (u16, Value) {
    json(ask(&service.ops_address, "PUT", &format!("/admin/lexicons/{path}"), text.as_bytes()))
}

/// Starts a service whose only lexicon is a small one.
pub fn start_small(directory: &Path, more: &[&str]) -> Service {
    let location = directory.join("lexicon_source");
    fs::create_dir_all(&location).unwrap();
    let words = location.join("en.txt");
    if !words.exists() {
        fs::write(words, "AA\nAB\n").unwrap();
    }
    let mut arguments =
        vec!["--no-embedded-lexicon", "--lexicon-source", location.to_str().unwrap()];
    arguments.extend(more);
    Service::start(&arguments)
}

pub fn digest(service: &Service, selector: &str) -> String {
    let (status, lexicon) =
        json(ask(&service.address, "GET", &format!("/v1/lexicons/{selector}"), b""));
    assert_eq!(status, 200, "{lexicon}");
    lexicon["digest"].as_str().unwrap().to_owned()
}

#[test]
fn a_lexicon_is_installed_rolled_back_and_removed() {
    let service = Service::start(&[]);
    let (status, changed) = put(&service, "club?edition=2026.1", "aa\nab\tslang\n");
    assert_eq!(
        (status, &changed["lexicon"]["edition"], &changed["words"]),
        (200, &Value::from("2026.1"), &Value::from(2))
    );
    assert_eq!(changed["survives_restart"], false);
    let (_, changed) = put(&service, "club", "AB\nAC\n");
    assert_eq!(changed["before"]["edition"], "2026.1");
    let (_, unchanged) = put(&service, "club", "AB\nAC\n");
    assert_eq!(unchanged["unchanged"], true);
    let (status, taken) = put(&service, "club?edition=2026.1", "AD\n");
    assert_eq!(
        (status, &taken["code"]),
        (409, &Value::from("change_refused")),
        "an edition never changes"
    );

    let judge = |selector: &str, word: &str| {
        let body = format!(r#"{{"words": ["{word}"], "lexicon": "{selector}"}}"#);
        json(Connection::open(&service.address).post("/v1/words/validate", &body)).1["all_valid"]
            .clone()
    };
    assert_eq!((judge("club", "AA"), judge("club", "AC")), (Value::from(false), Value::from(true)));
    assert_eq!(judge("club@2026.1", "AA"), true, "earlier rulings remain reproducible");
    assert_eq!(judge("en", "QUIZ"), true, "other lexicons are unchanged");

    let (_, diff) = json(ask(&service.ops_address, "GET", "/admin/lexicons/club/diff", b""));
    assert_eq!(
        (&diff["added"]["words"][0], &diff["removed"]["words"][0]),
        (&Value::from("AC"), &Value::from("AA"))
    );
    assert_eq!(diff["remarked"]["words"][0]["word"], "AB");

    let (status, restored) =
        json(ask(&service.ops_address, "POST", "/admin/lexicons/club/rollback", b""));
    assert_eq!((status, &restored["lexicon"]["edition"]), (200, &Value::from("2026.1")));
    let (status, _) =
        json(ask(&service.ops_address, "POST", "/admin/lexicons/club/rollback?to=1999", b""));
    assert_eq!(status, 409);
    let categories = "pets\tPets\t\tAA\n";
    let (status, changed) = put(&service, "club/categories", categories);
    assert_eq!((status, &changed["words"]), (200, &Value::from(2)));
    let (_, club) = json(ask(&service.address, "GET", "/v1/lexicons/club", b""));
    assert_eq!(
        (&club["categories"][0]["name"], club["editions_held"].as_array().unwrap().len()),
        (&Value::from("pets"), 3)
    );

    assert_eq!(ask(&service.ops_address, "DELETE", "/admin/lexicons/club", b"").unwrap().0, 204);
    assert_eq!(ask(&service.address, "GET", "/v1/lexicons/club", b"").unwrap().0, 404);
    assert_eq!(
        ask(&service.ops_address, "DELETE", "/admin/lexicons/en", b"").unwrap().0,
        409,
        "the default lexicon is not removed"
    );
    assert_eq!(ask(&service.ops_address, "DELETE", "/admin/lexicons/club", b"").unwrap().0, 404);
}

#[test]
fn a_bad_text_is_refused_with_its_bad_lines_and_changes_nothing() {
    let directory = tempfile::tempdir().unwrap();
    let service = start_small(directory.path(), &["--lexicon-limit", "1000"]);
    let before = digest(&service, "en");
    let (status, problem) = put(&service, "en", "AA\n\nA1\nAA\nAB\tnoun\n");
    assert_eq!((status, &problem["code"]), (422, &Value::from("lexicon_refused")));
    let lines: Vec<u64> = problem["breaches"]
        .as_array()
        .unwrap()
        .iter()
        .map(|breach| breach["line"].as_u64().unwrap())
        .collect();
    assert_eq!(lines, [2, 3, 4, 5]);
    let (_, problem) = put(&service, "en", &"1\n".repeat(400));
    assert_eq!(problem["breaches"].as_array().unwrap().len(), 100);
    let mut bomb = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
    bomb.write_all(&vec![b'A'; 10_000]).unwrap();
    let bomb = bomb.finish().unwrap();
    let long = "AA\n".repeat(400);
    for (path, body, expected) in [
        ("en", &b""[..], 422),
        ("en", &b"\xff\xfe\n"[..], 422),
        ("en", &bomb, 413),
        ("en", &bomb[..20], 422),
        ("en", long.as_bytes(), 413),
        ("EN", b"AA\n", 400),
        ("..%2Fx", b"AA\n", 400),
        ("en?edition=a%20b", b"AA\n", 400),
        ("en?version=1", b"AA\n", 400),
        ("fr/categories", b"x\tX\t\tAA\n", 409),
        ("en/categories", b"x", 422),
    ] {
        let (status, problem) =
            json(ask(&service.ops_address, "PUT", &format!("/admin/lexicons/{path}"), body));
        assert_eq!(status, expected, "{path}: {problem}");
        assert!(problem["detail"].as_str().is_some_and(|detail| !detail.is_empty()), "{problem}");
    }
    assert_eq!(digest(&service, "en"), before, "the active edition is unchanged");
    let metrics = get(&service.ops_address, "/metrics");
    assert!(
        metrics.contains(r#"wordcourt_lexicon_changes_total{lexicon="en",outcome="refused"} 9"#),
        "{metrics}"
    );
    // An incomplete upload changes nothing, and the next upload is accepted.
    let mut cut = std::net::TcpStream::connect(&service.ops_address).unwrap();
    cut.write_all(
        b"PUT /admin/lexicons/en HTTP/1.1\r\nhost: localhost\r\ncontent-length: 100\r\n\r\nAA\n",
    )
    .unwrap();
    drop(cut);
    let mut gzip = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
    gzip.write_all(b"AA\nAC\n").unwrap();
    let (status, _) =
        json(ask(&service.ops_address, "PUT", "/admin/lexicons/en", &gzip.finish().unwrap()));
    assert_eq!(status, 200);
}

#[test]
fn only_operators_can_change_lexicons() {
    let directory = tempfile::tempdir().unwrap();
    let tokens = directory.path().join("tokens");
    write_secret(&tokens, "ann 0123456789abcdef\n");
    let service = start_small(directory.path(), &["--admin-tokens", tokens.to_str().unwrap()]);
    let put = |headers: &str| {
        Connection::open(&service.ops_address)
            .ask("PUT", "/admin/lexicons/en", headers, b"AA\nAC\n")
            .unwrap()
            .0
    };
    assert_eq!(put(""), 401);
    assert_eq!(put("authorization: Bearer 0123456789abcdee\r\n"), 401);
    assert_eq!(put("authorization: Bearer 0123456789abcdef\r\n"), 200);
    write_secret(&tokens, "ann fedcba9876543210\n");
    service.hang_up();
    while put("authorization: Bearer 0123456789abcdef\r\n") != 401 {}
    assert_eq!(put("authorization: Bearer fedcba9876543210\r\n"), 200);

    let directory = tempfile::tempdir().unwrap();
    let service = start_small(directory.path(), &["--read-only"]);
    assert_eq!(ask(&service.ops_address, "PUT", "/admin/lexicons/en", b"AA\n").unwrap().0, 403);
    assert_eq!(ask(&service.ops_address, "GET", "/admin/lexicons", b"").unwrap().0, 200);
    let web_page = Connection::open(&service.ops_address).ask(
        "GET",
        "/admin/lexicons",
        "origin: http://x\r\n",
        b"",
    );
    assert_eq!(web_page.unwrap().0, 403);

    let open = crate::run(&["--ops-listen", "0.0.0.0:0", "--listen", "127.0.0.1:0"]);
    assert!(!open.status.success());
    assert!(
        String::from_utf8_lossy(&open.stderr).contains("--admin-tokens"),
        "the error says how to fix it"
    );
}

/// A service that polls its lexicon source only on request.
pub struct Follower {
    directory: tempfile::TempDir,
    pub service: Service,
}

impl Follower {
    pub fn start() -> Self {
        let directory = tempfile::tempdir().unwrap();
        let service = start_small(directory.path(), &["--lexicon-source-poll", "0s"]);
        Self { directory, service }
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.directory.path().join("lexicon_source").join(name)
    }

    /// Replaces a file at once, so that no poll finds a part of it.
    pub fn write(&self, name: &str, text: &str) {
        let written = self.directory.path().join("written");
        fs::write(&written, text).unwrap();
        fs::rename(written, self.path(name)).unwrap();
    }

    /// Writes a manifest with one edition, whose only word is `AA`.
    fn write_manifest(&self, sha256: &str) {
        self.write("en.txt", "AA\n");
        let words = format!(r#"{{"path": "en.txt", "sha256": "{sha256}", "bytes": 3}}"#);
        let edition = format!(r#"{{"name": "en", "edition": "3", "words": {words}}}"#);
        self.write("manifest.json", &format!(r#"{{"editions": [{edition}]}}"#));
    }

    pub fn reload(&self) {
        let response = ask(&self.service.ops_address, "POST", "/admin/reload", b"").unwrap();
        assert_eq!(response.0, 202);
    }

    pub fn has_club(&self) -> bool {
        ask(&self.service.address, "GET", "/v1/lexicons/club", b"").unwrap().0 == 200
    }

    /// Returns the number of polls with an outcome.
    pub fn polls(&self, outcome: &str) -> usize {
        let metrics = get(&self.service.ops_address, "/metrics");
        let name = format!("wordcourt_lexicon_source_polls_total{{outcome=\"{outcome}\"}} ");
        let count = metrics.lines().find_map(|line| line.strip_prefix(&name));
        count.map_or(0, |count| count.parse().unwrap())
    }
}

pub fn until(condition: impl Fn() -> bool) {
    while !condition() {
        std::thread::sleep(Duration::from_millis(10));
    }
}

#[test]
fn the_service_follows_its_lexicon_source() {
    let follower = Follower::start();
    let first = digest(&follower.service, "en");
    follower.write("en.txt", "AA\nAC\n");
    follower.write("club.tsv", "AD\n");
    follower.reload();
    until(|| digest(&follower.service, "en") != first);
    until(|| follower.has_club());

    let second = digest(&follower.service, "en");
    // printf 'AA\n' | sha256sum
    follower.write_manifest("da681d6977c927d5a0989d0c9a381e90afc9b2a39ce07e771ea01839e7e99969");
    // SIGHUP also starts a poll.
    follower.service.hang_up();
    until(|| digest(&follower.service, "en") != second);
    assert_eq!(digest(&follower.service, "en@3"), digest(&follower.service, "en"));
    let previous = digest(&follower.service, &format!("en@{second}"));
    assert_eq!(previous, second, "the previously active edition is retained");
    until(|| !follower.has_club());
}

#[test]
fn errors_of_the_lexicon_source_change_nothing_and_are_counted() {
    let follower = Follower::start();
    follower.write("club.tsv", "AD\n");
    follower.reload();
    until(|| follower.has_club());
    let first = digest(&follower.service, "en");
    // A bad text. The removal of another lexicon is applied nevertheless.
    follower.write("en.txt", "A1\n");
    fs::remove_file(follower.path("club.tsv")).unwrap();
    follower.reload();
    until(|| follower.polls("failed") == 1);
    assert!(!follower.has_club());
    // A malformed manifest.
    follower.write("manifest.json", "{");
    follower.reload();
    until(|| follower.polls("unreachable") == 1);
    // A manifest with a wrong digest.
    follower.write_manifest(&"0".repeat(64));
    follower.reload();
    until(|| follower.polls("failed") == 2);
    assert_eq!(digest(&follower.service, "en"), first);
}

#[test]
fn editions_survive_a_restart() {
    let directory = tempfile::tempdir().unwrap();
    let state = directory.path().join("state");
    let state = state.to_str().unwrap();
    let service = Service::start(&["--state-dir", state]);
    for (number, words) in [("1", "AA\n"), ("2", "AB\n"), ("3", "AD\n")] {
        let (_, changed) = put(&service, &format!("club?edition={number}"), words);
        assert_eq!(changed["survives_restart"], true);
    }
    assert_eq!(
        ask(&service.ops_address, "POST", "/admin/lexicons/club/rollback?to=2", b"").unwrap().0,
        200
    );
    assert_eq!(put(&service, "en?edition=mine", "AA\nAH\n").0, 200);
    let (en, club) = (digest(&service, "en"), digest(&service, "club"));
    drop(service);

    let service = Service::start(&["--state-dir", state]);
    assert_eq!((digest(&service, "en"), digest(&service, "club")), (en, club));
    // The other editions are restored while the service is already running.
    while ask(&service.address, "GET", "/v1/lexicons/club@1", b"").unwrap().0 != 200 {
        std::thread::sleep(Duration::from_millis(10));
    }
    let (_, lexicon) = json(ask(&service.address, "GET", "/v1/lexicons/en", b""));
    assert_eq!(
        lexicon["editions_held"].as_array().unwrap().len(),
        2,
        "the embedded edition is retained"
    );
    let other = crate::run(&[
        "--state-dir",
        state,
        "--listen",
        "127.0.0.1:0",
        "--ops-listen",
        "127.0.0.1:0",
    ]);
    assert!(!other.status.success());
    assert!(String::from_utf8_lossy(&other.stderr).contains("in use"));
}

/// Returns a lexicon text that differs from the texts of all other numbers. Only even numbers have
/// the word `AA`, only odd numbers have `AB`.
pub fn text_of(number: usize) -> String {
    let letter = |digit: usize| char::from(b"ABCDEFGHIJKLMNOPQRSTUVWXYZ"[digit % 26]);
    let tail: String = [number / 676, number / 26, number].map(letter).iter().collect();
    let witness = if number.is_multiple_of(2) { "AA" } else { "AB" };
    format!("{witness}\nZZ{tail}\nCAT\nCATS\nCARE\nRACE\nTEA\nEAT\nATE\n")
}

#[test]
fn a_killed_service_restarts_with_a_complete_edition() {
    let directory = tempfile::tempdir().unwrap();
    let state = directory.path().join("state");
    let arguments = ["--state-dir", state.to_str().unwrap()];
    let digest_of = |text: &str| wordcourt::lexicon::Digest::of(&[text.as_bytes()]).to_string();
    let mut expected = vec![digest_of("AA\nAB\n")];
    for round in 0..100 {
        let mut service = start_small(directory.path(), &arguments);
        let now = digest(&service, "en");
        assert!(
            expected.contains(&now),
            "round {round}: {now} is neither the last confirmed edition nor the one being uploaded: {expected:?}"
        );
        let (_, lexicon) = json(ask(&service.address, "GET", "/v1/lexicons/en", b""));
        assert!([2, 9].contains(&lexicon["words"].as_u64().unwrap()), "{lexicon}");
        // Confirmed editions are stored. The one being uploaded may or may not be stored.
        let uploads = {
            let address = service.ops_address.clone();
            std::thread::spawn(move || {
                let mut confirmed = now;
                for number in 0.. {
                    let text = text_of(number + round * 170);
                    let uploading = digest_of(&text);
                    let sent = Connection::try_open(&address).and_then(|mut service| {
                        service.ask("PUT", "/admin/lexicons/en", "", text.as_bytes())
                    });
                    let Some((200, _)) = sent else { return vec![confirmed, uploading] };
                    confirmed = uploading;
                }
                Vec::new()
            })
        };
        std::thread::sleep(Duration::from_micros(500 + 733 * round as u64));
        service.child.kill().unwrap();
        service.child.wait().unwrap();
        expected = uploads.join().unwrap();
    }
}
