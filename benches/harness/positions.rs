//! Positions of Wordgame.

use wordcourt::rules::Violations;
use wordcourt::rules::wordgame::{Bag, Board, Rack, Rules, Search, SearchIndex};
use wordcourt::word::Letter;

use crate::harness::Dice;

/// A position follows 0 to `MAX_TURNS - 1` turns, so boards range from empty to crowded.
pub(crate) const MAX_TURNS: usize = 14;

/// Reads a rack of at most nine tiles.
pub(crate) fn rack(text: &str) -> Rack {
    Rack::read(text, 9, &mut Violations::default()).unwrap()
}

/// Returns positions after some turns, each with a rack that is full and has this number of blanks.
pub(crate) fn positions<'p>(
    index: &'p SearchIndex,
    rules: &'p Rules,
    blanks: usize,
    dice: &'p mut Dice,
) -> impl Iterator<Item = (Board, Rack)> + 'p {
    std::iter::repeat_with(move || position(index, rules, blanks, dice)).flatten()
}

/// Plays some turns of a game, choosing each move at random from the best ones, and deals a rack.
/// Returns `None` if the game ends before that.
fn position(
    index: &SearchIndex,
    rules: &Rules,
    blanks: usize,
    dice: &mut Dice,
) -> Option<(Board, Rack)> {
    let mut bag: Vec<char> = Letter::all()
        .flat_map(|letter| {
            std::iter::repeat_n(letter.as_char(), usize::from(Bag::CLASSIC.letters[letter.index()]))
        })
        .collect();
    let mut board = Board::default();
    let mut held = String::new();
    for _ in 0..dice.below(MAX_TURNS) {
        while held.len() < rules.rack_size && !bag.is_empty() {
            held.push(bag.swap_remove(dice.below(bag.len())));
        }
        let moves = Search::new(index, &board, rules).best(&rack(&held), 5);
        let play = moves.get(dice.below(moves.len().max(1)))?.play();
        board = play.apply_to(&board);
        held = play.remaining_rack(&rack(&held)).to_string();
    }
    let mut dealt: String = (blanks..rules.rack_size)
        .map(|_| (!bag.is_empty()).then(|| bag.swap_remove(dice.below(bag.len()))))
        .collect::<Option<_>>()?;
    dealt.extend(std::iter::repeat_n('?', blanks));
    Some((board, rack(&dealt)))
}
