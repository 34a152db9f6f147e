//! Random positions, and their comparison with the oracle.

use std::fmt;
use std::sync::OnceLock;

use strum::VariantArray as _;
use wordcourt::lexicon::{Lexicon, Mark, Marks};
use wordcourt::rules::play_on_words::{
    BestTurns, Card, Combo, Flip, Hand, IrregularPlurals, PlacedTurn, Play, PlayKind, PlayedCard,
    PluralRule, Position, Rules, Score, SearchIndex, Stage, Table, TableCards, Turn, Version,
};
use wordcourt::rules::{Variant, Violations};
use wordcourt::word::Letter;

use crate::{Dice, default_lexicon, play_on_words_oracle as oracle};

/// A lexicon with its index, and the same words for the oracle.
pub(super) struct Words {
    pub(super) lexicon: Lexicon,
    pub(super) index: SearchIndex,
    pub(super) oracle: oracle::Words,
    pub(super) texts: Vec<String>,
}

/// Returns the words of the default lexicon that have only certain letters, so that there are many
/// play-ons and combinations. Every 23rd word is marked as barred, and every 11th as a plural
/// without S, sometimes with another sense.
pub(super) fn words() -> &'static Words {
    static WORDS: OnceLock<Words> = OnceLock::new();
    WORDS.get_or_init(|| {
        let default = default_lexicon();
        let mut text = String::new();
        let mut oracle = oracle::Words::new();
        let wanted = default.ordinals().filter(|&ordinal| is_wanted(default.word(ordinal)));
        for (number, ordinal) in wanted.enumerate() {
            let added: &[Mark] = match number {
                _ if number % 23 == 0 => &[Mark::Profane],
                _ if number % 33 == 0 => &[Mark::Plural, Mark::Ordinary],
                _ if number % 11 == 0 => &[Mark::Plural],
                _ if number % 2 == 0 && default.marks(ordinal).contains(Mark::VerbS) => {
                    &[Mark::OtherSenseFirst]
                }
                _ => &[],
            };
            let marks: Marks = default.marks(ordinal).iter().chain(added.iter().copied()).collect();
            let word = default.word(ordinal);
            text += &[word, "\t", &marks.to_string(), "\n"].concat();
            let classes = [Mark::Proper, Mark::Foreign, Mark::Profane, Mark::Abbreviation];
            let entry = oracle::Entry {
                barred: classes.iter().any(|&mark| marks.contains(mark))
                    && !marks.has_allowed_sense(),
                plural_s: marks.contains(Mark::PluralS),
                irregular_plural: marks.contains(Mark::Plural),
                other_sense: marks.has_allowed_sense(),
                other_sense_first: marks.contains(Mark::OtherSenseFirst),
            };
            oracle.insert(word.to_owned(), entry);
        }
        let lexicon = Lexicon::from_text(&text, "").unwrap();
        let index = SearchIndex::build(&lexicon);
        let texts = oracle.keys().cloned().collect();
        Words { lexicon, index, oracle, texts }
    })
}

fn is_wanted(text: &str) -> bool {
    let is_over = |letters: &str| text.chars().all(|letter| letters.contains(letter));
    match text.len() {
        3 => is_over("AERSTHCVZJX"),
        4..=9 => ["AERSTHC", "ACKTSH", "AEVZJXST", "QUAESTI"].into_iter().any(is_over),
        _ => false,
    }
}

pub(crate) fn default_index() -> &'static SearchIndex {
    static INDEX: OnceLock<SearchIndex> = OnceLock::new();
    INDEX.get_or_init(|| SearchIndex::build(default_lexicon()))
}

impl Dice {
    pub(super) fn one_of<'t, T>(&mut self, things: &'t [T]) -> &'t T {
        &things[self.below(things.len())]
    }

    pub(super) fn once_in(&mut self, times: usize) -> bool {
        self.below(times) == 0
    }
}

pub(super) fn letters(text: &str) -> Vec<Letter> {
    text.bytes().map(|byte| Letter::from_ascii(byte).unwrap()).collect()
}

/// Returns a table with these words.
pub(super) fn table(words: Vec<Play>) -> Table {
    Table::new(words, &mut Violations::default()).unwrap()
}

