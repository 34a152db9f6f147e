//! Rule sheets as data: every number of a game with the rule that it rests on and where it comes from.

use serde::Serialize;

use super::Variant;
use super::oh_my_word::{Remainder, values};
use super::play_on_words::{self, Plural, TableCards, Version};
use super::wordgame::{self, BLANK, Bag};
use crate::lexicon::Mark;
use crate::word::Letter;

/// Where a value comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "http", derive(utoipa::ToSchema, strum::EnumMessage, strum::VariantArray))]
#[serde(rename_all = "snake_case")]
pub enum Provenance {
    /// Printed in the game's rule sheet.
    Stated,
    /// From another public source.
    Found,
    /// Our default, because the sheet doesn't say.
    House,
}

/// What a letter is worth.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "http", derive(utoipa::ToSchema))]
pub struct LetterValue {
    /// The letter, or `?` for a blank.
    pub letter: char,
    /// Its value in points.
    pub value: u32,
    /// Where the value comes from.
    pub provenance: Provenance,
}

/// How often a card or tile is in the deck or bag.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "http", derive(utoipa::ToSchema))]
pub struct CardCount {
    /// The card in the game's notation.
    pub card: String,
    /// How many there are.
    pub count: u32,
    /// Where the count comes from.
    pub provenance: Provenance,
}

/// The squares of the board.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "http", derive(utoipa::ToSchema))]
pub struct BoardLayout {
    /// Rows from top to bottom, a character a square.
    pub rows: Vec<&'static str>,
    /// What the characters mean.
    pub legend: &'static str,
    /// The rule.
    pub rule: &'static str,
    /// Where the layout comes from.
    pub provenance: Provenance,
}

/// A number of the rules.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "http", derive(utoipa::ToSchema))]
pub struct Number {
    /// Its name, in `snake_case`.
    pub name: &'static str,
    /// Its value.
    pub value: u32,
    /// What it means.
    pub what: &'static str,
    /// The rule.
    pub rule: &'static str,
    /// Where the value comes from.
    pub provenance: Provenance,
}

/// A house rule that a request may change by its field `rules`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "http", derive(utoipa::ToSchema))]
pub struct Switch {
    /// The member of `rules`.
    pub name: &'static str,
    /// What it may be, the default first; empty if it isn't one of a few names.
    pub choices: Vec<&'static str>,
    /// What it decides.
    pub what: &'static str,
    /// The rule.
    pub rule: &'static str,
}

/// A class of words that the game bars.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "http", derive(utoipa::ToSchema))]
pub struct BarredClass {
    /// The mark of its words.
    pub mark: &'static str,
    /// The rule.
    pub rule: &'static str,
    /// Where it comes from.
    pub provenance: Provenance,
}

/// A game's rules as data.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "http", derive(utoipa::ToSchema))]
pub struct Sheet {
    /// The game's name in paths.
    pub variant: Variant,
    /// The game's name on its rule sheet.
    pub title: &'static str,
    /// What the game is, in a sentence.
    pub summary: &'static str,
    /// The classes of words that it bars.
    pub barred: Vec<BarredClass>,
    /// The fewest letters of a word.
    pub min_letters: usize,
    /// The most letters of a word.
    pub max_letters: usize,
    /// What the letters are worth; empty where letters have no value of their own.
    pub letter_values: Vec<LetterValue>,
    /// The deck of cards or the bag of tiles.
    pub deck: Vec<CardCount>,
    /// The board, if there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub board: Option<BoardLayout>,
    /// The other numbers of the rules.
    pub numbers: Vec<Number>,
    /// The house rules that a request may change.
    pub switches: Vec<Switch>,
}

