//! Changing lexicons while the service runs, and after it has died.

use std::collections::HashMap;
use std::fs;
use std::io::Write as _;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::service::{Connection, Service, ask, get};

fn json(answer: Option<(u16, String)>) -> (u16, Value) {
    let (status, body) = answer.unwrap();
    (status, serde_json::from_str(&body).unwrap_or(Value::String(body)))
}

fn put(service: &Service, path: &str, text: &str) -> (u16, Value) {
    json(ask(&service.ops_address, "PUT", &format!("/admin/lexicons/{path}"), text.as_bytes()))
}

/// A service with nothing but a small lexicon of its own.
fn start_small(directory: &Path, more: &[&str]) -> Service {
    let location = directory.join("depot");
    fs::create_dir_all(&location).unwrap();
    let words = location.join("en.txt");
    if !words.exists() {
        fs::write(words, "AA\nAB\n").unwrap();
    }
    let mut arguments = vec!["--without-compiled-in", "--lexicons", location.to_str().unwrap()];
    arguments.extend(more);
    Service::start(&arguments)
}

fn digest(service: &Service, selector: &str) -> String {
    let (status, lexicon) = json(ask(&service.address, "GET", &format!("/v1/lexicons/{selector}"), b""));
    assert_eq!(status, 200, "{lexicon}");
    lexicon["digest"].as_str().unwrap().to_owned()
}

