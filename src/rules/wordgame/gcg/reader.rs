//! Parses a record line by line.

use super::record::{Action, Event, Player, Pragma, Record};
use crate::rules::limits::{
    CHIPS, RECORD_LINE_CHARACTERS, RECORD_LINES, RECORD_NICK_CHARACTERS, RECORD_PLAYERS,
};
use crate::rules::wordgame::rack::BLANK;
use crate::rules::wordgame::square::{CoordinateError, SIZE};
use crate::rules::{Refused, ViolationCode, Violations};

/// The number of bad lines after which reading stops.
pub const MAX_BAD_LINES: usize = 100;

/// The maximum number of tiles in a rack or a word.
const MAX_TILES: usize = SIZE;

/// The pragmas whose text may continue on the following lines.
const MULTILINE_PRAGMAS: [&str; 2] = ["#note", "#description"];

impl Record {
    /// Parses a record.
    ///
    /// # Errors
    /// Records the bad lines from the top, at most [`MAX_BAD_LINES`], each at its line.
    pub fn read(text: &str, violations: &mut Violations) -> Result<Self, Refused> {
        let mut reader = Reader::default();
        for (line, raw) in (1..).zip(text.strip_prefix('\u{feff}').unwrap_or(text).lines()) {
            if let Err(detail) = reader.read_line(line, raw) {
                reader.bad_lines.push(BadLine { line, detail });
            }
            if line > RECORD_LINES || reader.bad_lines.len() == MAX_BAD_LINES {
                break;
            }
        }
        reader.finish(violations)
    }
}

/// Records that a line cannot be parsed or contradicts the lines before it.
pub(in crate::rules::wordgame) fn refuse_line(
    line: usize,
    detail: &str,
    violations: &mut Violations,
) -> Refused {
    let detail = format_args!("line {line}: {detail}");
    violations.at_line(line).refuse(ViolationCode::InvalidRecord, "G11", detail)
}

/// A line that cannot be parsed, with its fault and how to fix it.
struct BadLine {
    line: usize,
    detail: String,
}

/// The part of a record that has been parsed.
///
/// A bad line is skipped, and later lines may be parsed differently because of it. This is
/// harmless, because the record is refused anyway.
#[derive(Default)]
struct Reader {
    pragmas: Vec<Pragma>,
    /// The declared players with their lines, by their number minus one.
    players: [Option<(usize, Player)>; RECORD_PLAYERS],
    events: Vec<Event>,
    first_event: Option<usize>,
    /// True if a line that begins with neither `#` nor `>` continues the pragma before it.
    is_in_multiline_pragma: bool,
    bad_lines: Vec<BadLine>,
}

impl Reader {
    fn read_line(&mut self, line: usize, raw: &str) -> Result<(), String> {
        if line > RECORD_LINES {
            return Err(format!("a record has at most {RECORD_LINES} lines; shorten it"));
        }
        let content = raw.trim();
        if content.starts_with(['#', '>']) {
            self.is_in_multiline_pragma = MULTILINE_PRAGMAS.contains(&split_word(content).0);
        }
        if raw.chars().nth(RECORD_LINE_CHARACTERS).is_some() {
            return Err(format!(
                "a line has at most {RECORD_LINE_CHARACTERS} characters; shorten it or split a \
                 note into two lines"
            ));
        }
        if content.is_empty() {
            return Ok(());
        }
        if let Some(event) = content.strip_prefix('>') {
            return self.read_event(line, event);
        }
        if let Some(pragma) = content.strip_prefix('#') {
            return self.read_pragma(line, pragma);
        }
        if !self.is_in_multiline_pragma {
            return Err(
                "begin the line with \"#\" or \">\"; only a #note or a #description may continue"
                    .to_owned(),
            );
        }
        if let Some(pragma) = self.current_pragmas().last_mut() {
            pragma.text.push('\n');
            pragma.text.push_str(content);
        }
        Ok(())
    }

    /// Returns the list to which the next pragma belongs.
    fn current_pragmas(&mut self) -> &mut Vec<Pragma> {
        self.events.last_mut().map_or(&mut self.pragmas, |event| &mut event.notes)
    }