impl Sheet {
    /// The rules of a game.
    #[must_use]
    pub fn of(variant: Variant) -> Self {
        let (lengths, _) = variant.lengths();
        let barred = variant.barred().iter().map(|mark| BarredClass {
            mark: mark.name(),
            rule: if mark == Mark::PluralS { "P9" } else { "W4" },
            provenance: Provenance::Stated,
        });
        let blank = Self {
            variant,
            title: variant.title(),
            summary: "",
            barred: barred.collect(),
            min_letters: *lengths.start(),
            max_letters: *lengths.end(),
            letter_values: Vec::new(),
            deck: Vec::new(),
            board: None,
            numbers: Vec::new(),
            switches: Vec::new(),
        };
        match variant {
            Variant::ChooseYourWords => Self {
                summary: "Poker with coloured letter cards: the best word of seven cards in the hand wins the pot.",
                numbers: [&CHOOSE_YOUR_WORDS_NUMBERS[..], &OH_MY_WORD_NUMBERS[..]].concat(),
                ..oh_my_word(blank)
            },
            Variant::WordForWord => Self {
                summary: "Poker with coloured letter cards: the best word of two cards in the hand and five on the table wins the pot.",
                numbers: [&WORD_FOR_WORD_NUMBERS[..], &OH_MY_WORD_NUMBERS[..]].concat(),
                ..oh_my_word(blank)
            },
            Variant::PlayOnWords => Self {
                summary: "Rummy with letter cards: new words, play-ons to words on the table, and combinations of them.",
                deck: play_on_words_deck(),
                numbers: PLAY_ON_WORDS_NUMBERS.to_vec(),
                switches: play_on_words_switches(),
                ..blank
            },
            Variant::Wordgame => Self {
                summary: "Tiles on a board of 15 by 15 squares, eight on a rack.",
                letter_values: wordgame_letter_values(),
                deck: wordgame_bag(),
                board: Some(BoardLayout {
                    rows: wordgame::WORDGAME_ROWS.to_vec(),
                    legend: "T word x3, D word x2, t letter x3, d letter x2, _ plain",
                    rule: "G3",
                    provenance: Provenance::House,
                }),
                numbers: WORDGAME_NUMBERS.to_vec(),
                switches: wordgame_switches(),
                ..blank
            },
            Variant::MyWord => Self {
                summary: "Words called from letter cards as they are dealt, a point a card.",
                deck: my_word_deck(),
                numbers: MY_WORD_NUMBERS.to_vec(),
                ..blank
            },
        }
    }
}

/// The deck's shares of the letters that more than one red card bears; blue has twice as many (RULEBOOK O18).
const OH_MY_WORD_RED: [(u8, u32); 8] =
    [(b'A', 2), (b'E', 4), (b'I', 2), (b'N', 2), (b'O', 2), (b'R', 2), (b'S', 2), (b'T', 2)];
const OH_MY_WORD_WILDS: u32 = 4;
/// The letter values that the sheets print.
const OH_MY_WORD_STATED: &str = "BEGIRZ";

fn oh_my_word(blank: Sheet) -> Sheet {
    let letter_values = values::LetterValues::default();
    let red = |letter: Letter| {
        OH_MY_WORD_RED.iter().find(|(known, _)| *known == letter.as_ascii()).map_or(1, |(_, count)| *count)
    };
    let card = |card: String, count| CardCount { card, count, provenance: Provenance::House };
    let blue_cards = Letter::all().map(|letter| card(format!("{letter}b"), 2 * red(letter)));
    let red_cards = Letter::all().map(|letter| card(format!("{letter}r"), red(letter)));
    Sheet {
        letter_values: Letter::all()
            .map(|letter| LetterValue {
                letter: letter.as_char(),
                value: letter_values.of(letter),
                provenance: if OH_MY_WORD_STATED.contains(letter.as_char()) {
                    Provenance::Stated
                } else {
                    Provenance::House
                },
            })
            .collect(),
        deck: blue_cards.chain(red_cards).chain([card("*".to_owned(), OH_MY_WORD_WILDS)]).collect(),
        switches: vec![
            Switch {
                name: "letter_values",
                choices: Vec::new(),
                what: "letters with other values than the default ones",
                rule: "O4",
            },
            Switch {
                name: "remainder",
                choices: Remainder::ALL.map(Remainder::name).to_vec(),
                what: "what becomes of chips that a tie can't split evenly",
                rule: "O12",
            },
        ],
        ..blank
    }
}

const fn stated(name: &'static str, value: u32, what: &'static str, rule: &'static str) -> Number {
    Number { name, value, what, rule, provenance: Provenance::Stated }
}

const fn house(name: &'static str, value: u32, what: &'static str, rule: &'static str) -> Number {
    Number { name, value, what, rule, provenance: Provenance::House }
}

const CHOOSE_YOUR_WORDS_NUMBERS: [Number; 3] = [
    stated("cards_dealt", 7, "cards in a hand", "O1"),
    stated("first_exchange", 4, "cards that may be exchanged the first time", "rule 4"),
    stated("second_exchange", 2, "cards that may be exchanged the second time", "rule 4"),
];

const WORD_FOR_WORD_NUMBERS: [Number; 4] = [
    stated("thought", 2, "cards in the hand", "O1"),
    stated("shout", 3, "cards laid on the board first", "O1"),
    stated("mumble", 1, "cards laid on the board second", "O1"),
    stated("whisper", 1, "cards laid on the board last", "O1"),
];

