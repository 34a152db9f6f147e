//! A table at which the engine plays games and keeps their records.

use std::sync::Arc;

use serde_json::{Value, json};
use wordcourt::api::lexicons::Lexicons as _;
use wordcourt::edition::Edition;
use wordcourt::rules::wordgame::{Board, Move, Play, Rack, Rules, Score, Search};
use wordcourt::rules::{Variant, Violations};
use wordcourt::word::Word;

use crate::dice::Dice;
use crate::state;

/// Returns the default lexicon.
pub(super) fn edition() -> Arc<Edition> {
    state().registry.edition(None).unwrap()
}

/// Returns true if a word is allowed.
pub(super) fn is_allowed(edition: &Edition, word: &str) -> bool {
    let word: Word = word.parse().unwrap();
    Variant::Wordgame.verdict(&*edition.lexicon, &word).is_allowed()
}

/// A game in progress, and its record so far.
pub(super) struct Table {
    edition: Arc<Edition>,
    dice: Dice,
    rules: Rules,
    board: Board,
    bag: Vec<char>,
    pub racks: [Vec<char>; 2],
    pub totals: [i64; 2],
    pub next: usize,
    /// The lines of the record.
    pub lines: Vec<String>,
    /// The lines with breaches, each with the codes and rules of the breaches.
    pub breaches: Vec<Value>,
    /// The lines with remarks.
    pub notes: Vec<usize>,
    /// True if the game has gone another way than its record needs.
    pub is_stuck: bool,
    /// The game before the last move, and its points.
    before: Option<Before>,
}

struct Before {
    board: Board,
    bag: Vec<char>,
    rack: Vec<char>,
    points: i64,
}

impl Table {
    pub(super) fn new(seed: u64, rules: Rules) -> Self {
        let mut dice = Dice(seed);
        let mut bag = Vec::new();
        let tiles = rules.bag.unwrap();
        for (letter, count) in ('A'..='Z').zip(tiles.letters) {
            bag.extend(std::iter::repeat_n(letter, count.into()));
        }
        bag.extend(std::iter::repeat_n('?', tiles.blanks.into()));
        for place in (1..bag.len()).rev() {
            bag.swap(place, dice.below(place + 1));
        }
        let rack = |bag: &mut Vec<char>| bag.split_off(bag.len() - rules.rack_size);
        let racks = [rack(&mut bag), rack(&mut bag)];
        Self {
            edition: edition(),
            dice,
            rules,
            board: Board::default(),
            bag,
            racks,
            totals: [0; 2],
            next: 0,
            lines: vec!["#player1 ann Ann Arden".to_owned(), "#player2 bob Bob Bell".to_owned()],
            breaches: Vec::new(),
            notes: Vec::new(),
            is_stuck: false,
            before: None,
        }
    }

    /// Returns the number of the last line.
    pub(super) fn line(&self) -> usize {
        self.lines.len()
    }

    /// States that the last line has a breach.
    pub(super) fn breach(&mut self, code: &str, rule: &str) {
        self.breaches.push(json!([self.line(), code, rule]));
    }

    /// States that the last line has a remark.
    pub(super) fn note(&mut self) {
        self.notes.push(self.line());
    }

    /// Returns a rack as it is written.
    pub(super) fn rack(&self, who: usize) -> String {
        let mut rack = self.racks[who].clone();
        rack.sort_unstable_by_key(|&tile| (tile == '?', tile));
        rack.into_iter().collect()
    }

    pub(super) fn bag_len(&self) -> usize {
        self.bag.len()
    }

    pub(super) fn is_out(&self) -> bool {
        self.bag.is_empty() && self.racks.iter().any(Vec::is_empty)
    }

    /// Writes a line that changes the score of a player.
    pub(super) fn write(&mut self, who: usize, rack: &str, action: &str, points: i64) {
        self.totals[who] += points;
        let nick = ["ann", "bob"][who];
        let rack = if rack.is_empty() { String::new() } else { format!("{rack} ") };
        let total = self.totals[who];
        self.lines.push(format!(">{nick}: {rack}{action} {points:+} {total}"));
    }

    /// Returns the best moves of the player to move.
    pub(super) fn moves(&self, top: usize) -> Vec<Move> {
        let rack = Rack::read(&self.rack(self.next), 9, &mut Violations::default()).unwrap();
        Search::new(self.edition.indexes.wordgame(&self.edition.lexicon), &self.board, &self.rules)
            .best(&rack, top)
    }

    /// Returns a move with its score.
    pub(super) fn score(&self, written: &str) -> Option<(Play, Score)> {
        let written = written.parse().unwrap();
        let mut violations = Violations::default();
        let play = Play::place(&written, &self.board, None, &self.rules, &mut violations).ok()?;
        let score = Score::of(&play, &self.board, &self.rules);
        Some((play, score))
    }

    /// Places the tiles of a move, legal or not.
    pub(super) fn lay(&mut self, written: &str) {
        let (play, score) = self.score(written).unwrap();
        let who = self.next;
        let points = i64::from(score.total);
        self.write(who, &self.rack(who), &play.to_string(), points);
        let rack = self.racks[who].clone();
        self.before = Some(Before { board: self.board, bag: self.bag.clone(), rack, points });
        self.board = play.apply_to(&self.board);
        for placed in play.new_tiles() {
            let tile = if placed.tile.is_blank { '?' } else { placed.tile.letter.as_char() };
            let place = self.racks[who].iter().position(|&held| held == tile).unwrap();
            self.racks[who].remove(place);
            self.racks[who].extend(self.bag.pop());
        }
        self.next = 1 - who;
    }

