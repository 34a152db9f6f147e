//! The command line: flags and subcommands.

use clap::CommandFactory as _;
use wordcourt::config::Address;
use wordcourt::config::Cli;

use crate::service::run;

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
    assert!(String::from_utf8(bad.stdout).unwrap().starts_with("HENS  invalid: HENS is a plural"));
}

#[test]
fn the_lexicon_commands_show_and_check_lexicons() {
    let info = String::from_utf8(run(&["lexicon", "info"]).stdout).unwrap();
    assert!(info.contains("edition  2020.12.07+2") && info.contains("oceanic"), "{info}");
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
}

#[test]
fn the_openapi_command_prints_the_document() {
    let printed = run(&["openapi"]).stdout;
    assert!(printed == include_bytes!("../../openapi/openapi.json"), "openapi.json is out of date");
}
