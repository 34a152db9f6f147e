//! My Word!, compared with an independent oracle, and properties of every table.

mod card;
mod properties;

use std::cmp::Reverse;
use std::collections::BTreeSet;

use wordcourt::lexicon::{Lexicon, Overlay};
use wordcourt::rules::my_word::{
    AnnouncedCall, Call, CallConsequenceKind, Card, CardSource, Challenge, Collected, MyWord,
    SearchIndex, Standings, Table, TooManyWays, check_deck, place, place_within,
};
use wordcourt::rules::rule_data::CardCount;
use wordcourt::rules::{Game, ReasonCode, ViolationCode, Violations};
use wordcourt::word::{Letter, Word};

use crate::{Dice, default_lexicon, my_word_oracle as oracle};

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

/// Returns a call in the form of the oracle.
fn result(call: &Call) -> (String, u32, usize) {
    (call.word().to_string(), u32::try_from(call.points()).unwrap(), call.wilds())
}

#[test]
fn the_search_agrees_with_the_oracle() {
    let test_words = small();
    let mut dice = Dice(11);
    let mut called = 0;
    for round in 0..2_400 {
        let cards = match round % 4 {
            0 => dealt(dice.below(12), &mut dice),
            1 => [dealt(3 + dice.below(9), &mut dice), vec![Card::Wild, Card::DoubleWild]].concat(),
            2 => wild_mix(3 + dice.below(6), &mut dice),
            _ => [dealt(dice.below(6), &mut dice), vec![Card::Wild, Card::Wild, Card::DoubleWild]]
                .concat(),
        };
        let table = texts(&cards);
        let expected = oracle::all_calls(&table_of(&table), &test_words.words);
        called += expected.len();
        for top in [0, 1, 3, 10, 100_000] {
            let best = test_words.index.best(Overlay::none(), &Table::new(&cards), top).unwrap();
            let best: Vec<_> = best.iter().map(result).collect();
            assert_eq!(
                best,
                expected[..top.min(expected.len())],
                "the {top} best of {}",
                table.join(" ")
            );
        }
    }
    assert!(called > 10_000, "{called} calls");
}

/// Places words of few letters with cards of the same letters, so that double cards overlap and
/// cards run out.
#[test]
fn placements_agree_with_the_oracle() {
    let mut dice = Dice(12);
    let mut placed = 0;
    for round in 0..6_000 {
        let letters = &b"ABCD"[..2 + round % 3];
        let letter =
            |dice: &mut Dice| Letter::from_ascii(letters[dice.below(letters.len())]).unwrap();
        let length = 1 + dice.below(9);
        let word =
            Word::from_letters((0..length).map(|_| letter(&mut dice)).collect::<Vec<_>>()).unwrap();
        let cards: Vec<Card> = (0..dice.below(9))
            .map(|_| match dice.below(9) {
                0..3 => Card::Single(letter(&mut dice)),
                3..7 => Card::Double(letter(&mut dice), letter(&mut dice)),
                7 => Card::Wild,
                _ => Card::DoubleWild,
            })
            .collect();
        let table = texts(&cards);
        let expected = oracle::place(word.as_str(), &table_of(&table));
        let call = place(&word, &Table::new(&cards)).unwrap();
        let found = call
            .as_ref()
            .map(|call| oracle::Placement { cards: call.points(), wilds: call.wilds() });
        assert_eq!(found, expected, "{word} from {}", table.join(" "));
        if let Some(call) = call {
            assert_eq!((call.word(), call.missing_from(&Table::new(&cards))), (&word, vec![]));
            placed += 1;
        }
    }
    assert!(placed > 1_000, "{placed} words placed");
}

/// Places the longest words of the lexicon on tables with far more double cards and wilds than the
/// deck has. The search reuses partial results and must still find the best placement.
#[test]
fn long_words_get_the_best_placement() {
    let words = ["ANTIDISESTABLISHMENTARIANISM", "FLOCCINAUCINIHILIPILIFICATION"];
    let mut dice = Dice(13);
    for round in 0..200 {
        let word: Word = words[round % 2].parse().unwrap();
        let letters: Vec<Letter> = word.letters().collect();
        // Hides a placement among other cards; the best one is at least as good.
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
            Reverse(
                hidden
                    .iter()
                    .filter(|card| !matches!(card, Card::Single(_) | Card::Double(..)))
                    .count(),
            ),
        );
        let others =
            wild_mix(8, &mut dice).into_iter().filter(|card| matches!(card, Card::Double(..)));
        let cards: Vec<Card> = others.chain(hidden).collect();
        let call = place(&word, &Table::new(&cards))
            .unwrap()
            .expect("the cards of a placement are on the table");
        assert!(call.missing_from(&Table::new(&cards)).is_empty());
        assert!(
            (call.points(), Reverse(call.wilds())) >= least,
            "{word} from {}",
            texts(&cards).join(" ")
        );
    }
}

