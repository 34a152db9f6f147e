//! Reading a record, line by line.

use super::{Action, BadLine, Event, MAX_BAD_LINES, Player, Pragma, Record};
use crate::rules::limits::{CHIPS, RECORD_LINE_CHARACTERS, RECORD_LINES, RECORD_NICK_CHARACTERS, RECORD_PLAYERS};
use crate::rules::wordgame::rack::BLANK;
use crate::rules::wordgame::square::{NotAPlace, SIZE};

/// How many tiles a rack and how many squares a word may have.
const MAX_TILES: usize = SIZE;

/// The pragmas whose text may run on over the lines that follow.
const RUNNING_ON: [&str; 2] = ["#note", "#description"];

/// Reads a record, or tells its bad lines.
pub(super) fn read(text: &str) -> Result<Record, Vec<BadLine>> {
    let mut reader = Reader::default();
    for (line, raw) in (1..).zip(text.strip_prefix('\u{feff}').unwrap_or(text).lines()) {
        if let Err(detail) = reader.take(line, raw) {
            reader.bad.push(BadLine { line, detail });
        }
        if line > RECORD_LINES || reader.bad.len() == MAX_BAD_LINES {
            break;
        }
    }
    reader.finish()
}

/// A record as far as it has been read.
///
/// Bad lines leave gaps that later lines may fall into; that does no harm, because then no record comes of it.
#[derive(Default)]
struct Reader {
    pragmas: Vec<Pragma>,
    /// By number less one, with the line.
    players: [Option<(usize, Player)>; RECORD_PLAYERS],
    events: Vec<Event>,
    first_event: Option<usize>,
    /// Whether a line without a mark at its start belongs to the pragma before it.
    runs_on: bool,
    bad: Vec<BadLine>,
}

impl Reader {
    fn take(&mut self, line: usize, raw: &str) -> Result<(), String> {
        if line > RECORD_LINES {
            return Err(format!("a record has at most {RECORD_LINES} lines; shorten it"));
        }
        let content = raw.trim();
        if content.starts_with(['#', '>']) {
            self.runs_on = RUNNING_ON.contains(&split_word(content).0);
        }
        if raw.chars().nth(RECORD_LINE_CHARACTERS).is_some() {
            return Err(format!(
                "a line has at most {RECORD_LINE_CHARACTERS} characters; shorten it or break a note in two"
            ));
        }
        if content.is_empty() {
            return Ok(());
        }
        if let Some(event) = content.strip_prefix('>') {
            return self.take_event(line, event);
        }
        if let Some(pragma) = content.strip_prefix('#') {
            return self.take_pragma(line, pragma);
        }
        if !self.runs_on {
            return Err("a line begins with \"#\" or \">\"; only a #note or a #description runs on".to_owned());
        }
        if let Some(pragma) = self.pragmas_here().last_mut() {
            pragma.text.push('\n');
            pragma.text.push_str(content);
        }
        Ok(())
    }

    /// Where a pragma that is read now belongs.
    fn pragmas_here(&mut self) -> &mut Vec<Pragma> {
        self.events.last_mut().map_or(&mut self.pragmas, |event| &mut event.notes)
    }

    fn take_pragma(&mut self, line: usize, content: &str) -> Result<(), String> {
        let (name, text) = split_word(content);
        let number = name.strip_prefix("player").unwrap_or_default();
        if !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit()) {
            return self.take_player(line, number, text);
        }
        self.pragmas_here().push(Pragma { line, name: name.to_owned(), text: text.to_owned() });
        Ok(())
    }

    fn take_player(&mut self, line: usize, number: &str, text: &str) -> Result<(), String> {
        let slot = number.parse::<usize>().ok().and_then(|number| number.checked_sub(1));
        let Some(slot) = slot.filter(|&slot| slot < RECORD_PLAYERS) else {
            return Err(format!("players are #player1 to #player{RECORD_PLAYERS}"));
        };
        let (nick, name) = split_word(text);
        let is_taken = self.players.iter().flatten().any(|(_, player)| player.nick == nick);
        let player = Player { nick: nick.to_owned(), name: name.to_owned() };
        // Kept even if the line is bad, lest the player's events be told too.
        if let Some((first, _)) = self.players[slot].replace((line, player)) {
            return Err(format!(
                "#player{number} is declared on line {first} already; give each player another number"
            ));
        }
        if self.first_event.is_some() {
            return Err("players are declared before the first event; move the line up".to_owned());
        }
        if nick.is_empty() {
            return Err(format!("a player has a nick, as in \"#player{number} anna Anna Arden\""));
        }
        if nick.contains(':') {
            return Err(format!("the nick {} has a colon, which ends it in events; leave it out", quoted(nick)));
        }
        if nick.chars().nth(RECORD_NICK_CHARACTERS).is_some() {
            return Err(format!("a nick has at most {RECORD_NICK_CHARACTERS} characters; shorten it"));
        }
        if is_taken {
            return Err(format!("two players have the nick {}; give one another", quoted(nick)));
        }
        Ok(())
    }

    fn take_event(&mut self, line: usize, content: &str) -> Result<(), String> {
        self.first_event.get_or_insert(line);
        let Some((nick, rest)) = content.split_once(':') else {
            return Err("an event names its player before a colon, as in \">anna: AB? 8D BAd +12 12\"".to_owned());
        };
        let player = self.player(nick.trim())?;
        let parts: Vec<&str> = rest.split_whitespace().collect();
        let [told @ .., score, total] = parts.as_slice() else {
            return Err("an event ends with its score and the new total, as in \"+12 120\"".to_owned());
        };
        let (score, total) = (read_points(score)?, read_points(total)?);
        let (rack, action) = read_action(told, score)?;
        let rack = match rack {
            [] => String::new(),
            [tiles] => read_tiles(tiles)?,
            [.., extra] => {
                return Err(format!("{} is out of place; an event is rack, move, score and total", quoted(extra)));
            }
        };
        self.events.push(Event { line, player, rack, action, score, total, notes: Vec::new() });
        Ok(())
    }

    fn player(&self, nick: &str) -> Result<usize, String> {
        let mut declared = self.players.iter().flatten().map(|(_, player)| quoted(&player.nick)).peekable();
        if declared.peek().is_none() {
            // Told once for the whole record, in `finish`.
            return Ok(0);
        }
        let is_it = |slot: &Option<(usize, Player)>| slot.as_ref().is_some_and(|(_, player)| player.nick == nick);
        self.players.iter().position(is_it).ok_or_else(|| {
            format!("there is no player {}; declared are {}", quoted(nick), declared.collect::<Vec<_>>().join(", "))
        })
    }

    fn finish(mut self) -> Result<Record, Vec<BadLine>> {
        let missing = self.players.iter().position(Option::is_none).unwrap_or(RECORD_PLAYERS);
        let mut players = Vec::new();
        for (slot, declared) in self.players.into_iter().enumerate() {
            let Some((line, player)) = declared else { continue };
            if missing < slot {
                let detail = format!("#player{} is missing; number the players without a gap", missing + 1);
                self.bad.push(BadLine { line, detail });
            }
            players.push(player);
        }
        if players.is_empty() {
            let detail = "no player is declared; begin with \"#player1 nick Full Name\"".to_owned();
            self.bad.push(BadLine { line: self.first_event.unwrap_or(1), detail });
        }
        if self.bad.is_empty() {
            return Ok(Record { pragmas: self.pragmas, players, events: self.events });
        }
        self.bad.sort_by_key(|bad| bad.line);
        self.bad.truncate(MAX_BAD_LINES);
        Err(self.bad)
    }
}

