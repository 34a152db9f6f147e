//! Wordgame against an independent oracle, against another engine, and the laws that hold for every position.

use std::collections::BTreeSet;

use proptest::prelude::*;
use scrabble::prelude as peer;
use wordcourt::lexicon::Lexicon;
use wordcourt::rules::wordgame::{
    AllTiles, Bag, Board, Dictionary, Direction, Move, Play, Premiums, Rack, Rules, SIZE, Score, Search, Square,
    WORDGAME_ROWS, WordBonus, Written,
};
use wordcourt::rules::{BreachCode, Breaches, Variant};
use wordcourt::word::{Letter, Word};

use crate::{Dice, default_lexicon, wordgame_oracle as oracle};

fn allowed(lexicon: &Lexicon) -> BTreeSet<String> {
    lexicon
        .ordinals()
        .map(|ordinal| lexicon.word(ordinal).to_owned())
        .filter(|text| Variant::Wordgame.verdict(lexicon, &text.parse().unwrap()).is_allowed())
        .collect()
}

fn rack(text: &str) -> Rack {
    Rack::read(text, 9, "/rack", &mut Breaches::default()).unwrap()
}

/// The two lexicons that positions are made with, ready for searches.
struct Ground {
    lexicon: &'static Lexicon,
    dictionary: Dictionary,
}

impl Ground {
    fn of(lexicon: &'static Lexicon) -> Self {
        Self { lexicon, dictionary: Dictionary::build(lexicon) }
    }
}

fn default_ground() -> &'static Ground {
    static GROUND: std::sync::OnceLock<Ground> = std::sync::OnceLock::new();
    GROUND.get_or_init(|| Ground::of(default_lexicon()))
}

fn small_ground() -> &'static Ground {
    static GROUND: std::sync::OnceLock<Ground> = std::sync::OnceLock::new();
    GROUND.get_or_init(|| Ground::of(small_lexicon()))
}

/// Some of the commonest words, and all of two letters: a board needs those.
fn small_lexicon() -> &'static Lexicon {
    static LEXICON: std::sync::OnceLock<Lexicon> = std::sync::OnceLock::new();
    LEXICON.get_or_init(|| {
        let whole = default_lexicon();
        let is_common = |number: usize, ordinal| whole.tier(ordinal) == 10 && number.is_multiple_of(2);
        let words: Vec<&str> = whole
            .ordinals()
            .enumerate()
            .filter(|(number, ordinal)| whole.word(*ordinal).len() == 2 || is_common(*number, *ordinal))
            .map(|(_, ordinal)| whole.word(ordinal))
            .collect();
        Lexicon::from_text(&words.join("\n"), "").unwrap()
    })
}

struct Position {
    board: Board,
    rack: String,
}

/// Plays a game with itself for some turns; the moves are drawn from the best ones.
fn position(ground: &Ground, rules: &Rules, turns: usize, tiles: usize, blanks: usize, dice: &mut Dice) -> Position {
    let mut bag: Vec<char> = Letter::all()
        .flat_map(|letter| std::iter::repeat_n(letter.as_char(), usize::from(Bag::WORDGAME.letters[letter.index()])))
        .collect();
    bag.push('?');
    let mut board = Board::default();
    let mut draw = |hand: &mut String, size: usize, bag: &mut Vec<char>| {
        while hand.len() < size && !bag.is_empty() {
            hand.push(bag.swap_remove(dice.below(bag.len())));
        }
        dice.below(8)
    };
    let mut hand = String::new();
    for _ in 0..turns {
        let choice = draw(&mut hand, rules.rack_size, &mut bag);
        let held = rack(&hand);
        let moves = Search::new(&ground.dictionary, &board, rules).best(&held, 8);
        let Some(chosen) = moves.get(choice.min(moves.len().saturating_sub(1))) else { break };
        let play = chosen.play();
        board = play.on(&board);
        hand = play.from_rack(&held).to_string();
    }
    let mut rack = String::new();
    bag.retain(|tile| *tile != '?');
    draw(&mut rack, tiles - blanks, &mut bag);
    rack.extend(std::iter::repeat_n('?', blanks));
    Position { board, rack }
}

/// A move as the oracle tells it.
fn told(found: &Move, board: &Board, rules: &Rules) -> oracle::Move {
    let score = Score::of(&found.play(), board, rules);
    oracle::Move {
        text: found.to_string(),
        total: found.total(),
        tiles_used: found.tiles_used(),
        words: score
            .words
            .iter()
            .map(|formed| oracle::Formed {
                word: formed.word.to_string(),
                at: formed.place.to_string(),
                score: formed.score,
            })
            .collect(),
    }
}

