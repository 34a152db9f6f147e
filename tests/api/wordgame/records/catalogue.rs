//! The records of the corpus: games that the engine plays, with every feature of records, and then
//! altered. Each states the breaches and remarks that follow from the alteration.

use serde_json::{Value, json};
use wordcourt::rules::wordgame::Rules;

use super::table::Table;

/// A record, and what is known of it from the way in which it was made.
pub(super) struct Made {
    pub name: &'static str,
    pub rules: Value,
    pub text: Vec<u8>,
    /// Each breach as its line, its code and its rule.
    pub breaches: Vec<Value>,
    /// The lines with remarks, those of the record included.
    pub notes: Vec<usize>,
}

/// Makes all records.
pub(super) fn all() -> Vec<Made> {
    let mut records = endings();
    records.extend(challenges());
    records.extend(dialects());
    records.extend(wrong_lines());
    records.extend(wordgames());
    records
}

fn classic_rules() -> Value {
    json!({ "preset": "classic" })
}

fn with(switches: Value) -> Value {
    let mut rules = classic_rules();
    rules.as_object_mut().unwrap().extend(switches.as_object().unwrap().clone());
    rules
}

/// Plays games until one goes as its record needs.
fn played(seed: u64, rules: &Rules, play: &dyn Fn(&mut Table)) -> Table {
    let games = (0..100).map(|game| {
        let mut table = Table::new(seed + 1_000 * game, rules.clone());
        play(&mut table);
        table
    });
    games.into_iter().find(|table| !table.is_stuck).unwrap()
}

/// Plays a classic game.
fn made(name: &'static str, seed: u64, rules: Value, play: impl Fn(&mut Table)) -> Made {
    of_table(name, rules, &played(seed, &Rules::CLASSIC, &play))
}

fn classic(name: &'static str, seed: u64, play: impl Fn(&mut Table)) -> Made {
    made(name, seed, classic_rules(), play)
}

fn of_table(name: &'static str, rules: Value, table: &Table) -> Made {
    Made {
        name,
        rules,
        text: (table.lines.join("\n") + "\n").into_bytes(),
        breaches: table.breaches.clone(),
        notes: table.notes.clone(),
    }
}

impl Made {
    /// Rewrites the text.
    fn rewritten(mut self, rewrite: impl FnOnce(String) -> String) -> Self {
        self.text = rewrite(String::from_utf8(self.text).unwrap()).into_bytes();
        self
    }
}