/// What stands between nick and score: the rack, not yet looked at, and the action.
fn read_action<'p, 't>(told: &'p [&'t str], score: i32) -> Result<(&'p [&'t str], Action), String> {
    let Some((&last, before)) = told.split_last() else {
        return Err("the move is missing: a place and a word, \"-\" for a pass or \"-ABC\" for an exchange".to_owned());
    };
    if let Some(inner) = last.strip_prefix('(').and_then(|text| text.strip_suffix(')')) {
        let action = match inner {
            "challenge" => Action::ChallengeBonus,
            "time" => Action::TimePenalty,
            // Without points both have `+0` or `-0`; then the rack, which only losers have, tells them apart.
            _ if score < 0 || (score == 0 && !before.is_empty()) => Action::RackLost { tiles: read_tiles(inner)? },
            _ => Action::RackGained { tiles: read_tiles(inner)? },
        };
        return Ok((before, action));
    }
    if let Some(given) = last.strip_prefix('-') {
        let action = match given {
            "" => Action::Pass,
            "-" => Action::Withdrawn,
            _ => Action::Exchange { tiles: read_exchanged(given)? },
        };
        return Ok((before, action));
    }
    let Some((place, rack)) = before.split_last() else {
        return Err(format!("{} has no place; write it before the word, as in \"8D\"", quoted(last)));
    };
    let place = place.parse().map_err(|wrong: NotAPlace| format!("{} is no place; {wrong}", quoted(place)))?;
    Ok((rack, Action::Lay { place, word: read_marks(last, '.', "tile that lies there already")?.to_owned() }))
}

/// How many tiles or which.
fn read_exchanged(text: &str) -> Result<String, String> {
    match text.parse::<usize>() {
        Ok(count) if (1..=MAX_TILES).contains(&count) => Ok(count.to_string()),
        Ok(_) => Err(format!("1 to {MAX_TILES} tiles are exchanged; a pass is \"-\"")),
        Err(_) => read_tiles(text),
    }
}

fn read_tiles(text: &str) -> Result<String, String> {
    read_marks(text, BLANK, "blank").map(str::to_ascii_uppercase)
}

/// Letters and one mark more, whose meaning the message tells.
fn read_marks<'t>(text: &'t str, mark: char, meaning: &str) -> Result<&'t str, String> {
    let is_right = (1..=MAX_TILES).contains(&text.len()) && text.chars().all(|c| c == mark || c.is_ascii_alphabetic());
    let wrong = || format!("{} is not 1 to {MAX_TILES} letters, with \"{mark}\" for a {meaning}", quoted(text));
    is_right.then_some(text).ok_or_else(wrong)
}

fn read_points(text: &str) -> Result<i32, String> {
    let points = text.parse::<i32>().ok().filter(|points| u64::from(points.unsigned_abs()) <= CHIPS);
    points.ok_or_else(|| {
        format!(
            "{} is no number within ±{CHIPS}; an event ends with its score and the new total, as in \"+12 120\", and remarks go into a #note",
            quoted(text)
        )
    })
}

/// What comes before the first white space, and what comes after it.
fn split_word(text: &str) -> (&str, &str) {
    let (word, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    (word, rest.trim())
}

/// The text between quotation marks, cut so that messages stay short whatever the record holds.
fn quoted(text: &str) -> String {
    format!("{:?}", text.chars().take(30).collect::<String>())
}
