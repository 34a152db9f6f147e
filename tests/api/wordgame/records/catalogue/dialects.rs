//! The ways in which programs write records.

use super::{Made, classic};

/// C7: the ways in which programs write records.
pub(super) fn dialects() -> Vec<Made> {
    [marks(), texts()].concat()
}

/// Line ends, tiles, nicks and numbers.
fn marks() -> Vec<Made> {
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
    ]
}

/// Words, texts and encodings.
fn texts() -> Vec<Made> {
    let whole = |name: &'static str, seed: u64| {
        classic(name, seed, |table| {
            table.turns(3);
            table.exchange(3, |tiles| format!("-{tiles}"));
            table.until_out();
            table.gain(2);
        })
    };
    vec![
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
