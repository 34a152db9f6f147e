//! Lexicons, and random positions of games.

use std::collections::BTreeSet;
use std::sync::OnceLock;

use wordcourt::lexicon::Lexicon;
use wordcourt::rules::wordgame::{Bag, Board, Rack, Rules, Score, Search, SearchIndex};
use wordcourt::rules::{Variant, Violations};
use wordcourt::word::Letter;

use crate::{Dice, default_lexicon};

pub(super) fn allowed(lexicon: &Lexicon) -> BTreeSet<String> {
    lexicon
        .ordinals()
        .map(|ordinal| lexicon.word(ordinal).to_owned())
        .filter(|text| Variant::Wordgame.verdict(lexicon, &text.parse().unwrap()).is_allowed())
        .collect()
}

pub(super) fn rack(text: &str) -> Rack {
    Rack::read(text, 9, &mut Violations::default()).unwrap()
}

/// A lexicon with its search index.
pub(super) struct Dictionary {
    pub(super) lexicon: &'static Lexicon,
    pub(super) index: SearchIndex,
}

impl Dictionary {
    fn of(lexicon: &'static Lexicon) -> Self {
        Self { lexicon, index: SearchIndex::build(lexicon) }
    }
}

pub(super) fn default_dictionary() -> &'static Dictionary {
    static DICTIONARY: OnceLock<Dictionary> = OnceLock::new();
    DICTIONARY.get_or_init(|| Dictionary::of(default_lexicon()))
}

pub(super) fn small_dictionary() -> &'static Dictionary {
    static DICTIONARY: OnceLock<Dictionary> = OnceLock::new();
    DICTIONARY.get_or_init(|| Dictionary::of(small_lexicon()))
}

/// Returns half of the most common words, and all words of two letters, which crowded boards need.
fn small_lexicon() -> &'static Lexicon {
    static LEXICON: OnceLock<Lexicon> = OnceLock::new();
    LEXICON.get_or_init(|| {
        let whole = default_lexicon();
        let is_common =
            |number: usize, ordinal| whole.tier(ordinal) == 10 && number.is_multiple_of(2);
        let words: Vec<&str> = whole
            .ordinals()
            .enumerate()
            .filter(|(number, ordinal)| {
                whole.word(*ordinal).len() == 2 || is_common(*number, *ordinal)
            })
            .map(|(_, ordinal)| whole.word(ordinal))
            .collect();
        Lexicon::from_text(&words.join("\n"), "").unwrap()
    })
}

/// Returns true if all words of a move are allowed.
pub(super) fn is_allowed(score: &Score, dictionary: &Dictionary) -> bool {
    score.verdicts(dictionary.lexicon).all(|(_, verdict)| verdict.is_allowed())
}

pub(super) struct Position {
    pub(super) board: Board,
    pub(super) rack: String,
}

/// Plays some turns of a game, choosing each move at random from the best ones, and deals a rack.
pub(super) fn position(
    dictionary: &Dictionary,
    rules: &Rules,
    turns: usize,
    tiles: usize,
    blanks: usize,
    dice: &mut Dice,
) -> Position {
    let mut bag: Vec<char> = Letter::all()
        .flat_map(|letter| {
            std::iter::repeat_n(
                letter.as_char(),
                usize::from(Bag::WORDGAME.letters[letter.index()]),
            )
        })
        .collect();
    bag.push('?');
    let mut board = Board::default();
    let mut draw = |hand: &mut String, size: usize, bag: &mut Vec<char>| {
        while hand.len() < size && !bag.is_empty() {
            hand.push(bag.swap_remove(dice.below(bag.len())));
        }
        dice.below(8)
    };
    let mut hand = String::new();
    for _ in 0..turns {
        let choice = draw(&mut hand, rules.rack_size, &mut bag);
        let held = rack(&hand);
        let moves = Search::new(&dictionary.index, &board, rules).best(&held, 8);
        let Some(chosen) = moves.get(choice.min(moves.len().saturating_sub(1))) else { break };
        let play = chosen.play();
        board = play.apply_to(&board);
        hand = play.remaining_rack(&held).to_string();
    }
    let mut rack = String::new();
    bag.retain(|tile| *tile != '?');
    draw(&mut rack, tiles - blanks, &mut bag);
    rack.extend(std::iter::repeat_n('?', blanks));
    Position { board, rack }
}
