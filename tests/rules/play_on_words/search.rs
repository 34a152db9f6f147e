//! The best turns, compared with the oracle and with a list of every turn.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use wordcourt::interrupt::{Interrupt, Interrupted};
use wordcourt::rules::Violations;
use wordcourt::rules::play_on_words::{
    Card, Hand, Part, PlacedTurn, Play, PlayKind, PlayOn, Position, Rules, Score, Stage, Turn,
    Version,
};

use super::deal::{Deal, Words, deal, deal_from_deck, default_index, table, words};
use crate::{Dice, default_lexicon, play_on_words_oracle as oracle};

fn best_agrees(cases: usize, max_cards: usize, max_tables: usize, seed: u64) {
    let words = words();
    let mut dice = Dice(seed);
    let (mut played, mut combined, mut played_on_new) = (0, 0, 0);
    for _ in 0..cases {
        let deal = deal(&words.texts, max_cards, max_tables, &mut dice);
        let best = deal.best(words, 3);
        let best_total = best.turns.first().map(|found| found.score.total);
        assert_eq!(best_total, deal.oracle_best(words), "{deal}");
        for found in &best.turns {
            assert_eq!(deal.agreed_total(&found.turn, words), Some(found.score.total), "{deal}");
            let is_on_new = |play_on: &PlayOn| play_on.onto.contains(&deal.table.len());
            played += 1;
            let is_combination = |part: &Part| part.kind == PlayKind::Combination;
            combined += usize::from(found.score.parts.iter().any(is_combination));
            played_on_new += usize::from(found.turn.play_ons.iter().any(is_on_new));
        }
    }
    assert!(
        played > cases && combined * 50 > cases && (played_on_new * 50 > cases || max_cards < 5),
        "{played} {combined} {played_on_new}"
    );
}

#[test]
fn best_agrees_with_the_oracle() {
    best_agrees(2_500, 5, 3, 1);
}

#[test]
fn best_agrees_with_the_oracle_on_large_hands() {
    best_agrees(150, 8, 3, 2);
}

#[test]
fn best_agrees_with_the_oracle_on_many_table_words() {
    best_agrees(150, 3, 6, 3);
}

/// The words of a turn with their table words; the new word comes first.
type Identity = Vec<(Vec<usize>, String)>;

/// The sort key of turns: points, letters played, wilds, flips.
type Rank = (Reverse<u32>, Reverse<usize>, usize, usize);

/// A word that a turn could make.
struct LegalWord {
    /// The cards of the hand that it uses, one bit for each.
    cards: usize,
    onto: Vec<usize>,
    word: String,
    points: u32,
}

impl Deal {
    fn cards(&self, mask: usize) -> impl Iterator<Item = Card> {
        (0..self.hand.len()).filter(move |at| mask >> at & 1 != 0).map(|at| self.hand[at])
    }

    fn letter_count(&self, mask: usize) -> usize {
        self.cards(mask).map(Card::letter_count).sum()
    }

    /// Returns every single word that the oracle finds: any cards played onto any table words.
    fn legal_words(&self, words: &Words) -> Vec<LegalWord> {
        let (hand, table) = (self.oracle_hand(), self.oracle_table());
        let mut legal_words = Vec::new();
        for tables in 0..1_usize << table.len() {
            let onto: Vec<usize> = (0..table.len()).filter(|at| tables >> at & 1 != 0).collect();
            let base_letters: usize = onto.iter().map(|&at| self.table[at].word().len()).sum();
            for cards in 1..1 << hand.len() {
                let held = (0..hand.len()).filter(|at| cards >> at & 1 != 0);
                let held: Vec<&str> = held.map(|at| hand[at].as_str()).collect();
                let is_initial_hand =
                    onto.is_empty() && held.len() == 8 && self.stage == Stage::FIRST;
                let bonus = if is_initial_hand { 20 } else { 0 };
                let rules = self.oracle_rules();
                for (word, points, _) in
                    oracle::legal_words(&held, &table, &onto, &words.oracle, &rules)
                {
                    // Fewer of these cards have fewer letters, so a word of this length uses all of
                    // them.
                    if word.len() == base_letters + self.letter_count(cards) {
                        let (onto, points) = (onto.clone(), points + bonus);
                        legal_words.push(LegalWord { cards, onto, word, points });
                    }
                }
            }
        }
        legal_words
    }

