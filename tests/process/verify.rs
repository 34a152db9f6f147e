//! `wordcourt verify`.

use std::fs;
use std::io::Write as _;
use std::process::{Command, Stdio};

use serde_json::{Value, json};
use tempfile::TempDir;
use wordcourt::lexicon::Digest;
use wordcourt::signing::{RulingText, SigningKey, sign, to_header};

use crate::service::{BINARY, Connection, Service, VARIABLES, run, write_secret};

const CALL: &str = r#"{"table":["M","K","??","SH"],"call":["M","??=AS","K"],"caller":"ann","players":["ann","bob"],"dealer":"bob","deck":12}"#;

/// A directory with a small lexicon in `lexicons`, and a ruling by it.
struct Desk {
    directory: TempDir,
    ruling: Value,
    /// The same ruling as a page.
    sheet: String,
}

impl Desk {
    fn new() -> Self {
        let directory = tempfile::tempdir().unwrap();
        let lexicons = directory.path().join("lexicons");
        fs::create_dir(&lexicons).unwrap();
        fs::write(lexicons.join("club.tsv"), "CAT\nMASK\n").unwrap();
        let lexicons = lexicons.to_str().unwrap();
        let key = Self::key();
        write_secret(directory.path().join("key"), key.to_secret_text());
        fs::write(directory.path().join("keys"), key.verifier().to_string()).unwrap();
        let service = Service::start(&[
            "--signing-key",
            directory.path().join("key").to_str().unwrap(),
            "--no-embedded-lexicon",
            "--default-lexicon",
            "club",
            "--lexicon-source",
            lexicons,
            "--state-dir",
            directory.path().join("state").to_str().unwrap(),
        ]);
        let path = "/v1/my-word/challenge";
        let mut connection = Connection::open(&service.address);
        // Without a manifest, a text becomes active at the second look.
        let answer = loop {
            let headers = "content-type: application/json\r\n";
            match connection.ask("POST", path, headers, CALL.as_bytes()).unwrap() {
                (200, answer) => break answer,
                _ => connection = Connection::open(&service.address),
            }
        };
        let ruling = json!({
            "operation": "challenge_my_word",
            "request": serde_json::from_str::<Value>(CALL).unwrap(),
            "answer": serde_json::from_str::<Value>(&answer).unwrap(),
        });
        let headers = "content-type: application/json\r\naccept: text/html\r\n";
        let (_, sheet) = connection.ask("POST", path, headers, CALL.as_bytes()).unwrap();
        Self { directory, ruling, sheet }
    }

    fn key() -> SigningKey {
        SigningKey::new("club.example", &[7; 32]).unwrap()
    }

    /// Returns the ruling with a signature by a key.
    fn signed_by(&self, key: &SigningKey) -> Value {
        let answer = self.ruling["answer"].to_string();
        let grounds = serde_json::from_str(&answer).unwrap();
        let text = RulingText::new("challenge_my_word", &grounds).unwrap().to_string();
        let mut signed = self.ruling.clone();
        signed["signature"] = sign(&text, key).unwrap().into();
        signed
    }

    fn path(&self, name: &str) -> String {
        self.directory.path().join(name).to_str().unwrap().to_owned()
    }

    /// Verifies a file with this content. Returns the exit code and the output, without the path
    /// of the directory.
    fn verify(&self, content: &str, arguments: &[&str]) -> (i32, String) {
        let file = self.path("file");
        fs::write(&file, content).unwrap();
        let output = run(&[&["verify", &file], arguments].concat());
        let output = (output.status.code().unwrap(), String::from_utf8(output.stdout).unwrap());
        (output.0, output.1.replace(&file, "file"))
    }
}

/// Returns the lines of a log with these events and rulings.
fn log(lines: &[Value]) -> String {
    let (mut log, mut prev) = (String::new(), None);
    for (index, line) in lines.iter().enumerate() {
        let mut line = line.clone();
        line["n"] = (index + 1).into();
        line["at"] = "2026-11-23T19:00:00Z".into();
        if let Some(prev) = prev {
            line["prev"] = prev;
        }
        let line = line.to_string();
        prev = Some(Digest::of(&[line.as_bytes()]).to_string().into());
        log += &line;
        log += "\n";
    }
    log
}