/// C2, C3, C6: the ends of games.
fn endings() -> Vec<Made> {
    let out = |table: &mut Table| table.until_out();
    vec![
        classic("out", 1, |table| {
            out(table);
            table.gain(2);
        }),
        classic("out-again", 2, |table| {
            out(table);
            table.gain(2);
        }),
        classic("out-without-closing-line", 3, out),
        made("gain-once", 4, with(json!({"end": "gain_once"})), |table| {
            out(table);
            table.gain(1);
            let other = usize::from(table.racks[0].is_empty());
            table.lose(other);
        }),
        made("gain-once-half-closed", 5, with(json!({"end": "gain_once"})), |table| {
            out(table);
            let other = usize::from(table.racks[0].is_empty());
            table.lose(other);
        }),
        made("keep", 6, with(json!({"end": "keep"})), |table| {
            out(table);
            let other = usize::from(table.racks[0].is_empty());
            table.lose(other);
        }),
        classic("six-passes", 7, |table| {
            table.turns(9);
            (0..6).for_each(|_| table.pass());
            table.lose(0);
            table.lose(1);
        }),
        classic("six-passes-unclosed", 8, |table| {
            table.turns(4);
            (0..6).for_each(|_| table.pass());
        }),
        classic("six-exchanges", 9, |table| {
            table.turns(5);
            (0..6).for_each(|_| table.exchange(3, |tiles| format!("-{tiles}")));
            table.lose(1);
            table.lose(0);
        }),
        classic("six-exchanges-rack-unknown", 10, |table| {
            table.turns(5);
            (0..6).for_each(|_| table.exchange(2, |_| "-2".to_owned()));
            table.lose(1);
        }),
        classic("mixed-scoreless", 11, |table| {
            table.turns(6);
            table.pass();
            table.lay_phony();
            table.take_back(None);
            table.pass();
            table.exchange(1, |tiles| format!("exch {tiles}"));
            table.lay_phony();
            table.take_back(None);
            table.pass();
            table.lose(0);
            table.lose(1);
        }),
        classic("five-scoreless-go-on", 12, |table| {
            table.turns(6);
            (0..5).for_each(|_| table.pass());
            out(table);
            table.gain(2);
        }),
        made("three-passes", 13, with(json!({"over": "three_passes"})), |table| {
            table.turns(8);
            (0..3).for_each(|_| table.pass());
            table.lose(1);
            table.lose(0);
        }),
        made("all-pass-twice", 14, with(json!({"over": "all_pass_twice"})), |table| {
            table.turns(8);
            table.pass();
            table.pass();
            table.exchange(2, |tiles| format!("-{tiles}"));
            (0..4).for_each(|_| table.pass());
            table.lose(1);
            table.lose(0);
        }),
        classic("time-penalty", 15, |table| {
            out(table);
            table.gain(2);
            table.write(1, "", "(time)", -30);
        }),
        made(
            "time-penalty-by-seconds",
            16,
            with(json!({"time_penalty": {"points": 1, "per_seconds": 6}})),
            |table| {
                out(table);
                table.write(0, "", "(time)", -7);
                table.gain(2);
            },
        ),
        classic("incomplete", 17, |table| {
            table.turns(11);
            let rack = table.rack(1);
            table.lines.push(format!("#rack2 {rack}"));
        }),
        classic("no-racks", 18, |table| {
            out(table);
            table.gain(2);
        })
        .rewritten(without_racks),
        classic("no-racks-six-passes", 19, |table| {
            table.turns(4);
            (0..6).for_each(|_| table.pass());
        })
        .rewritten(without_racks),
    ]
}

/// Removes the racks of turns.
fn without_racks(text: String) -> String {
    let without = |line: &str| match line.split_once(": ") {
        Some((nick, event)) if !event.starts_with(['(', '-']) => {
            let (_, rest) = event.split_once(' ').unwrap();
            format!("{nick}: {rest}\n")
        }
        _ => format!("{line}\n"),
    };
    text.lines().map(without).collect()
}

/// C5, C7: challenges.
fn challenges() -> Vec<Made> {
    let half = |table: &mut Table| table.turns(7);
    let penalty = json!({"challenge": "points", "challenge_to": "penalty", "challenge_steps": [5, 10], "challenge_free": 1});
    vec![
        classic("taken-back", 30, |table| {
            half(table);
            table.lay_phony();
            table.take_back(None);
            table.until_out();
            table.gain(2);
        }),
        classic("taken-back-with-0", 31, |table| {
            half(table);
            table.lay_phony();
            table.take_back(Some(0));
            table.note();
            table.turns(3);
        }),
        classic("last-move-taken-back", 32, |table| {
            table.until_bag(0);
            table.lay_phony();
            table.take_back(None);
            table.until_out();
            table.gain(2);
        }),
        classic("challenge-bonus", 33, |table| {
            half(table);
            table.challenge(0, 5);
            table.until_out();
            table.gain(2);
        }),
        classic("challenge-bonus-per-word", 34, |table| {
            half(table);
            table.words(3);
            table.challenge(1 - table.next, 15);
            table.words(2);
            table.challenge(1 - table.next, 20);
            table.turns(2);
        }),
        classic("challenge-of-the-last-move", 35, |table| {
            table.until_out();
            table.challenge(1 - table.next, 10);
            table.gain(2);
        }),
        classic("challenge-penalty", 36, |table| {
            half(table);
            table.challenge(1, -10);
            table.turns(4);
        }),
        made("challenge-five-per-word", 37, with(json!({"challenge": "five_per_word"})), |table| {
            half(table);
            table.words(3);
            table.challenge(1 - table.next, 15);
            table.turns(3);
        }),
        made("challenge-escalating", 38, with(json!({"challenge": "escalating"})), |table| {
            for points in [5, 10, 20, 30, 30] {
                table.play();
                table.challenge(1 - table.next, points);
                table.play();
            }
        }),
        made("challenge-free-penalty", 39, with(penalty), |table| {
            for points in [0, 5, 10, 10] {
                table.play();
                table.challenge(table.next, -points);
                table.play();
            }
        }),
        made("double-challenge", 40, with(json!({"challenge": "double"})), |table| {
            half(table);
            table.pass();
            table.until_out();
            table.pass();
            table.gain(2);
        }),
        classic("double-challenge-of-the-last-move", 41, |table| {
            table.until_out();
            table.pass();
            table.gain(2);
        }),
        classic("illegal-word-stands", 42, |table| {
            half(table);
            table.lay_phony();
            table.turns(5);
        }),
    ]
}

