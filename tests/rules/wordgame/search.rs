//! Searches, compared with the oracle and with the crate `scrabble`.

use std::collections::BTreeSet;

use scrabble::prelude as peer;
use wordcourt::lexicon::{Lexicon, Overlay};
use wordcourt::rules::Violations;
use wordcourt::rules::wordgame::{
    AllTiles, BlankLetter, Board, CrossBonus, Direction, Move, Play, Premiums, Rules, SIZE, Score,
    Search, SearchIndex, SearchMethod, Square, WordBonus, WrittenMove,
};
use wordcourt::word::Letter;

use super::positions::{
    Position, allowed, default_dictionary, is_allowed, position, rack, small_dictionary,
};
use crate::{Dice, wordgame_oracle as oracle};

/// Returns a move in the form of the oracle.
fn oracle_move(found: &Move, board: &Board, rules: &Rules) -> oracle::Move {
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
                at: formed.coordinate.to_string(),
                score: formed.score,
            })
            .collect(),
    }
}

pub(super) fn oracle_rules(rules: &Rules) -> oracle::Rules {
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
        cross_bonus: match rules.cross_bonus {
            CrossBonus::EveryWord => oracle::CrossBonus::EveryWord,
            CrossBonus::MainWord => oracle::CrossBonus::MainWord,
        },
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
        blank_letter: match rules.blank_letter {
            BlankLetter::One => oracle::BlankLetter::One,
            BlankLetter::PerWord => oracle::BlankLetter::PerWord,
        },
    }
}

/// Returns rules that differ in every option: values, layouts, bonuses, racks.
fn rulesets() -> Vec<Rules> {
    let mut shifted = Premiums::STANDARD_ROWS.map(str::to_owned);
    shifted.rotate_left(3);
    "TTTTTTTTTTTTTTT".clone_into(&mut shifted[0]);
    "DtDtDtDtDtDtDtD".clone_into(&mut shifted[7]);
    let layout = Premiums::from_rows(&shifted.each_ref().map(String::as_str)).unwrap();
    let wordgame = Rules::WORDGAME;
    vec![
        wordgame.clone(),
        Rules { word_bonus: WordBonus::Product, ..wordgame.clone() },
        Rules { all_tiles: AllTiles::DoubleTurn, rack_size: 4, ..wordgame.clone() },
        Rules { all_tiles: AllTiles::Add(35), rack_size: 3, first_word_min: 2, ..wordgame.clone() },
        Rules { premiums: layout, rack_size: 5, ..wordgame.clone() },
        Rules {
            premiums: layout,
            word_bonus: WordBonus::Product,
            rack_size: 6,
            first_word_min: 3,
            ..wordgame.clone()
        },
        Rules {
            letter_values: std::array::from_fn(|at| u32::try_from(at * 7 % 11).unwrap()),
            ..wordgame.clone()
        },
        // Values above the limit, and products of eight word bonuses: bounds are not computed.
        Rules {
            letter_values: std::array::from_fn(|at| 900 + 70 * u32::try_from(at).unwrap()),
            ..wordgame.clone()
        },
        Rules { premiums: layout, word_bonus: WordBonus::Product, ..wordgame.clone() },
        Rules { cross_bonus: CrossBonus::MainWord, rack_size: 5, ..wordgame.clone() },
        Rules { premiums: layout, cross_bonus: CrossBonus::MainWord, ..Rules::CLASSIC },
        Rules { blank_letter: BlankLetter::PerWord, ..wordgame },
        Rules {
            blank_letter: BlankLetter::PerWord,
            cross_bonus: CrossBonus::MainWord,
            rack_size: 4,
            ..Rules::CLASSIC
        },
        Rules::CLASSIC,
    ]
}

#[test]
fn the_search_agrees_with_the_oracle_under_all_rules() {
    let dictionary = small_dictionary();
    let words = allowed(dictionary.lexicon);
    let mut dice = Dice(4);
    for rules in rulesets() {
        let theirs = oracle_rules(&rules);
        for round in 0..24 {
            let tiles = rules.rack_size.min(3 + round % 6);
            let Position { board, rack: text } =
                position(dictionary, &rules, round, tiles, (round % 3).min(tiles), &mut dice);
            let rows = board.to_rows();
            let expected = oracle::all_moves(
                &oracle::board(&rows.iter().map(String::as_str).collect::<Vec<_>>()),
                &text,
                &words,
                &theirs,
            );
            let search = Search::new(&dictionary.index, &board, &rules);
            let mut all = search.all(&rack(&text));
            all.sort_unstable_by(|a, b| b.cmp(a));
            let all: Vec<oracle::Move> =
                all.iter().map(|found| oracle_move(found, &board, &rules)).collect();
            assert_eq!(all, expected, "all moves of {text} on {rows:#?} by {rules:?}");
            for top in [0, 1, 2, 7, 40, 1_000] {
                let default_best = search.best(&rack(&text), top);
                let best: Vec<oracle::Move> =
                    default_best.iter().map(|found| oracle_move(found, &board, &rules)).collect();
                assert_eq!(
                    best,
                    expected[..top.min(expected.len())],
                    "the {top} best of {text} on {rows:#?}"
                );
                for method in [SearchMethod::Walk, SearchMethod::LookUps] {
                    let search = Search::new(&dictionary.index, &board, &rules).with_method(method);
                    assert_eq!(
                        search.best(&rack(&text), top),
                        default_best,
                        "the {top} best of {text} on {rows:#?} by {method:?}"
                    );
                }
                let summary = search.summary(&rack(&text), top, 12);
                let better = expected.iter().filter(|found| found.total > 12).count();
                assert_eq!((summary.moves_found, summary.better), (expected.len(), better));
                assert_eq!(summary.best, search.best(&rack(&text), top));
            }
        }
    }
}

