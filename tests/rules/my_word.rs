//! My Word! against an independent oracle, and the laws that hold for every table.

use std::cmp::Reverse;
use std::collections::BTreeSet;

use proptest::prelude::*;
use wordcourt::lexicon::{Lexicon, Overlay};
use wordcourt::rules::Variant;
use wordcourt::rules::my_word::{
    Call, CallConsequenceKind, Card, CardSource, Challenge, Collected, Dictionary, MIN_CARDS, PlayedCard, Standings,
    Table, lay,
};
use wordcourt::rules::sheet::Sheet;
use wordcourt::word::{Letter, Word};

use crate::{Dice, default_lexicon, my_word_oracle as oracle};

/// A lexicon, ready for searches and for the oracle.
struct Ground {
    lexicon: Lexicon,
    dictionary: Dictionary,
    words: BTreeSet<String>,
}

impl Ground {
    fn of(lexicon: Lexicon) -> Self {
        let allowed = |word: &&str| Variant::MyWord.verdict(&lexicon, &word.parse().unwrap()).is_allowed();
        let words: Vec<&str> = lexicon.ordinals().map(|ordinal| lexicon.word(ordinal)).collect();
        let words = words.into_iter().filter(allowed).map(str::to_owned).collect();
        Self { dictionary: Dictionary::build(&lexicon), words, lexicon }
    }
}

/// Some of the commonest words, of all lengths, and some that the game bars.
fn small_ground() -> &'static Ground {
    static GROUND: std::sync::OnceLock<Ground> = std::sync::OnceLock::new();
    GROUND.get_or_init(|| {
        let whole = default_lexicon();
        let common = whole.ordinals().filter(|&ordinal| whole.tier(ordinal) == 10);
        let common = common.enumerate().filter(|(number, _)| number.is_multiple_of(4)).map(|(_, ordinal)| ordinal);
        let long = whole.ordinals().filter(|&ordinal| whole.word(ordinal).len() >= 24);
        let mut lines: Vec<String> = common.chain(long).map(|ordinal| whole.word(ordinal).to_owned()).collect();
        lines.extend(["OUIS\tforeign", "NTHS\tabbreviation", "AA\tordinary"].map(str::to_owned));
        lines.sort_unstable();
        lines.dedup();
        Ground::of(Lexicon::from_text(&lines.join("\n"), "").unwrap())
    })
}

fn default_ground() -> &'static Ground {
    static GROUND: std::sync::OnceLock<Ground> = std::sync::OnceLock::new();
    GROUND.get_or_init(|| {
        let whole = default_lexicon();
        let words: Vec<&str> = whole.ordinals().map(|ordinal| whole.word(ordinal)).collect();
        Ground::of(Lexicon::from_text(&words.join("\n"), "").unwrap())
    })
}

fn deck() -> Vec<Card> {
    let cards = |card: &wordcourt::rules::sheet::CardCount| {
        std::iter::repeat_n(card.card.parse::<Card>().unwrap(), card.count as usize)
    };
    Sheet::of(Variant::MyWord).deck.iter().flat_map(cards).collect()
}

/// Cards dealt from the deck.
fn dealt(cards: usize, dice: &mut Dice) -> Vec<Card> {
    let mut deck = deck();
    (0..cards).map(|_| deck.swap_remove(dice.below(deck.len()))).collect()
}

/// Cards of any kind, many wild, the letters few: so that words can be laid in many ways.
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

/// A call as the oracle tells it.
fn told(call: &Call) -> (String, u32, usize) {
    (call.word().to_string(), u32::try_from(call.points()).unwrap(), call.wilds())
}

