//! Hill climbing for the positions whose best turn takes longest to find.
//!
//! A climb starts at a random position. It changes one card of the hand or one table word at a time,
//! and keeps the change if the search takes longer.

use std::hint::black_box;
use std::ops::RangeInclusive;
use std::time::{Duration, Instant};

use wordcourt::lexicon::{Marks, Ordinal};
use wordcourt::rules::play_on_words::{Card, Hand, Play, Rules, Table};
use wordcourt::rules::{Variant, Violations};
use wordcourt::word::Letter;

use crate::deals::draw;
use crate::harness::Dice;
use crate::play_on_words::{Bench, Input};

const TABLE_WORDS: usize = 24;
/// The cards of a hand beside its wild.
const CARDS: usize = 7;
const CLIMBS: usize = 6;
const CHANGES: usize = 250;
/// The time of a position is that of the fastest of this many searches.
const ROUNDS: usize = 5;

/// The hardest positions that earlier climbs found: a hand and its table words.
const KNOWN: [(&str, &str); 3] = [
    (
        "A P O T H I E",
        "BAD DAD MIR TOE FIR NYE GRE CIS CUD ZAS GAR SAP TAM NEG URP TON ERF MOC ADO PAT DIS NOR \
         TIS SEW",
    ),
    (
        "S T TH O U E B",
        "LIE LIN ORB POE TEW ENE TIE VIG FAH PAS NAP UGS AVA AIS CAR NOR QIS DEV ELT RAX CEP HUN \
         SOT AGE",
    ),
    (
        "I T N L E C R",
        "ISH DAL SUM ORE POA OXY ARM YAY ORB ORC MOC ALL ELM KIT OFT KOR TOG ARE HUB INS TAX NOH \
         SHE YGO",
    ),
];

/// A position as it is changed.
#[derive(Clone)]
struct Position {
    /// The cards of the hand beside the wild.
    cards: Vec<Card>,
    table: Vec<String>,
}

impl Position {
    fn known((cards, table): (&str, &str)) -> Self {
        Self {
            cards: cards.split(' ').map(|card| card.parse().unwrap()).collect(),
            table: table.split(' ').map(str::to_owned).collect(),
        }
    }

    fn random(words: &[String], dice: &mut Dice) -> Self {
        Self {
            cards: (0..CARDS).map(|_| random_card(words, dice)).collect(),
            table: (0..TABLE_WORDS).map(|_| words[dice.below(words.len())].clone()).collect(),
        }
    }

    /// Returns the position with one card or one table word changed.
    fn changed(&self, words: &[String], dice: &mut Dice) -> Self {
        let mut changed = self.clone();
        if dice.below(3) == 0 {
            changed.cards[dice.below(CARDS)] = random_card(words, dice);
        } else {
            changed.table[dice.below(TABLE_WORDS)].clone_from(&words[dice.below(words.len())]);
        }
        changed
    }

    fn input(&self) -> Input {
        let cards: Vec<Card> = self.cards.iter().copied().chain([Card::Wild]).collect();
        let play = |word: &String| -> Play {
            let cards: Vec<String> = word.chars().map(String::from).collect();
            cards.join(" ").parse().unwrap()
        };
        let words = self.table.iter().map(play).collect();
        Input {
            hand: Hand::new(&cards).unwrap(),
            table: Table::new(words, &mut Violations::default()).unwrap(),
        }
    }
}

/// Returns a card of the deck, or more often a letter of the words.
fn random_card(words: &[String], dice: &mut Dice) -> Card {
    if dice.below(4) == 0 {
        return draw(Variant::PlayOnWords, 1, 0, dice)[0];
    }
    let word = words[dice.below(words.len())].as_bytes();
    Card::Letter(Letter::from_ascii(word[dice.below(word.len())]).unwrap())
}

impl Bench {
    /// Times the known positions, and prints the hardest position of each climb.
    pub(crate) fn print_hardest_positions(&self) {
        let mut dice = Dice(23);
        for known in KNOWN {
            let position = Position::known(known);
            self.print("known", &position, self.time(&position, Duration::ZERO));
        }
        for lengths in [3..=3, 3..=4, 3..=8] {
            let words = self.words(&lengths);
            for _ in 0..CLIMBS {
                let mut hardest = Position::random(&words, &mut dice);
                let mut time = self.time(&hardest, Duration::ZERO);
                for _ in 0..CHANGES {
                    let changed = hardest.changed(&words, &mut dice);
                    let its_time = self.time(&changed, time);
                    if its_time > time {
                        (hardest, time) = (changed, its_time);
                    }
                }
                self.print(&format!("{lengths:?} letters"), &hardest, time);
            }
        }
    }

    /// Returns the words with these lengths that may lie on a table.
    fn words(&self, lengths: &RangeInclusive<usize>) -> Vec<String> {
        let is_allowed = |ordinal: &Ordinal| {
            let marks = self.lexicon.marks(*ordinal).difference(Marks::PLURALS);
            Variant::PlayOnWords.marks_verdict(marks).is_allowed()
        };
        let words = self.lexicon.ordinals().filter(is_allowed);
        let words = words.map(|ordinal| self.lexicon.word(ordinal).to_owned());
        words.filter(|word| lengths.contains(&word.len())).collect()
    }

    /// Returns the fastest of several searches, or of fewer if one is faster than `floor`.
    fn time(&self, position: &Position, floor: Duration) -> Duration {
        let input = position.input();
        let mut fastest = Duration::MAX;
        for _ in 0..ROUNDS {
            let begun = Instant::now();
            black_box(self.best(black_box(&input), Rules::default(), 1));
            fastest = fastest.min(begun.elapsed());
            if fastest <= floor {
                break;
            }
        }
        fastest
    }

    fn print(&self, what: &str, position: &Position, time: Duration) {
        let exhaustive = self.best(&position.input(), Rules::default(), 1).exhaustive;
        let cards: Vec<String> = position.cards.iter().map(Card::to_string).collect();
        let (cards, table) = (cards.join(" "), position.table.join(" "));
        println!("{what}: {time:.1?}, exhaustive: {exhaustive}, hand {cards} *, table {table}");
    }
}