fn oracle_rules(rules: &Rules) -> oracle::Rules {
    let square = |row, column| match rules.premiums.at(Square { row, column }) {
        premium if premium.word_multiplier() == 3 => b'T',
        premium if premium.word_multiplier() == 2 => b'D',
        premium if premium.letter_multiplier() == 3 => b't',
        premium if premium.letter_multiplier() == 2 => b'd',
        _ => b'_',
    };
    oracle::Rules {
        letter_values: rules.letter_values,
        premiums: std::array::from_fn(|row| std::array::from_fn(|column| square(row, column))),
        word_bonus: match rules.word_bonus {
            WordBonus::Highest => oracle::WordBonus::Highest,
            WordBonus::Product => oracle::WordBonus::Product,
        },
        all_tiles: match rules.all_tiles {
            AllTiles::DoubleMainWord => oracle::AllTiles::DoubleMainWord,
            AllTiles::DoubleTurn => oracle::AllTiles::DoubleTurn,
            AllTiles::Add(points) => oracle::AllTiles::Add(points),
        },
        rack_size: rules.rack_size,
        first_word_min: rules.first_word_min,
    }
}

/// Every way to turn the switches: values, layouts, bonuses, racks.
fn rulesets() -> Vec<Rules> {
    let mut shifted = WORDGAME_ROWS.map(str::to_owned);
    shifted.rotate_left(3);
    "TTTTTTTTTTTTTTT".clone_into(&mut shifted[0]);
    "DtDtDtDtDtDtDtD".clone_into(&mut shifted[7]);
    let layout = Premiums::from_rows(&shifted.each_ref().map(String::as_str)).unwrap();
    let house = Rules::WORDGAME;
    vec![
        house.clone(),
        Rules { word_bonus: WordBonus::Product, ..house.clone() },
        Rules { all_tiles: AllTiles::DoubleTurn, rack_size: 4, ..house.clone() },
        Rules { all_tiles: AllTiles::Add(35), rack_size: 3, first_word_min: 2, ..house.clone() },
        Rules { premiums: layout, rack_size: 5, ..house.clone() },
        Rules { premiums: layout, word_bonus: WordBonus::Product, rack_size: 6, first_word_min: 3, ..house.clone() },
        Rules { letter_values: std::array::from_fn(|at| (at as u32 * 7) % 11), ..house },
        Rules::CLASSIC,
    ]
}

#[test]
fn the_search_agrees_with_the_oracle_under_every_switch() {
    let ground = small_ground();
    let words = allowed(ground.lexicon);
    let mut dice = Dice(4);
    for rules in rulesets() {
        let theirs = oracle_rules(&rules);
        for round in 0..24 {
            let tiles = rules.rack_size.min(3 + round % 6);
            let Position { board, rack: text } =
                position(ground, &rules, round, tiles, (round % 3).min(tiles), &mut dice);
            let rows = board.to_rows();
            let expected = oracle::all_moves(
                &oracle::board(&rows.iter().map(String::as_str).collect::<Vec<_>>()),
                &text,
                &words,
                &theirs,
            );
            let search = Search::new(&ground.dictionary, &board, &rules);
            let mut all = search.all(&rack(&text));
            all.sort_unstable_by(|one, other| other.cmp(one));
            let all: Vec<oracle::Move> = all.iter().map(|found| told(found, &board, &rules)).collect();
            assert_eq!(all, expected, "all moves of {text} on {rows:#?} by {rules:?}");
            for top in [1, 2, 7, 40, 1_000] {
                let best = search.best(&rack(&text), top);
                let best: Vec<oracle::Move> = best.iter().map(|found| told(found, &board, &rules)).collect();
                assert_eq!(best, expected[..top.min(expected.len())], "the {top} best of {text} on {rows:#?}");
                let survey = search.survey(&rack(&text), top, 12);
                assert_eq!(survey.moves_found, expected.len());
                assert_eq!(survey.better, expected.iter().filter(|found| found.total > 12).count());
                assert_eq!(survey.best, search.best(&rack(&text), top));
            }
        }
    }
}