#[test]
fn a_search_that_runs_out_of_steps_is_an_error() {
    let cards = "AB BC CA AC CB BA AB BC AC AA BB CC ? ?? ?? A B C A"
        .split(' ')
        .map(|card| card.parse().unwrap());
    let table = Table::new(&cards.collect::<Vec<Card>>());
    let word: Word = "ABCACBABCCABACBBACCAABC".parse().unwrap();
    let best = place(&word, &table).unwrap();
    assert!(best.is_some());
    let mut steps = 0;
    while let Err(TooManyWays { word: cut_short }) = place_within(&word, &table, steps) {
        assert_eq!(cut_short, word);
        steps += 1;
    }
    assert!(steps > 1, "the search takes some steps");
    for more in 0..100 {
        assert_eq!(place_within(&word, &table, steps + more).unwrap(), best);
    }
}

/// Returns the codes of the violations of a call, each once, in alphabetical order, and the missing
/// cards or letters.
fn violations_of(call: &AnnouncedCall, cards: &[Card]) -> (Vec<&'static str>, Vec<String>) {
    let mut violations = Violations::default();
    let placed = call.place(&Table::new(cards), &mut violations).unwrap();
    assert_eq!(placed.is_ok(), violations.is_empty());
    if let Ok(placed) = placed {
        assert_eq!(placed.word().as_str(), call.text());
    }
    let codes: BTreeSet<&'static str> =
        violations.as_slice().iter().map(|violation| name_of(violation.code)).collect();
    let missing = violations.as_slice().iter().flat_map(|violation| violation.missing.clone());
    (codes.into_iter().collect(), missing.collect())
}

/// Returns the oracle's name of a violation.
fn name_of(code: ViolationCode) -> &'static str {
    match code {
        ViolationCode::CardNotOnTable => "card_not_on_table",
        ViolationCode::TooFew => "too_few_cards",
        ViolationCode::UnannouncedWild => "unannounced_wild",
        ViolationCode::WordNotOnTable => "word_not_on_table",
        other => panic!("unexpected code {other:?}"),
    }
}

#[test]
fn judgements_of_announced_calls_agree_with_the_oracle() {
    let mut dice = Dice(14);
    let mut legal = 0;
    for _ in 0..4_000 {
        let cards = wild_mix(3 + dice.below(5), &mut dice);
        let table = texts(&cards);
        let mut left = cards.clone();
        let call: Vec<String> = (0..=dice.below(5))
            .filter_map(|_| {
                // Usually a card of the table, sometimes any card.
                let card = match dice.below(8) {
                    0 => *wild_mix(1, &mut dice).first()?,
                    _ if left.is_empty() => return None,
                    _ => left.swap_remove(dice.below(left.len())),
                };
                Some(match (card, dice.below(12)) {
                    // Sometimes a wild is not announced.
                    (card, 0) => card.to_string(),
                    (Card::Wild, _) => "?=E".to_owned(),
                    (Card::DoubleWild, _) => "??=ST".to_owned(),
                    (card, _) => card.to_string(),
                })
            })
            .collect();
        let announced = AnnouncedCall::cards(&call);
        let (codes, missing) = violations_of(&announced, &cards);
        let expected = oracle::judge(&table_of(&call), &table_of(&table));
        // Cards that can't be read are not looked for on the table.
        let is_readable = !codes.contains(&"unannounced_wild");
        match expected {
            Ok(word) => {
                legal += 1;
                assert_eq!(word, announced.text());
                assert!(codes.is_empty(), "{codes:?}: {call:?} from {table:?}");
            }
            Err(expected) if is_readable => {
                assert_eq!(codes, expected, "{call:?} from {table:?}");
            }
            Err(expected) => assert!(codes.iter().all(|code| expected.contains(code))),
        }
        assert_eq!(missing.is_empty(), !codes.contains(&"card_not_on_table"), "{call:?}");
    }
    assert!(legal > 1_000, "{legal} calls are legal");
}

#[test]
fn missing_letters_agree_with_the_oracle() {
    let mut dice = Dice(16);
    let mut most_missing = 0;
    for _ in 0..1_000 {
        let cards = wild_mix(dice.below(7), &mut dice);
        let word: String =
            (0..1 + dice.below(7)).map(|_| char::from(b"AEINRSTL"[dice.below(8)])).collect();
        let (codes, missing) = violations_of(&AnnouncedCall::word(&word), &cards);
        let table = texts(&cards);
        let expected = oracle::missing_letters(&word, &table_of(&table));
        assert_eq!(missing.len(), expected, "{word} from {}", table.join(" "));
        assert_eq!(codes.contains(&"word_not_on_table"), expected > 0);
        // The table can spell the word with the missing letters, which are letters of the word in
        // its order.
        let added = missing.iter().map(|letter| letter.parse().unwrap());
        let all: Vec<Card> = cards.iter().copied().chain(added).collect();
        assert!(place(&word.parse().unwrap(), &Table::new(&all)).unwrap().is_some());
        let mut letters = word.chars();
        assert!(missing.iter().all(|letter| letters.any(|other| letter.starts_with(other))));
        most_missing = most_missing.max(expected);
    }
    assert!(most_missing > 3);
}