/// C7: the ways in which programs write records.
fn dialects() -> Vec<Made> {
    let whole = |name: &'static str, seed: u64| {
        classic(name, seed, |table| {
            table.turns(3);
            table.exchange(3, |tiles| format!("-{tiles}"));
            table.until_out();
            table.gain(2);
        })
    };
    vec![
        whole("cr", 50).rewritten(|text| text.replace('\n', "\r")),
        whole("crlf", 51).rewritten(|text| text.replace('\n', "\r\n")),
        whole("mixed-line-ends", 52).rewritten(mixed_line_ends),
        whole("bom-and-tabs", 53).rewritten(|text| {
            format!("\u{feff}{}", text.replace(": ", ":\t\t").replace(" +", "\t +"))
        }),
        whole("letters-on-the-board", 54).rewritten(|text| with_letters_on_board(&text, false)),
        whole("parentheses", 55).rewritten(|text| with_letters_on_board(&text, true)),
        whole("underscores", 56).rewritten(|text| text.replace('?', "_")),
        whole("other-cases", 57).rewritten(|text| {
            text.replace("#player", "#Player").replace(">bob", ">BOB").replace(">ann", ">Ann")
        }),
        whole("no-totals", 58).rewritten(|text| without_last(&text, 1)),
        whole("no-plus-signs", 59).rewritten(|text| text.replace(" +", "   ")),
        classic("words-for-actions", 60, |table| {
            table.turns(4);
            table.pass();
            table.exchange(2, |tiles| format!("exch {tiles}"));
            table.exchange(4, |tiles| format!("EXCH {}", tiles.len()));
            table.exchange(3, |tiles| format!("-{}", tiles.len()));
            table.turns(3);
        })
        .rewritten(|text| text.replace(" - +0", " pass +0")),
        with_notes(whole("notes-and-texts", 61)),
        with_words_behind(whole("words-behind-totals", 62)),
        whole("lower-case-racks", 63).rewritten(|text| {
            let lower = |line: &str| match line.split_once(": ") {
                Some((nick, event)) if !event.starts_with('(') => {
                    let (rack, rest) = event.split_once(' ').unwrap();
                    format!("{nick}: {} {rest}\n", rack.to_lowercase())
                }
                _ => format!("{line}\n"),
            };
            text.lines().map(lower).collect()
        }),
        whole("pragmas", 64).rewritten(|text| {
            format!(
                "#character-encoding UTF-8\n#title Club night\n#id io.example 7\n#x-clock 25:00\n\
                 #\n# a remark\n{text}#rack1 ABC\n#style plain\n"
            )
        }),
        Made {
            text: {
                let made = whole("iso-8859-1", 65).rewritten(|text| {
                    let pragma = "#character-encoding ISO-8859-1\n";
                    pragma.to_owned() + &text.replace("Ann Arden", "Ånn Ärdén")
                });
                let text = String::from_utf8(made.text).unwrap();
                text.chars().map(|c| u8::try_from(u32::from(c)).unwrap()).collect()
            },
            ..whole("iso-8859-1", 65)
        },
    ]
}

