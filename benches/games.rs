//! Measures whole games: the processor time of one action and of replays, and the sizes of states and
//! views. `cargo bench --bench games` prints the tables; with `-- --write`, it also writes them into
//! the documentation.
//!
//! Bots play the games, with the same seeds in every run. The times are those of the operations, from
//! the bytes of a request to the bytes of its response, without HTTP. None of the actions of the first
//! table searches: those of bots are measured as they were carried out.

#![expect(clippy::unwrap_used, reason = "a benchmark fails by panicking")]

#[path = "harness/document.rs"]
mod document;
#[expect(dead_code, reason = "only the dice and times are used")]
mod harness;

use std::sync::Arc;
use std::time::Duration;

use harness::{Dice, Times};
use rustix::time::{ClockId, clock_gettime};
use serde_json::{Value, json};
use wordcourt::api::{self, OperationId};
use wordcourt::edition::Edition;
use wordcourt::lexicon::source;

const GAMES: usize = 12;
const ROUNDS: usize = 5;
/// The actions of a game, at most.
const PLIES: usize = 400;
/// The largest number of actions of a record.
const RECORDED_ACTIONS: usize = 5_000;
const NAMES: [&str; 12] = [
    "Anna",
    "Ben",
    "Charlotte",
    "David",
    "Eleanor",
    "Frederick",
    "Gwendolyn",
    "Henry",
    "Isabella",
    "Jonathan",
    "Katharine",
    "Leonard",
];

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// A table with the largest number of players.
struct Table {
    name: &'static str,
    game: &'static str,
    players: usize,
    rules: fn() -> Value,
}

const TABLES: [Table; 7] = [
    Table { name: "Wordgame", game: "wordgame", players: 2, rules: || json!({}) },
    Table {
        name: "Wordgame with challenges",
        game: "wordgame",
        players: 2,
        rules: || json!({"challenge": "double"}),
    },
    Table {
        name: "the classic game",
        game: "wordgame",
        players: 4,
        rules: || json!({"preset": "classic"}),
    },
    Table { name: "Choose Your Words", game: "choose-your-words", players: 12, rules: long },
    Table { name: "Word For Word", game: "word-for-word", players: 12, rules: long },
    Table { name: "Play On Words", game: "play-on-words", players: 4, rules: long },
    Table { name: "My Word!", game: "my-word", players: 12, rules: long },
];

/// Returns the rules of a game that never ends here.
fn long() -> Value {
    json!({"rounds": 1_000})
}

/// The operations with one edition.
struct Operations(Arc<Edition>);

impl Operations {
    fn answer(&self, operation: OperationId, request: &Value) -> Value {
        let answer = api::answer(operation, request.to_string().as_bytes(), &self.0);
        serde_json::from_slice(&answer.unwrap_or_else(|problem| panic!("{problem:?}")).body)
            .unwrap()
    }

    /// Returns the fastest processor times of requests.
    fn times(&self, operation: OperationId, requests: &[Value], rounds: usize) -> Times {
        let bodies: Vec<String> = requests.iter().map(Value::to_string).collect();
        let mut fastest = vec![Duration::MAX; bodies.len()];
        for _ in 0..rounds {
            for (body, fastest) in bodies.iter().zip(&mut fastest) {
                let begun = processor_time();
                api::answer(operation, body.as_bytes(), &self.0).unwrap();
                *fastest = (*fastest).min(processor_time().saturating_sub(begun));
            }
        }
        Times::of(fastest)
    }
}

fn processor_time() -> Duration {
    clock_gettime(ClockId::ThreadCPUTime).try_into().unwrap()
}

/// A game that was played.
struct Game {
    start: Value,
    /// The actions as they were asked for.
    asked: Vec<Value>,
    /// The actions as they were carried out.
    applied: Vec<Value>,
    /// The states before the applied actions.
    states: Vec<Value>,
}

impl Table {
    /// Returns an operation, such as `start_wordgame`.
    fn operation(&self, what: &str, rest: &str) -> OperationId {
        let name = format!("{what}_{}{rest}", self.game.replace('-', "_"));
        OperationId::from_name(&name).unwrap()
    }

    fn start(&self, number: usize) -> Value {
        let player = |name: &&str| match self.game {
            "choose-your-words" | "word-for-word" => json!({"name": name, "chips": 1_000}),
            _ => json!({"name": name}),
        };
        let players: Vec<Value> = NAMES[..self.players].iter().map(player).collect();
        json!({"players": players, "rules": (self.rules)(), "seed": format!("{number:064x}")})
    }

    /// Returns the next action of a bot; in My Word!, also that of the dealer.
    fn bot(&self, next: &Value, dice: &mut Dice) -> Option<Value> {
        let player = next["to_act"].get(0)?;
        Some(match self.game {
            "my-word" if dice.below(2) > 0 => json!({"kind": "time_out", "player": player}),
            "my-word" => json!({"kind": "bot", "player": NAMES[dice.below(self.players)]}),
            _ => json!({"kind": "bot", "player": player}),
        })
    }

