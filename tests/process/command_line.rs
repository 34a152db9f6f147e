//! The command line: flags and subcommands.

use std::fs;
use std::io::{BufRead as _, BufReader, Write as _};
use std::process::{Command, Output, Stdio};

use clap::CommandFactory as _;
use serde_json::{Map, Value};
use tempfile::TempDir;
use wordcourt::api::openapi::EXAMPLES;
use wordcourt::api::{Method, OperationId};
use wordcourt::config::{Address, Cli};

use crate::service::{BINARY, Connection, Service, VARIABLES, run};

#[test]
fn every_flag_has_help_and_a_matching_environment_variable() {
    let command = Cli::command();
    command.clone().debug_assert();
    for argument in command.get_arguments() {
        let flag = argument.get_long().unwrap();
        assert!(argument.get_help().is_some(), "--{flag} has no help");
        let variable = argument.get_env().unwrap().to_str().unwrap();
        // Platforms that assign a port use this name.
        let expected = match flag {
            "port" => "PORT".to_owned(),
            _ => format!("WORDCOURT_{}", flag.replace('-', "_").to_uppercase()),
        };
        assert_eq!(variable, expected);
    }
}

#[test]
fn addresses_are_parsed() {
    for text in ["127.0.0.1:8080", "[::1]:0", "unix:/run/w.sock"] {
        assert_eq!(text.parse::<Address>().unwrap().to_string(), text);
    }
    for bad in ["", "8080", "localhost:8080", "unix:"] {
        assert!(bad.parse::<Address>().is_err(), "{bad}");
    }
}

#[test]
fn the_check_command_reports_valid_and_invalid_words() {
    let good = run(&["check", "quiz", "zax"]);
    assert!(good.status.success());
    assert_eq!(String::from_utf8(good.stdout).unwrap(), "QUIZ  valid\nZAX  valid\n");
    let bad = run(&["check", "hens", "--variant", "play-on-words"]);
    assert!(!bad.status.success());
    assert!(
        String::from_utf8(bad.stdout).unwrap().starts_with("HENS  invalid: HENS: plural of HEN")
    );
}

#[test]
fn the_lexicon_commands_show_and_check_lexicons() {
    let info = String::from_utf8(run(&["lexicon", "info"]).stdout).unwrap();
    assert!(info.contains("edition  2020.12.07+4") && info.contains("oceanic"), "{info}");
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("words.txt");
    std::fs::write(&file, "AA\nA1\n").unwrap();
    let refused = run(&["lexicon", "check", file.to_str().unwrap()]);
    assert!(!refused.status.success());
    assert!(String::from_utf8(refused.stderr).unwrap().contains("line 2: character 2 is '1'"));
}

#[test]
fn the_key_command_prints_a_key_and_its_line_for_the_file() {
    let printed = String::from_utf8(run(&["key", "ann"]).stdout).unwrap();
    let key = printed.lines().find_map(|line| line.strip_prefix("key   ")).unwrap();
    let digest = wordcourt::lexicon::Digest::of(&[key.as_bytes()]).to_hex();
    assert!(printed.contains(&format!("line  ann {digest}\n")), "{printed}");
    assert!(!run(&["key", "two words"]).status.success());
    let limits = ["--expires", "2999-01-31", "--scopes", "words,wordgame", "--rate", "60/1m"];
    let limited = run(&[&["key", "ann"], &limits[..]].concat()).stdout;
    assert!(text(&limited).ends_with(" expires=2999-01-31 scopes=words,wordgame rate=60/1m\n"));
    for (flag, value) in [("--expires", "soon"), ("--scopes", "chess"), ("--rate", "0/1m")] {
        let refused = run(&["key", "ann", flag, value]);
        assert!(!refused.status.success());
        assert!(text(&refused.stderr).contains(&format!("{flag}: {value:?}")));
    }
    assert!(!run(&["key", "--signing", "club.example", "--rate", "60/1m"]).status.success());
}

#[test]
fn the_openapi_command_prints_the_document() {
    let printed = run(&["openapi"]).stdout;
    assert!(printed == include_bytes!("../../openapi/openapi.json"), "openapi.json is out of date");
}

/// Runs the binary with a text as its standard input.
fn run_with(arguments: &[&str], input: &str) -> Output {
    let mut command = Command::new(BINARY);
    command.args(arguments).envs(VARIABLES).stdin(Stdio::piped());
    let mut process = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    process.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    process.wait_with_output().unwrap()
}