fn mixed_line_ends(text: String) -> String {
    let ends = ["\r", "\n", "\r\n"].into_iter().cycle();
    text.lines().zip(ends).map(|(line, end)| format!("{line}{end}")).collect()
}

/// Writes the letters of tiles that are on the board.
fn with_letters_on_board(text: &str, are_in_parentheses: bool) -> String {
    let mut board = [['.'; 15]; 15];
    let mut written = String::new();
    for line in text.lines() {
        let parts: Vec<&str> = line.split(' ').collect();
        let [nick, rack, coordinate, word, ..] = parts[..] else {
            written += &format!("{line}\n");
            continue;
        };
        let coordinate: Result<wordcourt::rules::wordgame::Coordinate, _> = coordinate.parse();
        let Some(coordinate) = coordinate.ok().filter(|_| nick.starts_with('>')) else {
            written += &format!("{line}\n");
            continue;
        };
        let mut letters = String::new();
        for (steps, mark) in word.chars().enumerate() {
            let square = coordinate.square.step(coordinate.direction, steps).unwrap();
            let on_board = &mut board[square.row][square.column];
            if mark != '.' {
                *on_board = mark;
                letters.push(mark);
            } else if are_in_parentheses {
                letters += &format!("({on_board})");
            } else {
                letters.push(*on_board);
            }
        }
        let rest = parts[4..].join(" ");
        written += &format!("{nick} {rack} {} {} {rest}\n", parts[2], letters.replace(")(", ""));
    }
    written
}

/// Removes the last numbers of each event.
fn without_last(text: &str, numbers: usize) -> String {
    let without = |line: &str| {
        let parts: Vec<&str> = line.split(' ').collect();
        let kept = if line.starts_with('>') { parts.len() - numbers } else { parts.len() };
        parts[..kept].join(" ") + "\n"
    };
    text.lines().map(without).collect()
}

fn with_notes(mut made: Made) -> Made {
    let mut lines: Vec<String> =
        String::from_utf8(made.text).unwrap().lines().map(str::to_owned).collect();
    lines.insert(9, "and then somebody laughed;\nthis line goes on".to_owned());
    lines.insert(6, format!("#Note {}\n\nand more", "a long remark ".repeat(200)));
    lines.insert(4, "; a line of text".to_owned());
    made.text = (lines.join("\n") + "\n").into_bytes();
    made.notes = vec![4, 7, 13];
    made
}

fn with_words_behind(mut made: Made) -> Made {
    let text = String::from_utf8(made.text).unwrap();
    let numbered = (1..).zip(text.lines());
    made.notes = numbered.filter(|(_, line)| line.starts_with('>')).map(|(line, _)| line).collect();
    let behind = |line: &str| if line.starts_with('>') { "  BE, ET, 3 words" } else { "" };
    made.text =
        text.lines().map(|line| format!("{line}{}\n", behind(line))).collect::<String>().into();
    made
}

