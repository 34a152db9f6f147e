//! Racks and bags.

use wordcourt::rules::wordgame::{Bag, Board, Rack};
use wordcourt::rules::{ViolationCode, Violations};

#[test]
fn racks_are_read_in_any_order_and_case() {
    let rack = Rack::read("ae?INRST", 8, &mut Violations::default()).unwrap();
    assert_eq!((rack.to_string().as_str(), rack.len(), rack.blanks()), ("AEINRST?", 8, 1));
}

#[test]
fn racks_with_too_many_or_bad_tiles_are_refused() {
    let mut violations = Violations::default();
    assert!(Rack::read("AEINRST??", 8, &mut violations).is_err());
    assert!(Rack::read("A-", 8, &mut violations).is_err());
    let codes: Vec<ViolationCode> =
        violations.as_slice().iter().map(|violation| violation.code).collect();
    assert_eq!(codes, [ViolationCode::TooMany, ViolationCode::InvalidTile]);
}

#[test]
fn each_bag_has_the_number_of_tiles_of_its_game() {
    assert_eq!(Bag::WORDGAME.len(), 102 + 2);
    assert_eq!(Bag::CLASSIC.len(), 98 + 2);
}

#[test]
fn more_tiles_than_the_bag_has_are_refused() {
    let mut violations = Violations::default();
    let racks = ["QQ", "??", "?"].map(|text| Rack::read(text, 8, &mut violations).unwrap());
    let board = Board::default();
    assert!(Bag::WORDGAME.check(&board, &racks, &mut violations).is_err());
    assert_eq!(violations.len(), 2);
    assert!(!Bag::WORDGAME.holds(&board, &racks));
    assert_eq!(Bag::WORDGAME.unseen(&board, &racks), None);
}