fn text(output: &[u8]) -> &str {
    std::str::from_utf8(output).unwrap()
}

#[test]
fn check_reads_words_from_anywhere_and_judges_by_any_lexicon() {
    let directory = TempDir::new().unwrap();
    let path = |name: &str| directory.path().join(name).to_str().unwrap().to_owned();
    fs::create_dir(path("lexicons")).unwrap();
    fs::write(path("lexicons/club.tsv"), "CAT\tordinary\t\tA pet\nGRRL\n").unwrap();
    fs::write(path("request"), "{\"word\": \"cat\"}").unwrap();
    fs::write(path("words"), "cat\n\n  grrl quiz\n").unwrap();
    let lexicons = path("lexicons");
    let by_club = ["--lexicon-source", &lexicons, "--lexicon", "club"];

    let from_file = run(&[&["check", "-f", &path("words")][..], &by_club].concat());
    let expected =
        "CAT  valid\n    A pet\nGRRL  valid\nQUIZ  invalid: QUIZ is not in the lexicon\n";
    assert_eq!((text(&from_file.stdout), from_file.status.code()), (expected, Some(1)));
    let from_input = run_with(&["check", "--json"], "cat quiz");
    let expected = "{\"word\":\"CAT\",\"valid\":true}\n{\"word\":\"QUIZ\",\"valid\":true}\n";
    assert_eq!((text(&from_input.stdout), from_input.status.code()), (expected, Some(0)));
    // More words than one request can have.
    let many = run_with(&["check", "zax", "--file", "-"], &"cat ".repeat(12_000));
    assert_eq!(text(&many.stdout).matches("  valid\n").count(), 12_001);

    // Not by the embedded edition instead.
    fs::create_dir(path("broken")).unwrap();
    fs::write(path("broken/en.txt"), "C4T\n").unwrap();
    fs::create_dir_all(path("unreadable/en.txt")).unwrap();
    fs::write(path("bad"), format!("cat\n{}\n", "z".repeat(65))).unwrap();
    for (arguments, message) in [
        (&["check", "--lexicon", "club", "cat"][..], "unknown lexicon \"club\""),
        (&["check", "--file", &path("nothing")], "nothing: No such file"),
        (&["check", "--file", &path("bad")], "bad:2: a word has at most 64 characters"),
        (&["check", "--lexicon-source", &path("words")], "words"),
        (&["check", "--lexicon-source", &path("broken"), "cat"], "(en.txt): line 1: character 2"),
        (&["check", "--lexicon-source", &path("unreadable"), "cat"], "en: "),
        (&["call", "get_word", "--lexicon-source", &path("broken"), &path("request")], "(en.txt)"),
    ] {
        let refused = run(arguments);
        let printed = text(&refused.stderr);
        assert!(refused.status.code() == Some(2) && printed.contains(message), "{printed}");
    }
}

#[test]
fn call_answers_as_the_service_does() {
    let service = Service::start(&[]);
    let mut connection = Connection::open(&service.address);
    let examples: Map<String, Value> = serde_json::from_str(EXAMPLES).unwrap();
    for operation in OperationId::ALL.iter().filter(|one| one.method() == Method::Post) {
        let request = examples[operation.name()]["request"].to_string();
        let (_, expected) = connection.post(operation.path(), &request).unwrap();
        let called = run_with(&["call", operation.name()], &request);
        assert_eq!(text(&called.stdout), expected + "\n");
        assert!(called.status.success());
    }
    assert!(run_with(&["call", "list_variants"], "").status.success());
    let problem = run_with(&["call", "validate_words"], "{");
    assert_eq!(problem.status.code(), Some(1));
    let body: Value = serde_json::from_slice(&problem.stdout).unwrap();
    assert_eq!((&body["code"], &body["status"]), (&"malformed_json".into(), &400.into()));
    let unknown = run(&["call", "validate"]);
    assert_eq!(unknown.status.code(), Some(2));
    assert!(text(&unknown.stderr).contains("score_wordgame"));
}

#[test]
fn completions_and_manual_pages_name_every_subcommand() {
    let script = run(&["completions", "bash"]).stdout;
    let page = run(&["man"]).stdout;
    let directory = TempDir::new().unwrap();
    assert!(run(&["man", directory.path().to_str().unwrap()]).status.success());
    for command in Cli::command().get_subcommands() {
        let name = command.get_name();
        assert!(text(&script).contains(name), "{name}");
        assert!(text(&page).contains(&format!("wordcourt\\-{name}(1)")), "{name}");
        assert!(directory.path().join(format!("wordcourt-{name}.1")).exists(), "{name}");
    }
}