#[test]
fn an_empty_rack_has_no_moves() {
    let dictionary = default_dictionary();
    let position = position(dictionary, &Rules::CLASSIC, 6, 7, 0, &mut Dice(3));
    for board in [Board::default(), position.board] {
        let search = Search::new(&dictionary.index, &board, &Rules::CLASSIC);
        assert!(search.best(&rack(""), 3).is_empty() && search.all(&rack("")).is_empty());
    }
}

/// The crate `scrabble` is another engine for the classic rules: the moves, their scores and the
/// best score must agree.
#[test]
fn a_thousand_positions_agree_with_another_engine() {
    let dictionary = default_dictionary();
    let mut config = peer::GameConfig::standard();
    let words = allowed(dictionary.lexicon);
    let words: Vec<&str> =
        words.iter().map(String::as_str).filter(|word| word.len() <= SIZE).collect();
    let lexicon = peer::Lexicon::from_words(&config.alphabet, &words).unwrap();
    let mut dice = Dice(6);
    for round in 0..1_000 {
        let rack_size = 7 + round % 2;
        let rules = Rules { rack_size, ..Rules::CLASSIC };
        config.rack_size = rack_size;
        // With two blanks there are too many moves for more than a few positions.
        let blanks = if round % 20 == 0 { 2 } else { usize::from(round % 5 == 0) };
        let Position { board, rack: text } =
            position(dictionary, &rules, round % 14, rack_size, blanks, &mut dice);
        let theirs =
            peer::Board::parse(&config.layout, &config.alphabet, &board.to_rows().join("\n"))
                .unwrap();
        let held = peer::Rack::parse(&config.alphabet, &text).unwrap();
        let mut generator = peer::MoveGenerator::new(&config);
        let mut expected: Vec<(String, u32)> = generator
            .generate(&theirs, &held, &lexicon)
            .iter()
            .map(|play| {
                let new: BTreeSet<usize> = play
                    .placements()
                    .map(|(coord, _)| coord.row + coord.col - play.coord().row - play.coord().col)
                    .collect();
                let word = play.word_text(&config.alphabet);
                let marks = word
                    .chars()
                    .enumerate()
                    .map(|(at, mark)| if new.contains(&at) { mark } else { '.' });
                let place = play.coord().format(play.direction());
                (
                    format!("{place} {}", marks.collect::<String>()),
                    u32::try_from(play.score()).unwrap(),
                )
            })
            .collect();
        expected.sort_unstable();
        let search = Search::new(&dictionary.index, &board, &rules);
        let mut found: Vec<(String, u32)> = search
            .all(&rack(&text))
            .iter()
            .map(|found| (found.to_string(), found.total()))
            .collect();
        found.sort_unstable();
        assert_eq!(found.len(), expected.len(), "{text} on {:#?}", board.to_rows());
        assert!(found == expected, "{text} on {:#?}", board.to_rows());
        let best = search.best(&rack(&text), 1).first().map(Move::total);
        assert_eq!(best, expected.iter().map(|(_, total)| *total).max());
    }
}

#[test]
fn a_single_tile_is_laid_exactly_where_all_its_words_are_allowed() {
    // This tests every cross-set.
    let dictionary = small_dictionary();
    let mut dice = Dice(7);
    for round in 0..40 {
        let rules = Rules { first_word_min: 2, ..Rules::WORDGAME };
        let Position { board, .. } = position(dictionary, &rules, 1 + round % 12, 1, 0, &mut dice);
        for letter in Letter::all() {
            let held = rack(&letter.to_string());
            let found: BTreeSet<String> = Search::new(&dictionary.index, &board, &rules)
                .all(&held)
                .iter()
                .map(ToString::to_string)
                .collect();
            let mut expected = BTreeSet::new();
            for (direction, row, column) in
                [Direction::Across, Direction::Down].into_iter().flat_map(|direction| {
                    (0..15).flat_map(move |row| (0..15).map(move |column| (direction, row, column)))
                })
            {
                let square = Square { row, column };
                if board.tile(square).is_some() {
                    continue;
                }
                let before = board.tiles_before(square, direction);
                let after = board.tiles_after(square, direction);
                if before.is_empty() && after.is_empty() {
                    continue;
                }
                let start = before.first().map_or(square, |(square, _)| *square);
                let marks =
                    format!("{}{letter}{}", ".".repeat(before.len()), ".".repeat(after.len()));
                let written: WrittenMove =
                    format!("{} {marks}", start.coordinate(direction)).parse().unwrap();
                let play = Play::place(&written, &board, None, &rules, &mut Violations::default())
                    .unwrap();
                let is_legal = is_allowed(&Score::of(&play, &board, &rules), dictionary);
                let is_listed_across = direction == Direction::Down
                    && !(board.tiles_before(square, Direction::Across).is_empty()
                        && board.tiles_after(square, Direction::Across).is_empty());
                if is_legal && !is_listed_across {
                    expected.insert(play.to_string());
                }
            }
            assert_eq!(found, expected, "{letter} on {:#?}", board.to_rows());
        }
    }
}