/// Spells a word with cards: sometimes a combo, or a flip or a wild while any are left.
fn spell(
    word: &[Letter],
    wilds: &mut usize,
    flips: &mut usize,
    dice: &mut Dice,
) -> Vec<PlayedCard> {
    let mut cards = Vec::new();
    let mut at = 0;
    while let Some(&letter) = word.get(at) {
        let combo = word.get(at + 1).and_then(|&second| Combo::of([letter, second]));
        let flip = Flip::ALL.into_iter().find(|flip| flip.letters().contains(&letter));
        let face = if let Some(combo) = combo.filter(|_| dice.once_in(2)) {
            Card::Combo(combo)
        } else if let Some(flip) = flip.filter(|_| *flips > 0 && dice.once_in(2)) {
            *flips -= 1;
            Card::Flip(flip)
        } else if *wilds > 0 && dice.once_in(5) {
            *wilds -= 1;
            Card::Wild
        } else {
            Card::Letter(letter)
        };
        at += face.letter_count();
        cards.push(face.playing(letter).unwrap());
    }
    cards
}

/// A position with its rules.
pub(super) struct Deal {
    pub(super) hand: Hand,
    pub(super) table: Table,
    pub(super) rules: Rules,
    pub(super) stage: Stage,
}

/// Deals a hand and a table that fit together: the hand has letters that extend table words to
/// longer words.
pub(super) fn deal(texts: &[String], max_cards: usize, max_tables: usize, dice: &mut Dice) -> Deal {
    let versions = [Version::Rummy, Version::Rummy, Version::FullDeck, Version::Casual];
    let rules = Rules {
        version: *dice.one_of(&versions),
        plural: *dice.one_of(PluralRule::VARIANTS),
        irregular_plurals: *dice.one_of(IrregularPlurals::VARIANTS),
        play_on_new_word: dice.once_in(3),
        table_cards: *dice.one_of(TableCards::VARIANTS),
        strict_deck: false,
    };
    let (mut wilds, mut flips) = (2, 2);
    let short: Vec<&String> = texts.iter().filter(|text| text.len() <= 5).collect();
    let mut table_words = Vec::new();
    for _ in 0..dice.below(max_tables + 1) {
        let word = letters(dice.one_of(&short).as_str());
        table_words.push(Play::new(spell(&word, &mut wilds, &mut flips, dice)).unwrap());
    }
    let table = table(table_words);
    let mut held = Vec::new();
    let mut wilds = dice.below(3);
    let size = 1 + dice.below(max_cards);
    while held.len() < size {
        let mut word = letters(dice.one_of(texts).as_str());
        if !table.is_empty() {
            for letter in dice.one_of(&table).word().letters() {
                if let Some(place) = word.iter().position(|other| *other == letter) {
                    word.remove(place);
                }
            }
        }
        held.extend(spell(&word, &mut wilds, &mut flips, dice).iter().map(|card| card.face()));
    }
    held.truncate(size);
    let stage = Stage { first_turn: dice.once_in(2), last_play: dice.once_in(4) };
    Deal { hand: Hand::new(&held).unwrap(), table, rules, stage }
}

/// Deals a hand from the deck of the game and a table with words of the default lexicon.
pub(super) fn deal_from_deck(
    cards: usize,
    wilds: usize,
    table_words: usize,
    dice: &mut Dice,
) -> (Hand, Table) {
    let mut deck: Vec<Card> = Vec::new();
    for card in Variant::PlayOnWords.rule_data().deck.iter().filter(|card| card.card != "*") {
        deck.extend(std::iter::repeat_n(card.card.parse::<Card>().unwrap(), card.count as usize));
    }
    let lexicon = default_lexicon();
    let words: Vec<&str> = lexicon.ordinals().map(|ordinal| lexicon.word(ordinal)).collect();
    let mut plays = Vec::new();
    while plays.len() < table_words {
        let word = dice.one_of(&words);
        if (3..=7).contains(&word.len()) {
            plays.push(Play::new(spell(&letters(word), &mut 0, &mut 0, dice)).unwrap());
        }
    }
    let mut held: Vec<Card> =
        (wilds..cards).map(|_| deck.swap_remove(dice.below(deck.len()))).collect();
    held.extend(std::iter::repeat_n(Card::Wild, wilds));
    (Hand::new(&held).unwrap(), table(plays))
}

fn strings(cards: &[impl ToString]) -> Vec<String> {
    cards.iter().map(ToString::to_string).collect()
}

impl Deal {
    pub(super) fn best(&self, words: &Words, top: usize) -> BestTurns {
        let position = Position { hand: &self.hand, table: &self.table, stage: self.stage };
        let best = words.index.best(&words.lexicon, position, self.rules, top);
        assert!(best.exhaustive, "{self}");
        best
    }

    pub(super) fn oracle_hand(&self) -> Vec<String> {
        strings(&self.hand)
    }

    pub(super) fn oracle_table(&self) -> Vec<Vec<String>> {
        self.table.iter().map(|word| strings(word)).collect()
    }