#[test]
fn a_lexicon_is_put_in_force_and_taken_back() {
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
    assert_eq!((status, &taken["code"]), (409, &Value::from("change_refused")), "an edition never changes");

    let judge = |selector: &str, word: &str| {
        let body = format!(r#"{{"words": ["{word}"], "lexicon": "{selector}"}}"#);
        json(Connection::open(&service.address).post("/v1/words/validate", &body)).1["all_valid"].clone()
    };
    assert_eq!((judge("club", "AA"), judge("club", "AC")), (Value::from(false), Value::from(true)));
    assert_eq!(judge("club@2026.1", "AA"), true, "an old ruling can still be reproduced");
    assert_eq!(judge("en", "QUIZ"), true, "other lexicons are what they were");

    let (_, diff) = json(ask(&service.ops_address, "GET", "/admin/lexicons/club/diff", b""));
    assert_eq!((&diff["added"]["words"][0], &diff["removed"]["words"][0]), (&Value::from("AC"), &Value::from("AA")));
    assert_eq!(diff["remarked"]["words"][0]["word"], "AB");

    let (status, restored) = json(ask(&service.ops_address, "POST", "/admin/lexicons/club/rollback", b""));
    assert_eq!((status, &restored["lexicon"]["edition"]), (200, &Value::from("2026.1")));
    let (status, _) = json(ask(&service.ops_address, "POST", "/admin/lexicons/club/rollback?to=1999", b""));
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
    assert_eq!(ask(&service.ops_address, "DELETE", "/admin/lexicons/en", b"").unwrap().0, 409, "the default one stays");
    assert_eq!(ask(&service.ops_address, "DELETE", "/admin/lexicons/club", b"").unwrap().0, 404);
}

#[test]
fn a_bad_text_is_refused_with_its_lines_and_does_no_harm() {
    let directory = tempfile::tempdir().unwrap();
    let service = start_small(directory.path(), &["--lexicon-limit", "1000"]);
    let before = digest(&service, "en");
    let (status, problem) = put(&service, "en", "AA\n\nA1\nAA\nAB\tnoun\n");
    assert_eq!((status, &problem["code"]), (422, &Value::from("lexicon_refused")));
    let lines: Vec<u64> =
        problem["breaches"].as_array().unwrap().iter().map(|breach| breach["line"].as_u64().unwrap()).collect();
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
        let (status, problem) = json(ask(&service.ops_address, "PUT", &format!("/admin/lexicons/{path}"), body));
        assert_eq!(status, expected, "{path}: {problem}");
        assert!(problem["detail"].as_str().is_some_and(|detail| !detail.is_empty()), "{problem}");
    }
    assert_eq!(digest(&service, "en"), before, "what was in force still is");
    let metrics = get(&service.ops_address, "/metrics");
    assert!(metrics.contains(r#"wordcourt_lexicon_changes_total{lexicon="en",outcome="refused"} 9"#), "{metrics}");
    // A body that breaks off changes nothing, and the next one is taken.
    let mut cut = std::net::TcpStream::connect(&service.ops_address).unwrap();
    cut.write_all(b"PUT /admin/lexicons/en HTTP/1.1\r\nhost: localhost\r\ncontent-length: 100\r\n\r\nAA\n").unwrap();
    drop(cut);
    let mut packed = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
    packed.write_all(b"AA\nAC\n").unwrap();
    let (status, _) = json(ask(&service.ops_address, "PUT", "/admin/lexicons/en", &packed.finish().unwrap()));
    assert_eq!(status, 200);
}

#[test]
fn only_those_who_may_change_lexicons() {
    let directory = tempfile::tempdir().unwrap();
    let tokens = directory.path().join("tokens");
    fs::write(&tokens, "ann 0123456789abcdef\n").unwrap();
    let service = start_small(directory.path(), &["--admin-tokens", tokens.to_str().unwrap()]);
    let put = |headers: &str| {
        Connection::open(&service.ops_address).ask("PUT", "/admin/lexicons/en", headers, b"AA\nAC\n").unwrap().0
    };
    assert_eq!(put(""), 401);
    assert_eq!(put("authorization: Bearer 0123456789abcdee\r\n"), 401);
    assert_eq!(put("authorization: Bearer 0123456789abcdef\r\n"), 200);

    let directory = tempfile::tempdir().unwrap();
    let service = start_small(directory.path(), &["--read-only"]);
    assert_eq!(ask(&service.ops_address, "PUT", "/admin/lexicons/en", b"AA\n").unwrap().0, 403);
    assert_eq!(ask(&service.ops_address, "GET", "/admin/lexicons", b"").unwrap().0, 200);
    let web_page = Connection::open(&service.ops_address).ask("GET", "/admin/lexicons", "origin: http://x\r\n", b"");
    assert_eq!(web_page.unwrap().0, 403);

    let open = crate::run(&["--ops-listen", "0.0.0.0:0", "--listen", "127.0.0.1:0"]);
    assert!(!open.status.success());
    assert!(String::from_utf8_lossy(&open.stderr).contains("--admin-tokens"), "it says what to do");
}

#[test]
fn a_depot_is_followed() {
    let directory = tempfile::tempdir().unwrap();
    let service = start_small(directory.path(), &["--lexicons-poll", "0s"]);
    let at = |name: &str| directory.path().join("depot").join(name);
    let reload = || assert_eq!(ask(&service.ops_address, "POST", "/admin/reload", b"").unwrap().0, 202);
    let until = |what: &dyn Fn() -> bool| {
        while !what() {
            std::thread::sleep(Duration::from_millis(10));
        }
    };
    let first = digest(&service, "en");
    fs::write(at("en.txt"), "AA\nAC\n").unwrap();
    fs::write(at("club.tsv"), "AD\n").unwrap();
    reload();
    until(&|| digest(&service, "en") != first);
    until(&|| ask(&service.address, "GET", "/v1/lexicons/club", b"").unwrap().0 == 200);

    let counted = |outcome: &str| {
        let metrics = get(&service.ops_address, "/metrics");
        let name = format!("wordcourt_depot_looks_total{{outcome=\"{outcome}\"}} ");
        metrics.lines().find_map(|line| line.strip_prefix(&name)?.parse::<usize>().ok()).unwrap_or_default()
    };
    let second = digest(&service, "en");
    // A bad text, a manifest that can't be read, one with a wrong digest: what is in force stays, and a metric says why.
    fs::write(at("en.txt"), "A1\n").unwrap();
    fs::remove_file(at("club.tsv")).unwrap();
    reload();
    until(&|| counted("failed") == 1);
    assert_eq!(ask(&service.address, "GET", "/v1/lexicons/club", b"").unwrap().0, 404, "it is there no longer");
    fs::write(at("manifest.json"), "{").unwrap();
    reload();
    until(&|| counted("unreachable") == 1);
    fs::write(at("en.txt"), "AA\n").unwrap();
    let manifest = |sha256: &str| {
        format!(
            r#"{{"editions": [{{"name": "en", "edition": "3", "words": {{"path": "en.txt", "sha256": "{sha256}", "bytes": 3}}}}]}}"#
        )
    };
    fs::write(at("manifest.json"), manifest(&"0".repeat(64))).unwrap();
    reload();
    until(&|| counted("failed") == 2);
    assert_eq!(digest(&service, "en"), second);
    // printf 'AA\n' | sha256sum
    fs::write(at("manifest.json"), manifest("da681d6977c927d5a0989d0c9a381e90afc9b2a39ce07e771ea01839e7e99969"))
        .unwrap();
    // A hangup is as good as asking.
    let hangup = std::process::Command::new("kill").args(["-HUP", &service.child.id().to_string()]).status();
    assert!(hangup.unwrap().success());
    until(&|| digest(&service, "en") != second);
    assert_eq!(digest(&service, "en@3"), digest(&service, "en"));
    assert_eq!(digest(&service, &format!("en@{second}")), second, "the one before is still answered for");
}

#[test]
fn editions_survive_a_restart() {
    let directory = tempfile::tempdir().unwrap();
    let state = directory.path().join("state");
    let state = state.to_str().unwrap();
    let service = Service::start(&["--state", state]);
    for (number, words) in [("1", "AA\n"), ("2", "AB\n"), ("3", "AD\n")] {
        let (_, changed) = put(&service, &format!("club?edition={number}"), words);
        assert_eq!(changed["survives_restart"], true);
    }
    assert_eq!(ask(&service.ops_address, "POST", "/admin/lexicons/club/rollback?to=2", b"").unwrap().0, 200);
    assert_eq!(put(&service, "en?edition=mine", "AA\nAH\n").0, 200);
    let (en, club) = (digest(&service, "en"), digest(&service, "club"));
    drop(service);

    let service = Service::start(&["--state", state]);
    assert_eq!((digest(&service, "en"), digest(&service, "club")), (en, club));
    // What else is held is taken up while the service serves already.
    while ask(&service.address, "GET", "/v1/lexicons/club@1", b"").unwrap().0 != 200 {
        std::thread::sleep(Duration::from_millis(10));
    }
    let (_, lexicon) = json(ask(&service.address, "GET", "/v1/lexicons/en", b""));
    assert_eq!(lexicon["editions_held"].as_array().unwrap().len(), 2, "the compiled-in one is behind it");
    let other = crate::run(&["--state", state, "--listen", "127.0.0.1:0", "--ops-listen", "127.0.0.1:0"]);
    assert!(!other.status.success());
    assert!(String::from_utf8_lossy(&other.stderr).contains("in use"));
}

/// A lexicon text of one of two families, different from all others: `AA` is in the even ones only, `AB` in the odd ones.
fn text_of(number: usize) -> String {
    let letter = |digit: usize| char::from(b'A' + (digit % 26) as u8);
    let tail: String = [number / 676, number / 26, number].map(letter).iter().collect();
    let witness = if number.is_multiple_of(2) { "AA" } else { "AB" };
    format!("{witness}\nZZ{tail}\nCAT\nCATS\nCARE\nRACE\nTEA\nEAT\nATE\n")
}

#[test]
fn whenever_it_dies_it_comes_back_with_a_whole_edition() {
    let directory = tempfile::tempdir().unwrap();
    let state = directory.path().join("state");
    let arguments = ["--state", state.to_str().unwrap()];
    let digest_of = |text: &str| wordcourt::lexicon::Digest::of(&[text.as_bytes()]).to_string();
    let mut expected = vec![digest_of("AA\nAB\n")];
    for round in 0..100 {
        let mut service = start_small(directory.path(), &arguments);
        let now = digest(&service, "en");
        assert!(
            expected.contains(&now),
            "round {round}: {now} is neither the last one confirmed nor the one under way: {expected:?}"
        );
        let (_, lexicon) = json(ask(&service.address, "GET", "/v1/lexicons/en", b""));
        assert!([2, 9].contains(&lexicon["words"].as_u64().unwrap()), "{lexicon}");
        // What has been answered is on record; what is under way may be or not.
        let uploads = {
            let address = service.ops_address.clone();
            std::thread::spawn(move || {
                let mut confirmed = now;
                for number in 0.. {
                    let text = text_of(number + round * 170);
                    let under_way = digest_of(&text);
                    let sent = Connection::try_open(&address)
                        .and_then(|mut service| service.ask("PUT", "/admin/lexicons/en", "", text.as_bytes()));
                    let Some((200, _)) = sent else { return vec![confirmed, under_way] };
                    confirmed = under_way;
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

/// What a connection has seen while lexicons were swapped.
#[derive(Default)]
struct Seen {
    /// Digests with what the witness said.
    verdicts: HashMap<String, bool>,
    latencies: Vec<Duration>,
    failed: usize,
}

fn keep_asking(address: &str, stop: &AtomicBool) -> Seen {
    let mut seen = Seen::default();
    let mut connection = Connection::open(address);
    let requests = [
        ("/v1/words/validate", r#"{"words": ["AA"]}"#),
        ("/v1/wordgame/score", WORDGAME_SCORE),
        ("/v1/wordgame/best", WORDGAME_BEST),
        ("/v1/choose-your-words/best", r#"{"hand": ["Cb", "Ar", "Tb", "Er", "*", "*", "*"]}"#),
    ];
    let mut turn = 0;
    while !stop.load(Ordering::Relaxed) {
        let (path, body) = requests[turn % requests.len()];
        turn += 1;
        let begun = Instant::now();
        let Some((200, body)) = connection.post(path, body) else {
            seen.failed += 1;
            connection = Connection::open(address);
            continue;
        };
        seen.latencies.push(begun.elapsed());
        let answer: Value = serde_json::from_str(&body).unwrap();
        let digest = answer["lexicon"]["digest"].as_str().unwrap().to_owned();
        let verdict = match path {
            "/v1/words/validate" => answer["all_valid"].as_bool().unwrap(),
            "/v1/wordgame/score" => answer["legal"].as_bool().unwrap(),
            "/v1/wordgame/best" => !answer["moves"].as_array().unwrap().is_empty(),
            _ => answer["plays"].as_array().unwrap().iter().any(|play| play["word"] == "AA"),
        };
        assert_eq!(*seen.verdicts.entry(digest).or_insert(verdict), verdict, "one edition, one verdict: {path}");
    }
    seen
}

const WORDGAME_SCORE: &str = r#"{"board": ["...............", "...............", "...............", "...............", "...............", "...............", "...............", "...............", "...............", "...............", "...............", "...............", "...............", "...............", "..............."], "move": "8H AA", "rules": {"first_word_min": 2}}"#;
const WORDGAME_BEST: &str = r#"{"board": ["...............", "...............", "...............", "...............", "...............", "...............", "...............", "...............", "...............", "...............", "...............", "...............", "...............", "...............", "..............."], "rack": "AA", "rules": {"first_word_min": 2}}"#;

fn percentile(latencies: &mut [Duration], of_thousand: usize) -> Duration {
    latencies.sort_unstable();
    latencies[latencies.len() * of_thousand / 1_000]
}

fn resident_kib(pid: u32) -> u64 {
    let status = fs::read_to_string(format!("/proc/{pid}/status")).unwrap_or_default();
    status
        .lines()
        .find_map(|line| line.strip_prefix("VmRSS:")?.trim().split(' ').next()?.parse().ok())
        .unwrap_or_default()
}

#[test]
fn a_thousand_swaps_fail_no_request_and_mix_no_editions() {
    const SWAPS: usize = 1_000;
    let directory = tempfile::tempdir().unwrap();
    let service = start_small(directory.path(), &[]);
    let stop = Arc::new(AtomicBool::new(false));
    let swapping = Arc::new(AtomicUsize::new(0));
    let ask_all = |stop: &Arc<AtomicBool>| -> Vec<_> {
        let start = || {
            let (address, stop) = (service.address.clone(), Arc::clone(stop));
            std::thread::spawn(move || keep_asking(&address, &stop))
        };
        (0..3).map(|_| start()).collect()
    };
    // Undisturbed first.
    let (status, _) = put(&service, "en", &text_of(0));
    assert_eq!(status, 200);
    let quiet = ask_all(&stop);
    std::thread::sleep(Duration::from_secs(2));
    stop.store(true, Ordering::Relaxed);
    let mut quiet: Vec<Duration> = quiet.into_iter().flat_map(|thread| thread.join().unwrap().latencies).collect();

    stop.store(false, Ordering::Relaxed);
    let busy = ask_all(&stop);
    let mut witnesses: HashMap<String, bool> = HashMap::new();
    let mut resident = Vec::new();
    for number in 0..SWAPS {
        let (status, changed) = put(&service, "en", &text_of(number));
        assert_eq!(status, 200, "{changed}");
        witnesses.insert(changed["lexicon"]["digest"].as_str().unwrap().to_owned(), number.is_multiple_of(2));
        swapping.fetch_add(1, Ordering::Relaxed);
        if number % 100 == 99 {
            resident.push(resident_kib(service.child.id()));
        }
    }
    stop.store(true, Ordering::Relaxed);
    let seen: Vec<Seen> = busy.into_iter().map(|thread| thread.join().unwrap()).collect();
    let mut editions_seen = 0;
    for seen in &seen {
        assert_eq!(seen.failed, 0, "no request fails");
        for (digest, verdict) in &seen.verdicts {
            assert_eq!(witnesses.get(digest), Some(verdict), "an answer is of the edition that it names");
            editions_seen += 1;
        }
    }
    assert!(editions_seen > SWAPS / 10, "{editions_seen} editions were seen under load");
    let mut busy: Vec<Duration> = seen.into_iter().flat_map(|seen| seen.latencies).collect();
    let (p99_quiet, p99_busy) = (percentile(&mut quiet, 990), percentile(&mut busy, 990));
    println!(
        "{} answers undisturbed, {} during {SWAPS} swaps; p99 {:.2}x; resident {resident:?} KiB",
        quiet.len(),
        busy.len(),
        p99_busy.as_secs_f64() / p99_quiet.as_secs_f64(),
    );
    // The first hundred swaps fill what the allocator and the caches keep; after that nothing may grow with the number of swaps.
    let (early, late) = (resident[1], resident[resident.len() - 1]);
    assert!(late < early + early / 4 + 16_384, "memory stays flat: {resident:?} KiB");
}
