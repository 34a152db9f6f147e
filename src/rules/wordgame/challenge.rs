//! Challenges of moves (RULEBOOK G8). A move with a word that is not allowed is refused; there is
//! no other penalty.

use super::scoring::Score;
use crate::lexicon::Words;
use crate::rules::ruling::{Consequence, ConsequenceKind};
use crate::rules::{Refused, Variant, Verdict, ViolationCode, Violations};
use crate::word::Word;

/// The ruling on a challenged move.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ruling {
    /// True if the challenger was right: at least one of the challenged words is not allowed.
    pub upheld: bool,
    /// The challenged words in the order in which the move forms them, each with its verdict.
    pub words: Vec<(Word, Verdict)>,
    /// The consequences for the players.
    pub consequences: Vec<Consequence>,
}

/// Decides a challenge of the named words of a move, or of all its words if none are named.
///
/// `challenged` is the player who made the move, if known.
///
/// # Errors
/// Records a violation for each named word that the move does not form, at the index of the word.
pub fn decide<'l>(
    score: &Score,
    named: &[Word],
    challenged: Option<&str>,
    lexicon: impl Into<Words<'l>>,
    violations: &mut Violations,
) -> Result<Ruling, Refused> {
    check_named(score, named, violations)?;
    let lexicon = lexicon.into();
    let is_challenged = |word: &Word| named.is_empty() || named.contains(word);
    let words: Vec<(Word, Verdict)> = score
        .words
        .iter()
        .map(|formed| formed.word)
        .filter(is_challenged)
        .map(|word| (word, Variant::Wordgame.verdict(lexicon, &word)))
        .collect();
    let upheld = words.iter().any(|(_, verdict)| !verdict.is_allowed());
    let refused_move = challenged.filter(|_| upheld).map(|player| Consequence {
        player: player.to_owned(),
        kind: ConsequenceKind::MoveRefused,
        amount: None,
        rule: "G8",
    });
    Ok(Ruling { upheld, words, consequences: refused_move.into_iter().collect() })
}

fn check_named(score: &Score, named: &[Word], violations: &mut Violations) -> Result<(), Refused> {
    let mut outcome = Ok(());
    for (index, word) in named.iter().enumerate() {
        if !score.words.iter().any(|formed| formed.word == *word) {
            let detail = format_args!("the move does not form {word}");
            outcome = Err(violations.at(index).refuse(ViolationCode::InvalidWord, "G8", detail));
        }
    }
    outcome
}