#[test]
fn the_search_agrees_with_the_oracle() {
    let ground = small_ground();
    let mut dice = Dice(11);
    let mut called = 0;
    for round in 0..2_400 {
        let cards = match round % 4 {
            0 => dealt(dice.below(12), &mut dice),
            1 => [dealt(3 + dice.below(9), &mut dice), vec![Card::Wild, Card::DoubleWild]].concat(),
            2 => wild_mix(3 + dice.below(6), &mut dice),
            _ => [dealt(dice.below(6), &mut dice), vec![Card::Wild, Card::Wild, Card::DoubleWild]].concat(),
        };
        let table = texts(&cards);
        let expected = oracle::all_calls(&table_of(&table), &ground.words);
        called += expected.len();
        for top in [1, 3, 10, 100_000] {
            let best = ground.dictionary.best(Overlay::none(), &Table::new(&cards), top).unwrap();
            let best: Vec<_> = best.iter().map(told).collect();
            assert_eq!(best, expected[..top.min(expected.len())], "the {top} best of {}", table.join(" "));
        }
    }
    assert!(called > 10_000, "{called} calls");
}

/// Words of few letters laid from cards of the same few: so that pairs overlap and cards run short in every way.
#[test]
fn words_are_laid_as_the_oracle_lays_them() {
    let mut dice = Dice(12);
    let mut laid = 0;
    for round in 0..6_000 {
        let letters = &b"ABCD"[..2 + round % 3];
        let letter = |dice: &mut Dice| Letter::from_ascii(letters[dice.below(letters.len())]).unwrap();
        let length = 1 + dice.below(9);
        let word = Word::from_letters((0..length).map(|_| letter(&mut dice)).collect::<Vec<_>>()).unwrap();
        let cards: Vec<Card> = (0..dice.below(9))
            .map(|_| match dice.below(9) {
                0..3 => Card::Single(letter(&mut dice)),
                3..7 => Card::Double(letter(&mut dice), letter(&mut dice)),
                7 => Card::Wild,
                _ => Card::DoubleWild,
            })
            .collect();
        let table = texts(&cards);
        let expected = oracle::lay(word.as_str(), &table_of(&table));
        let call = lay(&word, &Table::new(&cards)).unwrap();
        let found = call.as_ref().map(|call| oracle::Laying { cards: call.points(), wilds: call.wilds() });
        assert_eq!(found, expected, "{word} from {}", table.join(" "));
        if let Some(call) = call {
            assert_eq!((call.word(), call.missing_from(&Table::new(&cards))), (&word, vec![]));
            laid += 1;
        }
    }
    assert!(laid > 1_000, "{laid} words laid");
}

/// The longest words that the lexicon has, from tables with far more double cards and wilds than a deck: the search remembers
/// what it has been through, and finds what it finds without.
#[test]
fn long_words_are_laid_exactly() {
    let words = ["ANTIDISESTABLISHMENTARIANISM", "FLOCCINAUCINIHILIPILIFICATION"];
    let mut dice = Dice(13);
    for round in 0..200 {
        let word: Word = words[round % 2].parse().unwrap();
        let letters: Vec<Letter> = word.letters().collect();
        // A laying hidden among other cards: at least so good is the best one.
        let mut hidden = Vec::new();
        let mut at = 0;
        while at < letters.len() {
            let two = at + 1 < letters.len() && dice.below(3) > 0;
            hidden.push(match (two, dice.below(8)) {
                (true, 0) => Card::DoubleWild,
                (true, _) => Card::Double(letters[at], letters[at + 1]),
                (false, 0) => Card::Wild,
                (false, _) => Card::Single(letters[at]),
            });
            at += 1 + usize::from(two);
        }
        let least = (
            hidden.len(),
            Reverse(hidden.iter().filter(|card| !matches!(card, Card::Single(_) | Card::Double(..))).count()),
        );
        let others = wild_mix(8, &mut dice).into_iter().filter(|card| matches!(card, Card::Double(..)));
        let cards: Vec<Card> = others.chain(hidden).collect();
        let call = lay(&word, &Table::new(&cards)).unwrap().expect("a laying is there");
        assert!(call.missing_from(&Table::new(&cards)).is_empty());
        assert!((call.points(), Reverse(call.wilds())) >= least, "{word} from {}", texts(&cards).join(" "));
    }
}