const OH_MY_WORD_NUMBERS: [Number; 19] = [
    stated("blue_pair", 2, "multiplier of a blue pair; one more for each wild in it", "O5"),
    stated("red_pair", 3, "multiplier of a red pair; one more for each wild in it", "O5"),
    stated("mixed_pair", 2, "multiplier of a pair of both colours, wild or not", "O5"),
    house("length_bonus_2", values::LENGTH_BONUS[2], "bonus for a word of two letters", "O7"),
    stated("length_bonus_3", values::LENGTH_BONUS[3], "bonus for a word of three letters", "O7"),
    stated("length_bonus_4", values::LENGTH_BONUS[4], "bonus for a word of four letters", "O7"),
    stated("length_bonus_5", values::LENGTH_BONUS[5], "bonus for a word of five letters", "O7"),
    stated("length_bonus_6", values::LENGTH_BONUS[6], "bonus for a word of six letters", "O7"),
    stated("length_bonus_7", values::LENGTH_BONUS[7], "bonus for a word of seven letters", "O7"),
    stated("blue_flush", 1, "multiplier of an all-blue word without a wild", "O8"),
    stated("blue_wild_flush", 2, "multiplier of an all-blue word with a wild", "O8"),
    stated("red_flush", 2, "multiplier of an all-red word without a wild", "O8"),
    stated("red_wild_flush", 3, "multiplier of an all-red word with a wild", "O8"),
    stated("outburst", values::OUTBURST, "bonus for using all seven cards", "O9"),
    stated("exclamation", values::EXCLAMATION, "bonus for OMYWORD", "O9"),
    stated(
        "palindrome",
        values::PALINDROME_STEP,
        "bonus for a palindrome's first three letters and for each further one",
        "O9",
    ),
    stated("category", values::CATEGORY, "bonus for a word of the category", "O9"),
    stated("red_share", 1, "red cards to every two blue ones", "O18"),
    house("wilds", OH_MY_WORD_WILDS, "wild cards in the deck", "O18"),
];

fn counts(table: &[u32; Letter::COUNT], provenance: Provenance) -> impl Iterator<Item = CardCount> {
    Letter::all().map(move |letter| CardCount { card: letter.to_string(), count: table[letter.index()], provenance })
}

fn cards(names: &[&str], count: u32, provenance: Provenance) -> Vec<CardCount> {
    names.iter().map(|&card| CardCount { card: card.to_owned(), count, provenance }).collect()
}

fn play_on_words_deck() -> Vec<CardCount> {
    //             A  B  C  D  E  F  G  H  I  J  K  L  M  N  O  P  Q  R  S  T  U  V  W  X  Y  Z
    let letters = [6, 2, 2, 2, 8, 1, 2, 2, 5, 1, 1, 3, 2, 4, 5, 2, 1, 4, 4, 4, 3, 1, 1, 1, 2, 1];
    let mut deck: Vec<CardCount> = counts(&letters, Provenance::House).collect();
    deck.extend(cards(&["ST", "SH", "TH", "CH", "CK", "QU", "J/X", "V/Z"], 1, Provenance::Found));
    deck.extend(cards(&["*"], 2, Provenance::Stated));
    deck
}

const PLAY_ON_WORDS_NUMBERS: [Number; 16] = [
    Number { provenance: Provenance::Found, ..stated("deck", 80, "cards in the deck", "P1") },
    stated("dealt", 7, "cards dealt to each player", "P3"),
    stated("hand", play_on_words::HAND_CARDS as u32, "cards in a hand at most", "P3"),
    stated("discard", 3, "cards that may be discarded when nothing can be played", "P3"),
    stated("new_word_letters", 3, "letters of a new word at least", "P4"),
    stated("new_word", 2, "points a letter of a new word", "P4"),
    stated("play_on", 1, "points a letter of a play-on that isn't rearranged", "P5"),
    stated("rearranged", 2, "points a letter of a rearranged play-on", "P6"),
    stated("inserted", 2, "points a letter of a play-on with two letters or more, one of them inside", "P7"),
    stated("going_out", play_on_words::GOING_OUT, "bonus for ending the round", "P11"),
    stated(
        "initial_hand",
        play_on_words::INITIAL_HAND,
        "bonus for laying the whole initial hand as one new word",
        "P11",
    ),
    stated("unplayed", play_on_words::UNPLAYED as u32, "points lost for each unplayed letter", "P12"),
    stated("mugged", play_on_words::MUGGED as u32, "points a letter of a mugged card", "P12"),
    stated("rounds_of_two", play_on_words::rounds(2) as u32, "rounds of a game of two", "P14"),
    stated("rounds_of_three", play_on_words::rounds(3) as u32, "rounds of a game of three or four", "P14"),
    stated("players", 4, "players at most", "P14"),
];

fn wordgame_letter_values() -> Vec<LetterValue> {
    let letters = Letter::all().map(|letter| LetterValue {
        letter: letter.as_char(),
        value: wordgame::Rules::WORDGAME.value(letter),
        provenance: Provenance::House,
    });
    letters.chain([LetterValue { letter: BLANK, value: 0, provenance: Provenance::Stated }]).collect()
}

