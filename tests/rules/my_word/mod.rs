//! My Word!, compared with an independent oracle, and properties of every table.

mod card;
mod properties;

use std::cmp::Reverse;
use std::collections::BTreeSet;

use wordcourt::lexicon::{Lexicon, Overlay};
use wordcourt::rules::Game;
use wordcourt::rules::my_word::{
    Call, CallConsequenceKind, Card, CardSource, Challenge, Collected, MIN_CARDS, MyWord,
    PlayedCard, SearchIndex, Standings, Table, TooManyWays, place, place_within,
};
use wordcourt::rules::rule_data::CardCount;
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

#[test]
fn judgements_of_written_calls_agree_with_the_oracle() {
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
        let mut violations = Vec::new();
        if !ours.missing_from(&Table::new(&cards)).is_empty() {
            violations.push("card_not_on_table");
        }
        if ours.points() < MIN_CARDS {
            violations.push("too_few_cards");
        }
        let ours =
            if violations.is_empty() { Ok(ours.word().to_string()) } else { Err(violations) };
        legal += usize::from(ours.is_ok());
        assert_eq!(
            ours,
            oracle::judge(&table_of(&call), &table_of(&table)),
            "{call:?} from {}",
            table.join(" ")
        );
    }
    assert!(legal > 1_000, "{legal} calls are legal");
}

#[test]
fn free_cards_agree_with_the_oracle() {
    let lexicon = Lexicon::from_text("CAT\n", "").unwrap();
    let mut dice = Dice(15);
    for _ in 0..500 {
        let names: Vec<String> = (0..2 + dice.below(11)).map(|seat| format!("p{seat}")).collect();
        let (caller, table, deck) = (dice.below(names.len()), dice.below(12), dice.below(12));
        let challenge = Challenge {
            word: "CAR".parse().unwrap(),
            cards: Some(3),
            caller,
            players: names.clone(),
            table,
            deck,
        };
        let served: Vec<(String, u32, u32)> = challenge
            .decide(&lexicon)
            .consequences
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
    assert_eq!(standings.winners, ["ann", "bob"]);
    assert_eq!(
        Standings::of(&[round([9, 4, 0]), round([0, 5, 3]), round([0, 1, 0])]).winners,
        ["bob"]
    );
}