#[test]
fn a_written_move_is_judged_as_the_oracle_judges_it() {
    let ground = small_ground();
    let names = [
        (BreachCode::OffTheBoard, "off_the_board"),
        (BreachCode::SquareOccupied, "square_occupied"),
        (BreachCode::NoTileLaid, "no_tile_laid"),
        (BreachCode::Gap, "gap"),
        (BreachCode::NotWholeWord, "not_whole_word"),
        (BreachCode::NotConnected, "not_connected"),
        (BreachCode::MissesCentre, "misses_centre"),
        (BreachCode::TooShort, "too_short"),
        (BreachCode::TileNotOnRack, "not_on_rack"),
    ];
    let mut dice = Dice(5);
    let mut kept = 0;
    for round in 0..3_000 {
        let rules = if round % 3 == 0 { Rules::CLASSIC } else { Rules::WORDGAME };
        let Position { board, rack: text } = position(ground, &rules, round % 5, 7, round % 2, &mut dice);
        let direction = if dice.below(2) == 0 { Direction::Across } else { Direction::Down };
        let start = Square { row: 4 + dice.below(8), column: 3 + dice.below(10) };
        let mut held: Vec<char> = text.replace('?', "e").chars().collect();
        // Mostly a move that fits, sometimes a mark that doesn't.
        let marks: String = (0..=dice.below(6))
            .map(|steps| match dice.below(24) {
                0 => '.',
                1 => char::from(b'a' + dice.below(26) as u8),
                2 => char::from(b'A' + dice.below(26) as u8),
                _ if start.step(direction, steps).is_some_and(|square| board.tile(square).is_some()) => '.',
                _ => held.swap_remove(dice.below(held.len())),
            })
            .collect();
        let written = format!("{} {marks}", start.with(direction));
        let rows = board.to_rows();
        let theirs = oracle::judge(
            &oracle::board(&rows.iter().map(String::as_str).collect::<Vec<_>>()),
            &written,
            Some(&text),
            &oracle_rules(&rules),
        );
        let mut breaches = Breaches::default();
        let play =
            Play::lay(&written.parse::<Written>().unwrap(), &board, Some(&rack(&text)), &rules, "/move", &mut breaches);
        match theirs {
            Ok(expected) => {
                let play = play.unwrap_or_else(|| panic!("{written} with {text} on {rows:#?}: {breaches:?}"));
                let score = Score::of(&play, &board, &rules);
                assert_eq!((play.to_string(), score.total), (expected.text, expected.total));
                let lines = score.lines(&rules);
                assert_eq!(lines.last().map(|line| line.running_total), Some(score.total), "the lines add up");
                kept += 1;
            }
            Err(expected) => {
                // The oracle tells a short first word by a name of its own.
                let expected: BTreeSet<&str> = expected
                    .into_iter()
                    .map(|name| name.replace("first_word_", ""))
                    .map(|name| names.iter().find(|(_, known)| *known == name).unwrap_or_else(|| panic!("{name}")).1)
                    .collect();
                let found: BTreeSet<&str> = breaches
                    .as_slice()
                    .iter()
                    .map(|breach| names.iter().find(|(code, _)| *code == breach.code).unwrap().1)
                    .collect();
                assert_eq!(found, expected, "{written} with {text} on {rows:#?}");
            }
        }
    }
    assert!(kept > 50, "{kept} of the moves keep the rules");
}

/// Crate `scrabble`, another engine, knows the classic rules: counts, every move's score and the best score must agree.
#[test]
fn a_thousand_positions_agree_with_another_engine() {
    let ground = default_ground();
    let mut config = peer::GameConfig::standard();
    let words = allowed(ground.lexicon);
    let words: Vec<&str> = words.iter().map(String::as_str).filter(|word| word.len() <= SIZE).collect();
    let lexicon = peer::Lexicon::from_words(&config.alphabet, &words).unwrap();
    let mut dice = Dice(6);
    for round in 0..1_000 {
        let rack_size = 7 + round % 2;
        let rules = Rules { rack_size, ..Rules::CLASSIC };
        config.rack_size = rack_size;
        // Two blanks find so many moves that a few positions have to do.
        let blanks = if round % 20 == 0 { 2 } else { usize::from(round % 5 == 0) };
        let Position { board, rack: text } = position(ground, &rules, round % 14, rack_size, blanks, &mut dice);
        let theirs = peer::Board::parse(&config.layout, &config.alphabet, &board.to_rows().join("\n")).unwrap();
        let held = peer::Rack::parse(&config.alphabet, &text).unwrap();
        let mut generator = peer::MoveGenerator::new(&config);
        let mut expected: Vec<(String, u32)> = generator
            .generate(&theirs, &held, &lexicon)
            .iter()
            .map(|play| {
                let laid: BTreeSet<usize> = play
                    .placements()
                    .map(|(coord, _)| coord.row + coord.col - play.coord().row - play.coord().col)
                    .collect();
                let word = play.word_text(&config.alphabet);
                let marks = word.chars().enumerate().map(|(at, mark)| if laid.contains(&at) { mark } else { '.' });
                let place = play.coord().format(play.direction());
                (format!("{place} {}", marks.collect::<String>()), u32::try_from(play.score()).unwrap())
            })
            .collect();
        expected.sort_unstable();
        let search = Search::new(&ground.dictionary, &board, &rules);
        let mut found: Vec<(String, u32)> =
            search.all(&rack(&text)).iter().map(|found| (found.to_string(), found.total())).collect();
        found.sort_unstable();
        assert_eq!(found.len(), expected.len(), "{text} on {:#?}", board.to_rows());
        assert!(found == expected, "{text} on {:#?}", board.to_rows());
        let best = search.best(&rack(&text), 1).first().map(Move::total);
        assert_eq!(best, expected.iter().map(|(_, total)| *total).max());
    }
}