    /// Plays one of the best moves, or passes.
    pub(super) fn play(&mut self) {
        let moves = self.moves(4);
        match moves.len() {
            0 => {
                self.is_stuck = true;
                self.pass();
            }
            found => {
                let written = moves[self.dice.below(found)].to_string();
                self.lay(&written);
            }
        }
    }

    /// Plays turns.
    pub(super) fn turns(&mut self, turns: usize) {
        (0..turns).for_each(|_| self.play());
    }

    /// Plays until the bag has at most this number of tiles.
    pub(super) fn until_bag(&mut self, tiles: usize) {
        while self.bag_len() > tiles && !self.is_stuck {
            self.play();
        }
    }

    /// Plays until a player is out.
    pub(super) fn until_out(&mut self) {
        for _ in 0..80 {
            if self.is_out() || self.is_stuck {
                return;
            }
            self.play();
        }
        self.is_stuck = true;
    }

    /// Plays until the player to move has a move that forms this number of words, and lays it.
    pub(super) fn words(&mut self, words: usize) {
        for _ in 0..12 {
            let moves = self.moves(200).into_iter().map(|found| found.to_string());
            let found = moves.into_iter().find(|written| {
                self.score(written).is_some_and(|(_, score)| score.words.len() == words)
            });
            match found {
                Some(written) => return self.lay(&written),
                None => self.play(),
            }
        }
        self.is_stuck = true;
    }

    /// Lays tiles that form a word that is not allowed: the letters of a move in another order.
    pub(super) fn lay_phony(&mut self) {
        for found in self.moves(300) {
            let written = found.to_string();
            let (coordinate, word) = written.split_once(' ').unwrap();
            let mut new: Vec<char> = word.chars().filter(|&mark| mark != '.').collect();
            for _ in 1..new.len() {
                new.rotate_left(1);
                let mut tiles = new.iter();
                let word: String = word
                    .chars()
                    .map(|mark| if mark == '.' { '.' } else { *tiles.next().unwrap() })
                    .collect();
                let phony = format!("{coordinate} {word}");
                let is_phony = self.score(&phony).is_some_and(|(_, score)| {
                    let mut words = score.words.iter();
                    words.any(|formed| !is_allowed(&self.edition, formed.word.as_str()))
                });
                if is_phony {
                    return self.lay(&phony);
                }
            }
        }
        self.is_stuck = true;
        self.play();
    }

    /// Takes the last move back, and writes the line with these points.
    pub(super) fn take_back(&mut self, written: Option<i64>) {
        let Before { board, bag, rack, points } = self.before.take().unwrap();
        let who = 1 - self.next;
        self.board = board;
        self.bag = bag;
        self.racks[who] = rack;
        self.write(who, &self.rack(who), "--", -points);
        if let Some(written) = written {
            let line = self.lines.last_mut().unwrap();
            *line = line.replace(&format!("-- {:+}", -points), &format!("-- {written:+}"));
        }
    }

    pub(super) fn pass(&mut self) {
        self.write(self.next, &self.rack(self.next), "-", 0);
        self.next = 1 - self.next;
    }

    /// Exchanges the first tiles of the rack. `write` writes them.
    pub(super) fn exchange(&mut self, count: usize, write: impl Fn(&str) -> String) {
        let who = self.next;
        let before = self.rack(who);
        let taken = self.racks[who].drain(..count).collect::<Vec<_>>();
        let drawn = self.bag.len().saturating_sub(count);
        let drawn = self.bag.split_off(drawn);
        self.racks[who].extend(drawn);
        for tile in &taken {
            let place = self.dice.below(self.bag.len() + 1);
            self.bag.insert(place, *tile);
        }
        let tiles: String = taken.into_iter().collect();
        self.write(who, &before, &write(&tiles), 0);
        self.next = 1 - who;
    }

    /// Writes a line for a failed challenge of the last move.
    pub(super) fn challenge(&mut self, who: usize, points: i64) {
        self.write(who, &self.rack(who), "(challenge)", points);
    }

    /// Returns the value of a rack.
    pub(super) fn value(&self, who: usize) -> i64 {
        let value = |tile: &char| {
            let letter = ('A'..='Z').position(|letter| letter == *tile);
            letter.map_or(0, |letter| i64::from(self.rules.letter_values[letter]))
        };
        self.racks[who].iter().map(value).sum()
    }

    /// Writes the line of the player who went out, for this multiple of the other rack.
    pub(super) fn gain(&mut self, factor: i64) {
        let out = usize::from(self.racks[1].is_empty());
        let rack = self.rack(1 - out);
        self.write(out, "", &format!("({rack})"), factor * self.value(1 - out));
    }

    /// Writes the line of a player who loses the value of their rack.
    pub(super) fn lose(&mut self, who: usize) {
        let rack = self.rack(who);
        self.write(who, &rack, &format!("({rack})"), -self.value(who));
    }
}
