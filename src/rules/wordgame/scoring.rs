//! What a move is worth, word by word and step by step (RULEBOOK G4–G6).

use super::board::Board;
use super::play::{Placed, Play, spelled};
use super::ruleset::{AllTiles, Rules};
use super::square::{Place, Square};
use super::walk::Scoring;
use crate::lexicon::Words;
use crate::rules::score::{Line, Lines};
use crate::rules::{Variant, Verdict};
use crate::word::Word;

/// A bonus square that counts for a word.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CountedBonus {
    /// Where it is.
    pub square: Square,
    /// What it multiplies by.
    pub multiplier: u32,
    /// Whether it multiplies the word or only the letter on it.
    pub of_word: bool,
}

/// A word that a move forms.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Formed {
    /// The word.
    pub word: Word,
    /// Where it begins and how it runs.
    pub place: Place,
    /// The letters' values after their own bonuses.
    pub letters: u32,
    /// What the word's bonus squares come to.
    pub word_multiplier: u32,
    /// What it is worth, its doubling for all tiles included if there is one.
    pub score: u32,
    /// The bonus squares that count.
    pub bonuses: Vec<CountedBonus>,
}

/// A scored move.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Score {
    /// What the move is worth.
    pub total: u32,
    /// The main word, then the words across it in the order in which they cross it.
    pub words: Vec<Formed>,
    /// Whether a whole rack was laid.
    pub all_tiles: bool,
    /// What that earns in points.
    pub all_tiles_bonus: u32,
}

impl Score {
    /// Scores a move.
    #[must_use]
    pub fn of(play: &Play, board: &Board, rules: &Rules) -> Self {
        let direction = play.place().direction;
        let all_tiles = play.tiles_used() == rules.rack_size;
        let mut words = vec![Formed::of(play.tiles(), play.place(), rules)];
        words.extend(
            play.words_across(board).map(|tiles| Formed::of(&tiles, tiles[0].square.with(direction.other()), rules)),
        );
        let plain: u32 = words.iter().map(|word| word.score).sum();
        let all_tiles_bonus = match rules.all_tiles {
            _ if !all_tiles => 0,
            AllTiles::DoubleMainWord => words[0].score,
            AllTiles::DoubleTurn => plain,
            AllTiles::Add(points) => points,
        };
        if all_tiles && rules.all_tiles == AllTiles::DoubleMainWord {
            words[0].score *= 2;
        }
        Self { total: plain + all_tiles_bonus, words, all_tiles, all_tiles_bonus }
    }

    /// The words with what a lexicon says of each.
    pub fn verdicts<'s>(&'s self, words: impl Into<Words<'s>>) -> impl Iterator<Item = (&'s Formed, Verdict)> {
        let words = words.into();
        self.words.iter().map(move |formed| (formed, Variant::Wordgame.verdict(words, &formed.word)))
    }

    /// The score step by step, word by word.
    #[must_use]
    pub fn lines(&self, rules: &Rules) -> Vec<Line> {
        let mut lines = Lines::default();
        for (number, formed) in self.words.iter().enumerate() {
            let Formed { word, place, letters, word_multiplier, .. } = formed;
            let place = place.to_string();
            let labelled = |what: &str| [word.as_str(), " at ", &place, what].concat();
            lines.add("G4", labelled(": letters with their bonuses"), Vec::new(), *letters);
            if *word_multiplier > 1 {
                lines.multiply("G5", labelled(": word bonus"), Vec::new(), *letters, *word_multiplier);
            }
            if number == 0 && self.all_tiles && rules.all_tiles == AllTiles::DoubleMainWord {
                let label = format!("{word}: doubled for all {} tiles", rules.rack_size);
                lines.multiply("G6", label, Vec::new(), letters * word_multiplier, 2);
            }
        }
        match rules.all_tiles {
            AllTiles::DoubleTurn if self.all_tiles => {
                let label = format!("the turn doubled for all {} tiles", rules.rack_size);
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

impl Formed {
    fn of(tiles: &[Placed], place: Place, rules: &Rules) -> Self {
        let scoring = Scoring::of(rules);
        let (mut letters, mut word_multiplier) = (0, 1);
        let mut bonuses = Vec::new();
        for Placed { square, tile, is_laid } in tiles {
            let value = if tile.is_blank { 0 } else { rules.value(tile.letter) };
            if !is_laid {
                letters += value;
                continue;
            }
            // RULEBOOK G4: a square counts for the tile that is laid on it, in every word that the tile forms.
            let premium = rules.premiums.at(*square);
            letters += value * premium.letter_multiplier();
            word_multiplier = scoring.join(word_multiplier, premium.word_multiplier());
            for (multiplier, of_word) in [(premium.letter_multiplier(), false), (premium.word_multiplier(), true)] {
                if multiplier > 1 {
                    bonuses.push(CountedBonus { square: *square, multiplier, of_word });
                }
            }
        }
        keep_highest_word_bonus(&mut bonuses, word_multiplier, scoring);
        Self { word: spelled(tiles), place, letters, word_multiplier, score: letters * word_multiplier, bonuses }
    }
}

/// Where only the highest word bonus counts (RULEBOOK G5), the others are no bonuses of the word; among equals the first one counts.
fn keep_highest_word_bonus(bonuses: &mut Vec<CountedBonus>, highest: u32, scoring: Scoring) {
    if scoring.is_product {
        return;
    }
    let mut is_kept = false;
    bonuses.retain(|bonus| {
        let counts = !bonus.of_word || (bonus.multiplier == highest && !is_kept);
        is_kept |= bonus.of_word && counts;
        counts
    });
}
