//! The score of a move, word by word and step by step (RULEBOOK G4–G6).

use super::blank_readings;
use super::board::Board;
use super::bonus_rules::BonusRules;
use super::play::{PlacedTile, Play, word_of};
use super::premiums::Premium;
use super::ruleset::{AllTiles, BlankLetter, CrossBonus, Rules};
use super::square::{Coordinate, Square};
use crate::lexicon::Words;
use crate::rules::score::{Line, Lines};
use crate::rules::{Variant, Verdict};
use crate::word::Word;

/// A bonus square that counts for a word.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CountedBonus {
    /// The square.
    pub square: Square,
    /// The factor.
    pub multiplier: u32,
    /// True if it multiplies the word, false if it multiplies only the letter on it.
    pub of_word: bool,
}

/// A word that a move forms.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FormedWord {
    /// The word.
    pub word: Word,
    /// The coordinate of the word.
    pub coordinate: Coordinate,
    /// The sum of the letters' values after their letter bonuses.
    pub letters: u32,
    /// The word bonus, 1 if there is none.
    pub word_multiplier: u32,
    /// The score of the word. The score of the main word includes the doubling for all tiles, if
    /// there is one.
    pub score: u32,
    /// The bonus squares that count.
    pub bonuses: Vec<CountedBonus>,
    /// The positions of the blanks that may stand for other letters in this word, as a mask.
    open: u16,
}

/// A scored move.
///
/// ```
/// use wordcourt::rules::Violations;
/// use wordcourt::rules::wordgame::{Board, Play, Rules, Score};
///
/// let rules = Rules::WORDGAME;
/// let board = Board::default();
/// let written = "8D HELLO".parse()?;
/// let play = Play::place(&written, &board, None, &rules, &mut Violations::default()).unwrap();
/// let score = Score::of(&play, &board, &rules);
/// // H4 on a double letter, E1, L3, L3, O1; the centre doubles the word.
/// assert_eq!((score.total, score.words[0].word.as_str()), (32, "HELLO"));
/// assert_eq!(score.lines(&rules)[0].label, "HELLO at 8D: letters with their bonuses");
/// # Ok::<(), wordcourt::rules::wordgame::WrittenMoveError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Score {
    /// The score of the move.
    pub total: u32,
    /// The main word, then the cross-words in order along it.
    pub words: Vec<FormedWord>,
    /// True if a full rack was placed.
    pub all_tiles: bool,
    /// The points for placing a full rack; they are part of the total.
    pub all_tiles_bonus: u32,
}

impl Score {
    /// Scores a move; `board` is the board before the move.
    #[must_use]
    pub fn of(play: &Play, board: &Board, rules: &Rules) -> Self {
        let cross = play.coordinate().direction.other();
        let all_tiles = play.tiles_used() == rules.rack_size;
        let mut words = Vec::with_capacity(1 + play.tiles_used());
        words.push(FormedWord::of(play.tiles(), play.coordinate(), true, rules));
        words.extend(
            play.cross_words(board).map(|tiles| {
                FormedWord::of(&tiles, tiles[0].square.coordinate(cross), false, rules)
            }),
        );
        let sum: u32 = words.iter().map(|word| word.score).sum();
        let all_tiles_bonus = match rules.all_tiles {
            _ if !all_tiles => 0,
            AllTiles::DoubleMainWord => words[0].score,
            AllTiles::DoubleTurn => sum,
            AllTiles::Add(points) => points,
        };
        if all_tiles && rules.all_tiles == AllTiles::DoubleMainWord {
            words[0].score *= 2;
        }
        Self { total: sum + all_tiles_bonus, words, all_tiles, all_tiles_bonus }
    }

