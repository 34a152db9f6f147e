//! The parts of challenge requests that several games share.

use super::bounds::{List, PlayerName, WordText, each};
use crate::rules::{Refused, ViolationCode, Violations};
use crate::word::Word;

/// Reads the challenged words of a play; an empty list stands for all of them.
pub(super) fn challenged_words<const MAX: usize>(
    words: Option<&List<WordText, 1, MAX>>,
    violations: &mut Violations,
) -> Result<Vec<Word>, Refused> {
    let Some(words) = words else { return Ok(Vec::new()) };
    let words = words.read("word", violations)?;
    each(words, violations, WordText::read)
}

/// Reads the names of the challenger and the challenged player, if they are given; `play` is the
/// noun for the play that they dispute.
pub(super) fn parties(
    challenger: Option<&PlayerName>,
    challenged: Option<&PlayerName>,
    play: &str,
    violations: &mut Violations,
) -> Result<[Option<String>; 2], Refused> {
    let mut name = |player: Option<&PlayerName>, member: &'static str| {
        let read = player.map(|player| player.read(&mut violations.at(member)));
        read.transpose().map(|name| name.map(str::to_owned))
    };
    let names = [name(challenger, "challenger"), name(challenged, "challenged")];
    let [challenger, challenged] = names;
    let (challenger, challenged) = (challenger?, challenged?);
    if challenger.is_some() && challenger == challenged {
        let detail = format_args!("players cannot challenge their own {play}");
        let mut place = violations.at("challenged");
        return Err(place.refuse_form(ViolationCode::DuplicatePlayer, detail));
    }
    Ok([challenger, challenged])
}