#[test]
fn verify_finds_the_edition_and_compares() {
    let desk = Desk::new();
    let ruling = desk.ruling.to_string();
    let (lexicons, state) = (desk.path("lexicons"), desk.path("state"));
    let verified = (0, "file: 1 of 1 answers verified\n".to_owned());
    assert_eq!(desk.verify(&ruling, &["--lexicon-source", &lexicons]), verified);
    let pretty = serde_json::to_string_pretty(&desk.ruling).unwrap();
    assert_eq!(desk.verify(&pretty, &["--state-dir", &state]), verified);

    let (code, printed) = desk.verify(&ruling, &[]);
    assert_eq!(code, 2);
    assert!(
        printed.contains("is not available") && printed.contains("en@2020.12.07+4"),
        "{printed}"
    );

    let mut other = desk.ruling.clone();
    let upheld = !other["answer"]["upheld"].as_bool().unwrap();
    other["answer"]["upheld"] = upheld.into();
    let lines = format!("{ruling}\n\n{other}\r\nno record\n");
    let (code, printed) = desk.verify(&lines, &["--lexicon-source", &lexicons]);
    assert_eq!(code, 1);
    let expected = format!(
        "file:3: the answer differs at /upheld: recorded {upheld}, computed {}\nfile:4: not a record: expected ident at line 1 column 2\nfile: 1 of 3 answers verified, 1 differs, 1 can't be read\n",
        !upheld
    );
    assert_eq!(printed, expected);
    let (code, printed) = desk.verify("no record\n", &[]);
    assert_eq!(code, 2, "{printed}");
}

#[test]
fn verify_checks_the_chain_of_a_log() {
    let desk = Desk::new();
    let lexicons = desk.path("lexicons");
    let arguments = ["--lexicon-source", lexicons.as_str()];
    let event = json!({ "event": "round 1" });
    let whole = log(&[event, desk.ruling.clone(), desk.ruling.clone()]);
    let last = Digest::of(&[whole.lines().last().unwrap().as_bytes()]);
    let verified = format!(
        "file: the hash chain is intact: 3 lines, last digest {last}\nfile: 2 of 2 answers verified\n"
    );
    assert_eq!(desk.verify(&whole, &arguments), (0, verified));

    let broken = whole.replacen("round 1", "round 2", 1);
    let (code, printed) = desk.verify(&broken, &arguments);
    assert_eq!(code, 1);
    assert!(printed.starts_with("file:2: the chain breaks here: prev is sha256:"), "{printed}");
    assert!(
        printed.ends_with("file: 2 of 2 answers verified, 1 break in the hash chain\n"),
        "{printed}"
    );
}

#[test]
fn verify_checks_signatures() {
    let desk = Desk::new();
    let (lexicons, keys) = (desk.path("lexicons"), desk.path("keys"));
    let arguments = ["--lexicon-source", &lexicons, "--keys", &keys];
    let verified = (0, "file: 1 of 1 answers verified\n".to_owned());
    let mut signed = desk.signed_by(&Desk::key());
    assert_eq!(desk.verify(&signed.to_string(), &arguments), verified);
    signed["signature"] = to_header(signed["signature"].as_str().unwrap()).into();
    assert_eq!(desk.verify(&signed.to_string(), &arguments), verified);
    let (code, printed) = desk.verify(&signed.to_string(), &arguments[..2]);
    assert_eq!(code, 2);
    assert!(printed.contains("give the keys with --keys"), "{printed}");

    let bad = |record: &Value, detail: &str| {
        let (code, printed) = desk.verify(&record.to_string(), &arguments);
        assert_eq!(code, 3, "{printed}");
        assert!(printed.starts_with("file:1: invalid signature: "), "{printed}");
        assert!(printed.contains(detail), "{printed}");
        assert!(
            printed.ends_with("file: 0 of 1 answers verified, 1 has an invalid signature\n"),
            "{printed}"
        );
    };
    bad(&desk.ruling, "no signature");
    let other = SigningKey::new("other.example", &[7; 32]).unwrap();
    bad(&desk.signed_by(&other), "signatures by: other.example");
    let other = SigningKey::new("club.example", &[8; 32]).unwrap();
    bad(&desk.signed_by(&other), "signatures by: club.example");
    let mut forged = desk.signed_by(&Desk::key());
    let note =
        forged["signature"].as_str().unwrap().replace("operation challenge", "operation score");
    forged["signature"] = note.into();
    bad(&forged, "or the text was changed");
    let mut other = desk.signed_by(&Desk::key());
    other["answer"]["id"] = "sha256:00".into();
    bad(&other, "is for another answer: it covers \"id sha256:");
    other["answer"].as_object_mut().unwrap().remove("id");
    bad(&other, "no id");
    other["signature"] = "no note".into();
    bad(&other, "not a signed note");
    let missing = desk.verify(&desk.ruling.to_string(), &["--keys", "no-such-file"]);
    assert_eq!(missing.0, 2);
}

