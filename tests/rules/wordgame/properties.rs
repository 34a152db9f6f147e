//! Properties of the best moves of every position.

use proptest::prelude::*;
use wordcourt::rules::Violations;
use wordcourt::rules::wordgame::{
    Direction, Move, Play, Rules, Score, Search, Square, WrittenMove,
};
use wordcourt::word::Word;

use super::positions::{
    Position, default_dictionary, is_allowed, position, rack, small_dictionary,
};
use crate::Dice;

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// A move that was found can be written and read again, is legal, and has the score that the
    /// search gives.
    #[test]
    fn the_best_moves_are_legal_and_scored_as_reported(
        seed in any::<u64>(),
        turns in 0_usize..14,
        blanks in 0_usize..3,
    ) {
        let dictionary = default_dictionary();
        let rules = Rules::WORDGAME;
        let position = position(dictionary, &rules, turns, 8, blanks, &mut Dice(seed));
        let (board, held) = (position.board, rack(&position.rack));
        for found in Search::new(&dictionary.index, &board, &rules).best(&held, 30) {
            let place = |written: &WrittenMove| {
                let mut violations = Violations::default();
                let play = Play::place(written, &board, Some(&held), &rules, &mut violations);
                violations.finish(play)
            };
            let written: WrittenMove = found.to_string().parse().unwrap();
            let play = place(&written)
                .unwrap_or_else(|violations| panic!("{found}: {violations:?}"));
            let score = Score::of(&play, &board, &rules);
            prop_assert_eq!(score.total, found.total());
            prop_assert!(is_allowed(&score, dictionary));
            prop_assert_eq!(&play, &found.play());
            // With letters instead of dots, the move is the same.
            let whole: String = found.letters().iter().map(|&letter| char::from(letter)).collect();
            let again: WrittenMove = format!("{} {whole}", found.coordinate()).parse().unwrap();
            prop_assert_eq!(place(&again), Ok(play));
        }
    }

    /// No random legal move beats the best one.
    #[test]
    fn nothing_beats_the_best_move(seed in any::<u64>(), turns in 0_usize..10) {
        let dictionary = small_dictionary();
        let mut dice = Dice(seed);
        let rules = Rules::WORDGAME;
        let Position { board, rack: text } = position(dictionary, &rules, turns, 8, 1, &mut dice);
        let held = rack(&text);
        let best = Search::new(&dictionary.index, &board, &rules).best(&held, 1);
        let best_total = best.first().map_or(0, Move::total);
        for ordinal in dictionary.lexicon.ordinals().step_by(3) {
            let word: Word = dictionary.lexicon.word(ordinal).parse().unwrap();
            let start = Square { row: dice.below(15), column: dice.below(15) };
            let direction = if dice.below(2) == 0 { Direction::Across } else { Direction::Down };
            let text = format!("{} {word}", start.coordinate(direction));
            let Ok(written) = text.parse::<WrittenMove>() else { continue };
            let mut violations = Violations::default();
            let play = Play::place(&written, &board, Some(&held), &rules, &mut violations);
            let Ok(play) = play else { continue };
            let score = Score::of(&play, &board, &rules);
            if is_allowed(&score, dictionary) {
                prop_assert!(score.total <= best_total, "{} scores {}", play, score.total);
            }
        }
    }
}