fn wordgame_bag() -> Vec<CardCount> {
    let Bag { letters, blanks } = Bag::WORDGAME;
    let blanks = CardCount { card: BLANK.to_string(), count: u32::from(blanks), provenance: Provenance::Stated };
    counts(&letters.map(u32::from), Provenance::Stated).chain([blanks]).collect()
}

const fn switch(name: &'static str, what: &'static str, rule: &'static str) -> Switch {
    Switch { name, choices: Vec::new(), what, rule }
}

fn named(name: &'static str, choices: &[&'static str], what: &'static str, rule: &'static str) -> Switch {
    Switch { choices: choices.to_vec(), ..switch(name, what, rule) }
}

fn play_on_words_switches() -> Vec<Switch> {
    vec![
        named("version", &Version::ALL.map(Version::name), "the sheet's own rules, or one of its variations", "P16"),
        named(
            "plural",
            &Plural::ALL.map(Plural::name),
            "whether a plural made with S that has another sense as well is barred like any other",
            "P9",
        ),
        named(
            "play_on_new_word",
            &["false", "true"],
            "whether the word laid new in a turn may take a play-on in the same turn",
            "P10",
        ),
        named(
            "table_cards",
            &TableCards::ALL.map(TableCards::name),
            "whether wild and flip cards on the table keep their choice",
            "P15",
        ),
    ]
}

fn wordgame_switches() -> Vec<Switch> {
    vec![
        named(
            "preset",
            &["wordgame", "classic"],
            "the rules to start from; classic is the well-known crossword game",
            "G1",
        ),
        named("word_bonus", &["highest", "product"], "what several word bonuses in one word do", "G5"),
        named("all_tiles", &["double_main_word", "double_turn", "add"], "what laying a whole rack earns", "G6"),
        switch("all_tiles_points", "how many points all_tiles = add adds", "G6"),
        switch("letter_values", "letters with other values than the preset's", "G2"),
        switch("premiums", "the bonus squares, 15 rows of the marks T D t d _", "G3"),
        switch("rack_size", "how many tiles a rack holds", "G1"),
        switch("first_word_min", "how many letters the first word has at least", "G7"),
        named("strict_bag", &["true", "false"], "whether more tiles than the bag holds are refused", "G1"),
    ]
}

const WORDGAME_NUMBERS: [Number; 6] = [
    stated("players", 2, "players", "G1"),
    stated("rack", 8, "tiles on a rack", "G1"),
    stated("first_word", 4, "letters of the first word at least", "G7"),
    stated("all_tiles", 2, "multiplier of the main word when all tiles of a full rack are laid", "G6"),
    stated("passes", 3, "passes in a row that end the game", "G9"),
    stated("opening_passes", 2, "passes at the opening that bring new racks", "G9"),
];

fn my_word_deck() -> Vec<CardCount> {
    //             A  B  C  D  E  F  G  H  I  J  K  L  M  N  O  P  Q  R  S  T  U  V  W  X  Y  Z
    let letters = [3, 1, 1, 1, 4, 1, 1, 1, 2, 1, 1, 2, 1, 2, 3, 1, 1, 2, 2, 2, 1, 1, 1, 1, 1, 1];
    let mut deck: Vec<CardCount> = counts(&letters, Provenance::House).collect();
    deck.extend(cards(&["SH", "ND"], 1, Provenance::Stated));
    deck.extend(cards(&["IT"], 1, Provenance::Found));
    deck.extend(cards(&["TH", "CH", "ST", "ER", "IN", "AN", "ED", "EA", "LE", "OR", "QU"], 1, Provenance::House));
    deck.extend(cards(&["?"], 2, Provenance::Found));
    deck.extend(cards(&["??"], 1, Provenance::Found));
    deck
}

const MY_WORD_NUMBERS: [Number; 3] = [
    Number { provenance: Provenance::Found, ..stated("deck", 56, "cards in the deck", "M1") },
    stated("cards", 3, "cards of a word at least", "M2"),
    stated("card", 1, "points a card", "M3"),
];

#[cfg(test)]
mod tests {
    use super::*;

    fn deck_size(variant: Variant) -> u32 {
        Sheet::of(variant).deck.iter().map(|card| card.count).sum()
    }

    #[test]
    fn decks_have_the_size_that_the_rulebook_gives() {
        assert_eq!(deck_size(Variant::ChooseYourWords), 36 + 72 + 4);
        assert_eq!(deck_size(Variant::PlayOnWords), 80);
        assert_eq!(deck_size(Variant::Wordgame), 102 + 2);
        assert_eq!(deck_size(Variant::MyWord), 39 + 14 + 3);
    }
}