    /// Plays a game until it ends, or until this many actions were asked for.
    fn play(&self, number: usize, actions: usize, lexicons: &Operations) -> Game {
        let mut dice = Dice(number as u64);
        let start = self.start(number);
        let mut reply = lexicons.answer(self.operation("start", ""), &start);
        let apply = self.operation("apply", "");
        let mut game = Game { start, asked: Vec::new(), applied: Vec::new(), states: Vec::new() };
        while game.asked.len() < actions
            && let Some(action) = self.bot(&reply["next"], &mut dice)
        {
            let request = json!({"state": reply["state"], "actions": [action]});
            let after = lexicons.answer(apply, &request);
            if let Some(applied) = after["applied"].get(0) {
                game.applied.push(applied.clone());
                game.states.push(reply["state"].take());
            }
            game.asked.push(action);
            reply = after;
        }
        game
    }
}

fn micros(time: Duration) -> String {
    format!("{:.0} µs", time.as_secs_f64() * 1e6)
}

fn millis(time: Duration) -> String {
    format!("{:.1} ms", time.as_secs_f64() * 1e3)
}

fn kib(bytes: Option<usize>) -> String {
    format!("{:.1} KiB", f64::from(u32::try_from(bytes.unwrap()).unwrap()) / 1024.0)
}

/// Returns the row of the times and sizes of games.
fn row_of_games(table: &Table, games: &[Game], lexicons: &Operations) -> Vec<String> {
    let steps = || games.iter().flat_map(|game| game.states.iter().zip(&game.applied));
    let state = steps().map(|(state, _)| state.to_string().len()).max();
    let request = |views: bool, lines: bool| -> Vec<Value> {
        let request = |(state, action)| json!({"state": state, "actions": [action], "views": views, "lines": lines});
        steps().map(request).collect()
    };
    let apply = table.operation("apply", "");
    let one = lexicons.times(apply, &request(false, true), ROUNDS);
    let views = |lines: bool| {
        let requests = request(true, lines);
        let sizes = requests
            .iter()
            .step_by(5)
            .map(|request| lexicons.answer(apply, request)["views"].to_string().len());
        kib(sizes.max())
    };
    let replays = |best: bool| {
        let record =
            |game: &Game| json!({"start": game.start, "actions": game.applied, "best": best});
        let records: Vec<Value> = games.iter().map(record).collect();
        let times = lexicons.times(table.operation("replay", "_actions"), &records, ROUNDS);
        format!("{}, {}", millis(times.median), millis(times.longest))
    };
    vec![
        table.name.to_owned(),
        table.players.to_string(),
        format!("{}, {}", micros(one.median), micros(one.p95)),
        kib(state),
        views(true),
        views(false),
        games.iter().map(|game| game.applied.len()).max().unwrap().to_string(),
        replays(false),
        replays(true),
    ]
}

/// Returns the row of a replay of as many actions as a record can have, all of bots.
fn row_of_bots(table: &Table, lexicons: &Operations) -> Vec<String> {
    let game = table.play(0, RECORDED_ACTIONS, lexicons);
    let mut request = json!({"start": game.start, "actions": game.asked});
    let replay = table.operation("replay", "_actions");
    let played = lexicons.answer(replay, &request);
    let plain = lexicons.times(replay, std::slice::from_ref(&request), 1).longest;
    request["actions"] = json!(game.applied);
    request["best"] = true.into();
    let compared = lexicons.answer(replay, &request);
    let best = lexicons.times(replay, std::slice::from_ref(&request), 1).longest;
    let refused_at = played["refused"]["at"].as_u64();
    let compared_plays = compared["steps"].as_array().unwrap().iter();
    let compared_plays = compared_plays.filter(|step| step.get("best").is_some()).count();
    vec![
        table.name.to_owned(),
        game.asked.len().to_string(),
        refused_at.map_or_else(|| "all".to_owned(), |at| at.to_string()),
        millis(plain),
        compared_plays.to_string(),
        compared["not_searched"].as_u64().unwrap_or_default().to_string(),
        millis(best),
    ]
}

/// Writes a table in Markdown.
fn markdown(head: &[&str], rows: &[Vec<String>]) -> String {
    let row = |cells: &Vec<String>| format!("\n| {} |", cells.join(" | "));
    let rows: String = rows.iter().map(row).collect();
    format!("| {} |\n|{}{rows}", head.join(" | "), "---|".repeat(head.len()))
}

fn main() {
    let lexicons = Operations(Arc::new(Edition::build(&source::embedded()).unwrap()));
    let (mut games, mut bots) = (Vec::new(), Vec::new());
    for table in &TABLES {
        let played: Vec<Game> =
            (0..GAMES).map(|number| table.play(number, PLIES, &lexicons)).collect();
        games.push(row_of_games(table, &played, &lexicons));
        bots.push(row_of_bots(table, &lexicons));
    }
    let games = markdown(
        &[
            "game",
            "players",
            "`apply` of one action",
            "largest state",
            "largest views",
            "without lines",
            "actions",
            "`replay`",
            "with `best`",
        ],
        &games,
    );
    let bots = markdown(
        &[
            "game",
            "actions",
            "carried out",
            "`replay`",
            "plays compared",
            "not compared",
            "`replay` with `best`",
        ],
        &bots,
    );
    let tables = format!("{games}\n\n{bots}");
    println!("{tables}");
    if std::env::args().any(|argument| argument == "--write") {
        document::replace("docs/benchmarks.md", "cargo bench --bench games -- --write", &tables);
    }
}