/// Returns the text of a page, with each element on a line of its own.
fn text_of(page: &str) -> String {
    let body = page.split_once("<body>").unwrap().1;
    let mut text = String::new();
    for piece in body.split('<') {
        text += piece.split_once('>').map_or(piece, |(_, text)| text);
        text.push('\n');
    }
    text.replace("&lt;", "<").replace("&gt;", ">").replace("&quot;", "\"").replace("&amp;", "&")
}

const VERIFIED: &str = "file: 1 of 1 answers verified\n";
const IN_PART: &str = "file: 0 of 1 answers verified, 1 is verified in part\n";

#[test]
fn verify_compares_the_page_of_a_ruling_sheet() {
    let desk = Desk::new();
    let (lexicons, keys) = (desk.path("lexicons"), desk.path("keys"));
    let arguments = ["--lexicon-source", &lexicons, "--keys", &keys];
    let sheet = &desk.sheet;
    assert_eq!(desk.verify(sheet, &arguments), (0, VERIFIED.to_owned()));
    let two = format!("{sheet}{sheet}");
    let both = "file: 2 of 2 answers verified\n".to_owned();
    assert_eq!(desk.verify(&two, &arguments), (0, both));
    for (from, to, code, detail) in [
        ("\"upheld\": false", "\"upheld\": true", 1, "differs at /upheld"),
        ("\"deck\": 12", "\"deck\": 13", 1, "differs at /id"),
        ("\"id\": \"sha256:", "\"id\": \"sha256:0", 3, "is for another answer"),
        ("-----BEGIN WORDCOURT RECORD-----", "-----BEGIN", 2, "not a record"),
        ("-----END WORDCOURT RECORD-----", "-----END", 2, "not a record"),
        ("\"operation\"", "\"upheld\": true, \"operation\"", 4, "so it can show anything"),
        ("<p class=\"generator\">Rendered by Wordcourt ", "$0", 4, "so it can show anything"),
    ] {
        let (found, printed) = desk.verify(&sheet.replacen(from, to, 1), &arguments);
        assert_eq!(found, code, "{from}: {printed}");
        assert!(printed.contains(detail), "{from}: {printed}");
    }
}