/// C7: lines that no rule gives, and lines that are only odd.
fn wrong_lines() -> Vec<Made> {
    vec![
        classic("wrong-score", 70, |table| {
            table.turns(5);
            let line = table.lines.last_mut().unwrap();
            *line = line.replace('+', "+1");
            table.until_out();
            table.gain(2);
        }),
        classic("wrong-total", 71, |table| {
            table.turns(5);
            table.lines.last_mut().unwrap().push('7');
            table.turns(3);
        }),
        classic("once-instead-of-twice", 72, |table| {
            table.until_out();
            table.gain(1);
            table.breach("not_allowed", "C2");
        }),
        classic("loss-of-the-other", 73, |table| {
            table.until_out();
            table.gain(2);
            let other = usize::from(table.racks[0].is_empty());
            table.lose(other);
            table.breach("not_allowed", "C2");
        }),
        classic("gain-of-the-wrong-player", 74, |table| {
            table.until_out();
            let other = usize::from(table.racks[0].is_empty());
            let rack = table.rack(other);
            table.write(other, "", &format!("({rack})"), 8);
            table.breach("not_allowed", "C2");
        }),
        classic("closed-twice", 75, |table| {
            table.until_out();
            table.gain(2);
            table.gain(2);
            table.breach("not_allowed", "C2");
        }),
        classic("closed-too-early", 76, |table| {
            table.turns(6);
            table.lose(1);
            table.breach("not_allowed", "C2");
            table.turns(2);
        }),
        classic("wrong-closing-rack", 77, |table| {
            table.until_out();
            table.gain(2);
            let line = table.lines.last_mut().unwrap();
            let (before, rest) = line.split_once('(').unwrap();
            let (rack, after) = rest.split_once(')').unwrap();
            *line = format!("{before}({}){after}", "E".repeat(rack.len()));
            table.note();
        }),
        classic("move-after-the-end", 78, |table| {
            table.turns(6);
            (0..6).for_each(|_| table.pass());
            table.play();
            table.breach("game_over", "C3");
        }),
        classic("pass-after-the-end", 79, |table| {
            table.turns(6);
            (0..7).for_each(|_| table.pass());
            table.breach("game_over", "C3");
        }),
        classic("out-of-turn", 80, |table| {
            table.turns(6);
            table.next = 1 - table.next;
            table.play();
            table.breach("out_of_turn", "G1");
            table.turns(2);
        }),
        classic("lost-turn-not-written", 81, |table| {
            table.turns(6);
            table.lay_phony();
            table.take_back(None);
            table.next = 1 - table.next;
            table.play();
            table.breach("out_of_turn", "G1");
            table.turns(2);
        }),
        classic("allowed-move-taken-back", 82, |table| {
            table.turns(6);
            table.play();
            table.take_back(None);
            table.breach("not_allowed", "G8");
            table.turns(4);
        }),
        classic("nothing-to-take-back", 83, |table| {
            table.turns(5);
            table.pass();
            table.write(1, "", "--", 0);
            table.breach("not_allowed", "G8");
            table.turns(2);
        }),
        classic("bonus-of-500", 84, |table| {
            table.turns(5);
            table.challenge(0, 500);
            table.breach("not_allowed", "C5");
            table.turns(2);
        }),
        classic("bonus-after-an-illegal-word", 85, |table| {
            table.turns(5);
            table.lay_phony();
            table.challenge(1 - table.next, 5);
            table.breach("not_allowed", "C5");
            table.turns(2);
        }),
        classic("bonus-of-the-challenger", 86, |table| {
            table.turns(5);
            table.challenge(1, 5);
            table.breach("not_allowed", "C5");
            table.turns(2);
        }),
        classic("bonus-after-a-pass", 87, |table| {
            table.turns(5);
            table.pass();
            table.challenge(0, 5);
            table.breach("not_allowed", "C5");
            table.turns(2);
        }),
        classic("challenged-twice", 88, |table| {
            table.turns(5);
            table.challenge(0, 5);
            table.challenge(0, 5);
            table.breach("not_allowed", "C5");
            table.turns(2);
        }),
        made("bonus-under-double", 89, with(json!({"challenge": "double"})), |table| {
            table.turns(5);
            table.challenge(0, 5);
            table.breach("not_allowed", "C5");
            table.turns(2);
        }),
        made("bonus-of-the-wrong-size", 90, with(json!({"challenge": "ten_per_turn"})), |table| {
            table.turns(5);
            table.challenge(0, 5);
            table.breach("not_allowed", "C5");
            table.turns(2);
        }),
        made("lost-turn-under-single", 91, with(json!({"challenge": "single"})), |table| {
            table.until_out();
            table.pass();
            table.breach("game_over", "G9");
            table.gain(2);
        }),
        classic("exchange-with-a-small-bag", 92, |table| {
            table.until_bag(6);
            table.exchange(1, |tiles| format!("-{tiles}"));
            table.breach("not_allowed", "C4");
            table.turns(2);
        }),
        made("exchange-with-a-bag-of-1", 93, with(json!({"exchange_min_bag": 1})), |table| {
            table.until_bag(6);
            table.exchange(1, |tiles| format!("-{tiles}"));
            table.turns(1);
        }),
        made("exchange-of-too-many", 94, with(json!({"exchange_min_bag": 1})), |table| {
            table.until_bag(6);
            table.exchange(7, |tiles| format!("-{tiles}"));
            table.breach("not_allowed", "C4");
        }),
        classic("time-penalty-of-7", 95, |table| {
            table.until_out();
            table.write(1, "", "(time)", -7);
            table.breach("not_allowed", "C6");
            table.gain(2);
        }),
        classic("move-off-the-board", 96, |table| {
            table.turns(6);
            table.write(0, "", "15N ABCD", 12);
            table.breach("off_the_board", "G7");
            table.next = 1;
            table.turns(2);
        }),
        classic("move-that-touches-nothing", 97, |table| {
            table.turns(1);
            table.write(1, "", "1A AB", 12);
            table.breach("not_connected", "G7");
            table.next = 0;
            table.turns(2);
        }),
        classic("impossible-tiles", 98, |table| {
            table.turns(1);
            table.write(1, "IIIQQQQ", "-", 0);
            table.note();
            table.next = 0;
            table.turns(2);
        }),
        classic("too-many-of-a-tile", 99, |table| {
            table.racks[0] = "JAZZZZJ".chars().collect();
            table.lay("8G ZZZ");
            table.note();
            table.breach("not_in_bag", "G1");
            table.racks[0] = "AEINRST".chars().collect();
            table.pass();
            table.play();
        }),
        classic("wrong-racks", 100, |table| {
            table.until_out();
            table.gain(2);
        })
        .with_racks_replaced(&[
            (5, "EEEEEEE"),
            (6, "QQ"),
            (8, "X?Y?Z?A"),
            (10, "E3,ABC"),
            (12, "EN_____"),
        ]),
    ]
}

