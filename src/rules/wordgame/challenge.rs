//! Challenged moves (RULEBOOK G8): an illegal word is refused, and nobody pays.

use super::scoring::Score;
use crate::lexicon::Words;
use crate::rules::ruling::{Consequence, ConsequenceKind};
use crate::rules::{Variant, Verdict};
use crate::word::Word;

/// What becomes of a challenged move.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ruling {
    /// Whether the challenger was right: one of the challenged words isn't allowed.
    pub upheld: bool,
    /// The challenged words in the order in which the move forms them.
    pub words: Vec<(Word, Verdict)>,
    /// What follows.
    pub consequences: Vec<Consequence>,
}

/// Rules on a challenge of some of a move's words, or of all if none is named.
///
/// `challenged` is whose move it is, where that is known.
///
/// # Errors
/// The positions of named words that the move doesn't form.
pub fn rule<'l>(
    score: &Score,
    named: &[Word],
    challenged: Option<&str>,
    lexicon: impl Into<Words<'l>>,
) -> Result<Ruling, Vec<usize>> {
    let lexicon = lexicon.into();
    let is_formed = |word: &Word| score.words.iter().any(|formed| formed.word == *word);
    let strangers: Vec<usize> = (0..named.len()).filter(|at| !is_formed(&named[*at])).collect();
    if !strangers.is_empty() {
        return Err(strangers);
    }
    let is_challenged = |word: &Word| named.is_empty() || named.contains(word);
    let words: Vec<(Word, Verdict)> = score
        .words
        .iter()
        .map(|formed| formed.word)
        .filter(is_challenged)
        .map(|word| (word, Variant::Wordgame.verdict(lexicon, &word)))
        .collect();
    let upheld = words.iter().any(|(_, verdict)| !verdict.is_allowed());
    let refused = challenged.filter(|_| upheld).map(|player| Consequence {
        player: player.to_owned(),
        kind: ConsequenceKind::MoveRefused,
        amount: None,
        rule: "G8",
    });
    Ok(Ruling { upheld, words, consequences: refused.into_iter().collect() })
}