    fn read_pragma(&mut self, line: usize, content: &str) -> Result<(), String> {
        let (name, text) = split_word(content);
        let number = name.strip_prefix("player").unwrap_or_default();
        if !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit()) {
            return self.read_player(line, number, text);
        }
        self.current_pragmas().push(Pragma { line, name: name.to_owned(), text: text.to_owned() });
        Ok(())
    }

    fn read_player(&mut self, line: usize, number: &str, text: &str) -> Result<(), String> {
        let slot = number.parse::<usize>().ok().and_then(|number| number.checked_sub(1));
        let Some(slot) = slot.filter(|&slot| slot < RECORD_PLAYERS) else {
            return Err(format!("number the players #player1 to #player{RECORD_PLAYERS}"));
        };
        let (nick, name) = split_word(text);
        let is_duplicate = self.players.iter().flatten().any(|(_, player)| player.nick == nick);
        let player = Player { nick: nick.to_owned(), name: name.to_owned() };
        // Kept even if the line is bad; otherwise, the events of the player would be reported too.
        if let Some((first, _)) = self.players[slot].replace((line, player)) {
            return Err(format!(
                "#player{number} is already declared on line {first}; give each player a \
                 different number"
            ));
        }
        if self.first_event.is_some() {
            return Err("declare players before the first event; move the line up".to_owned());
        }
        if nick.is_empty() {
            return Err(format!(
                "the player has no nick; write one, as in \"#player{number} anna Anna Arden\""
            ));
        }
        if nick.contains(':') {
            return Err(format!(
                "the nick {} has a colon, which ends the nick in events; remove it",
                quoted(nick)
            ));
        }
        if nick.chars().nth(RECORD_NICK_CHARACTERS).is_some() {
            return Err(format!(
                "a nick has at most {RECORD_NICK_CHARACTERS} characters; shorten it"
            ));
        }
        if is_duplicate {
            return Err(format!("two players have the nick {}; change one of them", quoted(nick)));
        }
        Ok(())
    }

    fn read_event(&mut self, line: usize, content: &str) -> Result<(), String> {
        self.first_event.get_or_insert(line);
        let Some((nick, rest)) = content.split_once(':') else {
            return Err(
                "an event begins with a nick and a colon, as in \">anna: AB? 8D BAd +12 12\""
                    .to_owned(),
            );
        };
        let player = self.player_index(nick.trim())?;
        let parts: Vec<&str> = rest.split_whitespace().collect();
        let [rack_and_action @ .., score, total] = parts.as_slice() else {
            return Err(
                "an event ends with its score and the new total, as in \"+12 120\"".to_owned()
            );
        };
        let (score, total) = (read_points(score)?, read_points(total)?);
        let (rack, action) = read_action(rack_and_action, score)?;
        let rack = match rack {
            [] => String::new(),
            [tiles] => read_tiles(tiles)?,
            [.., extra] => {
                return Err(format!(
                    "{} is unexpected; an event is a rack, a move, a score and a total",
                    quoted(extra)
                ));
            }
        };
        self.events.push(Event { line, player, rack, action, score, total, notes: Vec::new() });
        Ok(())
    }

    fn player_index(&self, nick: &str) -> Result<usize, String> {
        let mut declared =
            self.players.iter().flatten().map(|(_, player)| quoted(&player.nick)).peekable();
        if declared.peek().is_none() {
            // `finish` reports this once for the whole record.
            return Ok(0);
        }
        let has_nick = |slot: &Option<(usize, Player)>| {
            slot.as_ref().is_some_and(|(_, player)| player.nick == nick)
        };
        self.players.iter().position(has_nick).ok_or_else(|| {
            format!(
                "there is no player {}; the declared players are {}",
                quoted(nick),
                declared.collect::<Vec<_>>().join(", ")
            )
        })
    }

    fn finish(mut self, violations: &mut Violations) -> Result<Record, Refused> {
        let missing = self.players.iter().position(Option::is_none).unwrap_or(RECORD_PLAYERS);
        let mut players = Vec::new();
        for (slot, declared) in self.players.into_iter().enumerate() {
            let Some((line, player)) = declared else { continue };
            if missing < slot {
                let detail =
                    format!("#player{} is missing; number the players without gaps", missing + 1);
                self.bad_lines.push(BadLine { line, detail });
            }
            players.push(player);
        }
        if players.is_empty() {
            let detail = "no player is declared; begin with \"#player1 nick Full Name\"".to_owned();
            self.bad_lines.push(BadLine { line: self.first_event.unwrap_or(1), detail });
        }
        self.bad_lines.sort_by_key(|bad| bad.line);
        let mut outcome = Ok(());
        for BadLine { line, detail } in self.bad_lines.iter().take(MAX_BAD_LINES) {
            outcome = Err(refuse_line(*line, detail, violations));
        }
        outcome.map(|()| Record { pragmas: self.pragmas, players, events: self.events })
    }
}