    /// Returns the rank of a turn with these cards.
    fn rank(&self, cards: usize, points: u32) -> Rank {
        let goes_out = cards == (1 << self.hand.len()) - 1;
        let ends_round = self.rules.version == Version::Rummy && !self.stage.last_play;
        let bonus = if goes_out && ends_round { 7 } else { 0 };
        let wilds = self.cards(cards).filter(|card| *card == Card::Wild).count();
        let flips = self.cards(cards).filter(|card| matches!(card, Card::Flip(_))).count();
        (Reverse(points + bonus), Reverse(self.letter_count(cards)), wilds, flips)
    }

    /// Returns the alphabetical sort key of a turn: the new word, then the words by their first
    /// table word. A missing word sorts last.
    fn words_by_level(&self, made: &Identity) -> Vec<(u8, String, u32)> {
        let level = |level: usize| {
            let is_of_level = |onto: &[usize]| onto.first().map_or(0, |first| first + 1) == level;
            match made.iter().find(|(onto, _)| is_of_level(onto)) {
                Some((onto, word)) => (0, word.clone(), onto.iter().map(|at| 1_u32 << at).sum()),
                None => (1, String::new(), 0),
            }
        };
        (0..=self.table.len()).map(level).collect()
    }
}

/// Returns every turn without play-ons to new words, in the order that the search documents.
fn every_turn(deal: &Deal, words: &Words) -> Vec<Identity> {
    let legal_words = deal.legal_words(words);
    let mut turns: Vec<(usize, Identity, u32)> = vec![(0, Vec::new(), 0)];
    let mut place = 0;
    while place < turns.len() {
        let (cards, made, points) = turns[place].clone();
        for with in &legal_words {
            let is_later = made.last().is_none_or(|(last, _)| {
                !with.onto.is_empty() && (last.is_empty() || last[0] < with.onto[0])
            });
            let is_free =
                with.onto.iter().all(|table| made.iter().all(|(taken, _)| !taken.contains(table)));
            if cards & with.cards == 0 && is_later && is_free {
                let mut longer = made.clone();
                longer.push((with.onto.clone(), with.word.clone()));
                turns.push((cards | with.cards, longer, points + with.points));
            }
        }
        place += 1;
    }
    let mut ranks: BTreeMap<Identity, Rank> = BTreeMap::new();
    for (cards, made, points) in turns.into_iter().skip(1) {
        let rank = deal.rank(cards, points);
        let best = ranks.entry(made).or_insert(rank);
        *best = rank.min(*best);
    }
    let mut turns: Vec<(Identity, Rank)> = ranks.into_iter().collect();
    turns.sort_by_cached_key(|(made, rank)| (*rank, deal.words_by_level(made)));
    turns.into_iter().map(|(made, _)| made).collect()
}

fn identity(turn: &Turn) -> Identity {
    let new_word = turn.new_word.iter().map(|word| (Vec::new(), word.word().to_string()));
    let play_ons =
        turn.play_ons.iter().map(|play_on| (play_on.onto.clone(), play_on.word.word().to_string()));
    new_word.chain(play_ons).collect()
}

#[test]
fn a_long_list_is_every_turn_in_the_documented_order() {
    let words = words();
    let mut dice = Dice(5);
    let mut listed = 0;
    for _ in 0..400 {
        let mut deal = deal(&words.texts, 5, 3, &mut dice);
        deal.rules.play_on_new_word = false;
        let expected = every_turn(&deal, words);
        for top in [1, 7, 1_000] {
            let found: Vec<Identity> =
                deal.best(words, top).turns.iter().map(|found| identity(&found.turn)).collect();
            let place = found.iter().zip(&expected).position(|(found, expected)| found != expected);
            let difference = place.map(|place| (place, &found[place], &expected[place]));
            assert_eq!((difference, found.len()), (None, expected.len().min(top)), "{deal}");
        }
        listed += expected.len();
    }
    assert!(listed > 4_000, "{listed} turns");
}