#[test]
fn a_command_whose_output_is_closed_ends_quietly() {
    for arguments in [&["openapi"][..], &["lexicon", "info"], &["completions", "zsh"], &["man"]] {
        let mut command = Command::new(BINARY);
        command.args(arguments).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut process = command.spawn().unwrap();
        drop(process.stdout.take());
        let output = process.wait_with_output().unwrap();
        assert_eq!((text(&output.stderr), output.status.code()), ("", Some(141)), "{arguments:?}");
    }
    // A reader that stops after the first of many lines.
    let mut command = Command::new(BINARY);
    command.args(["check", "--json"]).stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut process = command.stderr(Stdio::piped()).spawn().unwrap();
    process.stdin.take().unwrap().write_all("cat ".repeat(10_000).as_bytes()).unwrap();
    let mut first = String::new();
    BufReader::new(process.stdout.take().unwrap()).read_line(&mut first).unwrap();
    let output = process.wait_with_output().unwrap();
    assert_eq!((text(&output.stderr), output.status.code()), ("", Some(141)));
}

/// Starts the service with a configuration file; its API keys are in a file that does not exist.
fn configured(file: &str, arguments: &[&str], variables: &[(&str, &str)]) -> String {
    let directory = TempDir::new().unwrap();
    let path = directory.path().join("wordcourt.toml");
    fs::write(&path, file).unwrap();
    let mut command = Command::new(BINARY);
    command.args(["--config", path.to_str().unwrap()]).args(arguments).envs(VARIABLES);
    command.args(["--listen", "127.0.0.1:0", "--ops-listen", "127.0.0.1:0"]);
    let output = command.envs(variables.iter().copied()).output().unwrap();
    assert!(!output.status.success());
    text(&output.stderr).to_owned()
}

#[test]
fn flags_override_variables_which_override_the_configuration_file() {
    let file = "workers = 2\nno-pages = true\ncors-origins = [\"*\"]\napi-keys = \"in-file\"\n";
    let variable = [("WORDCOURT_API_KEYS", "in-variable")];
    let flag = ["--api-keys", "in-flag"];
    for (printed, used) in [
        (configured(file, &[], &[]), "in-file"),
        (configured(file, &[], &variable), "in-variable"),
        (configured(file, &flag, &variable), "in-flag"),
    ] {
        assert!(
            printed.starts_with(&format!("wordcourt: --api-keys: {used}: No such file")),
            "{printed}"
        );
    }
}

#[test]
fn errors_in_a_configuration_file_name_the_line() {
    for (file, expected) in [
        ("\nwokers = 4\n", "2: unknown setting \"wokers\"; settings are"),
        ("config = \"a\"\n", "1: unknown setting \"config\""),
        ("[limits]\nworkers = 4\n", "1: unknown setting \"limits\""),
        (
            "# é\nworkers = 0\n",
            "2: invalid value '0' for '--workers <COUNT>': 0 is not in 1..=1024",
        ),
        ("no-pages = 1\n", "1: no-pages must be true or false"),
        ("workers = 1.5\n", "1: workers must be a text or a whole number"),
        ("log-format = \"xml\"\n", "1: invalid value 'xml' for '--log-format <FORMAT>' [possible"),
        ("workers = 2\nworkers = 3\n", "2: duplicate key"),
        ("workers = \n", "1: "),
    ] {
        let printed = configured(file, &[], &[]);
        assert!(printed.contains(&format!("wordcourt.toml:{expected}")), "{file}: {printed}");
    }
    let missing = run(&["--config", "no-such-file"]);
    assert_eq!(missing.status.code(), Some(2));
    assert!(text(&missing.stderr).starts_with("error: --config: no-such-file: No such file"));
}

#[test]
fn a_service_starts_with_a_configuration_file() {
    let directory = TempDir::new().unwrap();
    let path = directory.path().join("wordcourt.toml");
    fs::write(&path, "rate-limit = \"600/1m\"\nkeep-alive = \"3s\"\nread-only = true\n").unwrap();
    let service = Service::start(&["--config", path.to_str().unwrap()]);
    let answer = crate::service::get(&service.address, "/v1/words/quiz");
    assert!(answer.contains("ratelimit-policy: \"default\";q=600;w=60\r\n"), "{answer}");
}
