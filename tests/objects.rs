//! Lexicons in object stores: a web server whose responses have faults, and two replicas that poll
//! one bucket of an S3 server. That server is moto, which checks signatures and supports
//! `If-None-Match`.
//!
//! `MOTO_SERVER` is the command of the server, by default `moto_server`, from the Python package
//! `moto[server,s3]`.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

#[path = "objects/faulty_store.rs"]
mod faulty_store;
#[path = "process/service.rs"]
#[expect(dead_code, reason = "this test uses only part of the module")]
mod service;

use std::io::{BufRead as _, BufReader};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use faulty_store::{Fault, FaultyStore};
use object_store::ObjectStoreExt as _;
use object_store::aws::{AmazonS3, AmazonS3Builder};
use serde_json::Value;
use service::{Service, ask, exchange, get};
use wordcourt::lexicon::Digest;

const KEY: &str = "AKIAWORDCOURT";
const SECRET: &str = "0123456789abcdef";
const REGION: &str = "us-east-1";
const PREFIX: &str = "prod";

/// A running S3 server with a bucket named `lexicons`; killed when dropped.
struct S3 {
    child: Child,
    address: String,
    /// The number of responses with status 304 for the manifest.
    unchanged: Arc<AtomicUsize>,
    /// The number of requests for word texts.
    words: Arc<AtomicUsize>,
    store: AmazonS3,
    runtime: tokio::runtime::Runtime,
}

impl S3 {
    fn start(port: &str) -> Self {
        let command = std::env::var("MOTO_SERVER").unwrap_or_else(|_| "moto_server".to_owned());
        let mut child = Command::new(&command)
            .args(["-H", "127.0.0.1", "-p", port])
            .stderr(Stdio::piped())
            .stdout(Stdio::null())
            .spawn()
            .unwrap_or_else(|error| {
                panic!("{command}: {error}; pip install 'moto[server,s3]' and set MOTO_SERVER")
            });
        let mut log = BufReader::new(child.stderr.take().unwrap()).lines().map(Result::unwrap);
        let running =
            log.find_map(|line| Some(line.split_once("Running on http://")?.1.to_owned()));
        let address = running.expect("the server logs its address");
        let (unchanged, words) = (Arc::new(AtomicUsize::new(0)), Arc::new(AtomicUsize::new(0)));
        let counters = (Arc::clone(&unchanged), Arc::clone(&words));
        std::thread::spawn(move || {
            for line in log {
                let count = |counter: &AtomicUsize, matches: bool| {
                    counter.fetch_add(usize::from(matches), Ordering::Relaxed)
                };
                count(&counters.0, line.contains("manifest.json") && line.contains("\" 304 "));
                count(&counters.1, line.contains("GET") && line.contains(".tsv"));
            }
        });
        let create =
            "PUT /lexicons HTTP/1.1\r\nhost: x\r\ncontent-length: 0\r\nconnection: close\r\n\r\n";
        assert!(exchange(&address, create).starts_with("HTTP/1.1 200"));
        let store = AmazonS3Builder::new()
            .with_endpoint(format!("http://{address}"))
            .with_allow_http(true)
            .with_access_key_id(KEY)
            .with_secret_access_key(SECRET)
            .with_region(REGION)
            .with_bucket_name("lexicons")
            .build()
            .unwrap();
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        Self { child, address, unchanged, words, store, runtime }
    }

    fn put(&self, name: &str, text: &str) {
        let path = object_store::path::Path::from(format!("{PREFIX}/{name}"));
        self.runtime.block_on(self.store.put(&path, text.to_owned().into())).unwrap();
    }

    /// Publishes an edition of the lexicon `en`. `sha256` and `bytes` replace the correct values in
    /// the manifest.
    fn publish(&self, edition: &str, text: &str, sha256: Option<&str>, bytes: Option<usize>) {
        let path = format!("en-{edition}.tsv");
        let sha256 = sha256.map_or_else(|| Digest::of(&[text.as_bytes()]).to_hex(), str::to_owned);
        let words = serde_json::json!({"path": path, "sha256": sha256, "bytes": bytes.unwrap_or(text.len())});
        let listed = serde_json::json!({"name": "en", "edition": edition, "words": words});
        self.put(&path, text);
        self.put("manifest.json", &serde_json::json!({"editions": [listed]}).to_string());
    }

    fn kill(&mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }
}

