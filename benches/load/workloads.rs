//! The requests that are sent.

use std::fmt::Write as _;

/// The number of different bodies of an uncached workload.
const UNCACHED_BODIES: u32 = 2_000;

/// Requests that are sent repeatedly. Responses to searches with one body come from the response
/// cache, as they do for players who look at one position. For workloads with many bodies the
/// service runs without a response cache, so that it computes every response.
pub(crate) struct Workload {
    pub(crate) name: &'static str,
    pub(crate) path: &'static str,
    /// Empty for a GET; several bodies are sent in turn.
    pub(crate) bodies: Vec<String>,
    /// The target: the minimum throughput as a share of the bare endpoint's.
    pub(crate) target: Option<f64>,
}

impl Workload {
    fn new(name: &'static str, path: &'static str, body: &str, target: Option<f64>) -> Self {
        let bodies = if body.is_empty() { Vec::new() } else { vec![body.to_owned()] };
        Self { name, path, bodies, target }
    }

    /// Creates an uncached workload, whose bodies are made from twelve letters each.
    fn uncached(name: &'static str, path: &'static str, body: fn(&str) -> String) -> Self {
        let bodies = (0..UNCACHED_BODIES)
            .map(|number| body(&(six_letters(number) + &six_letters(number * 31 + 7))))
            .collect();
        Self { name, path, bodies, target: None }
    }

    pub(crate) fn first_body(&self) -> Option<&str> {
        self.bodies.first().map(String::as_str)
    }
}

/// Returns all workloads, in the order of the printed rows.
pub(crate) fn workloads() -> Vec<Workload> {
    [words(), scores(), cached_searches(), uncached_searches()].into_iter().flatten().collect()
}