#[test]
fn a_page_that_shows_something_else_is_never_verified() {
    const HEADLINE: &str = "<h1>Challenge not upheld</h1>";
    let desk = Desk::new();
    let (lexicons, keys) = (desk.path("lexicons"), desk.path("keys"));
    let arguments = ["--lexicon-source", &lexicons, "--keys", &keys];
    let sheet = &desk.sheet;
    let forged = "<h1>Challenge upheld</h1>";
    let version = concat!("Rendered by Wordcourt ", env!("CARGO_PKG_VERSION"));
    let replaced = |from: &str, to: &str| {
        assert!(sheet.contains(from), "{from}");
        sheet.replacen(from, to, 1)
    };
    let (before, record) = sheet.split_once("<pre>").unwrap();
    let text = text_of(sheet);
    for (page, detail) in [
        (replaced(HEADLINE, forged), "can show anything"),
        (replaced(HEADLINE, &format!("{forged}<div hidden>{HEADLINE}</div>")), "can show anything"),
        (replaced(HEADLINE, &format!("{forged}<!--{HEADLINE}-->")), "can show anything"),
        (replaced("<body>", "<body><img alt=\"Challenge upheld\" src=\"x\">"), "anything"),
        (replaced("</style>", "h1::after { content: \": upheld\" }</style>"), "anything"),
        (replaced("<head>", "<head><link rel=\"stylesheet\" href=\"x.css\">"), "anything"),
        (replaced("</body>", "<script>alert(1)</script></body>"), "can show anything"),
        (format!("{sheet}{forged}"), "can show anything"),
        (format!("{forged}{sheet}"), "can show anything"),
        (format!("{sheet} "), "line ends were changed"),
        (format!("\u{feff}{sheet}"), "can be compared"),
        (sheet.replace('\n', "\r\n"), "line ends were changed"),
        (replaced(version, "Rendered by Wordcourt 0.0.1"), "says that Wordcourt \"0.0.1\""),
        (format!("{forged}{before}<pre hidden>{record}"), "can show anything"),
        (format!("{sheet}\n{sheet}").replacen(HEADLINE, forged, 1), "can show anything"),
        (format!("Challenge upheld\n{text}"), "it is a text"),
        (text, "it is a text"),
    ] {
        let (code, printed) = desk.verify(&page, &arguments);
        assert_eq!(code, 4, "{page}: {printed}");
        let genuine = "file: the record is genuine, and it is \"Challenge not upheld\"; the page was not compared: ";
        assert!(printed.starts_with(genuine) && printed.contains(detail), "{page}: {printed}");
        assert!(printed.contains(": 0 of "), "{printed}");
    }
}

/// Another signature than the one of the service would be on the sheet, and nothing is known of it.
#[test]
fn a_sheet_with_a_further_signature_is_never_verified() {
    let desk = Desk::new();
    let (lexicons, keys) = (desk.path("lexicons"), desk.path("keys"));
    let arguments = ["--lexicon-source", &lexicons, "--keys", &keys];
    let further = "\u{2014} this-challenge-is-upheld AAAAAAA=";
    let line = |start: &str| {
        let (_, rest) = desk.sheet.split_once(start).unwrap();
        rest.split_once("</td>").unwrap().0.to_owned()
    };
    let shown = line("<th scope=\"row\">signature</th><td>");
    let record = format!("{shown}\\n\"");
    assert!(desk.sheet.contains(&record));
    let page = desk.sheet.replacen(&record, &format!("{shown}\\n{further}\\n\""), 1);
    let (code, printed) = desk.verify(&page.replacen(&shown, further, 1), &arguments);
    assert_eq!(code, 4, "{printed}");
}

/// Inserts and changes bytes at many places of a page.
#[test]
fn no_byte_of_a_sheet_can_be_changed() {
    let desk = Desk::new();
    let (lexicons, keys) = (desk.path("lexicons"), desk.path("keys"));
    let arguments = ["--lexicon-source", &lexicons, "--keys", &keys];
    let sheet = desk.sheet.as_bytes();
    let places = (0..sheet.len()).step_by(sheet.len() / 60).chain([sheet.len() - 1, sheet.len()]);
    for place in places {
        let mut inserted = sheet.to_vec();
        inserted.insert(place, b' ');
        let mut changed = sheet.to_vec();
        let mut removed = sheet.to_vec();
        if let Some(byte) = changed.get_mut(place) {
            *byte = byte.wrapping_add(1) & 0x7f;
            removed.remove(place);
        }
        for page in [inserted, changed, removed] {
            if page == sheet {
                continue;
            }
            let page = String::from_utf8_lossy(&page);
            let (code, printed) = desk.verify(&page, &arguments);
            assert!((1..=4).contains(&code), "{place}: {printed}");
            assert!(printed.contains("file: 0 of "), "{place}: {printed}");
        }
    }
}

