//! Turns of Play On Words against the brute-force oracle, and the laws of the search.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::sync::OnceLock;

use wordcourt::lexicon::{Lexicon, Mark, Marks};
use wordcourt::rules::Breaches;
use wordcourt::rules::Variant;
use wordcourt::rules::play_on_words::{
    Best, Card, Combo, Dictionary, Flip, Hand, Kind, Laid, Play, PlayOn, PlayedCard, Plural, Position, Rules, Score,
    Stage, Table, TableCards, Turn, Version,
};
use wordcourt::rules::sheet::Sheet;
use wordcourt::word::Letter;

use crate::{Dice, default_lexicon, play_on_words_oracle as oracle};

/// A lexicon with its dictionary, and the same words for the oracle.
struct Words {
    lexicon: Lexicon,
    dictionary: Dictionary,
    oracle: oracle::Words,
    texts: Vec<String>,
}

/// The words of the default lexicon over a few letters, so that plays and combinations abound; every 23rd is made a barred one.
fn words() -> &'static Words {
    static WORDS: OnceLock<Words> = OnceLock::new();
    WORDS.get_or_init(|| {
        let default = default_lexicon();
        let is_over = |text: &str, letters: &str| text.chars().all(|letter| letters.contains(letter));
        let is_wanted = |text: &str| match text.len() {
            3 => is_over(text, "AERSTHCVZJX"),
            4..=9 => ["AERSTHC", "ACKTSH", "AEVZJXST", "QUAESTI"].iter().any(|letters| is_over(text, letters)),
            _ => false,
        };
        let mut text = String::new();
        let mut oracle = oracle::Words::new();
        let wanted = default.ordinals().filter(|&ordinal| is_wanted(default.word(ordinal)));
        for (number, ordinal) in wanted.enumerate() {
            let marks = default.marks(ordinal);
            let barring = ["", "profane"][usize::from(number % 23 == 0)];
            let marks: Marks = match (marks.to_string().as_str(), barring) {
                (marks, "") => marks.parse().unwrap(),
                ("", barring) => barring.parse().unwrap(),
                (marks, barring) => format!("{marks},{barring}").parse().unwrap(),
            };
            let word = default.word(ordinal);
            text += &[word, "\t", &marks.to_string(), "\n"].concat();
            let classes = [Mark::Proper, Mark::Foreign, Mark::Profane, Mark::Abbreviation];
            let entry = oracle::Entry {
                barred: classes.iter().any(|&mark| marks.contains(mark)) && !marks.excuses(),
                plural_s: marks.contains(Mark::PluralS),
                other_sense: marks.excuses(),
            };
            oracle.insert(word.to_owned(), entry);
        }
        let lexicon = Lexicon::from_text(&text, "").unwrap();
        let dictionary = Dictionary::build(&lexicon);
        let texts = oracle.keys().cloned().collect();
        Words { lexicon, dictionary, oracle, texts }
    })
}

pub(crate) fn default_dictionary() -> &'static Dictionary {
    static DICTIONARY: OnceLock<Dictionary> = OnceLock::new();
    DICTIONARY.get_or_init(|| Dictionary::build(default_lexicon()))
}

impl Dice {
    fn one_of<'t, T>(&mut self, things: &'t [T]) -> &'t T {
        &things[self.below(things.len())]
    }

    fn once_in(&mut self, times: usize) -> bool {
        self.below(times) == 0
    }
}

fn letters(text: &str) -> Vec<Letter> {
    text.bytes().map(|byte| Letter::from_ascii(byte).unwrap()).collect()
}