#[test]
fn a_written_call_is_judged_as_the_oracle_judges_it() {
    let mut dice = Dice(14);
    let mut kept = 0;
    for _ in 0..4_000 {
        let cards = wild_mix(3 + dice.below(5), &mut dice);
        let table = texts(&cards);
        let mut left = cards.clone();
        let call: Vec<String> = (0..=dice.below(5))
            .filter_map(|_| {
                // Mostly a card that is there, sometimes any.
                let card = match dice.below(8) {
                    0 => *wild_mix(1, &mut dice).first()?,
                    _ if left.is_empty() => return None,
                    _ => left.swap_remove(dice.below(left.len())),
                };
                Some(match card {
                    Card::Wild => "?=E".to_owned(),
                    Card::DoubleWild => "??=ST".to_owned(),
                    card => card.to_string(),
                })
            })
            .collect();
        if call.is_empty() {
            continue;
        }
        let played: Vec<PlayedCard> = call.iter().map(|card| card.parse().unwrap()).collect();
        let ours = Call::new(played).unwrap();
        let mut breaches = Vec::new();
        if !ours.missing_from(&Table::new(&cards)).is_empty() {
            breaches.push("card_not_on_table");
        }
        if ours.points() < MIN_CARDS {
            breaches.push("too_few_cards");
        }
        let ours = if breaches.is_empty() { Ok(ours.word().to_string()) } else { Err(breaches) };
        kept += usize::from(ours.is_ok());
        assert_eq!(ours, oracle::judge(&table_of(&call), &table_of(&table)), "{call:?} from {}", table.join(" "));
    }
    assert!(kept > 1_000, "{kept} calls keep the rules");
}

#[test]
fn free_cards_are_served_as_the_oracle_serves_them() {
    let lexicon = Lexicon::from_text("CAT\n", "").unwrap();
    let mut dice = Dice(15);
    for _ in 0..500 {
        let names: Vec<String> = (0..2 + dice.below(11)).map(|seat| format!("p{seat}")).collect();
        let (caller, table, deck) = (dice.below(names.len()), dice.below(12), dice.below(12));
        let challenge =
            Challenge { word: "CAR".parse().unwrap(), cards: Some(3), caller, players: names.clone(), table, deck };
        let served: Vec<(String, u32, u32)> = challenge
            .rule(&lexicon)
            .consequences
            .into_iter()
            .map(|consequence| {
                let takes = consequence.kind == CallConsequenceKind::TakesFreeCard;
                assert_eq!((takes, takes.then_some(1)), (consequence.from.is_some(), consequence.cards));
                let from = |source| u32::from(consequence.from == Some(source));
                (consequence.player.clone(), from(CardSource::Table), from(CardSource::Deck))
            })
            .collect();
        let players: Vec<&str> = names.iter().map(String::as_str).collect();
        assert_eq!(served, oracle::penalty(&players, players[caller], table, deck));
    }
}

