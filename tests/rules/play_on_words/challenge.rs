//! Challenges of turns.

use wordcourt::lexicon::Lexicon;
use wordcourt::rules::Violations;
use wordcourt::rules::play_on_words::challenge::{Challenge, Ruling};
use wordcourt::rules::play_on_words::{
    AnnouncedWord, Card, PlacedTurn, PlayOn, Rules, Score, Stage, Table, Turn,
};

use super::deal::{deal, table, words};
use super::placement::spoil;
use crate::Dice;

/// Returns a word with these cards, separated by spaces.
fn announced(cards: &str) -> AnnouncedWord {
    AnnouncedWord::new(&cards.split(' ').collect::<Vec<_>>())
}

fn turn(new_word: &str, play_ons: &[(&[usize], &str)]) -> Turn<AnnouncedWord> {
    let play_on =
        |(onto, word): &(&[usize], &str)| PlayOn { onto: onto.to_vec(), word: announced(word) };
    Turn {
        new_word: (!new_word.is_empty()).then(|| announced(new_word)),
        play_ons: play_ons.iter().map(play_on).collect(),
    }
}

/// Challenges a turn of ann.
fn challenge(
    (hand, table): (&str, &Table),
    turn: &Turn<AnnouncedWord>,
    named: &[&str],
    lexicon: &str,
) -> Ruling {
    let named: Vec<String> = named.iter().map(|word| (*word).to_owned()).collect();
    let challenge = Challenge {
        hand: &hand.parse().unwrap(),
        table,
        turn,
        stage: Stage::LATER,
        rules: Rules { play_on_new_word: true, ..Rules::default() },
        named: &named,
        player: "ann",
    };
    challenge.decide(&Lexicon::from_text(lexicon, "").unwrap())
}

/// Challenges a turn that lays TAR for 6 points, extends BAT to BATH for 4, and extends TAR to RATE
/// for 8.
fn challenge_of_three_words(lexicon: &str, named: &[&str]) -> Ruling {
    let turn = turn("T A R", &[(&[0], "B A T H"), (&[1], "R A T E")]);
    let table = table(vec!["B A T".parse().unwrap()]);
    challenge(("T A R H E Q", &table), &turn, named, lexicon)
}

fn amount(ruling: &Ruling) -> Option<u64> {
    ruling.consequences.first().and_then(|consequence| consequence.amount)
}

#[test]
fn a_challenge_of_allowed_words_fails() {
    let ruling = challenge_of_three_words("TAR\nBATH\nRATE\n", &[]);
    assert!(!ruling.upheld);
    assert_eq!((ruling.words.len(), ruling.returned.len(), ruling.total), (3, 0, 18));
    assert!(ruling.consequences.is_empty());
}

#[test]
fn a_new_word_that_is_not_allowed_is_returned_with_its_play_on() {
    let ruling = challenge_of_three_words("BATH\nRATE\n", &["TAR"]);
    assert!(ruling.upheld);
    assert_eq!(ruling.words.len(), 1);
    assert_eq!(ruling.returned, ["TAR", "RATE"]);
    assert_eq!((amount(&ruling), ruling.total), (Some(6 + 8), 4));
}

#[test]
fn other_words_stay_if_a_play_on_is_not_allowed() {
    let ruling = challenge_of_three_words("TAR\nRATE\n", &[]);
    assert_eq!(ruling.returned, ["BATH"]);
    assert_eq!((amount(&ruling), ruling.total), (Some(4), 14));
}

#[test]
fn words_that_are_not_challenged_stay() {
    let ruling = challenge_of_three_words("TAR\nRATE\n", &["RATE"]);
    assert!(!ruling.upheld);
    assert_eq!((ruling.returned.len(), ruling.total), (0, 18));
}

/// Returns the breaches of a ruling, each with its code, rule and place.
fn breaches(ruling: &Ruling) -> Vec<String> {
    let breaches = ruling.breaches.iter();
    breaches.map(|it| format!("{:?} {} {}", it.code, it.rule.unwrap(), it.pointer)).collect()
}