impl Made {
    /// Replaces racks by line.
    fn with_racks_replaced(mut self, racks: &[(usize, &str)]) -> Self {
        let text = String::from_utf8(self.text).unwrap();
        let replaced = |(number, line): (usize, &str)| {
            let Some((_, rack)) = racks.iter().find(|(at, _)| *at == number) else {
                return format!("{line}\n");
            };
            let (nick, event) = line.split_once(": ").unwrap();
            let (_, rest) = event.split_once(' ').unwrap();
            format!("{nick}: {rack} {rest}\n")
        };
        self.text = (1..).zip(text.lines()).map(replaced).collect::<String>().into();
        self.notes = racks.iter().map(|(line, _)| *line).collect();
        self
    }
}

/// G1–G10: records of Wordgame.
fn wordgames() -> Vec<Made> {
    let wordgame = |name: &'static str, seed: u64, play: &dyn Fn(&mut Table)| {
        of_table(name, json!({}), &played(seed, &Rules::WORDGAME, play))
    };
    vec![
        wordgame("wordgame-out", 110, &|table| {
            table.until_out();
            let other = usize::from(table.racks[0].is_empty());
            table.lose(other);
        }),
        wordgame("wordgame-three-passes", 111, &|table| {
            table.turns(10);
            (0..3).for_each(|_| table.pass());
            table.lose(0);
        }),
        wordgame("wordgame-refused-move", 112, &|table| {
            table.turns(6);
            table.lay_phony();
            table.take_back(None);
            table.next = 1 - table.next;
            table.turns(4);
        }),
        wordgame("wordgame-classic-lines", 113, &|table| {
            table.turns(4);
            table.challenge(1, 5);
            table.breach("not_allowed", "C5");
            table.exchange(2, |tiles| format!("-{tiles}"));
            table.breach("not_allowed", "G9");
            table.write(1, "", "(time)", -10);
            table.breach("not_allowed", "C6");
            table.until_out();
            table.gain(2);
            table.breach("not_allowed", "G10");
        }),
        wordgame("wordgame-opening-passes", 114, &|table| {
            table.pass();
            table.pass();
            table.pass();
        }),
    ]
}