impl Drop for S3 {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn edition(service: &Service) -> String {
    let (_, body) = ask(&service.address, "GET", "/v1/lexicons/en", b"").unwrap();
    let lexicon: Value = serde_json::from_str(&body).unwrap();
    lexicon["edition"].as_str().unwrap().to_owned()
}

fn polls(service: &Service, outcome: &str) -> usize {
    let name = format!("wordcourt_lexicon_source_polls_total{{outcome=\"{outcome}\"}} ");
    let metrics = get(&service.ops_address, "/metrics");
    metrics.lines().find_map(|line| line.strip_prefix(&name)?.parse().ok()).unwrap_or_default()
}

fn until(condition: impl Fn() -> bool) {
    while !condition() {
        std::thread::sleep(std::time::Duration::from_millis(10));
    }
}

#[test]
fn two_replicas_follow_a_bucket_despite_errors() {
    let mut s3 = S3::start("0");
    s3.publish("1", "AA\n", None, None);
    let endpoint = format!("http://{}", s3.address);
    let variables = [
        ("AWS_ENDPOINT", endpoint.as_str()),
        ("AWS_ALLOW_HTTP", "true"),
        ("AWS_ACCESS_KEY_ID", KEY),
        ("AWS_SECRET_ACCESS_KEY", SECRET),
        ("AWS_REGION", REGION),
        ("WORDCOURT_LEXICON_SOURCE", "s3://lexicons/prod"),
        ("WORDCOURT_LEXICON_SOURCE_POLL", "100ms"),
    ];
    let replicas = [(); 2].map(|()| Service::start_with(&["--no-embedded-lexicon"], &variables));
    let each_has = |number: &str| {
        for replica in &replicas {
            until(|| edition(replica) == number);
        }
    };
    each_has("1");
    let unchanged = || s3.unchanged.load(Ordering::Relaxed);
    until(|| unchanged() >= 10);
    assert_eq!(s3.words.load(Ordering::Relaxed), 2, "each replica has fetched the words once");
    s3.publish("2", "AA\nAB\n", None, None);
    each_has("2");

    let each_fails = |outcome: &str| {
        for replica in &replicas {
            let before = polls(replica, outcome);
            until(|| polls(replica, outcome) > before);
            assert_eq!(edition(replica), "2", "the active edition is unchanged");
        }
    };
    s3.publish("3", "AD\n", Some(&"0".repeat(64)), None);
    each_fails("failed");
    s3.publish("3", "AD\n", None, Some(4));
    each_fails("failed");
    s3.publish("3", "A1\n", None, None);
    each_fails("failed");
    s3.put("manifest.json", r#"{"editions": [{"#);
    each_fails("unreachable");
    s3.kill();
    each_fails("unreachable");

    // The server restarts at the same address.
    let (_, port) = s3.address.split_once(':').unwrap();
    let s3 = S3::start(port);
    s3.publish("4", "AE\n", None, None);
    each_has("4");
}

/// Publishes an edition of the lexicon `club` and returns its digest.
fn publish(store: &FaultyStore, number: usize) -> String {
    let letter = |place: u32| char::from(b"ABCDEFGHIJ"[number / 10_usize.pow(place) % 10]);
    let text = format!("AA\nZZ{}{}\nTRADE\nTRADESMAN\n", letter(0), letter(1));
    let sha256 = Digest::of(&[text.as_bytes()]).to_hex();
    let words = serde_json::json!({"path": "club.tsv", "sha256": sha256, "bytes": text.len()});
    let listed = serde_json::json!({"name": "club", "edition": number.to_string(), "words": words});
    store.put("/prod/club.tsv", &text);
    store.put("/prod/manifest.json", &serde_json::json!({"editions": [listed]}).to_string());
    format!("sha256:{sha256}")
}

#[test]
fn no_fault_of_an_object_store_makes_an_incomplete_edition_active() {
    let store = FaultyStore::start();
    let first = publish(&store, 0);
    let source = format!("http://{}/prod", store.address);
    let variables = [
        ("ALLOW_HTTP", "true"),
        ("WORDCOURT_LEXICON_SOURCE", &source),
        ("WORDCOURT_LEXICON_SOURCE_POLL", "50ms"),
    ];
    let service = Service::start_with(&[], &variables);
    let digest = || {
        let (status, body) = ask(&service.address, "GET", "/v1/lexicons/club", b"").unwrap();
        assert_eq!(status, 200, "the lexicon is never missing");
        let lexicon: Value = serde_json::from_str(&body).unwrap();
        lexicon["digest"].as_str().unwrap().to_owned()
    };
    assert_eq!(digest(), first);
    let mut published = vec![first];
    for path in ["/prod/manifest.json", "/prod/club.tsv"] {
        for fault in Fault::ALL {
            store.fail(path, fault);
            let expected = publish(&store, published.len());
            published.push(expected.clone());
            until(|| {
                let digest = digest();
                assert!(published.contains(&digest), "{path}: {fault:?}: {digest}");
                store.has_failed() && digest == expected
            });
        }
    }
}
