//! The costs of searches, for requests that make many.

use super::rack::Rack;
use super::ruleset::{BlankLetter, Rules};
use crate::lexicon::Words;
use crate::rules::flow::overlay_factor;
use crate::rules::limits;

/// Returns the cost of a search for the best moves of a rack, as a multiple of a usual one.
pub(super) fn search_cost(rack: &Rack, rules: &Rules, words: Words<'_>) -> usize {
    let blanks = match rules.blank_letter {
        _ if rack.blanks() > 2 => limits::REPLAY_BLANKS_COST,
        BlankLetter::PerWord => limits::REPLAY_OPEN_BLANKS_COST,
        BlankLetter::One => 0,
    };
    overlay_factor(words) + blanks
}
