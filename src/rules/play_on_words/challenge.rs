//! Challenged turns: what isn't allowed comes back, without points (RULEBOOK W3, W4, P9, P17).

use super::ruleset::Rules;
use super::scoring::Score;
use super::turn::Turn;
use crate::lexicon::Words;
use crate::rules::Verdict;
use crate::rules::ruling::{Consequence, ConsequenceKind};
use crate::word::Word;

/// What becomes of a challenged turn.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ruling {
    /// Whether the challenger was right: one of the challenged words isn't allowed.
    pub upheld: bool,
    /// The challenged words in the order of the turn, with the verdict on each.
    pub words: Vec<(Word, Verdict)>,
    /// Which words of the turn come back to the hand: the challenged ones that aren't allowed, and what was played on to such a one.
    pub returned: Vec<usize>,
    /// What follows.
    pub consequences: Vec<Consequence>,
}

/// Rules on a challenge of some of a turn's words, or of all if none is named.
///
/// `score` is that of `turn`, and `table_words` how many words lay on the table; `challenged` is whose turn it was, where that is known.
///
/// # Errors
/// The positions of named words that the turn doesn't make.
pub fn rule<'l>(
    turn: &Turn,
    score: &Score,
    table_words: usize,
    named: &[Word],
    challenged: Option<&str>,
    lexicon: impl Into<Words<'l>>,
    rules: Rules,
) -> Result<Ruling, Vec<usize>> {
    let is_made = |word: &Word| score.parts.iter().any(|part| part.word == *word);
    let strangers: Vec<usize> = (0..named.len()).filter(|at| !is_made(&named[*at])).collect();
    if !strangers.is_empty() {
        return Err(strangers);
    }
    let lexicon = lexicon.into();
    let mut words = Vec::new();
    let mut returned = Vec::new();
    for (place, part) in score.parts.iter().enumerate() {
        if named.is_empty() || named.contains(&part.word) {
            let verdict = part.verdict(lexicon, rules);
            words.push((part.word, verdict));
            if !verdict.is_allowed() {
                returned.push(place);
            }
        }
    }
    let upheld = !returned.is_empty();
    // With the new word goes what was played on to it; the play-ons stand behind it.
    if turn.new_word.is_some() && returned.first() == Some(&0) {
        let on_new = |play_on: &usize| turn.play_ons[*play_on].onto.contains(&table_words);
        returned.extend((0..turn.play_ons.len()).filter(on_new).map(|play_on| play_on + 1));
        returned.sort_unstable();
        returned.dedup();
    }
    let points: u32 = returned.iter().map(|&place| score.parts[place].points).sum();
    let consequence = |player: &str| Consequence {
        player: player.to_owned(),
        kind: ConsequenceKind::PlayReturned,
        // Cards come back to the hand, so that nobody has gone out.
        amount: Some(u64::from(points + score.bonuses.total())),
        rule: "P17",
    };
    let consequences = challenged.filter(|_| upheld).map(consequence).into_iter().collect();
    Ok(Ruling { upheld, words, returned, consequences })
}