#[test]
fn words_that_cannot_be_laid_are_not_allowed() {
    let table =
        table(["G A M E", "TH I N", "B A S E", "B A L L"].map(|it| it.parse().unwrap()).to_vec());
    let words = "MAGI\nSTAR\nNIGHT\nBASEBALL\nAT\nDONT\nOARS\n";
    for (hand, new_word, play_on, text, breach) in [
        ("I Q", "", Some((&[0][..], "M A G I")), "MAGI", "LetterLost P5 /turn/play_ons/0/word"),
        ("ST A R", "S T A R", None, "STAR", "TornCombo P2 /turn/new_word/0"),
        ("G T", "", Some((&[1], "N I G H T")), "NIGHT", "TornCombo P2 /turn/play_ons/0/word"),
        (
            "A",
            "",
            Some((&[2, 3], "B A S E B A L L")),
            "BASEBALL",
            "NothingAdded P8 /turn/play_ons/0/word",
        ),
        ("A T", "A T", None, "AT", "TooShort P4 /turn/new_word"),
        ("D O N T", "D O N ' T", None, "DON'T", "InvalidCard P1 /turn/new_word/3"),
        ("O A R", "O A R S", None, "OARS", "CardNotInHand P3 /turn/new_word/3"),
        ("J/X A R", "J/X=O A R", None, "J/X=OAR", "InvalidCard P1 /turn/new_word/0"),
        ("S", "", Some((&[9], "O A R S")), "OARS", "UnknownTableWord P5 /turn/play_ons/0/onto/0"),
    ] {
        let play_ons: Vec<(&[usize], &str)> = play_on.into_iter().collect();
        let ruling = challenge((hand, &table), &turn(new_word, &play_ons), &[], words);
        assert!(ruling.upheld, "{text}");
        assert!(breaches(&ruling).contains(&breach.to_owned()), "{text}: {:?}", ruling.breaches);
        assert_eq!((&ruling.words[0].text[..], ruling.words[0].is_allowed), (text, false));
        assert_eq!((ruling.returned, ruling.total), (vec![text.to_owned()], 0));
        assert_eq!(ruling.consequences[0].player, "ann");
    }
}

#[test]
fn breaches_say_what_is_missing() {
    let table = table(vec!["G A M E".parse().unwrap()]);
    let turn = turn("S T A R", &[(&[0], "M A G I")]);
    let ruling = challenge(("S A R", &table), &turn, &[], "STAR\nMAGI\n");
    assert_eq!(missing(&ruling), [["T"], ["E"], ["I"]]);
}

#[test]
fn a_word_that_cannot_be_laid_falls_unchallenged_and_leaves_its_cards() {
    let table = table(vec!["T A R".parse().unwrap()]);
    // The new word has no R; its S is left for the play-on.
    let turn = turn("S T I R", &[(&[0], "S T A R")]);
    let ruling = challenge(("S T I", &table), &turn, &["STAR"], "STAR\nSTIR\n");
    assert!(!ruling.upheld, "STAR is allowed");
    assert_eq!(ruling.words.len(), 1);
    assert_eq!(missing(&ruling), [["R"]]);
    assert_eq!((ruling.returned, ruling.total), (vec!["STIR".to_owned()], 4));
}

fn missing(ruling: &Ruling) -> Vec<&[String]> {
    ruling.breaches.iter().map(|breach| &breach.missing[..]).collect()
}

#[test]
fn a_word_that_cannot_be_laid_has_a_reason_only_if_the_lexicon_bars_it_anyway() {
    let none = Table::default();
    let reason = |cards: &str| {
        let ruling =
            challenge(("Q", &none), &turn(cards, &[]), &[], "CATS\tplural_s\nCUSS\tprofane\n");
        ruling.words[0].reason.as_ref().map(|reason| reason.detail.clone())
    };
    assert_eq!(reason("C A T S"), None, "a rearranged play-on may be CATS");
    assert_eq!(reason("C A T").unwrap(), "CAT is not in the lexicon");
    assert!(reason("C U S S").unwrap().contains("is marked profane"));
    assert!(reason("C O - O P").unwrap().contains('-'));
}

#[test]
fn a_player_who_takes_words_back_has_not_gone_out() {
    let none = Table::default();
    let out = turn("T A R", &[]);
    let ruling = challenge(("T A R", &none), &out, &[], "TAR\n");
    assert_eq!((ruling.total, ruling.consequences.len()), (6 + 7, 0));
    let ruling = challenge(("T A R", &none), &out, &[], "ART\n");
    assert_eq!((ruling.total, amount(&ruling)), (0, Some(6 + 7)));
}

