//! Parses the events of a record: the text after `>nick:`.

use super::record::Action;
use crate::rules::limits::CHIPS;
use crate::rules::wordgame::bag_tile::BLANK;
use crate::rules::wordgame::square::{Coordinate, SIZE};

/// The maximum number of tiles in a rack or a word.
pub(in crate::rules::wordgame) const MAX_TILES: usize = SIZE;

/// The number of blanks that games usually have.
const USUAL_BLANKS: usize = 2;

/// A mark that some programs write for a blank, and some for a tile that is not known.
const UNDERSCORE: char = '_';

const WHAT_MOVES_ARE: &str = "a move is a coordinate and a word, as in \"8D BAd\", \"-\" for a \
                              pass, or \"-ABC\" for an exchange";
const WHAT_NUMBERS_ARE: &str = "a move ends with its score and the new total, as in \"+12 120\"";

/// An event as it is written.
#[derive(Debug)]
pub(super) struct WrittenEvent {
    pub rack: String,
    pub action: Action,
    pub score: i32,
    pub total: Option<i32>,
    /// The text after the numbers.
    pub text: String,
    /// The parts that are read in another way than they are written.
    pub remarks: Vec<String>,
}

/// Parses an event: a rack, an action, a score, a total and a text. Only the action is required,
/// and the score of an action that can score.
pub(super) fn read(text: &str) -> Result<WrittenEvent, String> {
    let parts: Vec<&str> = text.split_whitespace().collect();
    if let Some(event) = read_from_action(&parts)? {
        return Ok(event);
    }
    let Some((rack, parts)) = parts.split_first().filter(|(_, parts)| !parts.is_empty()) else {
        return Err(format!("the move is missing; {WHAT_MOVES_ARE}"));
    };
    let Some(mut event) = read_from_action(parts)? else {
        return Err(format!("{} is not a move; {WHAT_MOVES_ARE}", quoted(parts[0])));
    };
    match read_tiles(rack) {
        Ok(tiles) => event.rack = tiles.known(&mut event.remarks),
        // RULEBOOK C7: a rack is only a remark.
        Err(fault) => event.remarks.push(format!("the rack is ignored: {fault}")),
    }
    // Only a player who loses points has a rack besides the tiles in parentheses.
    if let Action::RackGained { tiles } = &mut event.action
        && event.score == 0
        && !event.rack.is_empty()
    {
        event.action = Action::RackLost { tiles: std::mem::take(tiles) };
    }
    Ok(event)
}

/// Parses an event without a rack. Returns `None` if it does not begin with an action.
fn read_from_action(parts: &[&str]) -> Result<Option<WrittenEvent>, String> {
    let mut remarks = Vec::new();
    let Some((mut action, rest)) = read_action(parts, &mut remarks)? else { return Ok(None) };
    let (score, rest) = match rest {
        [] if matches!(action, Action::Pass | Action::Exchange { .. }) => (0, rest),
        [] => return Err(format!("the score is missing; {WHAT_NUMBERS_ARE}")),
        [score, rest @ ..] => match read_number(score)? {
            Some(score) => (score, rest),
            // A rack can spell the name of an action.
            None if parts[0].bytes().all(|byte| byte.is_ascii_alphabetic()) => return Ok(None),
            None => {
                return Err(format!("{} is not a number; {WHAT_NUMBERS_ARE}", quoted(score)));
            }
        },
    };
    let total = rest.first().map_or(Ok(None), |total| read_number(total))?;
    let text = rest[usize::from(total.is_some())..].join(" ");
    if let Action::RackGained { tiles } = &mut action
        && score < 0
    {
        action = Action::RackLost { tiles: std::mem::take(tiles) };
    }
    Ok(Some(WrittenEvent { rack: String::new(), action, score, total, text, remarks }))
}

/// Parses an action. Returns it with the parts after it, or `None` if the first part does not begin
/// one.
fn read_action<'p, 't>(
    parts: &'p [&'t str],
    remarks: &mut Vec<String>,
) -> Result<Option<(Action, &'p [&'t str])>, String> {
    let [first, rest @ ..] = parts else { return Ok(None) };
    if let Some(inner) = first.strip_prefix('(').and_then(|text| text.strip_suffix(')')) {
        return Ok(Some((read_in_parentheses(inner, remarks)?, rest)));
    }
    if let Some(exchanged) = first.strip_prefix('-') {
        let action = match exchanged {
            "" | "0" => Action::Pass,
            "-" => Action::Withdrawn,
            _ => Action::Exchange { tiles: read_exchanged(exchanged, remarks)? },
        };
        return Ok(Some((action, rest)));
    }
    if let Ok(coordinate) = first.parse::<Coordinate>() {
        let [word, rest @ ..] = rest else {
            return Err(format!("there is no word after {}; {WHAT_MOVES_ARE}", quoted(first)));
        };
        return Ok(Some((Action::Place { coordinate, word: read_word(word)? }, rest)));
    }
    if first.eq_ignore_ascii_case("pass") {
        return Ok(Some((Action::Pass, rest)));
    }
    if ["exch", "exchange"].iter().any(|name| first.eq_ignore_ascii_case(name)) {
        let counted = rest.split_first().filter(|(tiles, _)| !tiles.starts_with(['+', '-']));
        return Ok(match counted.map(|(tiles, rest)| (read_exchanged(tiles, remarks), rest)) {
            Some((Ok(tiles), rest)) => Some((Action::Exchange { tiles }, rest)),
            _ => Some((Action::Exchange { tiles: String::new() }, rest)),
        });
    }
    Ok(None)
}

