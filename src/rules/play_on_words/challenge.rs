//! Challenges of turns: words that are not allowed return to the hand and score nothing (RULEBOOK
//! W3, W4, P9, P17).

use super::ruleset::Rules;
use super::score::Score;
use super::table::Table;
use super::turn::Turn;
use crate::lexicon::Words;
use crate::rules::ruling::{Consequence, ConsequenceKind};
use crate::rules::{Refused, Verdict, ViolationCode, Violations};
use crate::word::Word;

/// A challenge of some words of a turn.
///
/// ```
/// use wordcourt::lexicon::Lexicon;
/// use wordcourt::rules::Violations;
/// use wordcourt::rules::play_on_words::challenge::Challenge;
/// use wordcourt::rules::play_on_words::{PlacedTurn, Rules, Score, Stage, Table, Turn};
///
/// let (table, rules) = (Table::default(), Rules::default());
/// let turn = Turn { new_word: Some("C A T S".parse()?), play_ons: Vec::new() };
/// let mut violations = Violations::default();
/// let hand = "C A T S E".parse()?;
/// let placed = PlacedTurn::place(&turn, &hand, &table, rules, &mut violations).unwrap();
/// let score = Score::of(&placed, Stage::Later, rules);
///
/// let (turn, score, table) = (&turn, &score, &table);
/// let challenge = Challenge { turn, score, table, named: &[], player: Some("ann"), rules };
/// let lexicon = Lexicon::from_text("CATS\tplural_s\n", "")?;
/// let ruling = challenge.decide(&lexicon, &mut violations).unwrap();
/// assert!(ruling.upheld, "a new word must not be a plural made with S");
/// assert_eq!(ruling.returned, [0]);
/// assert_eq!(ruling.consequences[0].amount, Some(8));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy)]
pub struct Challenge<'c> {
    /// The challenged turn.
    pub turn: &'c Turn,
    /// The score of the turn.
    pub score: &'c Score,
    /// The table before the turn.
    pub table: &'c Table,
    /// The challenged words; all words of the turn if empty.
    pub named: &'c [Word],
    /// The player whose turn it was, if known.
    pub player: Option<&'c str>,
    /// The house rules.
    pub rules: Rules,
}

/// The ruling on a challenge.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ruling {
    /// True if the challenger was right: at least one of the challenged words is not allowed.
    pub upheld: bool,
    /// The challenged words in the order of the turn, with their verdicts.
    pub words: Vec<(Word, Verdict)>,
    /// The indexes of the turn's words that return to the hand: the challenged words that are not
    /// allowed, and the play-ons to such a word.
    pub returned: Vec<usize>,
    /// The consequences for the player.
    pub consequences: Vec<Consequence>,
}

impl Challenge<'_> {
    /// Returns the ruling on the challenge.
    ///
    /// # Errors
    /// [`Refused`] if the turn does not make one of the named words (recorded at the index of the
    /// word in `named`).
    pub fn decide<'l>(
        &self,
        words: impl Into<Words<'l>>,
        violations: &mut Violations,
    ) -> Result<Ruling, Refused> {
        self.check_named(violations)?;
        let words = words.into();
        let mut judged = Vec::new();
        let mut returned = Vec::new();
        for (index, part) in self.score.parts.iter().enumerate() {
            if self.named.is_empty() || self.named.contains(&part.word) {
                let verdict = part.verdict(words, self.rules);
                judged.push((part.word, verdict));
                if !verdict.is_allowed() {
                    returned.push(index);
                }
            }
        }
        let upheld = !returned.is_empty();
        if self.turn.new_word.is_some() && returned.first() == Some(&0) {
            returned.extend(self.play_ons_to_new_word());
            returned.sort_unstable();
            returned.dedup();
        }
        let consequence = |player| self.play_returned(player, &returned);
        let consequences = self.player.filter(|_| upheld).map(consequence).into_iter().collect();
        Ok(Ruling { upheld, words: judged, returned, consequences })
    }

    /// Refuses named words that the turn does not make.
    fn check_named(&self, violations: &mut Violations) -> Result<(), Refused> {
        let mut result = Ok(());
        for (index, word) in self.named.iter().enumerate() {
            if !self.score.parts.iter().any(|part| part.word == *word) {
                let detail = format_args!("the turn does not make {word}");
                let refused =
                    violations.at(index).refuse(ViolationCode::InvalidWord, "P17", detail);
                result = Err(refused);
            }
        }
        result
    }

    /// Iterates over the turn's play-ons to the new word, as indexes among the words of the turn.
    fn play_ons_to_new_word(&self) -> impl Iterator<Item = usize> {
        let new_word = self.table.len();
        // The new word comes first.
        let numbered = (1..).zip(&self.turn.play_ons);
        numbered
            .filter(move |(_, play_on)| play_on.onto.contains(&new_word))
            .map(|(index, _)| index)
    }

    fn play_returned(&self, player: &str, returned: &[usize]) -> Consequence {
        let points: u32 = returned.iter().map(|&index| self.score.parts[index].points).sum();
        Consequence {
            player: player.to_owned(),
            kind: ConsequenceKind::PlayReturned,
            // With cards back in the hand, the player has not gone out.
            amount: Some(u64::from(points + self.score.bonuses.total())),
            rule: "P17",
        }
    }
}