#[test]
fn a_challenge_of_all_words_is_upheld_unless_the_turn_is_legal_and_its_words_are_allowed() {
    let words = words();
    let mut dice = Dice(9);
    let (mut legal, mut not_allowed, mut impossible) = (0, 0, 0);
    for _ in 0..400 {
        let deal = deal(&words.texts, 7, 4, &mut dice);
        let laid = deal.table.iter().flat_map(|word| word.iter()).map(|card| card.face());
        let wilds =
            laid.chain(deal.hand.iter().copied()).filter(|card| *card == Card::Wild).count();
        if wilds > 2 {
            continue;
        }
        for found in &deal.best(words, 6).turns {
            let turn = spoil(&found.turn, &deal, &mut dice);
            if turn == Turn::default() {
                continue;
            }
            let challenge = Challenge {
                hand: &deal.hand.into(),
                table: &deal.table,
                turn: &Turn::from(&turn),
                stage: deal.stage,
                rules: deal.rules,
                named: &[],
                player: "ann",
            };
            let ruling = challenge.decide(&words.lexicon);
            let mut violations = Violations::default();
            let placed =
                PlacedTurn::place(&turn, &deal.hand, &deal.table, deal.rules, &mut violations);
            let Ok(placed) = placed else {
                assert!(ruling.upheld && !ruling.breaches.is_empty(), "{deal} {turn:?}");
                impossible += 1;
                continue;
            };
            let score = Score::of(&placed, deal.stage, deal.rules);
            let is_valid = score.is_valid(&words.lexicon, deal.rules);
            assert_eq!((ruling.upheld, ruling.breaches.len()), (!is_valid, 0), "{deal} {turn:?}");
            let lost = amount(&ruling).unwrap_or_default();
            assert_eq!(u64::from(ruling.total) + lost, u64::from(score.total), "{deal} {turn:?}");
            assert_eq!(ruling.returned.is_empty(), is_valid);
            *(if is_valid { &mut legal } else { &mut not_allowed }) += 1;
        }
    }
    assert!(
        legal > 200 && not_allowed > 50 && impossible > 200,
        "{legal} legal turns, {not_allowed} with words that are not allowed, {impossible} others"
    );
}

#[test]
fn no_word_can_be_laid_from_a_hand_that_cannot_be() {
    let table = table(vec!["T A R".parse().unwrap()]);
    let turn = turn("", &[(&[0], "S T A R")]);
    for (hand, expected) in [
        ("S A A A A A A A A", vec!["TooMany P3 /hand"]),
        ("S * * *", vec!["NotInDeck P1 /hand"]),
        ("S 9 ?", vec!["InvalidCard P1 /hand", "InvalidCard P1 /hand"]),
        ("S * * *=E", vec!["NotInDeck P1 /hand"]),
        ("S *=E", vec![]),
        ("", vec!["CardNotInHand P3 /turn/play_ons/0/word/0"]),
    ] {
        let ruling = challenge((hand, &table), &turn, &[], "STAR\n");
        assert_eq!(breaches(&ruling), expected, "{hand}");
        let falls = !expected.is_empty();
        assert_eq!((ruling.upheld, ruling.returned.len()), (falls, usize::from(falls)), "{hand}");
        assert_eq!(ruling.words[0].is_allowed, !falls, "{hand}");
        assert_eq!((ruling.total > 0, amount(&ruling)), (!falls, None), "{hand}");
    }
}

/// RULEBOOK W7: the number of wilds is printed, that of other cards is not.
#[test]
fn a_wild_too_many_convicts_only_who_holds_one() {
    let wilds = table(vec!["*=T A *=R".parse().unwrap()]);
    let turn = turn("Z A Z", &[]);
    for (hand, falls) in [("Z A Z *", true), ("Z A Z Z", false)] {
        let ruling = challenge((hand, &wilds), &turn, &[], "ZAZ\n");
        assert_eq!(ruling.upheld, falls, "{hand}");
        assert_eq!(breaches(&ruling).len(), usize::from(falls), "{:?}", ruling.breaches);
    }
}
