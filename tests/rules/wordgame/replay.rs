//! Replays: the end of a game, the racks that follow from a record, and records that contradict
//! themselves.

use wordcourt::interrupt::{Interrupt, Interrupted};
use wordcourt::lexicon::{Lexicon, Overlay};
use wordcourt::rules::wordgame::gcg::Record;
use wordcourt::rules::wordgame::replay::{Referee, Replay};
use wordcourt::rules::wordgame::{Bag, EndReason, Rack, Rules, SearchIndex};
use wordcourt::rules::{ViolationCode, Violations};
use wordcourt::word::Letter;

/// Replays a record with a lexicon whose only word is CABS.
fn replay(text: &str, rules: &Rules) -> Replay {
    let lexicon = Lexicon::from_text("CABS\n", "").unwrap();
    let referee = Referee { vocabulary: (&lexicon).into(), rules, index: None };
    referee.replay(&Record::read(text, &mut Violations::default()).unwrap())
}

/// Returns rules with racks of four tiles and a bag of these letters and a blank.
fn small_rules(letters: &str) -> Rules {
    let mut bag = Bag { letters: [0; Letter::COUNT], blanks: 1 };
    for letter in letters.bytes().filter_map(Letter::from_ascii) {
        bag.letters[letter.index()] += 1;
    }
    Rules { rack_size: 4, bag: Some(bag), ..Rules::WORDGAME }
}

#[test]
fn the_unseen_tiles_are_on_the_last_unknown_rack() {
    let text = "#player1 ann\n#player2 bob\n>ann: ABCS 8E CABS +22 22\n";
    let replay = replay(text, &small_rules("CABSQUI"));
    assert_eq!(replay.end, Some((EndReason::OutOfTiles, 3)));
    let racks: Vec<String> = replay.racks.iter().flatten().map(Rack::to_string).collect();
    assert_eq!(racks, ["", "IQU?"]);
    // Q7 U3 I1.
    assert_eq!(replay.results[1].deducted, 11);
}

/// Both players have four tiles, and the bag has four, which ann draws after her first move.
const TURNS: &str = "\
#player1 ann
#player2 bob
>ann: ABCS 8E CABS +22 22
>bob: 9E EEE +0 0
>ann: EEEE 10E EEEE +0 22
";

#[test]
fn the_game_ends_when_tiles_run_out() {
    let rules = small_rules("CABSEEEEEEE");
    let replay_all = |text: &str| replay(text, &rules);
    assert_eq!(replay_all(TURNS).end, Some((EndReason::OutOfTiles, 5)));
    let lines: Vec<&str> = TURNS.lines().collect();
    for turns in [3, 4] {
        assert_eq!(replay_all(&lines[..turns].join("\n")).end, None, "{turns} lines");
    }
    // Bob has one tile left.
    let again = replay_all(&TURNS.replace(">ann: EEEE 10E EEEE", ">ann: - +0 22\n>bob: 10E EE"));
    let violation = &again.turns[3].violations[0];
    assert_eq!((violation.code, violation.rule), (ViolationCode::TooMany, Some("G1")));
    assert!(violation.detail.ends_with("the player has only 1 left"), "{violation:?}");
}

#[test]
fn without_a_bag_tiles_are_not_counted() {
    let rules = Rules { bag: None, ..small_rules("") };
    let replay = replay(TURNS, &rules);
    assert_eq!((replay.turns.len(), replay.end), (3, None));
    assert!(replay.turns.iter().all(|turn| turn.violations.is_empty()));
}

/// Returns the number of turns of a record with 120 exchanges that have a best move.
fn searched_turns(overlay_words: usize) -> usize {
    let lexicon = Lexicon::from_text("ACES\nCABS\nSABE\n", "").unwrap();
    let letter = |digit: u8| char::from(digit - b'0' + b'K');
    let word = |number: usize| format!("{number:03}").bytes().map(letter).collect::<String>();
    let words = (0..overlay_words).map(|number| word(number).parse().unwrap()).collect();
    let overlay = Overlay::new(words, Vec::new());
    let rules = Rules { bag: None, ..Rules::WORDGAME };
    let index = SearchIndex::build(&lexicon);
    let lexicon = lexicon.with(&overlay);
    let mut text = "#player1 ann\n#player2 bob\n".to_owned();
    for turn in 0..120 {
        let nick = ["ann", "bob"][turn % 2];
        text.push_str(&[">", nick, ": ABCESTUV -A +0 0\n"].concat());
    }
    let referee = Referee { vocabulary: lexicon.into(), rules: &rules, index: Some(&index) };
    let replay = referee.replay(&Record::read(&text, &mut Violations::default()).unwrap());
    replay.turns.iter().filter(|turn| turn.best.is_some()).count()
}

#[test]
fn searches_with_a_large_overlay_count_several_times() {
    assert_eq!((searched_turns(0), searched_turns(49)), (120, 120));
    // Each search counts 21 times.
    assert_eq!(searched_turns(1_000), 5);
}

#[test]
fn an_interrupted_replay_searches_no_more() {
    let interrupt = Interrupt::default();
    interrupt.raise();
    let mut searched = None;
    assert_eq!(interrupt.scope(|| searched = Some(searched_turns(0))), Err(Interrupted));
    assert_eq!(searched, None);
}