#[test]
fn members_beside_an_answer_are_never_verified() {
    let desk = Desk::new();
    let (lexicons, keys) = (desk.path("lexicons"), desk.path("keys"));
    let arguments = ["--lexicon-source", &lexicons, "--keys", &keys];
    let signed = desk.signed_by(&Desk::key());
    let correction = json!(["CORRECTION: the challenge is NOT upheld"]);
    for place in ["", "/words/0", "/consequences/0", "/lexicon", "/breaches/0", "/call"] {
        for name in ["definitions", "sense", "note"] {
            let mut forged = signed.clone();
            let Some(parent) = forged["answer"].pointer_mut(place) else { continue };
            if !parent.is_object() {
                continue;
            }
            parent[name] = correction.clone();
            let (code, printed) = desk.verify(&forged.to_string(), &arguments);
            assert_eq!(code, 1, "{printed}");
            let detail = format!("file:1: the answer differs at {place}/{name}: recorded [");
            assert!(printed.starts_with(&detail), "{printed}");
            let chain = desk.verify(&log(&[forged]), &arguments);
            assert_eq!(chain.0, 1, "{}", chain.1);
        }
    }
    let mut annotated = signed.clone();
    annotated["definitions"] = correction;
    let (code, printed) = desk.verify(&annotated.to_string(), &arguments);
    assert_eq!(code, 4);
    let detail = "file:1: the answer is the same, but the member \"definitions\" beside it is not verified\n";
    assert_eq!(printed, format!("{detail}{IN_PART}"));
    let (code, printed) = desk.verify(&log(&[annotated]), &arguments);
    assert_eq!(code, 0, "{printed}");
    assert!(
        printed.contains("file: only the chain covers the members \"definitions\"\n"),
        "{printed}"
    );
}

#[test]
fn a_record_cannot_change_the_lines_of_the_output() {
    let desk = Desk::new();
    let mut forged = desk.ruling.clone();
    forged["answer"]["lexicon"]["edition"] = "1\u{1b}[2K\n1 of 1 answers verified\u{202e}".into();
    forged["answer"]["lexicon"]["digest"] = "sha256:00".into();
    let (code, printed) = desk.verify(&forged.to_string(), &[]);
    assert_eq!(code, 2);
    assert!(printed.contains(r"1\u{1b}[2K\u{a}1 of 1 answers verified\u{202e}"), "{printed}");
    assert_eq!(printed.lines().count(), 2, "{printed}");
}

#[test]
fn a_service_signs_with_the_key_that_the_key_command_prints() {
    let printed = run(&["key", "--signing", "club.example"]).stdout;
    assert_ne!(printed, run(&["key", "--signing", "club.example"]).stdout);
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("key");
    write_secret(&file, &printed);
    let service = Service::start(&["--signing-key", file.to_str().unwrap()]);
    let mut connection = Connection::open(&service.address);
    let (_, keys) = connection.ask("GET", "/v1/keys", "", b"").unwrap();
    let keys: Value = serde_json::from_str(&keys).unwrap();
    let key = keys["keys"][0]["verifier_key"].as_str().unwrap();
    assert!(key.starts_with("club.example+"), "{keys}");
    assert!(String::from_utf8(printed).unwrap().contains(&format!("\n# {key}\n")));

    assert!(!run(&["key", "--signing", "two words"]).status.success());
    fs::write(&file, "# no key\n").unwrap();
    let refused =
        run(&["serve", "--listen", "127.0.0.1:0", "--signing-key", file.to_str().unwrap()]);
    let message = String::from_utf8(refused.stderr).unwrap();
    assert!(message.contains("the file has 0 signing keys"), "{message}");
}

#[test]
fn verify_reads_the_standard_input_and_reports_files_that_it_cannot_read() {
    let mut command = Command::new(BINARY);
    command.args(["verify", "-"]).envs(VARIABLES).stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut verify = command.spawn().unwrap();
    let cut = br#"{"operation":"cut_choose_your_words","request":{"cuts":[{"player":"ann","card":"Eb"},{"player":"bob","card":"Ir"}],"lines":false},"answer":{"dealer":"bob","rulebook":"3"}}"#;
    verify.stdin.take().unwrap().write_all(cut).unwrap();
    let output = verify.wait_with_output().unwrap();
    let printed = String::from_utf8(output.stdout).unwrap();
    assert_eq!(printed, "-: 1 of 1 answers verified\n");
    assert_eq!(output.status.code(), Some(0));

    let missing = run(&["verify", "no-such-file"]);
    assert_eq!(missing.status.code(), Some(2));
    assert!(String::from_utf8(missing.stderr).unwrap().contains("no-such-file: "));
}
