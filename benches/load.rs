//! Load: the service as shipped (metrics, request ids, access log) against a bare actix-web endpoint that takes the same JSON and writes the same
//! answer, which it has known all along: it reads, serializes and does nothing else.
//!
//! Wants `wrk` (closed loop: throughput, CPU a request) and, for `latency`, `oha` (open loop: requests come when they come). Server and generator share the
//! machine, one worker each; rounds are interleaved, so that ratios carry over and absolute numbers don't.
//!
//! `cargo bench --bench load` prints throughput (`-- score` that of the scores alone, and so on), `cargo bench --bench load -- latency` latencies, `cargo bench --bench load -- overload` what happens at four
//! times the capacity.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking, a benchmark too")]

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use actix_web::{App, HttpResponse, HttpServer, web};

const BINARY: &str = env!("CARGO_BIN_EXE_wordcourt");
/// One process of a server is luckier with its memory than another.
const STARTS: usize = 3;
/// Short and many: whatever else the machine does in between falls on a few of them, and the median leaves it out.
const ROUNDS: usize = 5;
const SECONDS: &str = "1";
const CONNECTIONS: &str = "32";
/// How many bodies of a kind there are.
const MANY_BODIES: u32 = 2_000;

/// What is asked, again and again. Of searches asked with one body the answers are kept, as they are for players who look at one position; those with
/// many bodies are asked with no room for answers to be kept, so that every one of them is sought.
struct Question {
    name: &'static str,
    path: &'static str,
    /// None for a GET; several are sent in turn.
    bodies: Vec<String>,
    /// The least share of the bare endpoint's throughput that is promised.
    bar: Option<f64>,
}

