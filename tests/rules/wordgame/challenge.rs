//! Challenges of moves.

use wordcourt::lexicon::Lexicon;
use wordcourt::rules::ruling::ConsequenceKind;
use wordcourt::rules::wordgame::challenge::decide;
use wordcourt::rules::wordgame::{Board, Play, Rules, Score};
use wordcourt::rules::{ViolationCode, Violations};

#[test]
fn words_that_the_move_does_not_form_are_refused_at_their_index() {
    let mut violations = Violations::default();
    let (board, rules) = (Board::default(), Rules::WORDGAME);
    let written = "8G CATS".parse().unwrap();
    let play = Play::place(&written, &board, None, &rules, &mut violations).unwrap();
    let score = Score::of(&play, &board, &rules);
    let lexicon = Lexicon::from_text("CAT\n", "").unwrap();
    let named = ["CATS", "DOGS"].map(|word| word.parse().unwrap());

    assert!(decide(&score, &named, Some("ann"), &lexicon, &mut violations).is_err());
    let violation = &violations.as_slice()[0];
    assert_eq!((violation.code, violation.pointer.as_str()), (ViolationCode::InvalidWord, "/1"));

    let ruling = decide(&score, &named[..1], Some("ann"), &lexicon, &mut violations).unwrap();
    assert!(ruling.upheld);
    assert_eq!(ruling.consequences[0].kind, ConsequenceKind::MoveRefused);
}