/// Joins a turn with some of the cards and table words and a turn with the others.
fn joined(hand: &Hand, table_words: &[Play], split: usize, dice: &mut Dice) -> Turn {
    let turns = |cards: &[Card], words: &[Play]| {
        let (hand, table) = (Hand::new(cards).unwrap(), table(words.to_vec()));
        let position = Position { hand: &hand, table: &table, stage: Stage::LATER };
        let best = default_index().best(default_lexicon(), position, Rules::default(), 20);
        best.turns.into_iter().map(|found| found.turn)
    };
    let (a, b): (Vec<Card>, Vec<Card>) = hand.iter().partition(|_| dice.once_in(2));
    let first = turns(&a, &table_words[..split]).next().unwrap_or_default();
    let second = turns(&b, &table_words[split..])
        .find(|turn| first.new_word.is_none() || turn.new_word.is_none())
        .unwrap_or_default();
    let later = second.play_ons.into_iter().map(|play_on| PlayOn {
        onto: play_on.onto.iter().map(|index| index + split).collect(),
        ..play_on
    });
    Turn {
        new_word: first.new_word.or(second.new_word),
        play_ons: first.play_ons.into_iter().chain(later).collect(),
    }
}

#[test]
fn no_two_turns_with_parts_of_the_hand_beat_the_best_turn() {
    let mut dice = Dice(6);
    let lexicon = default_lexicon();
    let rules = Rules::default();
    let mut joined_turns = 0;
    for number in 0..120 {
        let table_words = dice.below(9);
        let (hand, table) = deal_from_deck(8, number % 3, table_words, &mut dice);
        let position = Position { hand: &hand, table: &table, stage: Stage::LATER };
        let best = default_index().best(lexicon, position, rules, 1);
        assert!(best.exhaustive);
        let Some(best) = best.turns.first() else { continue };
        for _ in 0..4 {
            let split = dice.below(table.len() + 1);
            let turn = joined(&hand, &table, split, &mut dice);
            let mut violations = Violations::default();
            let placed = PlacedTurn::place(&turn, &hand, &table, rules, &mut violations);
            let Ok(placed) = placed else { continue };
            let score = Score::of(&placed, Stage::LATER, rules);
            assert!(score.is_valid(lexicon, rules));
            let (better, best_turn) = (identity(&turn), identity(&best.turn));
            assert!(score.total <= best.score.total, "{better:?} beats {best_turn:?}");
            joined_turns += 1;
        }
    }
    assert!(joined_turns > 200, "{joined_turns} turns");
}

#[test]
fn a_search_beyond_its_work_budget_is_not_exhaustive_but_finds_a_legal_turn() {
    // Short words that many others contain, four times each: too many combinations to try them all.
    let words: [Play; 6] =
        ["A T E", "I N S", "O R E", "E R S", "S E A", "I T E"].map(|text| text.parse().unwrap());
    let table = table([words.as_slice(); 4].concat());
    let hand: Hand = "A E S T J/X V/Z * *".parse().unwrap();
    let rules = Rules::default();
    let position = Position { hand: &hand, table: &table, stage: Stage::LATER };
    let best = default_index().best(default_lexicon(), position, rules, 1);
    assert!(!best.exhaustive);
    let found = &best.turns[0];
    let mut violations = Violations::default();
    let placed = PlacedTurn::place(&found.turn, &hand, &table, rules, &mut violations).unwrap();
    assert_eq!(Score::of(&placed, Stage::LATER, rules), found.score);
    assert!(found.score.is_valid(default_lexicon(), rules));
    assert!(found.score.total > 20, "{}", found.score.total);
}

#[test]
fn an_interrupted_search_ends_before_its_work_is_done() {
    let hand: Hand = "A E S T J/X V/Z *".parse().unwrap();
    let table = table(["A T E", "I N S", "O R E"].map(|text| text.parse().unwrap()).to_vec());
    let position = Position { hand: &hand, table: &table, stage: Stage::LATER };
    let search = || default_index().best(default_lexicon(), position, Rules::default(), 1);
    let interrupt = Interrupt::default();
    let best = interrupt.scope(search).unwrap();
    assert!(best.exhaustive);
    interrupt.raise();
    let dropped = interrupt.scope(|| {
        let cut = search();
        assert!(!cut.exhaustive && cut.turns.len() <= 1, "{cut:?}");
    });
    assert_eq!(dropped, Err(Interrupted));
    assert_eq!(search().turns[0].score, best.turns[0].score, "an interrupt ends with its search");
}