    /// Returns the words in order, each with its verdict.
    ///
    /// If a blank may stand for a letter of its own in each word, a word is allowed if some letters
    /// make it so. It is then returned with such letters: those that are written, or else the first
    /// in alphabetical order.
    pub fn verdicts<'s>(
        &'s self,
        words: impl Into<Words<'s>>,
    ) -> impl Iterator<Item = (Word, Verdict)> {
        let words = words.into();
        self.words.iter().map(move |formed| formed.verdict(words))
    }

    /// Returns the words that a name stands for, as the move writes them, each with its verdict. A
    /// word has the name as it is written, or as its blanks are read.
    pub fn named<'s>(
        &'s self,
        name: &'s str,
        words: impl Into<Words<'s>>,
    ) -> impl Iterator<Item = (Word, Verdict)> {
        let formed = self.words.iter().zip(self.verdicts(words));
        let named = formed.filter(move |(formed, (read, _))| {
            formed.word.as_str() == name || read.as_str() == name
        });
        named.map(|(formed, (_, verdict))| (formed.word, verdict))
    }

    /// Returns the score step by step, word by word.
    #[must_use]
    pub fn lines(&self, rules: &Rules) -> Vec<Line> {
        let mut lines = Lines::default();
        for (index, formed) in self.words.iter().enumerate() {
            let FormedWord { word, coordinate, letters, word_multiplier, .. } = formed;
            // Formatting would take longer than the scoring.
            let label = |step: &str| {
                let mut label = String::with_capacity(64);
                coordinate.with_text(|coordinate| {
                    label.extend([word.as_str(), " at ", coordinate, step]);
                });
                label
            };
            lines.add("G4", label(": letters with their bonuses"), Vec::new(), *letters);
            if *word_multiplier > 1 {
                let label = label(": word bonus");
                lines.multiply("G5", label, Vec::new(), *letters, *word_multiplier);
            }
            if index == 0 && self.all_tiles && rules.all_tiles == AllTiles::DoubleMainWord {
                let label = format!("{word}: doubled for all {} tiles", rules.rack_size);
                lines.multiply("G6", label, Vec::new(), letters * word_multiplier, 2);
            }
        }
        match rules.all_tiles {
            AllTiles::DoubleTurn if self.all_tiles => {
                let label = format!("turn: doubled for all {} tiles", rules.rack_size);
                let total = lines.total();
                lines.multiply("G6", label, Vec::new(), total, 2);
            }
            AllTiles::Add(points) if self.all_tiles => {
                lines.add("G6", format!("all {} tiles", rules.rack_size), Vec::new(), points);
            }
            _ => {}
        }
        lines.finish()
    }
}

impl FormedWord {
    fn of(tiles: &[PlacedTile], coordinate: Coordinate, is_main: bool, rules: &Rules) -> Self {
        let bonus_rules = BonusRules::of(rules);
        let (mut letters, mut word_multiplier) = (0, 1);
        let mut bonuses = Vec::new();
        for &PlacedTile { square, tile, is_new } in tiles {
            let value = if tile.is_blank { 0 } else { rules.value(tile.letter) };
            if !is_new {
                letters += value;
                continue;
            }
            // RULEBOOK G4: a square counts for the tile that is placed on it, in every word that
            // the tile forms, or only in the main word.
            let premium = if is_main || rules.cross_bonus == CrossBonus::EveryWord {
                rules.premiums.at(square)
            } else {
                Premium::None
            };
            letters += value * premium.letter_multiplier();
            word_multiplier = bonus_rules.combine(word_multiplier, premium.word_multiplier());
            for (multiplier, of_word) in
                [(premium.letter_multiplier(), false), (premium.word_multiplier(), true)]
            {
                if multiplier > 1 {
                    bonuses.push(CountedBonus { square, multiplier, of_word });
                }
            }
        }
        if !bonus_rules.is_product {
            keep_highest_word_bonus(&mut bonuses, word_multiplier);
        }
        Self {
            word: word_of(tiles),
            coordinate,
            letters,
            word_multiplier,
            score: letters * word_multiplier,
            bonuses,
            open: open_positions(tiles, is_main, rules),
        }
    }

    fn verdict(&self, words: Words<'_>) -> (Word, Verdict) {
        let written = Variant::Wordgame.verdict(words, &self.word);
        if written.is_allowed() || self.open == 0 {
            return (self.word, written);
        }
        let read = blank_readings::first_allowed(&self.word, self.open, words);
        read.map_or((self.word, written), |word| (word, Verdict::Allowed))
    }
}

/// Returns the positions of the blanks that may stand for other letters than the written ones. In
/// the main word, these are the blanks that were on the board (RULEBOOK G7).
fn open_positions(tiles: &[PlacedTile], is_main: bool, rules: &Rules) -> u16 {
    if rules.blank_letter == BlankLetter::One {
        return 0;
    }
    let is_open = |placed: &PlacedTile| placed.tile.is_blank && !(is_main && placed.is_new);
    tiles.iter().enumerate().fold(0, |open, (at, placed)| open | u16::from(is_open(placed)) << at)
}

/// Removes the word bonuses that do not count: only the highest counts, and of equal ones the first
/// (RULEBOOK G5).
fn keep_highest_word_bonus(bonuses: &mut Vec<CountedBonus>, highest: u32) {
    let mut is_found = false;
    bonuses.retain(|bonus| {
        let counts = !bonus.of_word || (bonus.multiplier == highest && !is_found);
        is_found |= bonus.of_word && counts;
        counts
    });
}
