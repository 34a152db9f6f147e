//! Parses a record line by line.

use super::event::{self, WrittenEvent, quoted};
use super::record::{Action, Event, Player, Pragma, Record, UNKNOWN_PLAYER, written_nick};
use super::text::{ENCODING, UTF_8, lines, refuse_line};
use crate::rules::limits::{
    RECORD_LINE_CHARACTERS, RECORD_LINES, RECORD_NICK_CHARACTERS, RECORD_PLAYERS,
};
use crate::rules::{Refused, Violations};

/// The number of bad lines after which reading stops.
pub const MAX_BAD_LINES: usize = 100;

/// The pragma for remarks. Any text of a record that is neither an event nor a pragma becomes one.
const NOTE: &str = "note";

/// The pragmas whose text may continue on the following lines.
const MULTILINE_PRAGMAS: [&str; 2] = [NOTE, "description"];

impl Record {
    /// Parses a record.
    ///
    /// An event that cannot be parsed becomes an [`Action::Unread`] if most events can be parsed
    /// (RULEBOOK C7).
    ///
    /// # Errors
    /// Records the bad lines from the top, at most [`MAX_BAD_LINES`], each at its line.
    pub fn read(text: &str, violations: &mut Violations) -> Result<Self, Refused> {
        let mut reader = Reader::default();
        for (line, raw) in (1..).zip(lines(text)) {
            if let Err(detail) = reader.read_line(line, raw) {
                reader.bad_lines.push(BadLine { line, detail });
            }
            let bad_lines = reader.bad_lines.len() + reader.unread_events;
            if line > RECORD_LINES || bad_lines == MAX_BAD_LINES {
                break;
            }
        }
        reader.finish(violations)
    }
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
    /// The number of events that cannot be parsed.
    unread_events: usize,
    first_event: Option<usize>,
    /// The first line that is not blank, a pragma, its continuation or an event.
    first_text: Option<usize>,
    /// True if the record declares no players, so that events name them.
    are_players_undeclared: bool,
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
        if content.is_empty() {
            return Ok(());
        }
        if let Some(event) = content.strip_prefix('>') {
            self.is_in_multiline_pragma = false;
            if let Err(fault) = self.read_event(line, event) {
                self.add_unread_event(line, content, fault);
            }
            return Ok(());
        }
        if let Some(pragma) = content.strip_prefix('#') {
            return self.read_pragma(line, pragma);
        }
        let is_continuation = self.is_in_multiline_pragma;
        match self.current_pragmas().last_mut() {
            Some(pragma) if is_continuation => {
                pragma.text.push('\n');
                pragma.text.push_str(content);
            }
            _ => {
                self.first_text.get_or_insert(line);
                self.add_pragma(line, NOTE, content);
            }
        }
        Ok(())
    }

    /// Returns the list to which the next pragma belongs.
    fn current_pragmas(&mut self) -> &mut Vec<Pragma> {
        self.events.last_mut().map_or(&mut self.pragmas, |event| &mut event.notes)
    }

    fn add_pragma(&mut self, line: usize, name: &str, text: &str) {
        let has_name = |known: &&str| name.eq_ignore_ascii_case(known);
        self.is_in_multiline_pragma = MULTILINE_PRAGMAS.iter().any(has_name);
        // The text is decoded.
        let text = if has_name(&ENCODING) { UTF_8 } else { text };
        self.current_pragmas().push(Pragma { line, name: name.to_owned(), text: text.to_owned() });
    }

    fn read_pragma(&mut self, line: usize, content: &str) -> Result<(), String> {
        let (name, text) = split_word(content);
        let number = name.split_at_checked("player".len());
        if let Some((player, number)) = number
            && player.eq_ignore_ascii_case("player")
            && !number.is_empty()
            && number.bytes().all(|byte| byte.is_ascii_digit())
        {
            self.is_in_multiline_pragma = false;
            return self.read_player(line, number, text);
        }
        self.add_pragma(line, name, text);
        Ok(())
    }

    fn read_player(&mut self, line: usize, number: &str, text: &str) -> Result<(), String> {
        let slot = number.parse::<usize>().ok().and_then(|number| number.checked_sub(1));
        let Some(slot) = slot.filter(|&slot| slot < RECORD_PLAYERS) else {
            return Err(format!("number the players #player1 to #player{RECORD_PLAYERS}"));
        };
        let (nick, name) = split_word(text);
        let checked = self.check_nick(nick, number);
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
        checked
    }

    fn check_nick(&self, nick: &str, number: &str) -> Result<(), String> {
        if nick.is_empty() {
            return Err(format!(
                "the player has no nick; write one, as in \"#player{number} anna Anna Arden\""
            ));
        }
        if nick.contains(|c: char| c == ':' || c.is_whitespace()) {
            return Err(format!(
                "the nick {} has a colon or a space, which ends a nick; remove it",
                quoted(nick)
            ));
        }
        if nick.chars().nth(RECORD_NICK_CHARACTERS).is_some() {
            return Err(format!(
                "a nick has at most {RECORD_NICK_CHARACTERS} characters; shorten it"
            ));
        }
        if self.players.iter().flatten().any(|(_, player)| player.nick == nick) {
            return Err(format!("two players have the nick {}; change one of them", quoted(nick)));
        }
        Ok(())
    }

    fn read_event(&mut self, line: usize, content: &str) -> Result<(), String> {
        if self.first_event.is_none() {
            self.first_event = Some(line);
            self.are_players_undeclared = self.players.iter().all(Option::is_none);
        }
        if content.chars().nth(RECORD_LINE_CHARACTERS).is_some() {
            return Err(format!(
                "an event has at most {RECORD_LINE_CHARACTERS} characters; put remarks into a \
                 #note"
            ));
        }
        let Some((nick, rest)) = content.split_once(':') else {
            return Err(
                "an event begins with a nick and a colon, as in \">anna: AB? 8D BAd +12 12\""
                    .to_owned(),
            );
        };
        let player = self.player_index(line, nick.trim())?;
        let WrittenEvent { rack, action, score, total, text, remarks } = event::read(rest)?;
        let notes = Vec::new();
        self.events.push(Event { line, player, rack, action, score, total, remarks, notes });
        if !text.is_empty() {
            // RULEBOOK C7: a text behind the total is a remark.
            self.add_pragma(line, NOTE, &text);
            self.is_in_multiline_pragma = false;
        }
        Ok(())
    }

    /// Returns the player with a nick. Upper and lower case differ only if two nicks differ in
    /// nothing else. If the record declares no players, they are those of the events, in order.
    fn player_index(&mut self, line: usize, nick: &str) -> Result<usize, String> {
        if let Some(known) = self.known_player(nick) {
            return Ok(known);
        }
        let number = self.players.iter().flatten().count() + 1;
        if self.are_players_undeclared && number <= RECORD_PLAYERS {
            self.check_nick(nick, &number.to_string())?;
            let player = Player { nick: nick.to_owned(), name: String::new() };
            self.players[number - 1] = Some((line, player));
            return Ok(number - 1);
        }
        let declared = self.players.iter().flatten().map(|(_, player)| quoted(&player.nick));
        Err(format!(
            "there is no player {}; the declared players are {}",
            quoted(nick),
            declared.collect::<Vec<_>>().join(", ")
        ))
    }

    fn known_player(&self, nick: &str) -> Option<usize> {
        let position = |is_nick: &dyn Fn(&str) -> bool| {
            let has_nick = |slot: &Option<(usize, Player)>| {
                slot.as_ref().is_some_and(|(_, player)| is_nick(&player.nick))
            };
            self.players.iter().position(has_nick)
        };
        let exact = position(&|declared| declared == nick);
        let folded = nick.to_lowercase();
        exact.or_else(|| position(&|declared| declared.to_lowercase() == folded))
    }

    fn add_unread_event(&mut self, line: usize, text: &str, fault: String) {
        self.unread_events += 1;
        self.events.push(Event {
            line,
            player: UNKNOWN_PLAYER,
            rack: String::new(),
            action: Action::Unread { text: text.to_owned() },
            score: 0,
            total: None,
            remarks: vec![fault],
            notes: Vec::new(),
        });
    }

    /// Finds the players of the events that cannot be parsed. If these are most events, their lines
    /// are bad lines.
    fn finish_unread_events(&mut self) {
        let is_mostly_read = 2 * self.unread_events <= self.events.len()
            && self.unread_events < MAX_BAD_LINES
            && self.bad_lines.is_empty();
        for at in 0..self.events.len() {
            let Action::Unread { text } = &self.events[at].action else { continue };
            let player = self.known_player(written_nick(text));
            let event = &mut self.events[at];
            event.player = player.unwrap_or(UNKNOWN_PLAYER);
            if let ([detail], false) = (&event.remarks[..], is_mostly_read) {
                self.bad_lines.push(BadLine { line: event.line, detail: detail.clone() });
            }
        }
    }

    fn finish(mut self, violations: &mut Violations) -> Result<Record, Refused> {
        self.finish_unread_events();
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
        if players.is_empty() && self.bad_lines.is_empty() {
            let detail = "no player is declared; begin with \"#player1 nick Full Name\"".to_owned();
            self.bad_lines.push(BadLine { line: self.first_event.unwrap_or(1), detail });
        }
        if let Some(line) = self.first_text
            && self.events.is_empty()
            && self.bad_lines.is_empty()
        {
            let detail = "the record has no events, and this line cannot be read as one; an event \
                          is written as \">anna: AB? 8D BAd +12 12\""
                .to_owned();
            self.bad_lines.push(BadLine { line, detail });
        }
        self.bad_lines.sort_by_key(|bad| bad.line);
        let mut outcome = Ok(());
        for BadLine { line, detail } in self.bad_lines.iter().take(MAX_BAD_LINES) {
            outcome = Err(refuse_line(*line, detail, violations));
        }
        outcome.map(|()| Record { pragmas: self.pragmas, players, events: self.events })
    }
}

/// Returns the text before the first white space, and the text after it.
fn split_word(text: &str) -> (&str, &str) {
    let (word, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    (word, rest.trim())
}
