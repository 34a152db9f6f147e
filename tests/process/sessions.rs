//! The documentation: every command in a `console` block of the README and of the book runs against
//! a real service and prints what the block shows.
//!
//! `[..]` matches any text within a line, and `...` on its own line matches any number of lines.
//! `SNAPSHOTS=overwrite cargo test --test process sessions` writes the output of the commands into
//! the documents, and keeps the elisions that still match.
//!
//! Without `curl` or `jq`, the test sends the requests itself and compares no output.

use std::ffi::OsString;
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;

use snapbox::assert::{Assert, DEFAULT_ACTION_ENV};
use snapbox::data::DataFormat;
use snapbox::filter::NormalizeToExpected;
use snapbox::{Data, IntoData as _};
use tempfile::TempDir;
use wordcourt::signing::SigningKey;

use crate::service::{BINARY, Connection, Service, VARIABLES, run};

const ROOT: &str = env!("CARGO_MANIFEST_DIR");

#[test]
fn sessions_in_the_documentation_show_the_real_output() {
    let key = SigningKey::new("club.example", &[7; 32]).unwrap().to_secret_text();
    let key_file = tempfile::NamedTempFile::new().unwrap();
    fs::write(&key_file, key).unwrap();
    let key_file = key_file.path().to_str().unwrap();
    let service = Service::start(&["--rate-limit", "600/1m", "--signing-key", key_file]);
    let shell = Shell::new(&service);
    let documents = documents();
    assert!(
        documents.len() > 10,
        "the book is missing; only these documents were found: {documents:?}"
    );
    let assert = Assert::new().action_env(DEFAULT_ACTION_ENV);
    let mut failures = String::new();
    for path in documents {
        // Raw, because elisions are allowed only in the output of a command.
        let shown = Data::read_from(&path, Some(DataFormat::Text)).raw();
        let printed = shell.replay(&fs::read_to_string(&path).unwrap()).into_data();
        if let Err(difference) = assert.try_eq(Some(&"the service"), printed, shown) {
            failures += &difference.to_string();
        }
    }
    assert!(failures.is_empty(), "{failures}");
}

#[test]
fn every_flag_is_documented() {
    let page = fs::read_to_string(Path::new(ROOT).join("docs/operating/README.md")).unwrap();
    let help = String::from_utf8(run(&["serve", "--help"]).stdout).unwrap();
    let flags = help.lines().filter_map(|line| line.trim_start().strip_prefix("--"));
    let flags: Vec<String> = flags
        .map(|line| format!("`--{}`", line.split([' ', '=', '[']).next().unwrap_or_default()))
        .collect();
    assert!(flags.len() > 20, "{help}");
    let missing: Vec<&String> = flags.iter().filter(|flag| !page.contains(*flag)).collect();
    assert!(missing.is_empty(), "docs/operating/README.md does not describe {missing:?}");
}

/// Returns the README and every page of the book.
fn documents() -> Vec<PathBuf> {
    let mut documents = vec![Path::new(ROOT).join("README.md")];
    let mut directories = vec![Path::new(ROOT).join("docs")];
    while let Some(directory) = directories.pop() {
        for entry in fs::read_dir(directory).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                directories.push(path);
            } else if path.extension().is_some_and(|extension| extension == "md") {
                documents.push(path);
            }
        }
    }
    documents.sort();
    documents
}

/// A shell in which `wordcourt` is the binary under test, and `curl` maps the addresses in the
/// documents to a service on free ports.
struct Shell {
    home: TempDir,
    search_path: OsString,
    address: String,
    ops_address: String,
    has_tools: bool,
}

