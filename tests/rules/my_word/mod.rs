//! My Word!, compared with an independent oracle, and properties of every table.

mod calls;
mod card;
mod game;
mod properties;
mod search;

use std::collections::BTreeSet;

use wordcourt::lexicon::Lexicon;
use wordcourt::rules::Game;
use wordcourt::rules::my_word::{Card, MyWord, SearchIndex};
use wordcourt::rules::rule_data::CardCount;
use wordcourt::word::Letter;

use crate::{Dice, default_lexicon};

/// A lexicon with its search index, and its allowed words for the oracle.
struct TestWords {
    lexicon: Lexicon,
    index: SearchIndex,
    words: BTreeSet<String>,
}

impl TestWords {
    fn of(lexicon: Lexicon) -> Self {
        let allowed =
            |word: &&str| MyWord::WORDS.verdict(&lexicon, &word.parse().unwrap()).is_allowed();
        let words: Vec<&str> = lexicon.ordinals().map(|ordinal| lexicon.word(ordinal)).collect();
        let words = words.into_iter().filter(allowed).map(str::to_owned).collect();
        Self { index: SearchIndex::build(&lexicon), words, lexicon }
    }
}

/// Returns some common words, some very long ones, and some that the game bars.
fn small() -> &'static TestWords {
    static WORDS: std::sync::OnceLock<TestWords> = std::sync::OnceLock::new();
    WORDS.get_or_init(|| {
        let whole = default_lexicon();
        let common = whole.ordinals().filter(|&ordinal| whole.tier(ordinal) == 10);
        let common = common
            .enumerate()
            .filter(|(number, _)| number.is_multiple_of(4))
            .map(|(_, ordinal)| ordinal);
        let long = whole.ordinals().filter(|&ordinal| whole.word(ordinal).len() >= 24);
        let mut lines: Vec<String> =
            common.chain(long).map(|ordinal| whole.word(ordinal).to_owned()).collect();
        lines.extend(["OUIS\tforeign", "NTHS\tabbreviation", "AA\tordinary"].map(str::to_owned));
        lines.sort_unstable();
        lines.dedup();
        TestWords::of(Lexicon::from_text(&lines.join("\n"), "").unwrap())
    })
}

fn default() -> &'static TestWords {
    static WORDS: std::sync::OnceLock<TestWords> = std::sync::OnceLock::new();
    WORDS.get_or_init(|| {
        let whole = default_lexicon();
        let words: Vec<&str> = whole.ordinals().map(|ordinal| whole.word(ordinal)).collect();
        TestWords::of(Lexicon::from_text(&words.join("\n"), "").unwrap())
    })
}

fn deck() -> Vec<Card> {
    let cards = |card: &CardCount| {
        std::iter::repeat_n(card.card.parse::<Card>().unwrap(), card.count as usize)
    };
    MyWord::rule_data().deck.iter().flat_map(cards).collect()
}

/// Deals cards from the deck.
fn dealt(cards: usize, dice: &mut Dice) -> Vec<Card> {
    let mut deck = deck();
    (0..cards).map(|_| deck.swap_remove(dice.below(deck.len()))).collect()
}

/// Returns cards of few letters, many of them wild, with which words can be placed in many ways.
fn wild_mix(cards: usize, dice: &mut Dice) -> Vec<Card> {
    let letters = b"AEINRSTLDOSE";
    let letter = |dice: &mut Dice| Letter::from_ascii(letters[dice.below(letters.len())]).unwrap();
    let card = |dice: &mut Dice| match dice.below(10) {
        0..4 => Card::Single(letter(dice)),
        4..8 => Card::Double(letter(dice), letter(dice)),
        8 => Card::Wild,
        _ => Card::DoubleWild,
    };
    (0..cards).map(|_| card(dice)).collect()
}

fn texts(cards: &[Card]) -> Vec<String> {
    cards.iter().map(ToString::to_string).collect()
}

fn table_of(texts: &[String]) -> Vec<&str> {
    texts.iter().map(String::as_str).collect()
}