    pub(super) fn oracle_rules(&self) -> oracle::Rules {
        oracle::Rules {
            version: match self.rules.version {
                Version::Rummy => oracle::Version::Rummy,
                Version::FullDeck => oracle::Version::FullDeck,
                Version::Casual => oracle::Version::Casual,
            },
            plural: match self.rules.plural {
                PluralRule::FirstSense => oracle::PluralRule::FirstSense,
                PluralRule::Lenient => oracle::PluralRule::Lenient,
                PluralRule::Strict => oracle::PluralRule::Strict,
            },
            irregular_plurals_allowed: self.rules.irregular_plurals == IrregularPlurals::Allowed,
            play_on_new_word: self.rules.play_on_new_word,
            cards_may_change: self.rules.table_cards == TableCards::Change,
        }
    }

    fn oracle_stage(&self) -> oracle::Stage {
        oracle::Stage { first_turn: self.stage.first_turn, last_play: self.stage.last_play }
    }

    /// Returns the best total according to the oracle.
    pub(super) fn oracle_best(&self, words: &Words) -> Option<u32> {
        let hand = self.oracle_hand();
        oracle::best_total(
            &strs(&hand),
            &self.oracle_table(),
            self.oracle_stage(),
            &words.oracle,
            &self.oracle_rules(),
        )
    }

    /// Returns the oracle's score of a turn, if the turn follows the rules.
    fn oracle_score(&self, turn: &Turn, words: &Words) -> Option<oracle::Scored> {
        let play_ons = turn.play_ons.iter().map(|play_on| oracle::PlayOn {
            onto: play_on.onto.clone(),
            word: strings(&play_on.word),
        });
        let turn = oracle::Turn {
            new_word: turn.new_word.as_ref().map(|word| strings(word)),
            play_ons: play_ons.collect(),
        };
        oracle::score(
            &strs(&self.oracle_hand()),
            &self.oracle_table(),
            &turn,
            self.oracle_stage(),
            &words.oracle,
            &self.oracle_rules(),
        )
    }

    /// Asserts that the oracle agrees on a turn. Returns the total if the turn follows the rules
    /// and its words are allowed.
    pub(super) fn agreed_total(&self, turn: &Turn, words: &Words) -> Option<u32> {
        let mut violations = Violations::default();
        let placed = PlacedTurn::place(turn, &self.hand, &self.table, self.rules, &mut violations);
        let expected = self.oracle_score(turn, words);
        assert_eq!(placed.is_ok(), expected.is_some(), "{self} {turn:?} {violations:?}");
        assert_eq!(placed.is_ok(), violations.is_empty(), "{self} {turn:?}");
        let (placed, expected) = (placed.ok()?, expected?);
        let score = Score::of(&placed, self.stage, self.rules);
        let is_valid = score.is_valid(&words.lexicon, self.rules);
        assert_eq!((score.total, is_valid), (expected.total, expected.valid), "{self} {turn:?}");
        assert_eq!(score.went_out, expected.went_out, "{self} {turn:?}");
        let bonuses = (score.bonuses.going_out, score.bonuses.initial_hand);
        assert_eq!(bonuses, (expected.going_out, expected.initial_hand), "{self} {turn:?}");
        let (mut left, mut expected_left) = (strings(&score.hand_left), expected.hand_left);
        left.sort_unstable();
        expected_left.sort_unstable();
        assert_eq!(left, expected_left, "{self} {turn:?}");
        assert_eq!(score.parts.len(), expected.parts.len());
        for (part, expected) in score.parts.iter().zip(expected.parts) {
            let kind = match part.kind {
                PlayKind::NewWord => oracle::Kind::NewWord,
                PlayKind::PlayOn => oracle::Kind::PlayOn,
                PlayKind::Combination => oracle::Kind::Combination,
            };
            let valid = part.verdict(&words.lexicon, self.rules).is_allowed();
            let part = oracle::Part {
                word: part.word.to_string(),
                kind,
                rearranged: part.is_rearranged(),
                points_per_letter: part.points_per_letter,
                points: part.points,
                valid,
                rule: part.formation.rule(),
            };
            assert_eq!(part, expected, "{self} {turn:?}");
        }
        if self.rules.version != Version::Casual {
            assert_eq!(score.lines().last().map(|line| line.running_total), Some(score.total));
        }
        is_valid.then_some(score.total)
    }
}

pub(super) fn strs(texts: &[String]) -> Vec<&str> {
    texts.iter().map(String::as_str).collect()
}

impl fmt::Display for Deal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let table: Vec<String> = self.table.iter().map(ToString::to_string).collect();
        let Self { hand, rules, stage, .. } = self;
        write!(f, "{hand} onto {} {rules:?} {stage:?}", table.join(" + "))
    }
}