/// A blank of the rack and a blank on the board stand for a letter of their own in each word.
#[test]
fn open_blanks_are_found_and_judged() {
    let lexicon = Lexicon::from_text("AT\nCAR\nCOT\nOR\nTO\n", "").unwrap();
    let index = SearchIndex::build(&lexicon);
    let mut rows = vec![".".repeat(SIZE); SIZE];
    "......CaR......".clone_into(&mut rows[7]);
    let board = Board::read(&rows, &mut Violations::default()).unwrap();
    let one = Rules::WORDGAME;
    let per_word = Rules { blank_letter: BlankLetter::PerWord, ..Rules::WORDGAME };
    let found = |rules: &Rules, tiles: &str| -> Vec<String> {
        let moves = Search::new(&index, &board, rules).best(&rack(tiles), 100);
        moves.iter().map(ToString::to_string).collect()
    };
    // The A of CAR is read as O in TO and OR, which are listed once, with the tile on the board.
    assert_eq!(found(&one, "T"), ["H8 .T"]);
    assert_eq!(found(&per_word, "T"), ["H7 T.", "H8 .T"]);
    assert_eq!(found(&one, "?"), ["I7 o.", "H8 .t"]);
    assert_eq!(
        found(&per_word, "?"),
        ["I7 o.", "H7 a.", "H7 o.", "H7 t.", "H8 .o", "H8 .r", "H8 .t"]
    );

    let play = |written: &str| {
        let written: WrittenMove = written.parse().unwrap();
        Play::place(&written, &board, None, &per_word, &mut Violations::default()).unwrap()
    };
    let verdicts = |written: &str| -> Vec<(String, bool)> {
        let score = Score::of(&play(written), &board, &per_word);
        let verdicts = score.verdicts(&lexicon);
        verdicts.map(|(word, verdict)| (word.to_string(), verdict.is_allowed())).collect()
    };
    assert_eq!(verdicts("H7 T."), [("TO".to_owned(), true)]);
    assert_eq!(verdicts("H8 .T"), [("AT".to_owned(), true)]);
    assert_eq!(verdicts("H7 X."), [("XA".to_owned(), false)]);
}

/// A search up to a tier is a search in a lexicon of these words, with each method and with an
/// overlay.
#[test]
fn searches_up_to_a_tier_find_the_moves_of_a_lexicon_of_these_words() {
    let dictionary = default_dictionary();
    let (lexicon, rules) = (&dictionary.lexicon, Rules::WORDGAME);
    let parse = |words: &[&str]| words.iter().map(|word| word.parse().unwrap()).collect();
    let overlay = Overlay::new(parse(&["QZZ", "ARSE"]), parse(&["TEA", "TO"]));
    let mut dice = Dice(29);
    for (max_tier, overlay) in
        [(10, Overlay::none()), (20, &overlay), (55, &overlay), (100, &overlay)]
    {
        let common = lexicon
            .ordinals()
            .filter(|&ordinal| (1..=max_tier).contains(&lexicon.tier(ordinal)) || max_tier == 100);
        let lines =
            common.map(|ordinal| format!("{}\t{}", lexicon.word(ordinal), lexicon.marks(ordinal)));
        let common = Lexicon::from_text(&lines.collect::<Vec<_>>().join("\n"), "").unwrap();
        let common_index = SearchIndex::build(&common);
        for round in 0..6 {
            let Position { board, rack: text } =
                position(dictionary, &rules, 3 * round, rules.rack_size, round % 3, &mut dice);
            let find = |index, vocabulary, method| {
                let search = Search::new(index, &board, &rules).with_vocabulary(vocabulary);
                let search = search.with_method(method);
                let best = search.best(&rack(&text), 20);
                let best: Vec<String> = best.iter().map(ToString::to_string).collect();
                (best, search.summary(&rack(&text), 0, 30).moves_found)
            };
            for method in [SearchMethod::Walk, SearchMethod::LookUps] {
                let found =
                    find(&dictionary.index, lexicon.with(overlay).up_to_tier(max_tier), method);
                let expected = find(&common_index, common.with(overlay).into(), method);
                assert_eq!(found, expected, "{max_tier} {text} on {:#?}", board.to_rows());
            }
        }
    }
}