fn read_in_parentheses(inner: &str, remarks: &mut Vec<String>) -> Result<Action, String> {
    match inner {
        "" => return Ok(Action::RackGained { tiles: String::new() }),
        // In upper case, these are tiles.
        "time" | "Time" => return Ok(Action::TimePenalty),
        _ if inner.eq_ignore_ascii_case("challenge") => return Ok(Action::FailedChallenge),
        _ => {}
    }
    Ok(Action::RackGained { tiles: read_tiles(inner)?.known(remarks) })
}

/// Parses the exchanged tiles, or their number.
fn read_exchanged(text: &str, remarks: &mut Vec<String>) -> Result<String, String> {
    match text.parse::<usize>() {
        Ok(count) if (1..=MAX_TILES).contains(&count) => Ok(count.to_string()),
        Ok(_) => Err(format!("exchange 1 to {MAX_TILES} tiles, or write \"-\" for a pass")),
        Err(_) => Ok(read_tiles(text)?.known(remarks)),
    }
}

struct WrittenTiles {
    /// In upper case, with `?` for a blank.
    tiles: String,
    unknown: usize,
}

impl WrittenTiles {
    /// Returns the tiles that are known, and remarks that others are not.
    fn known(self, remarks: &mut Vec<String>) -> String {
        if self.unknown > 0 {
            remarks.push(format!("{} tiles marked \"{UNDERSCORE}\" are not known", self.unknown));
        }
        self.tiles
    }
}

/// Parses tiles. A blank is `?`, `_`, or a lower-case letter among upper-case letters. More `_`
/// than there are blanks are tiles that are not known.
fn read_tiles(text: &str) -> Result<WrittenTiles, String> {
    check_marks(text, &[BLANK, UNDERSCORE], "a blank")?;
    let count = |is_counted: &dyn Fn(char) -> bool| text.chars().filter(|&c| is_counted(c)).count();
    let [blanks, underscores, lower_case, upper_case] = [
        count(&|c| c == BLANK),
        count(&|c| c == UNDERSCORE),
        count(&|c| c.is_ascii_lowercase()),
        count(&|c| c.is_ascii_uppercase()),
    ];
    let are_blanks = blanks + underscores <= USUAL_BLANKS;
    let are_letters = upper_case == 0 || blanks + lower_case > USUAL_BLANKS;
    let tiles = text.chars().filter(|&c| are_blanks || c != UNDERSCORE).map(|c| match c {
        UNDERSCORE => BLANK,
        c if c.is_ascii_lowercase() && !are_letters => BLANK,
        c => c.to_ascii_uppercase(),
    });
    Ok(WrittenTiles { tiles: tiles.collect(), unknown: if are_blanks { 0 } else { underscores } })
}

/// Checks a word. Letters in parentheses are tiles that are already on the board.
fn read_word(text: &str) -> Result<String, String> {
    let marks = text.replace(['(', ')'], "");
    check_marks(&marks, &['.'], "a tile that is already on the board").map_err(|fault| {
        if marks.len() < text.len() { format!("in {}: {fault}", quoted(text)) } else { fault }
    })?;
    let mut is_open = false;
    for parenthesis in text.chars().filter(|c| matches!(c, '(' | ')')) {
        if is_open == (parenthesis == '(') {
            return Err(format!(
                "{} has an odd parenthesis; write tiles on the board as in \"(H)EN\" or \".EN\"",
                quoted(text)
            ));
        }
        is_open = !is_open;
    }
    if is_open {
        return Err(format!("{} has no closing parenthesis; add it", quoted(text)));
    }
    Ok(text.to_owned())
}

/// Checks that a text consists of letters and other marks; `meaning` explains these in the message.
fn check_marks(text: &str, others: &[char], meaning: &str) -> Result<(), String> {
    let foreign = text.chars().find(|c| c.is_alphabetic() && !c.is_ascii());
    if let Some(foreign) = foreign {
        return Err(format!(
            "{} has the letter {foreign}; the lexicons here have only the letters A to Z",
            quoted(text)
        ));
    }
    let is_mark = |c: char| c.is_ascii_alphabetic() || others.contains(&c);
    if (1..=MAX_TILES).contains(&text.chars().count()) && text.chars().all(is_mark) {
        return Ok(());
    }
    Err(format!(
        "{} is not 1 to {MAX_TILES} letters A to Z, with \"{}\" for {meaning}",
        quoted(text),
        others[0]
    ))
}

/// Parses a score or a total. Returns `None` if the text is not a number.
///
/// Some programs write a plus sign before every score, lost points too: `+-6` (RULEBOOK C7). Others
/// write a minus sign as in print.
fn read_number(text: &str) -> Result<Option<i32>, String> {
    let plain = text.replace(['\u{2212}', '\u{2013}'], "-");
    let text = plain.strip_prefix('+').filter(|rest| rest.starts_with('-')).unwrap_or(&plain);
    let digits = text.strip_prefix(['+', '-']).unwrap_or(text);
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return Ok(None);
    }
    let points = text.parse::<i32>().ok();
    let points = points.filter(|points| u64::from(points.unsigned_abs()) <= CHIPS);
    points.map(Some).ok_or_else(|| format!("{} is not within ±{CHIPS}", quoted(text)))
}

/// Returns the text in quotation marks, truncated so that messages stay short.
pub(super) fn quoted(text: &str) -> String {
    format!("{:?}", text.chars().take(30).collect::<String>())
}