/// Lays letters as cards: now and then a combo, a flip or, if any are left, a wild.
fn lay(word: &[Letter], wilds: &mut usize, flips: &mut usize, dice: &mut Dice) -> Vec<PlayedCard> {
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

struct Deal {
    hand: Hand,
    table: Table,
    rules: Rules,
    stage: Stage,
}

/// A hand and a table that have something to do with each other: the hand holds letters of longer words that a table word is within.
fn deal(texts: &[String], most_cards: usize, most_tables: usize, dice: &mut Dice) -> Deal {
    let rules = Rules {
        version: *dice.one_of(&[Version::Rummy, Version::Rummy, Version::FullDeck, Version::Casual]),
        plural: *dice.one_of(&Plural::ALL),
        play_on_new_word: dice.once_in(3),
        table_cards: *dice.one_of(&TableCards::ALL),
    };
    let (mut wilds, mut flips) = (2, 2);
    let short: Vec<&String> = texts.iter().filter(|text| text.len() <= 5).collect();
    let mut tables = Vec::new();
    for _ in 0..dice.below(most_tables + 1) {
        let word = letters(dice.one_of(&short).as_str());
        tables.push(lay(&word, &mut wilds, &mut flips, dice));
    }
    let table = tables.into_iter().map(|cards| Play::new(cards).unwrap()).collect();
    let table = Table::new(table, "", &mut Breaches::default()).unwrap();
    let mut held = Vec::new();
    let mut wilds = dice.below(3);
    let size = 1 + dice.below(most_cards);
    while held.len() < size {
        let mut word = letters(dice.one_of(texts).as_str());
        if !table.is_empty() {
            for letter in dice.one_of(&table).word().letters() {
                if let Some(place) = word.iter().position(|other| *other == letter) {
                    word.remove(place);
                }
            }
        }
        held.extend(lay(&word, &mut wilds, &mut flips, dice).iter().map(|card| card.face()));
    }
    held.truncate(size);
    let stage = *dice.one_of(&[Stage::First, Stage::Later]);
    Deal { hand: Hand::new(&held).unwrap(), table, rules, stage }
}

fn strings(cards: &[impl ToString]) -> Vec<String> {
    cards.iter().map(ToString::to_string).collect()
}

fn strs(texts: &[String]) -> Vec<&str> {
    texts.iter().map(String::as_str).collect()
}

impl Deal {
    fn best(&self, words: &Words, top: usize) -> Best {
        let position = Position { hand: &self.hand, table: &self.table, stage: self.stage };
        let best = words.dictionary.best(&words.lexicon, position, self.rules, top);
        assert!(best.exhaustive, "{self}");
        best
    }

    fn oracle_rules(&self) -> oracle::Rules {
        oracle::Rules {
            version: match self.rules.version {
                Version::Rummy => oracle::Version::Rummy,
                Version::FullDeck => oracle::Version::FullDeck,
                Version::Casual => oracle::Version::Casual,
            },
            lenient_plurals: self.rules.plural == Plural::Lenient,
            play_on_new_word: self.rules.play_on_new_word,
            cards_may_change: self.rules.table_cards == TableCards::Change,
        }
    }

    fn oracle_table(&self) -> Vec<Vec<String>> {
        self.table.iter().map(|word| strings(word)).collect()
    }

    /// The turn told by the oracle, if it breaks no rule.
    fn oracle_score(&self, turn: &Turn, words: &Words) -> Option<oracle::Scored> {
        let told = oracle::Turn {
            new_word: turn.new_word.as_ref().map(|word| strings(word)),
            play_ons: turn
                .play_ons
                .iter()
                .map(|play_on| oracle::PlayOn { onto: play_on.onto.clone(), word: strings(&play_on.word) })
                .collect(),
        };
        let first_turn = self.stage == Stage::First;
        let hand = strings(&self.hand);
        oracle::score(&strs(&hand), &self.oracle_table(), &told, first_turn, &words.oracle, &self.oracle_rules())
    }

    /// Whether the house and the oracle say the same of a turn; the total if it is legal and valid.
    fn agreed_total(&self, turn: &Turn, words: &Words) -> Option<u32> {
        let mut breaches = Breaches::default();
        let laid = Laid::lay(turn, &self.hand, &self.table, self.rules, "", &mut breaches);
        let expected = self.oracle_score(turn, words);
        assert_eq!(laid.is_some(), expected.is_some(), "{self} {turn:?} {breaches:?}");
        assert_eq!(laid.is_some(), breaches.is_empty(), "{self} {turn:?}");
        let (laid, expected) = (laid?, expected?);
        let score = Score::of(&laid, self.stage, self.rules);
        let is_valid = score.is_valid(&words.lexicon, self.rules);
        assert_eq!((score.total, is_valid), (expected.total, expected.valid), "{self} {turn:?}");
        assert_eq!(score.went_out, expected.went_out, "{self} {turn:?}");
        let bonuses = (score.bonuses.going_out, score.bonuses.initial_hand);
        assert_eq!(bonuses, (expected.going_out, expected.initial_hand), "{self} {turn:?}");
        let mut left = expected.hand_left;
        left.sort_unstable();
        let mut our_left = strings(&score.hand_left);
        our_left.sort_unstable();
        assert_eq!(our_left, left, "{self} {turn:?}");
        assert_eq!(score.parts.len(), expected.parts.len());
        for (part, expected) in score.parts.iter().zip(expected.parts) {
            assert_eq!(part.word.as_str(), expected.word);
            assert_eq!(
                (part.points, part.points_per_letter),
                (expected.points, expected.points_per_letter),
                "{self} {turn:?}"
            );
            assert_eq!(part.manner.rule(), expected.rule, "{self} {turn:?}");
            let kind = match part.kind {
                Kind::NewWord => oracle::Kind::NewWord,
                Kind::PlayOn => oracle::Kind::PlayOn,
                Kind::Combination => oracle::Kind::Combination,
            };
            assert_eq!(kind, expected.kind);
            let is_allowed = part.verdict(&words.lexicon, self.rules).is_allowed();
            assert_eq!(is_allowed, expected.valid, "{self} {turn:?}");
        }
        if self.rules.version != Version::Casual {
            assert_eq!(score.lines().last().map(|line| line.running_total), Some(score.total));
        }
        is_valid.then_some(score.total)
    }
}

impl std::fmt::Display for Deal {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let table: Vec<String> = self.table.iter().map(|word| strings(word).join(" ")).collect();
        write!(f, "{} onto {} {:?} {:?}", strings(&self.hand).join(" "), table.join(" + "), self.rules, self.stage)
    }
}