/// Parses the parts between the nick and the score. Returns the parts of the rack unchanged, and
/// the action.
fn read_action<'p, 't>(
    parts: &'p [&'t str],
    score: i32,
) -> Result<(&'p [&'t str], Action), String> {
    let Some((&last, before)) = parts.split_last() else {
        return Err(
            "the move is missing; write a coordinate and a word, \"-\" for a pass, or \"-ABC\" for \
             an exchange"
                .to_owned(),
        );
    };
    if let Some(inner) = last.strip_prefix('(').and_then(|text| text.strip_suffix(')')) {
        let action = match inner {
            "challenge" => Action::ChallengeBonus,
            "time" => Action::TimePenalty,
            // With 0 points, the sign does not distinguish a gain from a loss, but only a loss has
            // a rack.
            _ if score < 0 || (score == 0 && !before.is_empty()) => {
                Action::RackLost { tiles: read_tiles(inner)? }
            }
            _ => Action::RackGained { tiles: read_tiles(inner)? },
        };
        return Ok((before, action));
    }
    if let Some(exchanged) = last.strip_prefix('-') {
        let action = match exchanged {
            "" => Action::Pass,
            "-" => Action::Withdrawn,
            _ => Action::Exchange { tiles: read_exchanged(exchanged)? },
        };
        return Ok((before, action));
    }
    let Some((coordinate, rack)) = before.split_last() else {
        return Err(format!(
            "{} has no coordinate; write one before the word, as in \"8D\"",
            quoted(last)
        ));
    };
    let coordinate = coordinate.parse().map_err(|error: CoordinateError| {
        format!("{} is not a coordinate; {error}", quoted(coordinate))
    })?;
    let word = read_marks(last, '.', "tile that is already on the board")?.to_owned();
    Ok((rack, Action::Place { coordinate, word }))
}

/// Parses the exchanged tiles, or their number.
fn read_exchanged(text: &str) -> Result<String, String> {
    match text.parse::<usize>() {
        Ok(count) if (1..=MAX_TILES).contains(&count) => Ok(count.to_string()),
        Ok(_) => Err(format!("exchange 1 to {MAX_TILES} tiles, or write \"-\" for a pass")),
        Err(_) => read_tiles(text),
    }
}

fn read_tiles(text: &str) -> Result<String, String> {
    read_marks(text, BLANK, "blank").map(str::to_ascii_uppercase)
}

/// Checks that a text consists of letters and one other mark; `meaning` explains the mark in the
/// message.
fn read_marks<'t>(text: &'t str, mark: char, meaning: &str) -> Result<&'t str, String> {
    let is_valid = (1..=MAX_TILES).contains(&text.len())
        && text.chars().all(|c| c == mark || c.is_ascii_alphabetic());
    is_valid.then_some(text).ok_or_else(|| {
        format!("{} is not 1 to {MAX_TILES} letters, with \"{mark}\" for a {meaning}", quoted(text))
    })
}

fn read_points(text: &str) -> Result<i32, String> {
    let points = text.parse::<i32>().ok();
    points.filter(|points| u64::from(points.unsigned_abs()) <= CHIPS).ok_or_else(|| {
        format!(
            "{} is not a number within ±{CHIPS}; an event ends with its score and the new total, \
             as in \"+12 120\"; put remarks into a #note",
            quoted(text)
        )
    })
}

/// Returns the text before the first white space, and the text after it.
fn split_word(text: &str) -> (&str, &str) {
    let (word, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    (word, rest.trim())
}

/// Returns the text in quotation marks, truncated so that messages stay short.
fn quoted(text: &str) -> String {
    format!("{:?}", text.chars().take(30).collect::<String>())
}
