//! Turns that follow the rules and turns that break them, compared with the oracle.

use wordcourt::rules::Violations;
use wordcourt::rules::play_on_words::{Card, PlacedTurn, Play, PlayOn, PlayedCard, Rules, Turn};
use wordcourt::word::Letter;

use super::deal::{Deal, deal, letters, table, words};
use crate::Dice;

/// Changes a play so that it may break a rule.
fn spoil_play(play: &Play, dice: &mut Dice) -> Play {
    let letter_card = |letter| Card::Letter(letter).playing(letter).unwrap();
    let mut cards: Vec<PlayedCard> = play.to_vec();
    let place = dice.below(cards.len());
    match dice.below(6) {
        0 => drop(cards.remove(place)),
        1 => cards.insert(place, letter_card(letters("E")[0])),
        2 => cards[place] = Card::Wild.playing(cards[place].letter()).unwrap(),
        3 => {
            let single_letters: Vec<PlayedCard> = cards[place].letters().map(letter_card).collect();
            cards.splice(place..=place, single_letters);
        }
        4 => {
            let other = dice.below(cards.len());
            cards.swap(place, other);
        }
        _ => {
            let face = cards[place].face();
            let choices: Vec<PlayedCard> =
                Letter::all().filter_map(|letter| face.playing(letter)).collect();
            cards[place] = *dice.one_of(&choices);
        }
    }
    Play::new(cards).unwrap_or_else(|_| play.clone())
}

/// Returns a turn that differs from the given one by a few cards, indexes or words.
pub(super) fn spoil(turn: &Turn, deal: &Deal, dice: &mut Dice) -> Turn {
    let mut turn = turn.clone();
    if let Some(word) = turn.new_word.take() {
        turn.new_word = match dice.below(4) {
            0 => None,
            1 => Some(spoil_play(&word, dice)),
            _ => Some(word),
        };
    }
    for play_on in &mut turn.play_ons {
        match dice.below(6) {
            0 => play_on.onto.push(dice.below(deal.table.len() + 2)),
            1 => drop(play_on.onto.pop()),
            2 | 3 => play_on.word = spoil_play(&play_on.word, dice),
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
fn scores_and_rejections_agree_with_the_oracle() {
    let words = words();
    let mut dice = Dice(4);
    let (mut legal, mut illegal) = (0, 0);
    for _ in 0..1_500 {
        let deal = deal(&words.texts, 7, 4, &mut dice);
        let best = deal.best(words, 12);
        let max = best.turns.first().map(|found| found.score.total);
        for found in &best.turns {
            for _ in 0..3 {
                let turn = spoil(&found.turn, &deal, &mut dice);
                match deal.agreed_total(&turn, words) {
                    Some(total) => {
                        legal += 1;
                        assert!(Some(total) <= max, "{deal}: {turn:?} beats the best turn");
                    }
                    None => illegal += 1,
                }
            }
        }
    }
    assert!(legal > 2_000 && illegal > 2_000, "{legal} legal turns, {illegal} others");
}

/// Returns all violations of a turn, each with its code, rule and pointer.
fn violations(
    hand: &str,
    table_words: &[&str],
    new_word: &str,
    play_ons: &[(&[usize], &str)],
) -> Vec<String> {
    let play = |text: &str| -> Play { text.parse().unwrap() };
    let play_on =
        |(onto, word): &(&[usize], &str)| PlayOn { onto: onto.to_vec(), word: play(word) };
    let table = table(table_words.iter().map(|text| play(text)).collect());
    let turn = Turn {
        new_word: (!new_word.is_empty()).then(|| play(new_word)),
        play_ons: play_ons.iter().map(play_on).collect(),
    };
    let (hand, rules) = (hand.parse().unwrap(), Rules::default());
    let mut violations = Violations::default();
    let placed = PlacedTurn::place(&turn, &hand, &table, rules, &mut violations.at("turn"));
    assert!(placed.is_err());
    let listed = violations.as_slice().iter().map(|violation| {
        format!("{:?} {} {}", violation.code, violation.rule.unwrap(), violation.pointer)
    });
    listed.collect()
}

#[test]
fn all_violations_of_a_turn_are_recorded() {
    let play_ons: [(&[usize], &str); 5] = [
        (&[0, 7], "T A R E"),
        (&[0], "R A T E"),
        (&[1], "C A *=R E"),
        (&[2], "M O S T S T"),
        (&[], "H E A T"),
    ];
    assert_eq!(
        violations("ST E A H", &["T A R", "C A *=T", "M O ST"], "A T", &play_ons),
        [
            "TooShort P4 /turn/new_word",
            "CardNotInHand P3 /turn/new_word/1",
            "UnknownTableWord P5 /turn/play_ons/0/onto/1",
            "TableWordTaken P10 /turn/play_ons/1/onto/0",
            "ChoiceChanged P15 /turn/play_ons/2/word",
            "CardNotInHand P3 /turn/play_ons/2/word/3",
            "TornCombo P2 /turn/play_ons/3/word",
            "TornCombo P2 /turn/play_ons/3/word/4",
            "UnknownTableWord P5 /turn/play_ons/4/onto",
        ]
    );
}

#[test]
fn a_play_on_keeps_all_cards_of_its_table_words_and_adds_one() {
    assert_eq!(
        violations("I", &["G A M E"], "", &[(&[0], "M A G I")]),
        ["LetterLost P5 /turn/play_ons/0/word"]
    );
    assert_eq!(
        violations("I", &["B A S E", "B A L L"], "", &[(&[0, 1], "B A S E B A L L")]),
        ["NothingAdded P8 /turn/play_ons/0/word"]
    );
}

#[test]
fn an_empty_turn_is_a_violation() {
    assert_eq!(violations("I", &[], "", &[]), ["NothingPlayed P3 /turn"]);
}
