//! The best placement of a word: the cards of a table that spell it.

use super::call::Call;
use super::card::{Card, PlayedCard};
use super::pair_search::{Placer, TooManyWays};
use super::table::Table;
use crate::word::Word;

/// Returns the best placement of a word: the most cards, then the fewest wilds (RULEBOOK M3), then
/// the first in the order of [`PlayedCard`] from the left (real before wild, single before double).
///
/// `None` if the table can't spell the word. The call may have too few cards (RULEBOOK M2).
///
/// # Errors
/// [`TooManyWays`] if the search reaches its step limit; a placement that is returned is always the
/// best one. No table is known for which this happens.
///
/// ```
/// use wordcourt::rules::my_word::{Table, place};
/// let table = Table::new(&["M", "K", "??", "SH"].map(|card| card.parse().unwrap()));
/// let call = place(&"MASK".parse().unwrap(), &table)?.unwrap();
/// assert_eq!((call[1].to_string().as_str(), call.points()), ("??=AS", 3)); // the sheet's own example
/// # Ok::<(), wordcourt::rules::my_word::TooManyWays>(())
/// ```
pub fn place(word: &Word, table: &Table) -> Result<Option<Call>, TooManyWays> {
    place_with(Placer::new(table), word)
}

/// Returns the best placement of a word, as [`place`] does, with another limit on the steps of the
/// search. Words of at most 20 letters take no steps.
///
/// # Errors
/// As [`place`].
pub fn place_within(
    word: &Word,
    table: &Table,
    max_steps: u32,
) -> Result<Option<Call>, TooManyWays> {
    let mut placer = Placer::new(table);
    placer.steps_left = max_steps;
    place_with(placer, word)
}

fn place_with(mut placer: Placer, word: &Word) -> Result<Option<Call>, TooManyWays> {
    let Some(key) = placer.score_key(word, usize::MAX)? else { return Ok(None) };
    let mut rest = Rest { at: 0, pairs: word.len() - key.cards, wilds: key.wilds.0 };
    let mut cards = Vec::with_capacity(key.cards);
    // Each card places at least one letter.
    while rest.at < word.len() {
        let mut choices = choices(&placer, rest.at);
        choices.sort_unstable();
        // One of them begins a best placement, unless the steps run out.
        let right = choices.into_iter().find(|&card| place_if_best(&mut placer, card, &mut rest));
        cards.push(right.ok_or(TooManyWays { word: *word })?);
    }
    Ok(Call::new(cards))
}

/// The part of the word that is still to be placed.
#[derive(Debug, Clone, Copy)]
struct Rest {
    at: usize,
    pairs: usize,
    /// The number of `?` in the whole word, and of `??` from here on.
    wilds: usize,
}

/// Returns the possible next cards: one for a single letter and one for a pair. A real card is
/// preferred to a wild, because it is at least as good.
fn choices(placer: &Placer, at: usize) -> Vec<PlayedCard> {
    let first = placer.letters()[at];
    let has = |card| placer.table.count(card) > 0;
    let one =
        if has(Card::Single(first)) { PlayedCard::Single(first) } else { PlayedCard::Wild(first) };
    let two = placer.letters().get(at + 1).map(|&second| {
        if has(Card::Double(first, second)) {
            PlayedCard::Double(first, second)
        } else {
            PlayedCard::DoubleWild(first, second)
        }
    });
    std::iter::once(one).chain(two).collect()
}

/// Places a card if the best score can still be reached; returns whether it did.
fn place_if_best(placer: &mut Placer, card: PlayedCard, rest: &mut Rest) -> bool {
    let pairs = usize::from(card.letters().count() == 2);
    if pairs == 1 && (rest.pairs == 0 || placer.take_pair(rest.at).is_none()) {
        return false;
    }
    let next = Rest { at: rest.at + 1 + pairs, pairs: rest.pairs - pairs, wilds: rest.wilds };
    let double_wilds = usize::from(card.face() == Card::DoubleWild);
    let fewest = placer.fewest_wilds(next.at, next.pairs);
    let is_best = fewest.is_some_and(|fewest| fewest + double_wilds == rest.wilds);
    if is_best {
        *rest = Rest { wilds: rest.wilds - double_wilds, ..next };
        if let PlayedCard::Single(_) = card {
            placer.table.take(card.face());
        }
    } else if pairs == 1 {
        placer.put_pair_back(rest.at, card.face());
    }
    is_best
}