fn best_agrees(cases: usize, most_cards: usize, most_tables: usize, seed: u64) {
    let words = words();
    let mut dice = Dice(seed);
    let (mut played, mut combined, mut played_on_new) = (0, 0, 0);
    for _ in 0..cases {
        let deal = deal(&words.texts, most_cards, most_tables, &mut dice);
        let best = deal.best(words, 3);
        let first_turn = deal.stage == Stage::First;
        let hand = strings(&deal.hand);
        let expected =
            oracle::best_total(&strs(&hand), &deal.oracle_table(), first_turn, &words.oracle, &deal.oracle_rules());
        assert_eq!(best.turns.first().map(|found| found.score.total), expected, "{deal}");
        for found in &best.turns {
            assert_eq!(deal.agreed_total(&found.turn, words), Some(found.score.total), "{deal}");
            played += 1;
            combined += usize::from(found.score.parts.iter().any(|part| part.kind == Kind::Combination));
            let is_on_new = |play_on: &PlayOn| play_on.onto.contains(&deal.table.len());
            played_on_new += usize::from(found.turn.play_ons.iter().any(is_on_new));
        }
    }
    assert!(
        played > cases && combined * 50 > cases && (played_on_new * 50 > cases || most_cards < 5),
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

/// Turns that are nearly right: found ones with a card, an index or a word changed.
fn spoil(turn: &Turn, deal: &Deal, dice: &mut Dice) -> Turn {
    let mut turn = turn.clone();
    let respell = |play: &Play, dice: &mut Dice| {
        let mut cards: Vec<PlayedCard> = play.to_vec();
        let place = dice.below(cards.len());
        match dice.below(6) {
            0 => drop(cards.remove(place)),
            1 => cards.insert(place, Card::Letter(letters("E")[0]).playing(letters("E")[0]).unwrap()),
            2 => {
                let letter = cards[place].letter();
                cards[place] = Card::Wild.playing(letter).unwrap();
            }
            3 => {
                let letters_apart: Vec<PlayedCard> =
                    cards[place].letters().map(|letter| Card::Letter(letter).playing(letter).unwrap()).collect();
                cards.splice(place..=place, letters_apart);
            }
            4 => {
                let other = dice.below(cards.len());
                cards.swap(place, other);
            }
            _ => {
                let face = cards[place].face();
                let choices: Vec<PlayedCard> = Letter::all().filter_map(|letter| face.playing(letter)).collect();
                cards[place] = *dice.one_of(&choices);
            }
        }
        Play::new(cards).unwrap_or_else(|_| play.clone())
    };
    if let Some(word) = turn.new_word.take() {
        turn.new_word = match dice.below(4) {
            0 => None,
            1 => Some(respell(&word, dice)),
            _ => Some(word),
        };
    }
    for play_on in &mut turn.play_ons {
        match dice.below(6) {
            0 => play_on.onto.push(dice.below(deal.table.len() + 2)),
            1 => drop(play_on.onto.pop()),
            2 | 3 => play_on.word = respell(&play_on.word, dice),
            _ => {}
        }
    }
    if let Some(again) = turn.play_ons.first().cloned()
        && dice.once_in(8)
    {
        turn.play_ons.push(again);
    }
    turn
}

#[test]
fn scores_and_breaches_agree_with_the_oracle() {
    let words = words();
    let mut dice = Dice(4);
    let (mut legal, mut illegal) = (0, 0);
    for _ in 0..1_500 {
        let deal = deal(&words.texts, 7, 4, &mut dice);
        let best = deal.best(words, 12);
        let most = best.turns.first().map(|found| found.score.total);
        for found in &best.turns {
            for _ in 0..3 {
                let turn = spoil(&found.turn, &deal, &mut dice);
                match deal.agreed_total(&turn, words) {
                    Some(total) => {
                        legal += 1;
                        assert!(Some(total) <= most, "{deal}: {turn:?} beats the best turn");
                    }
                    None => illegal += 1,
                }
            }
        }
    }
    assert!(legal > 2_000 && illegal > 2_000, "{legal} legal turns, {illegal} others");
}

/// How a turn is ranked: points, letters played, wilds, flips.
type Rank = (Reverse<u32>, Reverse<usize>, usize, usize);

/// What a turn of the brute force makes: the words with their table words, the new word first.
type Identity = Vec<(Vec<usize>, String)>;

/// Every turn there is, by what the oracle says of single words, in the order that the search documents. Without play-ons to new words.
fn every_turn(deal: &Deal, words: &Words) -> Vec<Identity> {
    let hand = strings(&deal.hand);
    let cards = |mask: usize| (0..hand.len()).filter(move |at| mask >> at & 1 != 0);
    let letter_count = |mask: usize| -> usize { cards(mask).map(|at| deal.hand[at].letter_count()).sum() };
    let table = deal.oracle_table();
    // (hand cards, table words, word, points): exactly these cards, since no fewer of them have as many letters.
    let mut plays: Vec<(usize, Vec<usize>, String, u32)> = Vec::new();
    for tables in 0..1_usize << table.len() {
        let onto: Vec<usize> = (0..table.len()).filter(|at| tables >> at & 1 != 0).collect();
        let old_letters: usize = onto.iter().map(|&at| deal.table[at].word().len()).sum();
        for mask in 1..1 << hand.len() {
            let held: Vec<&str> = cards(mask).map(|at| hand[at].as_str()).collect();
            for (word, points, _) in oracle::legal_words(&held, &table, &onto, &words.oracle, &deal.oracle_rules()) {
                if word.len() == old_letters + letter_count(mask) {
                    let bonus = if onto.is_empty() && held.len() == 8 && deal.stage == Stage::First { 20 } else { 0 };
                    plays.push((mask, onto.clone(), word, points + bonus));
                }
            }
        }
    }
    let mut turns = vec![(0, Vec::new(), 0)];
    let mut place = 0;
    while place < turns.len() {
        let (mask, made, points): (usize, Identity, u32) = turns[place].clone();
        for (with, onto, word, more) in &plays {
            let is_later =
                made.last().is_none_or(|(last, _)| !onto.is_empty() && (last.is_empty() || last[0] < onto[0]));
            let is_free = onto.iter().all(|table| made.iter().all(|(taken, _)| !taken.contains(table)));
            if with & mask == 0 && is_later && is_free {
                let mut longer = made.clone();
                longer.push((onto.clone(), word.clone()));
                turns.push((mask | with, longer, points + more));
            }
        }
        place += 1;
    }
    let whole = (1 << hand.len()) - 1;
    // By identity: how it is ranked.
    let mut ranked: BTreeMap<Identity, Rank> = BTreeMap::new();
    for (mask, made, mut points) in turns.into_iter().skip(1) {
        if mask == whole && deal.rules.version == Version::Rummy {
            points += 7;
        }
        let played = |is_it: fn(&Card) -> bool| cards(mask).filter(|at| is_it(&deal.hand[*at])).count();
        let rank = (
            Reverse(points),
            Reverse(letter_count(mask)),
            played(|card| *card == Card::Wild),
            played(|card| matches!(card, Card::Flip(_))),
        );
        let known = ranked.entry(made).or_insert(rank);
        *known = rank.min(*known);
    }
    let mut turns: Vec<(Identity, Rank)> = ranked.into_iter().collect();
    // Alphabetically level by level: the new word, then by first table word; a word before none.
    let by_level = |made: &Identity| {
        let level = |level: usize| {
            let of_level = |onto: &[usize]| onto.first().map_or(0, |first| first + 1) == level;
            made.iter().find(|(onto, _)| of_level(onto)).map_or((1, String::new(), 0), |(onto, word)| {
                (0, word.clone(), onto.iter().map(|at| 1_u32 << at).sum())
            })
        };
        (0..=deal.table.len()).map(level).collect::<Vec<_>>()
    };
    turns.sort_by_cached_key(|(made, rank)| (*rank, by_level(made)));
    turns.into_iter().map(|(made, _)| made).collect()
}

fn identity(turn: &Turn) -> Identity {
    let new_word = turn.new_word.iter().map(|word| (Vec::new(), word.word().to_string()));
    let play_ons = turn.play_ons.iter().map(|play_on| (play_on.onto.clone(), play_on.word.word().to_string()));
    new_word.chain(play_ons).collect()
}

#[test]
fn the_whole_list_is_every_turn_in_the_documented_order() {
    let words = words();
    let mut dice = Dice(5);
    let mut listed = 0;
    for _ in 0..400 {
        let mut deal = deal(&words.texts, 5, 3, &mut dice);
        deal.rules.play_on_new_word = false;
        let expected = every_turn(&deal, words);
        for top in [1, 7, 1_000] {
            let found: Vec<Identity> = deal.best(words, top).turns.iter().map(|found| identity(&found.turn)).collect();
            let place = found.iter().zip(&expected).position(|(found, expected)| found != expected);
            let place = place.map(|place| (place, &found[place], &expected[place]));
            assert_eq!((place, found.len()), (None, expected.len().min(top)), "{deal}");
        }
        listed += expected.len();
    }
    assert!(listed > 4_000, "{listed} turns");
}

/// A position of the game's own deck over the default lexicon.
fn from_the_deck(cards: usize, wilds: usize, tables: usize, dice: &mut Dice) -> (Hand, Table) {
    let mut deck: Vec<Card> = Vec::new();
    for card in Sheet::of(Variant::PlayOnWords).deck.iter().filter(|card| card.card != "*") {
        deck.extend(std::iter::repeat_n(card.card.parse::<Card>().unwrap(), card.count as usize));
    }
    let lexicon = default_lexicon();
    let words: Vec<&str> = lexicon.ordinals().map(|ordinal| lexicon.word(ordinal)).collect();
    let mut table = Vec::new();
    while table.len() < tables {
        let word = dice.one_of(&words);
        if (3..=7).contains(&word.len()) {
            table.push(Play::new(lay(&letters(word), &mut 0, &mut 0, dice)).unwrap());
        }
    }
    let mut held: Vec<Card> = (wilds..cards).map(|_| deck.swap_remove(dice.below(deck.len()))).collect();
    held.extend(std::iter::repeat_n(Card::Wild, wilds));
    (Hand::new(&held).unwrap(), Table::new(table, "", &mut Breaches::default()).unwrap())
}

#[test]
fn no_two_turns_with_parts_of_the_hand_beat_the_best_turn_with_all_of_it() {
    let mut dice = Dice(6);
    let (lexicon, dictionary) = (default_lexicon(), default_dictionary());
    let rules = Rules::default();
    let mut joined = 0;
    for number in 0..120 {
        let (hand, table) = from_the_deck(8, number % 3, dice.below(9), &mut dice);
        let position = Position { hand: &hand, table: &table, stage: Stage::Later };
        let best = dictionary.best(lexicon, position, rules, 1);
        assert!(best.exhaustive);
        let Some(best) = best.turns.first() else { continue };
        for _ in 0..4 {
            let (one, other): (Vec<Card>, Vec<Card>) = hand.iter().partition(|_| dice.once_in(2));
            let first_tables = dice.below(table.len() + 1);
            let turn_of = |cards: &[Card], words: &[Play]| {
                let hand = Hand::new(cards).unwrap();
                let table = Table::new(words.to_vec(), "", &mut Breaches::default()).unwrap();
                let position = Position { hand: &hand, table: &table, stage: Stage::Later };
                dictionary.best(lexicon, position, rules, 20).turns.into_iter().map(|found| found.turn)
            };
            let first = turn_of(&one, &table[..first_tables]).next().unwrap_or_default();
            let second = turn_of(&other, &table[first_tables..])
                .find(|turn| first.new_word.is_none() || turn.new_word.is_none());
            let second = second.unwrap_or_default();
            let later = second.play_ons.into_iter().map(|play_on| PlayOn {
                onto: play_on.onto.iter().map(|index| index + first_tables).collect(),
                ..play_on
            });
            let both = Turn {
                new_word: first.new_word.or(second.new_word),
                play_ons: first.play_ons.into_iter().chain(later).collect(),
            };
            if let Some(laid) = Laid::lay(&both, &hand, &table, rules, "", &mut Breaches::default()) {
                let score = Score::of(&laid, Stage::Later, rules);
                assert!(score.is_valid(lexicon, rules));
                assert!(score.total <= best.score.total, "{:?} beats {:?}", identity(&both), identity(&best.turn));
                joined += 1;
            }
        }
    }
    assert!(joined > 200, "{joined} turns");
}

/// What all breaches of a turn are, as code and pointer.
fn breaches(hand: &str, table: &[&str], new_word: &str, play_ons: &[(&[usize], &str)]) -> Vec<String> {
    let play = |text: &str| Play::new(text.split(' ').map(|card| card.parse().unwrap()).collect()).unwrap();
    let hand = Hand::new(&hand.split(' ').map(|card| card.parse().unwrap()).collect::<Vec<_>>()).unwrap();
    let table = table.iter().map(|text| play(text)).collect();
    let table = Table::new(table, "", &mut Breaches::default()).unwrap();
    let turn = Turn {
        new_word: (!new_word.is_empty()).then(|| play(new_word)),
        play_ons: play_ons.iter().map(|(onto, text)| PlayOn { onto: onto.to_vec(), word: play(text) }).collect(),
    };
    let mut breaches = Breaches::default();
    assert!(Laid::lay(&turn, &hand, &table, Rules::default(), "", &mut breaches).is_none());
    breaches
        .as_slice()
        .iter()
        .map(|breach| format!("{:?} {} {}", breach.code, breach.rule.unwrap(), breach.pointer))
        .collect()
}

#[test]
fn every_breach_of_a_turn_is_told_at_once() {
    let told = breaches(
        "ST E A H",
        &["T A R", "C A *=T", "M O ST"],
        "A T",
        &[(&[0, 7], "T A R E"), (&[0], "R A T E"), (&[1], "C A *=R E"), (&[2], "M O S T S T"), (&[], "H E A T")],
    );
    assert_eq!(
        told,
        [
            "TooShort P4 /new_word",
            "CardNotInHand P3 /new_word/1",
            "UnknownTableWord P5 /play_ons/0/onto/1",
            "TableWordTaken P10 /play_ons/1/onto/0",
            "ChoiceChanged P15 /play_ons/2/word",
            "CardNotInHand P3 /play_ons/2/word/3",
            "TornCombo P2 /play_ons/3/word",
            "TornCombo P2 /play_ons/3/word/4",
            "UnknownTableWord P5 /play_ons/4/onto",
        ]
    );
    assert_eq!(breaches("I", &["G A M E"], "", &[(&[0], "M A G I")]), ["LetterLost P5 /play_ons/0/word"]);
    assert_eq!(
        breaches("I", &["B A S E", "B A L L"], "", &[(&[0, 1], "B A S E B A L L")]),
        ["NothingAdded P8 /play_ons/0/word"]
    );
    assert_eq!(breaches("I", &[], "", &[]), ["NothingPlayed P3 "]);
}

#[test]
fn a_search_that_is_cut_short_says_so_and_still_finds_a_legal_turn() {
    // Words that half the lexicon is made of, over and over: too many combinations to try them all.
    let play = |text: &str| Play::new(text.split(' ').map(|card| card.parse().unwrap()).collect()).unwrap();
    let words = ["A T E", "I N S", "O R E", "E R S", "S E A", "I T E"].map(play);
    let table = Table::new([words.as_slice(); 4].concat(), "", &mut Breaches::default()).unwrap();
    let cards: Vec<Card> = "A E S T J/X V/Z * *".split(' ').map(|card| card.parse().unwrap()).collect();
    let hand = Hand::new(&cards).unwrap();
    let rules = Rules::default();
    let position = Position { hand: &hand, table: &table, stage: Stage::Later };
    let best = default_dictionary().best(default_lexicon(), position, rules, 1);
    assert!(!best.exhaustive);
    let found = &best.turns[0];
    let laid = Laid::lay(&found.turn, &hand, &table, rules, "", &mut Breaches::default()).unwrap();
    assert_eq!(Score::of(&laid, Stage::Later, rules), found.score);
    assert!(found.score.is_valid(default_lexicon(), rules) && found.score.total > 20, "{}", found.score.total);
}
