//! The examples of Wordgame.

use wordcourt::rules::Violations;
use wordcourt::rules::wordgame::{
    Bag, Board, OverRule, Play, Premiums, Rack, Rules, SIZE, Score, Square, Standing, TurnKind,
    Turns, WrittenMove, is_out_of_tiles, settle,
};
use wordcourt::word::Letter;

use super::{Outcome, outcome};

pub(super) fn run(verb: &str, arguments: &[&str]) -> Outcome {
    match verb {
        "bag" => {
            let Bag { letters, blanks } = Bag::WORDGAME;
            let total: u32 = letters.iter().map(|&count| u32::from(count)).sum();
            let shares = Letter::all().map(|letter| {
                format!("{}{}", letter.as_char().to_ascii_lowercase(), letters[letter.index()])
            });
            outcome([
                ("letters", total.to_string()),
                ("blanks", blanks.to_string()),
                ("tiles", (total + u32::from(blanks)).to_string()),
                ("distribution", shares.collect::<Vec<_>>().join(",")),
            ])
        }
        "score" => score(arguments),
        "first" => {
            let written: WrittenMove = format!(
                "{} {}",
                if arguments[1] == "centre" { "8H" } else { "9H" },
                "A".repeat(arguments[0].parse().unwrap())
            )
            .parse()
            .unwrap();
            let (board, rules) = (Board::default(), Rules::WORDGAME);
            let play = Play::place(&written, &board, None, &rules, &mut Violations::default());
            outcome([("legal", play.is_ok().to_string())])
        }
        "passes" => {
            let end = turns(arguments[0]).end(OverRule::ThreePasses);
            outcome([("over", end.is_some().to_string())])
        }
        "rack" => {
            let number = |at: usize| arguments[at].split_once('=').unwrap().1;
            let racks = number(1).split(',').map(|tiles| tiles.parse().unwrap());
            outcome([("over", is_out_of_tiles(number(0).parse().unwrap(), racks).to_string())])
        }
        "final" => {
            let (standings, values): (Vec<Standing>, Vec<Vec<u32>>) =
                arguments.iter().map(|text| standing(text)).unzip();
            let mut rules = Rules::WORDGAME;
            values
                .iter()
                .flatten()
                .enumerate()
                .for_each(|(letter, value)| rules.letter_values[letter] = *value);
            let settled = settle(&standings_with(standings, &values), None, &rules);
            let totals: Vec<String> =
                settled.results.iter().map(|score| score.total.to_string()).collect();
            outcome([("final", totals.join(","))])
        }
        "sheet" => outcome([
            ("rack", Rules::WORDGAME.rack_size.to_string()),
            ("new_letters", turns("pass,pass").are_opening_passes().to_string()),
        ]),
        _ => panic!("unknown verb {verb}"),
    }
}

fn turns(text: &str) -> Turns {
    let mut turns = Turns::of_players(2);
    for turn in text.split(',') {
        turns.record(if turn == "pass" { TurnKind::Passed } else { TurnKind::Scored });
    }
    turns
}

fn standing(text: &str) -> (Standing, Vec<u32>) {
    let (points, values) = text.split_once(':').unwrap();
    let values =
        values.split(',').filter(|value| !value.is_empty()).map(|value| value.parse().unwrap());
    let standing = Standing {
        player: String::new(),
        points: points.parse().unwrap(),
        rack: None,
        overtime_seconds: 0,
    };
    (standing, values.collect())
}

/// Gives each tile left a different letter: A, B, C and so on through all racks.
fn standings_with(standings: Vec<Standing>, values: &[Vec<u32>]) -> Vec<Standing> {
    let mut letters = Letter::all();
    let give = |(standing, values): (Standing, &Vec<u32>)| {
        let tiles: String =
            values.iter().filter_map(|_| letters.next()).map(Letter::as_char).collect();
        let rack = Rack::read(&tiles, 8, &mut Violations::default()).unwrap();
        Standing { rack: Some(rack), ..standing }
    };
    standings.into_iter().zip(values).map(give).collect()
}

/// Returns the letter, the value and the bonus square of a tile, and true if the tile is new.
fn tile(text: &str) -> (char, u32, &str, bool) {
    let (text, is_new) = text.strip_suffix('*').map_or((text, false), |text| (text, true));
    let (text, square) = text.split_once(':').unwrap_or((text, ""));
    (text.chars().next().unwrap(), text[1..].parse().unwrap(), square, is_new)
}

/// Places the example on the board so that its old tiles, or else its new ones, cover the
/// centre.
fn score(arguments: &[&str]) -> Outcome {
    let words: Vec<Vec<&str>> =
        arguments[1..].split(|argument| *argument == "/").map(<[&str]>::to_vec).collect();
    let main: Vec<_> = words[0].iter().map(|text| tile(text)).collect();
    let cross = words.get(1).map(|cross| (tile(cross[0]), tile(cross[1])));
    let start = match cross {
        Some((_, below)) => {
            Square { row: 8, column: 7 - main.iter().position(|tile| tile.0 == below.0).unwrap() }
        }
        None if main[0].3 => Square { row: 7, column: 8 - main.len() },
        None => Square::CENTRE,
    };
    let mut rules = Rules::WORDGAME;
    let mut squares = vec!["_".repeat(SIZE); SIZE];
    let mut rows = vec![".".repeat(SIZE); SIZE];
    let put = |lines: &mut Vec<String>, row: usize, column: usize, mark: &str| {
        lines[row].replace_range(column..=column, mark);
    };
    let mut written = format!("{start} ");
    for (at, &(letter, value, square, is_new)) in main.iter().enumerate() {
        let mark = if value == 0 { letter.to_ascii_lowercase() } else { letter };
        rules.letter_values[letter as usize - 'A' as usize] = value;
        let bonus = ["T", "D", "t", "d", "_"]
            [["3W", "2W", "3L", "2L", ""].iter().position(|name| *name == square).unwrap()];
        put(&mut squares, start.row, start.column + at, bonus);
        if is_new {
            written.push(mark);
        } else {
            put(&mut rows, start.row, start.column + at, &mark.to_string());
            written.push('.');
        }
    }
    if let Some((above, _)) = cross {
        rules.letter_values[above.0 as usize - 'A' as usize] = above.1;
        put(&mut rows, Square::CENTRE.row, Square::CENTRE.column, &above.0.to_string());
    }
    rules.premiums =
        Premiums::from_rows(&squares.iter().map(String::as_str).collect::<Vec<_>>()).unwrap();
    let mut violations = Violations::default();
    let board = Board::read(&rows, &mut violations);
    let board = board.unwrap_or_else(|_| panic!("{violations:?}"));
    let written: WrittenMove = written.parse().unwrap();
    let play = Play::place(&written, &board, None, &rules, &mut violations);
    let play = play.unwrap_or_else(|_| panic!("{violations:?}"));
    assert_eq!(format!("TILES={}", play.tiles_used()), arguments[0]);
    let score = Score::of(&play, &board, &rules);
    let words: Vec<String> = score.words.iter().map(|formed| formed.score.to_string()).collect();
    outcome([("words", words.join(",")), ("total", score.total.to_string())])
}
