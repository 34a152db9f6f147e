//! The README: every `curl` and every `wordcourt` command in it is run, and its output is what stands there.

use std::process::Command;

use actix_web::http::Method;

use crate::{send, updating};

const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/README.md");
const SERVER: &str = "localhost:8080";

/// Splits a command line as a shell does, as far as the README goes: blanks and single quotes.
fn words(line: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    for (index, part) in line.split('\'').enumerate() {
        if index % 2 == 1 {
            words.last_mut().unwrap().push_str(part);
            continue;
        }
        for (place, plain) in part.split(' ').enumerate() {
            if place > 0 {
                words.push(String::new());
            }
            words.last_mut().unwrap().push_str(plain);
        }
    }
    words.retain(|word| !word.is_empty());
    words
}

async fn curl(arguments: &[String]) -> String {
    let mut body = None;
    let mut path = None;
    let mut arguments = arguments.iter();
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "-s" => {}
            "--json" => body = arguments.next().cloned(),
            url => path = Some(url.strip_prefix(SERVER).unwrap_or_else(|| panic!("curl {url}")).to_owned()),
        }
    }
    let method = if body.is_some() { Method::POST } else { Method::GET };
    let headers = [("content-type", "application/json"), ("x-request-id", "9f86d081884c7d65-1")];
    let answer = send(method, &path.unwrap(), &headers, body.unwrap_or_default()).await;
    String::from_utf8(answer.body).unwrap()
}

fn wordcourt(arguments: &[String]) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_wordcourt")).args(arguments).output().unwrap();
    String::from_utf8([output.stdout, output.stderr].concat()).unwrap()
}

#[actix_web::test]
async fn every_command_of_the_readme_prints_what_stands_there() {
    let text = std::fs::read_to_string(FILE).unwrap();
    let mut real = String::new();
    let mut in_session = false;
    let mut run = 0;
    let mut lines = text.lines().peekable();
    while let Some(line) = lines.next() {
        real += line;
        real.push('\n');
        if line.starts_with("```") {
            in_session = line == "```console";
        }
        let Some(command) = line.strip_prefix("$ ").filter(|_| in_session) else { continue };
        let words = words(command);
        let output = match words[0].as_str() {
            "curl" => curl(&words[1..]).await,
            "wordcourt" => wordcourt(&words[1..]),
            "cargo" | "just" => continue,
            other => panic!("the README runs {other}"),
        };
        run += 1;
        while lines.peek().is_some_and(|next| !next.starts_with("$ ") && !next.starts_with("```")) {
            lines.next();
        }
        real += output.trim_end();
        real.push('\n');
    }
    assert!(run >= 10, "{run} commands");
    if updating() {
        std::fs::write(FILE, &real).unwrap();
    } else {
        assert!(
            text == real,
            "README.md shows other output than the commands print: run WORDCOURT_UPDATE=1 cargo test --test api readme"
        );
    }
}