fn words() -> Vec<Workload> {
    let many: Vec<String> =
        (0..10_000_u32).map(|number| format!("\"{}\"", six_letters(number))).collect();
    vec![
        Workload::new("GET a word", "/v1/words/quiz", "", Some(0.72)),
        Workload::new("GET a lexicon", "/v1/lexicons/en", "", Some(0.72)),
        Workload::new(
            "validate 10 words",
            "/v1/words/validate",
            r#"{"words":["quiz","zax","aa","hello","bigger","nope","qi","jo","xu","zz"],"quiet":true}"#,
            Some(0.8),
        ),
        Workload::new(
            "validate 10,000 words, quiet",
            "/v1/words/validate",
            &format!(r#"{{"words":[{}],"quiet":true}}"#, many.join(",")),
            Some(0.4),
        ),
    ]
}

fn scores() -> Vec<Workload> {
    vec![
        Workload::new(
            "score Choose Your Words",
            "/v1/choose-your-words/score",
            r#"{"play":["Bb","Ib","Gb","*=Gb","Eb","Rb"]}"#,
            Some(0.7),
        ),
        Workload::new(
            "score Word For Word",
            "/v1/word-for-word/score",
            r#"{"play":["Bb","Ib","Gb","*=Gb","Eb","Rb"]}"#,
            Some(0.7),
        ),
        Workload::new(
            "score Play On Words",
            "/v1/play-on-words/score",
            r#"{"hand":["S","R","QU"],"table":[["N","O","W"]],"turn":{"play_ons":[{"onto":[0],"word":["S","N","O","W"]}]}}"#,
            Some(0.7),
        ),
        Workload::new(
            "score Wordgame",
            "/v1/wordgame/score",
            r#"{"cgp":"15/15/15/15/15/15/15/4HELlO6/15/15/15/15/15/15/15","move":"9I ON"}"#,
            Some(0.7),
        ),
        Workload::new(
            "score My Word!",
            "/v1/my-word/score",
            r#"{"table":["M","K","??","SH"],"call":["M","??=AS","K"]}"#,
            Some(0.7),
        ),
    ]
}

fn cached_searches() -> Vec<Workload> {
    vec![
        Workload::new(
            "best Choose Your Words, cached",
            "/v1/choose-your-words/best",
            r#"{"hand":["Bb","Ib","Gb","*","Eb","Rb","Zr"],"top":1}"#,
            Some(0.85),
        ),
        Workload::new(
            "best Word For Word, cached",
            "/v1/word-for-word/best",
            r#"{"thought":["*","Zr"],"board":["Bb","Ib","Gb","Eb","Rb"],"top":1}"#,
            Some(0.85),
        ),
        Workload::new(
            "best Play On Words, cached",
            "/v1/play-on-words/best",
            r#"{"hand":["E","Q"],"table":[["B","O","O","M"],["R","A","N","G"]],"top":1}"#,
            Some(0.85),
        ),
        Workload::new(
            "best Wordgame, cached",
            "/v1/wordgame/best",
            r#"{"cgp":"15/15/15/15/15/15/15/4HELlO6/15/15/15/15/15/15/15","rack":"AEINRSTX","top":1,"count":false}"#,
            Some(0.85),
        ),
        Workload::new(
            "best My Word!, cached",
            "/v1/my-word/best",
            r#"{"table":["M","K","??","SH"],"top":1}"#,
            Some(0.85),
        ),
    ]
}

fn uncached_searches() -> Vec<Workload> {
    vec![
        Workload::uncached(
            "best Choose Your Words, computed",
            "/v1/choose-your-words/best",
            |letters| {
                let hand = cards(&letters[..6], &["b", "r"]);
                format!(r#"{{"hand":["*",{hand}],"top":1,"rules":{{"strict_deck":false}}}}"#)
            },
        ),
        Workload::uncached("best Word For Word, computed", "/v1/word-for-word/best", |letters| {
            let (thought, board) =
                (cards(&letters[..1], &["r"]), cards(&letters[1..6], &["b", "r"]));
            format!(
                r#"{{"thought":["*",{thought}],"board":[{board}],"top":1,"rules":{{"strict_deck":false}}}}"#
            )
        }),
        Workload::uncached("best Play On Words, computed", "/v1/play-on-words/best", |letters| {
            let hand = cards(&letters[..7], &[""]);
            format!(
                r#"{{"hand":[{hand}],"table":[["B","O","O","M"],["R","A","N","G"]],"top":1,"rules":{{"strict_deck":false}}}}"#
            )
        }),
        Workload::uncached("best Wordgame, computed", "/v1/wordgame/best", |letters| {
            let cgp = "15/15/15/15/15/15/15/4HELlO6/15/15/15/15/15/15/15";
            let rack = &letters[..7];
            format!(
                r#"{{"cgp":"{cgp}","rack":"{rack}","top":1,"count":false,"rules":{{"strict_bag":false}}}}"#
            )
        }),
        Workload::uncached("best My Word!, computed", "/v1/my-word/best", |letters| {
            let table = cards(&letters[..7], &[""]);
            format!(r#"{{"table":["?",{table}],"top":1,"rules":{{"strict_deck":false}}}}"#)
        }),
    ]
}

/// Returns search requests with two blanks on the rack. All are different, so that no search shares
/// the result of another.
pub(crate) fn hard_searches() -> String {
    let mut lines = String::new();
    for number in 0..20_000_u32 {
        let letters: String =
            (0..6).map(|place| six_letters(number * 7 + place).remove(place as usize)).collect();
        let cgp = "15/15/15/15/15/15/15/4HELlO6/15/15/15/15/15/15/15";
        let _ = writeln!(
            lines,
            r#"{{"cgp":"{cgp}","rack":"{letters}??","rules":{{"strict_bag":false,"letter_values":{{"Q":{}}}}}}}"#,
            number % 1_000
        );
    }
    lines
}

/// Returns cards with these letters and alternating colours, as JSON strings.
fn cards(letters: &str, colours: &[&str]) -> String {
    let card = |(letter, colour): (char, &&str)| format!("\"{letter}{colour}\"");
    letters.chars().zip(colours.iter().cycle()).map(card).collect::<Vec<_>>().join(",")
}

/// Returns six letters that sometimes make a word.
fn six_letters(number: u32) -> String {
    let alphabet = b"AEIORSTLND";
    (0..6)
        .map(|place| char::from(alphabet[(number / 10_u32.pow(place % 5) + place) as usize % 10]))
        .collect()
}
