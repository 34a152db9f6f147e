//! The README: every `curl` and every `wordcourt` command in it is run, and its output is what stands there.

use crate::service::{Connection, Service, run};

const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/README.md");
const SERVER: &str = "localhost:8080";
const OPS_SERVER: &str = "localhost:9090";

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

/// Asks the service as curl does, under a request id that stays the same.
fn curl(service: &Service, arguments: &[String]) -> String {
    let mut method = None;
    let mut body = None;
    let mut headers = "x-request-id: 11494089671190251713\r\n".to_owned();
    let mut url = String::new();
    let mut arguments = arguments.iter();
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "-s" => {}
            "-X" => method = arguments.next().map(String::as_str),
            "-d" => body = arguments.next(),
            "--json" => {
                body = arguments.next();
                headers += "content-type: application/json\r\n";
            }
            other => other.clone_into(&mut url),
        }
    }
    let (server, path) = url.split_once('/').unwrap();
    let address = match server {
        SERVER => &service.address,
        OPS_SERVER => &service.ops_address,
        other => panic!("curl {other}"),
    };
    let method = method.unwrap_or(if body.is_some() { "POST" } else { "GET" });
    let body = body.map_or(&b""[..], |body| body.as_bytes());
    Connection::open(address).ask(method, &format!("/{path}"), &headers, body).unwrap().1
}

fn wordcourt(arguments: &[String]) -> String {
    let output = run(&arguments.iter().map(String::as_str).collect::<Vec<_>>());
    String::from_utf8([output.stdout, output.stderr].concat()).unwrap()
}

#[test]
fn every_command_of_the_readme_prints_what_stands_there() {
    let text = std::fs::read_to_string(FILE).unwrap();
    let service = Service::start(&[]);
    let mut real = String::new();
    let mut in_session = false;
    let mut commands = 0;
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
            "curl" => curl(&service, &words[1..]),
            "wordcourt" => wordcourt(&words[1..]),
            "cargo" | "just" => continue,
            other => panic!("the README runs {other}"),
        };
        commands += 1;
        while lines.peek().is_some_and(|next| !next.starts_with("$ ") && !next.starts_with("```")) {
            lines.next();
        }
        real += output.trim_end();
        real.push('\n');
    }
    assert!(commands >= 10, "{commands} commands");
    if std::env::var_os("WORDCOURT_UPDATE").is_some() {
        std::fs::write(FILE, &real).unwrap();
    } else {
        assert!(
            text == real,
            "README.md shows other output than the commands print: run WORDCOURT_UPDATE=1 cargo test --test process readme"
        );
    }
}