#[test]
fn every_cross_set_is_what_the_words_say() {
    // A single tile laid on a square next to others is legal exactly if every word that it forms is one.
    let ground = small_ground();
    let mut dice = Dice(7);
    for round in 0..40 {
        let rules = Rules { first_word_min: 2, ..Rules::WORDGAME };
        let Position { board, .. } = position(ground, &rules, 1 + round % 12, 1, 0, &mut dice);
        for letter in Letter::all() {
            let held = rack(&letter.to_string());
            let found: BTreeSet<String> =
                Search::new(&ground.dictionary, &board, &rules).all(&held).iter().map(ToString::to_string).collect();
            let mut expected = BTreeSet::new();
            for (direction, row, column) in [Direction::Across, Direction::Down]
                .into_iter()
                .flat_map(|direction| (0..15).flat_map(move |row| (0..15).map(move |column| (direction, row, column))))
            {
                let square = Square { row, column };
                if board.tile(square).is_some() {
                    continue;
                }
                let before = board.run_before(square, direction);
                let behind = board.run_behind(square, direction);
                if before.is_empty() && behind.is_empty() {
                    continue;
                }
                let start = before.first().map_or(square, |(square, _)| *square);
                let marks = format!("{}{letter}{}", ".".repeat(before.len()), ".".repeat(behind.len()));
                let written: Written = format!("{} {marks}", start.with(direction)).parse().unwrap();
                let play = Play::lay(&written, &board, None, &rules, "", &mut Breaches::default()).unwrap();
                let legal =
                    Score::of(&play, &board, &rules).verdicts(ground.lexicon).all(|(_, verdict)| verdict.is_allowed());
                let told_across = direction == Direction::Down
                    && !(board.run_before(square, Direction::Across).is_empty()
                        && board.run_behind(square, Direction::Across).is_empty());
                if legal && !told_across {
                    expected.insert(play.to_string());
                }
            }
            assert_eq!(found, expected, "{letter} on {:#?}", board.to_rows());
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// What the search says of a move is what scoring says of it, and it can be written and read again.
    #[test]
    fn the_best_moves_score_what_they_are_said_to(seed in any::<u64>(), turns in 0_usize..14, blanks in 0_usize..3) {
        let ground = default_ground();
        let mut dice = Dice(seed);
        let rules = Rules::WORDGAME;
        let Position { board, rack: text } = position(ground, &rules, turns, 8, blanks, &mut dice);
        let held = rack(&text);
        for found in Search::new(&ground.dictionary, &board, &rules).best(&held, 30) {
            let written: Written = found.to_string().parse().unwrap();
            let mut breaches = Breaches::default();
            let play = Play::lay(&written, &board, Some(&held), &rules, "/move", &mut breaches);
            let play = play.unwrap_or_else(|| panic!("{found}: {breaches:?}"));
            let score = Score::of(&play, &board, &rules);
            prop_assert_eq!(score.total, found.total());
            prop_assert!(score.verdicts(ground.lexicon).all(|(_, verdict)| verdict.is_allowed()));
            prop_assert_eq!(&play, &found.play());
            // With the tiles that lie there as themselves it is the same move.
            let whole: String = found.letters().iter().map(|&letter| char::from(letter)).collect();
            let again: Written = format!("{} {whole}", found.place()).parse().unwrap();
            prop_assert_eq!(Play::lay(&again, &board, Some(&held), &rules, "", &mut Breaches::default()), Some(play));
        }
    }

    /// No legal move found by chance beats the best one.
    #[test]
    fn nothing_beats_the_best_move(seed in any::<u64>(), turns in 0_usize..10) {
        let ground = small_ground();
        let mut dice = Dice(seed);
        let rules = Rules::WORDGAME;
        let Position { board, rack: text } = position(ground, &rules, turns, 8, 1, &mut dice);
        let held = rack(&text);
        let best = Search::new(&ground.dictionary, &board, &rules).best(&held, 1).first().map_or(0, Move::total);
        for ordinal in ground.lexicon.ordinals().step_by(3) {
            let word: Word = ground.lexicon.word(ordinal).parse().unwrap();
            let start = Square { row: dice.below(15), column: dice.below(15) };
            let direction = if dice.below(2) == 0 { Direction::Across } else { Direction::Down };
            let Ok(written) = format!("{} {word}", start.with(direction)).parse::<Written>() else { continue };
            let Some(play) = Play::lay(&written, &board, Some(&held), &rules, "", &mut Breaches::default()) else { continue };
            let score = Score::of(&play, &board, &rules);
            if score.verdicts(ground.lexicon).all(|(_, verdict)| verdict.is_allowed()) {
                prop_assert!(score.total <= best, "{} scores {}", play, score.total);
            }
        }
    }
}
