//! From the wire to the rules: every bound checked, all breaches at once, each with its place.

use super::wire::{AllTilesBonus, Preset, WordgameRules};
use crate::rules::wordgame::{AllTiles, Board, Cgp, Play, Premiums, Rack, Rules, SIZE, Written};
use crate::rules::{BreachCode, Breaches, limits};

/// Reads house rules.
pub(super) fn rules(choice: Option<&WordgameRules>, breaches: &mut Breaches) -> Rules {
    let Some(choice) = choice else { return Rules::WORDGAME };
    let mut rules = match choice.preset.unwrap_or_default() {
        Preset::Wordgame => Rules::WORDGAME,
        Preset::Classic => Rules::CLASSIC,
    };
    rules.word_bonus = choice.word_bonus.unwrap_or(rules.word_bonus);
    rules.all_tiles = all_tiles(choice, rules.all_tiles, breaches);
    if let Some(table) = &choice.letter_values {
        table.each("G2", breaches, |letter, value| rules.letter_values[letter.index()] = value);
    }
    if let Some(rows) = &choice.premiums {
        rules.premiums = premiums(rows, breaches).unwrap_or(rules.premiums);
    }
    let mut number = |given: Option<u32>, least: usize, most: usize, name: &str, default: usize, rule| {
        let number = given.map_or(default, |given| given as usize);
        if !(least..=most).contains(&number) {
            let detail = format_args!("{number}; {name} is {least} to {most}");
            breaches.add(BreachCode::OutOfBounds, rule, format_args!("/rules/{name}"), detail);
        }
        number.clamp(least, most)
    };
    rules.rack_size = number(choice.rack_size, 1, limits::RACK_TILES, "rack_size", rules.rack_size, "G1");
    rules.first_word_min = number(choice.first_word_min, 2, SIZE, "first_word_min", rules.first_word_min, "G7");
    if choice.strict_bag == Some(false) {
        rules.bag = None;
    }
    rules
}

fn all_tiles(choice: &WordgameRules, preset: AllTiles, breaches: &mut Breaches) -> AllTiles {
    let points = choice.all_tiles_points;
    if points.is_some_and(|points| points > limits::ALL_TILES_POINTS) {
        let detail = format_args!("all tiles earn at most {} points", limits::ALL_TILES_POINTS);
        breaches.add(BreachCode::OutOfBounds, "G6", "/rules/all_tiles_points", detail);
    }
    let adds = match choice.all_tiles {
        Some(AllTilesBonus::Add) => true,
        Some(_) => false,
        None => matches!(preset, AllTiles::Add(_)),
    };
    if points.is_some() && !adds {
        let detail = "points are added only with all_tiles = \"add\"";
        breaches.add(BreachCode::ConflictingFields, "G6", "/rules/all_tiles_points", detail);
    }
    match (choice.all_tiles, preset) {
        (None | Some(AllTilesBonus::Add), AllTiles::Add(preset)) => AllTiles::Add(points.unwrap_or(preset)),
        (None, preset) => preset,
        (Some(AllTilesBonus::DoubleMainWord), _) => AllTiles::DoubleMainWord,
        (Some(AllTilesBonus::DoubleTurn), _) => AllTiles::DoubleTurn,
        (Some(AllTilesBonus::Add), _) => {
            if points.is_none() {
                let detail = "say how many points with all_tiles_points";
                breaches.add(BreachCode::MissingField, "G6", "/rules/all_tiles_points", detail);
            }
            AllTiles::Add(points.unwrap_or_default())
        }
    }
}

fn premiums(rows: &[String], breaches: &mut Breaches) -> Option<Premiums> {
    let rows: Vec<&str> = rows.iter().take(SIZE + 1).map(String::as_str).collect();
    let premiums = Premiums::from_rows(&rows);
    if premiums.is_none() {
        let detail = "the layout has 15 rows of 15 squares, each one of T, D, t, d or _";
        breaches.add(BreachCode::InvalidSquare, "G3", "/rules/premiums", detail);
    }
    premiums
}

/// Reads a position: rows with a rack, or CGP with a rack of its own or one beside it.
pub(super) fn position(
    board: Option<&[String]>,
    cgp: Option<&str>,
    rack: Option<&str>,
    rules: &Rules,
    breaches: &mut Breaches,
) -> Option<Cgp> {
    let before = breaches.len();
    let mut position = match (board, cgp) {
        (Some(rows), None) => Board::read(rows, "/board", breaches).map(|board| Cgp { board, ..Cgp::default() }),
        (None, Some(text)) => Cgp::read(text, rules, "/cgp", breaches),
        (Some(_), Some(_)) => {
            breaches.add_formal(BreachCode::ConflictingFields, "", "give either a board or a cgp, not both");
            None
        }
        (None, None) => {
            breaches.add_formal(BreachCode::MissingField, "", "give a board or a cgp");
            None
        }
    };
    if let Some(text) = rack {
        let rack = Rack::read(text, rules.rack_size, "/rack", breaches);
        if let Some(Cgp { racks: [Some(own), _], .. }) = &position
            && rack.is_some_and(|rack| rack != *own)
        {
            breaches.add_formal(BreachCode::ConflictingFields, "/rack", format_args!("the cgp says {own}"));
        }
        if let (Some(position), Some(_)) = (&mut position, rack) {
            position.racks[0] = rack;
        }
    }
    let position = position.filter(|_| breaches.len() == before)?;
    if let Some(bag) = &rules.bag
        && !bag.holds(&position.board, position.racks.iter().flatten())
    {
        let pointer = if board.is_some() { "/board" } else { "/cgp" };
        bag.check(&position.board, None, pointer, breaches);
        if breaches.len() == before {
            let pointer = if rack.is_some() { "/rack" } else { pointer };
            bag.check(&position.board, position.racks.iter().flatten(), pointer, breaches);
        }
    }
    (breaches.len() == before).then_some(position)
}

/// Reads a move and lays it on the board.
pub(super) fn play(text: &str, position: Option<&Cgp>, rules: &Rules, breaches: &mut Breaches) -> Option<Play> {
    let written: Written =
        text.parse().map_err(|error| breaches.add(BreachCode::InvalidMove, "G11", "/move", error)).ok()?;
    let Cgp { board, racks, .. } = position?;
    let play = Play::lay(&written, board, racks[0].as_ref(), rules, "/move", breaches)?;
    let before = breaches.len();
    // The tiles of a rack have been counted with it.
    if let (Some(bag), None) = (&rules.bag, racks[0]) {
        bag.check(&play.on(board), racks.iter().flatten(), "/move", breaches);
    }
    (breaches.len() == before).then_some(play)
}