fn questions() -> Vec<Question> {
    let many: Vec<String> = (0..10_000_u32).map(|number| format!("\"{}\"", spelled(number))).collect();
    let question = |name, path, body: &str, bar| {
        let bodies = if body.is_empty() { Vec::new() } else { vec![body.to_owned()] };
        Question { name, path, bodies, bar }
    };
    let sought = |name, path, body: fn(&str) -> String| {
        let bodies = (0..MANY_BODIES).map(|number| body(&(spelled(number) + &spelled(number * 31 + 7)))).collect();
        Question { name, path, bodies, bar: None }
    };
    vec![
        question("GET a word", "/v1/words/quiz", "", Some(0.72)),
        question("GET a lexicon", "/v1/lexicons/en", "", Some(0.72)),
        question(
            "validate 10 words",
            "/v1/words/validate",
            r#"{"words":["quiz","zax","aa","hello","bigger","nope","qi","jo","xu","zz"],"quiet":true}"#,
            Some(0.8),
        ),
        question(
            "validate 10,000 words, quiet",
            "/v1/words/validate",
            &format!(r#"{{"words":[{}],"quiet":true}}"#, many.join(",")),
            Some(0.4),
        ),
        question(
            "score Choose Your Words",
            "/v1/choose-your-words/score",
            r#"{"play":["Bb","Ib","Gb","*=Gb","Eb","Rb"]}"#,
            Some(0.8),
        ),
        question(
            "score Word For Word",
            "/v1/word-for-word/score",
            r#"{"play":["Bb","Ib","Gb","*=Gb","Eb","Rb"]}"#,
            Some(0.8),
        ),
        question(
            "score Play On Words",
            "/v1/play-on-words/score",
            r#"{"hand":["S","R","QU"],"table":[["N","O","W"]],"turn":{"play_ons":[{"onto":[0],"word":["S","N","O","W"]}]}}"#,
            Some(0.8),
        ),
        question(
            "score Wordgame",
            "/v1/wordgame/score",
            r#"{"cgp":"15/15/15/15/15/15/15/4HELlO6/15/15/15/15/15/15/15","move":"9I ON"}"#,
            Some(0.8),
        ),
        question(
            "score My Word!",
            "/v1/my-word/score",
            r#"{"table":["M","K","??","SH"],"call":["M","??=AS","K"]}"#,
            Some(0.8),
        ),
        question(
            "best Choose Your Words, kept",
            "/v1/choose-your-words/best",
            r#"{"hand":["Bb","Ib","Gb","*","Eb","Rb","Zr"],"top":1}"#,
            None,
        ),
        question(
            "best Word For Word, kept",
            "/v1/word-for-word/best",
            r#"{"thought":["*","Zr"],"board":["Bb","Ib","Gb","Eb","Rb"],"top":1}"#,
            None,
        ),
        question(
            "best Play On Words, kept",
            "/v1/play-on-words/best",
            r#"{"hand":["E","Q"],"table":[["B","O","O","M"],["R","A","N","G"]],"top":1}"#,
            None,
        ),
        question(
            "best Wordgame, kept",
            "/v1/wordgame/best",
            r#"{"cgp":"15/15/15/15/15/15/15/4HELlO6/15/15/15/15/15/15/15","rack":"AEINRSTX","top":1,"count":false}"#,
            None,
        ),
        question("best My Word!, kept", "/v1/my-word/best", r#"{"table":["M","K","??","SH"],"top":1}"#, None),
        sought("best Choose Your Words, sought", "/v1/choose-your-words/best", |letters| {
            format!(r#"{{"hand":["*",{}],"top":1}}"#, cards(&letters[..6], &["b", "r"]))
        }),
        sought("best Word For Word, sought", "/v1/word-for-word/best", |letters| {
            let (thought, board) = (cards(&letters[..1], &["r"]), cards(&letters[1..6], &["b", "r"]));
            format!(r#"{{"thought":["*",{thought}],"board":[{board}],"top":1}}"#)
        }),
        sought("best Play On Words, sought", "/v1/play-on-words/best", |letters| {
            let hand = cards(&letters[..7], &[""]);
            format!(r#"{{"hand":[{hand}],"table":[["B","O","O","M"],["R","A","N","G"]],"top":1}}"#)
        }),
        sought("best Wordgame, sought", "/v1/wordgame/best", |letters| {
            let cgp = "15/15/15/15/15/15/15/4HELlO6/15/15/15/15/15/15/15";
            let rack = &letters[..7];
            format!(r#"{{"cgp":"{cgp}","rack":"{rack}","top":1,"count":false,"rules":{{"strict_bag":false}}}}"#)
        }),
        sought("best My Word!, sought", "/v1/my-word/best", |letters| {
            format!(r#"{{"table":["?",{}],"top":1}}"#, cards(&letters[..7], &[""]))
        }),
    ]
}

/// Cards of some letters, in colours that take turns, as they stand in JSON.
fn cards(letters: &str, colours: &[&str]) -> String {
    let card = |(letter, colour): (char, &&str)| format!("\"{letter}{colour}\"");
    letters.chars().zip(colours.iter().cycle()).map(card).collect::<Vec<_>>().join(",")
}

/// Six letters that make a word now and then.
fn spelled(number: u32) -> String {
    let letters = b"AEIORSTLND";
    (0..6).map(|place| char::from(letters[(number / 10_u32.pow(place % 5) + place) as usize % 10])).collect()
}

/// A server in a process of its own; killed when dropped.
struct Server {
    child: Child,
    address: String,
    ops_address: String,
}

impl Server {
    fn start(command: &mut Command) -> Self {
        let mut child = command.stderr(Stdio::piped()).spawn().unwrap();
        // What a pipe holds, at once.
        let mut log = BufReader::with_capacity(64 << 10, child.stderr.take().unwrap());
        let mut line = String::new();
        let serving = loop {
            line.clear();
            assert_ne!(log.read_line(&mut line).unwrap(), 0, "the server didn't start");
            let event: serde_json::Value = serde_json::from_str(&line).unwrap();
            if event["message"] == "serving" {
                break event;
            }
        };
        // The log is read on, as a collector would.
        thread::spawn(move || std::io::copy(&mut log, &mut std::io::sink()));
        let text = |key: &str| serving[key].as_str().unwrap_or_default().to_owned();
        Self { child, address: text("address"), ops_address: text("ops_address") }
    }

    fn wordcourt(arguments: &[&str]) -> Self {
        let ports = ["--listen", "127.0.0.1:0", "--ops-listen", "127.0.0.1:0"];
        Self::start(Command::new(BINARY).args(ports).args(arguments))
    }

    /// The service as it is asked this.
    fn asked(question: &Question) -> Self {
        let is_sought = question.bodies.len() > 1;
        Self::wordcourt(if is_sought { &["--workers", "1", "--answer-cache", "0"] } else { &["--workers", "1"] })
    }

    /// The bare endpoint, which answers this to everything.
    fn bare(answer: &str) -> Self {
        Self::start(Command::new(std::env::current_exe().unwrap()).args(["bare", answer]))
    }

    /// Processor time so far, in seconds.
    fn processor_time(&self) -> f64 {
        let stat = fs::read_to_string(format!("/proc/{}/stat", self.child.id())).unwrap();
        let fields: Vec<&str> = stat.rsplit(')').next().unwrap().split_whitespace().collect();
        let ticks: f64 = fields[11].parse::<f64>().unwrap() + fields[12].parse::<f64>().unwrap();
        ticks / 100.0
    }

    fn resident_mib(&self) -> f64 {
        let status = fs::read_to_string(format!("/proc/{}/status", self.child.id())).unwrap();
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).unwrap();
        line.trim().trim_end_matches(" kB").parse::<f64>().unwrap() / 1024.0
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Serves as a bare endpoint does, until killed: JSON in, JSON out.
fn serve_bare(answer: &str) -> std::io::Result<()> {
    let answer: serde_json::Value = serde_json::from_str(answer)?;
    actix_web::rt::System::new().block_on(async {
        let server = HttpServer::new(move || {
            let answer = answer.clone();
            let handler = move |body: web::Bytes| {
                // Whoever takes JSON reads it, if only to see that it is some.
                let is_json = body.is_empty() || serde_json::from_slice::<serde::de::IgnoredAny>(&body).is_ok();
                std::hint::black_box(is_json);
                let answer = HttpResponse::Ok().json(&answer);
                async move { answer }
            };
            App::new().app_data(web::PayloadConfig::new(1 << 20)).default_service(web::to(handler))
        });
        let server = server.workers(1).bind("127.0.0.1:0")?;
        eprintln!(r#"{{"message": "serving", "address": "{}"}}"#, server.addrs()[0]);
        server.run().await
    })
}

/// Asks once; answers the status and the body.
fn ask(address: &str, question: &Question) -> (String, String) {
    let mut stream = TcpStream::connect(address).unwrap();
    let Question { path, bodies, .. } = question;
    let (method, body) = bodies.first().map_or(("GET", ""), |body| ("POST", body));
    let head = format!(
        "{method} {path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\ncontent-type: application/json\r\ncontent-length: {}\r\n\r\n",
        body.len()
    );
    stream.write_all(head.as_bytes()).unwrap();
    stream.write_all(body.as_bytes()).unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    let (head, body) = answer.split_once("\r\n\r\n").unwrap();
    (head.split(' ').nth(1).unwrap().to_owned(), body.to_owned())
}

/// What a closed loop measures.
#[derive(Clone, Copy)]
struct Measured {
    throughput: f64,
    /// Processor time of the server a request, in µs.
    cost: f64,
}

fn wrk(server: &Server, question: &Question) -> Measured {
    let mut script = String::new();
    if let [first, more @ ..] = &question.bodies[..] {
        let _ = write!(
            script,
            "wrk.method = 'POST'\nwrk.headers['content-type'] = 'application/json'\nwrk.body = [=[{first}]=]\n"
        );
        if !more.is_empty() {
            let list = question.bodies.iter().map(|body| format!("[=[{body}]=]")).collect::<Vec<_>>().join(",\n");
            let _ = write!(
                script,
                "local bodies, requests, turn = {{{list}}}, {{}}, 0\n\
                 function init() for at, body in ipairs(bodies) do requests[at] = wrk.format(nil, nil, nil, body) end end\n\
                 function request() turn = turn % #requests + 1; return requests[turn] end\n"
            );
        }
    }
    let file = std::env::temp_dir().join(format!("wordcourt-load-{}.lua", std::process::id()));
    fs::write(&file, script).unwrap();
    let before = server.processor_time();
    let output = Command::new("wrk")
        .args(["-t1", "-c", CONNECTIONS, "-d", SECONDS, "-s"])
        .arg(&file)
        .arg(format!("http://{}{}", server.address, question.path))
        .output()
        .expect("wrk is installed");
    let used = server.processor_time() - before;
    fs::remove_file(&file).unwrap();
    let report = String::from_utf8(output.stdout).unwrap();
    // Failed requests would be fast ones.
    assert!(!report.contains("Non-2xx"), "{report}");
    let number = |before: &str| -> f64 {
        let line = report.lines().find(|line| line.contains(before)).unwrap_or_else(|| panic!("{report}"));
        line.replace(before, "").split_whitespace().next().unwrap().parse().unwrap()
    };
    let requests = number("requests in");
    Measured { throughput: number("Requests/sec:"), cost: used / requests * 1e6 }
}

fn median(mut numbers: Vec<f64>) -> f64 {
    numbers.sort_by(f64::total_cmp);
    numbers[numbers.len() / 2]
}

/// Throughput and cost against the bare endpoint.
fn throughput(what: &str) {
    println!(
        "{:<30} {:>12} {:>12} {:>8} {:>6} {:>10} {:>10}",
        "", "bare 1/s", "ours 1/s", "share", "bar", "bare µs", "ours µs"
    );
    for question in questions().into_iter().filter(|question| question.name.contains(what)) {
        let mut rounds: [Vec<Measured>; 2] = Default::default();
        for _ in 0..STARTS {
            let ours = Server::asked(&question);
            let (status, answer) = ask(&ours.address, &question);
            assert_eq!(status, "200", "{}", question.name);
            let bare = Server::bare(&answer);
            for round in 0..ROUNDS {
                for turn in [round % 2, 1 - round % 2] {
                    rounds[turn].push(wrk([&bare, &ours][turn], &question));
                }
            }
        }
        // Neighbours are compared: the machine is faster at one time than at another.
        let share =
            median(rounds[0].iter().zip(&rounds[1]).map(|(bare, ours)| ours.throughput / bare.throughput).collect());
        let of = |server: usize, what: fn(&Measured) -> f64| median(rounds[server].iter().map(what).collect());
        let throughput = [0, 1].map(|server| of(server, |measured| measured.throughput));
        let cost = [0, 1].map(|server| of(server, |measured| measured.cost));
        let bar = question.bar.map_or_else(String::new, |bar| format!("{bar:.2}"));
        println!(
            "{:<30} {:>12.0} {:>12.0} {:>8.2} {bar:>6} {:>10.2} {:>10.2}",
            question.name, throughput[0], throughput[1], share, cost[0], cost[1]
        );
    }
}

/// Latencies in an open loop, as the clients see them: at a rate at which the generator is no bottleneck.
fn latency() {
    println!("{:<30} {:>10} {:>10} {:>10} {:>10}", "", "1/s", "p50 ms", "p99 ms", "p99.9 ms");
    for question in questions() {
        let ours = Server::asked(&question);
        let bare = Server::bare(&ask(&ours.address, &question).1);
        let rate = (wrk(&ours, &question).throughput / 4.0).min(5_000.0);
        let file = std::env::temp_dir().join(format!("wordcourt-load-{}.jsonl", std::process::id()));
        fs::write(&file, question.bodies.join("\n")).unwrap();
        for (name, server) in [("bare", &bare), (question.name, &ours)] {
            let mut arguments = vec!["--latency-correction", "-c", CONNECTIONS];
            match &question.bodies[..] {
                [] => {}
                [body] => arguments.extend(["-d", body]),
                _ => arguments.extend(["-Z", file.to_str().unwrap()]),
            }
            let report = oha(server, question.path, Some(rate), "5s", &arguments);
            let percentile = |which: &str| report["latencyPercentiles"][which].as_f64().unwrap_or_default() * 1e3;
            println!(
                "{name:<30} {rate:>10.0} {:>10.3} {:>10.3} {:>10.3}",
                percentile("p50"),
                percentile("p99"),
                percentile("p99.9")
            );
        }
        fs::remove_file(&file).unwrap();
    }
}

fn oha(server: &Server, path: &str, rate: Option<f64>, time: &str, arguments: &[&str]) -> serde_json::Value {
    let mut command = Command::new("oha");
    command.args(["--no-tui", "--output-format", "json", "-z", time, "-w", "-T", "application/json"]).args(arguments);
    if let Some(rate) = rate {
        command.args(["-q", &format!("{rate:.0}")]);
    }
    if arguments.iter().any(|argument| matches!(*argument, "-d" | "-Z")) {
        command.args(["-m", "POST"]);
    }
    let output = command.arg(format!("http://{}{path}", server.address)).output().expect("oha is installed");
    serde_json::from_slice(&output.stdout).unwrap_or_else(|_| panic!("{}", String::from_utf8_lossy(&output.stderr)))
}

/// Boards with two blanks on the rack, each different, so that no answer is one that is kept or just being found for another.
fn hard_questions() -> String {
    let mut lines = String::new();
    for number in 0..20_000_u32 {
        let letters: String = (0..6).map(|place| spelled(number * 7 + place).remove(place as usize)).collect();
        let cgp = "15/15/15/15/15/15/15/4HELlO6/15/15/15/15/15/15/15";
        let _ = writeln!(
            lines,
            r#"{{"cgp":"{cgp}","rack":"{letters}??","rules":{{"strict_bag":false,"letter_values":{{"Q":{}}}}}}}"#,
            number % 1_000
        );
    }
    lines
}

/// Searches at four times what the service can find: how many of them are answered still.
fn overload() {
    let ours = Server::wordcourt(&["--workers", "1", "--searches", "1", "--answer-cache", "0"]);
    let file = std::env::temp_dir().join(format!("wordcourt-load-{}.jsonl", std::process::id()));
    fs::write(&file, hard_questions()).unwrap();
    let path = "/v1/wordgame/best";
    let run = |rate: Option<f64>, connections: &str| {
        let report = oha(&ours, path, rate, "10s", &["-c", connections, "-Z", file.to_str().unwrap()]);
        let answered = report["statusCodeDistribution"]["200"].as_f64().unwrap_or_default() / 10.0;
        (answered, report)
    };
    for times in [1.0, 2.0, 4.0, 4.0, 4.0] {
        // As many as search and one that waits: always busy, never shed. Measured anew each time, as the machine is faster at one time than at another.
        let (peak, _) = run(None, "2");
        let is_over = AtomicBool::new(false);
        let ((answered, report), (readiness, most_resident)) = thread::scope(|scope| {
            let watch = scope.spawn(|| watch(&ours, &is_over));
            let ran = run(Some(peak * times), "512");
            is_over.store(true, Ordering::Relaxed);
            (ran, watch.join().unwrap())
        });
        println!(
            "{times} × the peak of {peak:.0}/s: {answered:.0}/s answered ({:.2} of it), statuses {}, errors {}, p99 {:.0} ms; meanwhile readyz {readiness:?}, resident up to {most_resident:.0} MiB",
            answered / peak,
            report["statusCodeDistribution"],
            report["errorDistribution"],
            report["latencyPercentiles"]["p99"].as_f64().unwrap_or_default() * 1e3,
        );
    }
    fs::remove_file(&file).unwrap();
}

/// Looks at a busy server: how often its readiness was what, and how much memory it took at most.
fn watch(server: &Server, is_over: &AtomicBool) -> (BTreeMap<String, usize>, f64) {
    let question = Question { name: "", path: "/readyz", bodies: Vec::new(), bar: None };
    let (mut readiness, mut most_resident) = (BTreeMap::new(), 0.0_f64);
    while !is_over.load(Ordering::Relaxed) {
        *readiness.entry(ask(&server.ops_address, &question).0).or_default() += 1;
        most_resident = most_resident.max(server.resident_mib());
        thread::sleep(Duration::from_millis(100));
    }
    (readiness, most_resident)
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).filter(|argument| argument != "--bench").collect();
    match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["bare", answer] => serve_bare(answer).unwrap(),
        ["latency"] => latency(),
        ["overload"] => overload(),
        [what] => throughput(what),
        _ => throughput(""),
    }
}