#[test]
fn the_deck_agrees_with_the_oracle() {
    let mut dice = Dice(17);
    let mut dealable = 0;
    for round in 0..1_000 {
        let mut cards = dealt(dice.below(56), &mut dice);
        for _ in 0..round % 3 {
            cards.extend(wild_mix(1, &mut dice));
        }
        let mut violations = Violations::default();
        let checked = check_deck(&Table::new(&cards), &mut violations);
        let table = texts(&cards);
        let expected = oracle::too_many(&table_of(&table));
        assert_eq!(violations.len(), expected.len(), "{}", table.join(" "));
        assert!(violations.as_slice().iter().zip(&expected).all(|(violation, card)| {
            violation.code == ViolationCode::NotInDeck
                && violation.detail.starts_with(&format!("too many {card} cards: "))
        }));
        assert_eq!(checked.is_ok(), expected.is_empty());
        dealable += usize::from(expected.is_empty());
    }
    assert!((300..700).contains(&dealable), "{dealable}");
}

/// RULEBOOK W6: players say anything, and every call gets a ruling.
#[test]
fn impossible_calls_are_judged() {
    let lexicon = Lexicon::from_text("COOP\nDONT\nMASK\n", "").unwrap();
    let cards = ["C", "O", "O", "P", "?", "M", "SK"].map(|card| card.parse().unwrap());
    let judge = |call: &AnnouncedCall| {
        let mut violations = Violations::default();
        assert!(call.place(&Table::new(&cards), &mut violations).unwrap().is_err());
        let reason = call.reason(&lexicon).map(|reason| (reason.code, reason.rule));
        let codes = violations
            .as_slice()
            .iter()
            .map(|violation| (violation.code, violation.rule.unwrap(), violation.pointer.clone()));
        (call.text(), reason, codes.collect::<Vec<_>>())
    };
    let not_letters = Some((ReasonCode::NotLetters, Some("W1")));
    let at = |code, rule, place: &str| (code, rule, place.to_owned());
    for word in ["co-op", "don't", "caf\u{e9}", "c o"] {
        let invalid = at(ViolationCode::InvalidWord, "W1", "");
        assert_eq!(
            judge(&AnnouncedCall::word(word)),
            (word.to_ascii_uppercase(), not_letters, vec![invalid])
        );
    }
    assert_eq!(
        judge(&AnnouncedCall::cards(&["c", "o", "-", "o", "p"])),
        ("CO-OP".to_owned(), not_letters, vec![at(ViolationCode::InvalidCard, "M2", "/2")])
    );
    assert_eq!(
        judge(&AnnouncedCall::cards(&["M", "ASK"])),
        (
            "MASK".to_owned(),
            None,
            vec![at(ViolationCode::InvalidCard, "M2", "/1"), at(ViolationCode::TooFew, "M2", "")]
        )
    );
    let empty = (String::new(), Some((ReasonCode::TooShort, Some("W1"))));
    let (text, reason, codes) = judge(&AnnouncedCall::cards(&[""; 0]));
    assert_eq!(((text, reason), codes), (empty, vec![at(ViolationCode::TooFew, "M2", "")]));
    let long = AnnouncedCall::word(&"A".repeat(46));
    assert_eq!(judge(&long).1, Some((ReasonCode::TooLong, Some("W1"))));
}

#[test]
fn free_cards_agree_with_the_oracle() {
    let mut dice = Dice(15);
    for _ in 0..500 {
        let names: Vec<String> = (0..2 + dice.below(11)).map(|seat| format!("p{seat}")).collect();
        let (caller, table, deck) = (dice.below(names.len()), dice.below(12), dice.below(12));
        let challenge = Challenge { collected: None, caller, players: names.clone(), table, deck };
        let served: Vec<(String, u32, u32)> = challenge
            .consequences()
            .into_iter()
            .map(|consequence| {
                let takes = consequence.kind == CallConsequenceKind::TakesFreeCard;
                assert_eq!(
                    (takes, takes.then_some(1)),
                    (consequence.from.is_some(), consequence.cards)
                );
                let from = |source| u32::from(consequence.from == Some(source));
                (consequence.player.clone(), from(CardSource::Table), from(CardSource::Deck))
            })
            .collect();
        let players: Vec<&str> = names.iter().map(String::as_str).collect();
        assert_eq!(served, oracle::penalty(&players, players[caller], table, deck));
    }
}

#[test]
fn tied_players_all_win_and_every_card_counts() {
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
    let bob = &standings.results[1];
    assert_eq!((bob.player.as_str(), bob.total), ("bob", 9));
    let labels = bob.lines.iter().map(|line| (line.label.as_str(), line.rule, line.running_total));
    assert!(labels.eq([("round 1: 4 cards", "M3", 4), ("round 2: 5 cards", "M3", 9)]));
    assert_eq!(standings.winners, ["ann", "bob"]);
    assert_eq!(
        Standings::of(&[round([9, 4, 0]), round([0, 5, 3]), round([0, 1, 0])]).winners,
        ["bob"]
    );
}