impl Shell {
    fn new(service: &Service) -> Self {
        let missing: Vec<&str> = ["bash", "curl", "jq"]
            .into_iter()
            .filter(|tool| {
                !Command::new(tool)
                    .arg("--version")
                    .output()
                    .is_ok_and(|found| found.status.success())
            })
            .collect();
        if !missing.is_empty() {
            let missing = missing.join(" and ");
            // Unlike `eprintln!`, this is shown when the test passes, too.
            let _ = writeln!(
                std::io::stderr(),
                "the documentation's commands need {missing}: their requests are sent, but their outputs are not compared"
            );
        }
        let home = tempfile::tempdir().unwrap();
        let Service { address, ops_address, .. } = service;
        let settings = format!(
            "noproxy = *\nconnect-to = localhost:8080:{address}\nconnect-to = localhost:9090:{ops_address}\n"
        );
        fs::write(home.path().join(".curlrc"), settings).unwrap();
        let mut search_path = OsString::from(Path::new(BINARY).parent().unwrap());
        search_path.push(":");
        search_path.push(std::env::var_os("PATH").unwrap());
        Self {
            home,
            search_path,
            address: address.clone(),
            ops_address: ops_address.clone(),
            has_tools: missing.is_empty(),
        }
    }

    /// Returns the document with the real output of every command in its `console` blocks.
    ///
    /// A command begins with `$ `, its further lines with `> `. Cargo commands are not run.
    fn replay(&self, document: &str) -> String {
        let mut replayed = String::new();
        let mut is_session = false;
        let mut lines = document.split_inclusive('\n').peekable();
        while let Some(line) = lines.next() {
            replayed += line;
            if line.starts_with("```") {
                is_session = line.trim_end() == "```console";
            }
            let Some(command) = line.strip_prefix("$ ").filter(|_| is_session) else { continue };
            let mut command = command.to_owned();
            while let Some(line) = lines.next_if(|line| line.starts_with("> ")) {
                replayed += line;
                command += &line[2..];
            }
            let is_output = |line: &&str| !line.starts_with("$ ") && !line.starts_with("```");
            let shown: String = std::iter::from_fn(|| lines.next_if(is_output)).collect();
            replayed += &if command.starts_with("cargo ") {
                shown
            } else if self.has_tools {
                self.run(&command, shown)
            } else {
                self.send(&command);
                shown
            };
        }
        replayed
    }

    /// Sends the request of a command that only calls `curl` for one address, and whose output may
    /// be selected by `jq`. Other commands are skipped.
    fn send(&self, command: &str) {
        let Some(words) = shlex::split(command) else { return };
        let mut words = words.iter().map(String::as_str).take_while(|word| *word != "|");
        let (mut method, mut headers, mut path, mut body) = (None, String::new(), None, "");
        if words.next() != Some("curl") {
            return;
        }
        while let Some(word) = words.next() {
            match word {
                "-s" | "-i" => {}
                "-X" => method = words.next(),
                "-H" => headers.extend([words.next().unwrap(), "\r\n"]),
                "--json" | "-d" => {
                    body = words.next().unwrap();
                    method = method.or(Some("POST"));
                    headers += if word == "-d" { "" } else { "content-type: application/json\r\n" };
                }
                _ => path = word.strip_prefix("localhost:").or(path),
            }
        }
        let Some(path) = path.filter(|path| !path.contains('$') && !body.starts_with('@')) else {
            return;
        };
        let (port, path) = path.split_at(4);
        let address = if port == "9090" { &self.ops_address } else { &self.address };
        let answer =
            Connection::open(address).ask(method.unwrap_or("GET"), path, &headers, body.as_bytes());
        assert!(answer.is_some_and(|(status, _)| status < 500), "{command}");
    }

    /// Returns the output of a command, with the elisions of `shown` where they match.
    fn run(&self, command: &str, shown: String) -> String {
        let mut shell = Command::new("bash");
        shell.args(["-c", &format!("exec 2>&1\n{command}")]).current_dir(self.home.path());
        shell.env("CURL_HOME", self.home.path()).env("PATH", &self.search_path).envs(VARIABLES);
        shell.env("WORDCOURT_OPS_LISTEN", &self.ops_address);
        let mut output = String::from_utf8(shell.output().unwrap().stdout).unwrap();
        if !output.is_empty() && !output.ends_with('\n') {
            output.push('\n');
        }
        let elided = NormalizeToExpected::new().redact();
        elided.normalize(output.into_data(), &shown.into_data()).to_string()
    }
}