#[test]
fn ties_are_shared_and_every_card_counts() {
    let round = |cards: [u32; 3]| -> Vec<Collected> {
        ["ann", "bob", "cid"]
            .into_iter()
            .zip(cards)
            .map(|(player, cards)| Collected { player: player.to_owned(), cards })
            .collect()
    };
    let standings = Standings::of(&[round([9, 4, 0]), round([0, 5, 3])]);
    let points: Vec<u32> = standings.totals.iter().map(|total| total.points).collect();
    assert_eq!((points, standings.rounds_left), (vec![9, 9, 3], 1));
    assert_eq!(standings.winners, ["ann", "bob"]);
    assert_eq!(Standings::of(&[round([9, 4, 0]), round([0, 5, 3]), round([0, 1, 0])]).winners, ["bob"]);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]

    /// What the search says of a call is what scoring says of it, by cards and by word; no two calls are of one word.
    #[test]
    fn the_best_calls_score_what_they_are_said_to(seed in any::<u64>(), cards in 0_usize..=56, mixed in any::<bool>()) {
        let ground = default_ground();
        let mut dice = Dice(seed);
        let cards = if mixed { wild_mix(cards.min(20), &mut dice) } else { dealt(cards, &mut dice) };
        let table = Table::new(&cards);
        let best = ground.dictionary.best(Overlay::none(), &table, 50).unwrap();
        for call in &best {
            prop_assert!(call.points() >= MIN_CARDS && call.missing_from(&table).is_empty());
            prop_assert!(Variant::MyWord.verdict(&ground.lexicon, call.word()).is_allowed());
            let by_word = lay(call.word(), &table).unwrap();
            prop_assert_eq!(by_word.as_ref(), Some(call));
            let read: Vec<PlayedCard> = call.iter().map(|card| card.to_string().parse().unwrap()).collect();
            prop_assert!(Call::new(read).as_ref() == Some(call), "what is written is read alike");
            let lines = call.lines();
            prop_assert_eq!(lines.last().map(|line| line.running_total as usize), Some(call.points()));
        }
        let key = |call: &Call| (Reverse(call.points()), call.wilds(), call.word().to_string());
        prop_assert!(best.iter().map(key).is_sorted_by(|one, next| one < next));
    }

    /// No legal call found by random play beats the best one.
    #[test]
    fn nothing_beats_the_best_call(seed in any::<u64>(), cards in 3_usize..30, mixed in any::<bool>()) {
        let ground = default_ground();
        let mut dice = Dice(seed);
        let cards = if mixed { wild_mix(cards.min(12), &mut dice) } else { dealt(cards, &mut dice) };
        let table = Table::new(&cards);
        let best = ground.dictionary.best(Overlay::none(), &table, 1).unwrap();
        let best = best.first().map(|call| (call.points(), Reverse(call.wilds())));
        for word in ground.words.iter().skip(dice.below(1_000)).step_by(997) {
            // Cards in any order that happen to spell the word, not the best ones.
            let Some(call) = lay_at_random(&word.parse().unwrap(), &cards, &mut dice) else { continue };
            prop_assert!(Some((call.points(), Reverse(call.wilds()))) <= best || call.points() < MIN_CARDS, "{}", word);
        }
    }

    /// A card more on the table never makes the best call worse.
    #[test]
    fn more_cards_are_never_worse(seed in any::<u64>(), cards in 0_usize..25) {
        let ground = default_ground();
        let mut dice = Dice(seed);
        let mut cards = dealt(cards, &mut dice);
        let worth = |cards: &[Card]| {
            let best = ground.dictionary.best(Overlay::none(), &Table::new(cards), 1).unwrap();
            best.first().map(|call| (call.points(), Reverse(call.wilds())))
        };
        let before = worth(&cards);
        cards.extend(wild_mix(1, &mut dice));
        prop_assert!(worth(&cards) >= before);
    }
}

/// Lays a word from the left with any card that fits; gives up where none does.
fn lay_at_random(word: &Word, cards: &[Card], dice: &mut Dice) -> Option<Call> {
    let mut left = cards.to_vec();
    let mut letters: Vec<Letter> = word.letters().rev().collect();
    let mut played = Vec::new();
    while let Some(first) = letters.pop() {
        let second = letters.last().copied();
        let fits = |card: &Card| match *card {
            Card::Single(letter) => letter == first,
            Card::Double(one, two) => one == first && Some(two) == second,
            Card::Wild => true,
            Card::DoubleWild => second.is_some(),
        };
        let places: Vec<usize> = (0..left.len()).filter(|&place| fits(&left[place])).collect();
        let card = left.swap_remove(*places.get(dice.below(places.len().max(1)))?);
        played.push(match card {
            Card::Single(letter) => PlayedCard::Single(letter),
            Card::Wild => PlayedCard::Wild(first),
            Card::Double(one, two) => PlayedCard::Double(one, two),
            Card::DoubleWild => PlayedCard::DoubleWild(first, second?),
        });
        if matches!(card, Card::Double(..) | Card::DoubleWild) {
            letters.pop();
        }
    }
    Call::new(played)
}
