//! Challenges: of a word before the dictionary, and of its place in the category before the players.

use super::category::CategoryInForce;
use super::values::{CATEGORY, EXCLAMATION_WORD};
use super::verdict;
use crate::lexicon::Words;
use crate::rules::Verdict;
use crate::rules::ruling::{Consequence, ConsequenceKind};
use crate::word::Word;

/// A player who put an ante into the pot.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Seat {
    /// The player's name.
    pub name: String,
    /// How many chips the player has left; unknown means enough to pay.
    pub chips: Option<u64>,
}

/// A player looked a word up in the ruling dictionary.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LookUp {
    /// Who.
    pub player: String,
    /// Which word.
    pub word: Word,
}

/// A word challenged before the dictionary (rules 8 and 9).
#[derive(Debug, Clone)]
pub struct Challenge<'c> {
    /// The word, of 2 to 7 letters.
    pub word: Word,
    /// Who challenges.
    pub challenger: String,
    /// Whose word it is.
    pub challenged: String,
    /// What is in the pot at the end of the round.
    pub pot: u64,
    /// Everybody who anted; the challenger is among them.
    pub players: Vec<Seat>,
    /// The category in force.
    pub category: CategoryInForce<'c>,
    /// What players looked up.
    pub look_ups: Vec<LookUp>,
}

/// What the dictionary says, and what follows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DictionaryRuling {
    /// Whether the challenger was right.
    pub upheld: bool,
    /// Whether the word can be challenged at all (OMYWORD can't, RULEBOOK O10).
    pub challengeable: bool,
    /// The verdict on the word.
    pub verdict: Verdict,
    /// What follows, in the order: the challenge itself, then offences against rule 9.
    pub consequences: Vec<Consequence>,
}

impl Challenge<'_> {
    /// Rules on the challenge.
    #[must_use]
    pub fn rule<'l>(&self, words: impl Into<Words<'l>>) -> DictionaryRuling {
        let verdict = verdict(words, &self.word, self.category);
        let challengeable = self.word.as_str() != EXCLAMATION_WORD;
        let upheld = !verdict.is_allowed();
        let mut consequences = Vec::new();
        if upheld {
            // Rule 8, second paragraph.
            consequences.push(Consequence {
                player: self.challenged.clone(),
                kind: ConsequenceKind::Folds,
                amount: None,
                rule: "O13",
            });
        } else if challengeable {
            consequences.push(self.lost());
        }
        // Rule 9: only a challenge, and only the challenged word.
        let offences = self.look_ups.iter().filter(|look_up| !challengeable || look_up.word != self.word);
        for offence in offences {
            let fold =
                Consequence { player: offence.player.clone(), kind: ConsequenceKind::Folds, amount: None, rule: "O15" };
            if !consequences.contains(&fold) {
                consequences.push(fold);
            }
        }
        DictionaryRuling { upheld, challengeable, verdict, consequences }
    }

    /// The challenger was wrong: a player's share of the pot goes into the next one, or all that is left (rule 8).
    fn lost(&self) -> Consequence {
        let penalty = self.pot / (self.players.len() as u64).max(1);
        let chips = self.players.iter().find(|seat| seat.name == self.challenger).and_then(|seat| seat.chips);
        let (kind, amount) = match chips {
            Some(chips) if chips < penalty => (ConsequenceKind::Eliminated, chips),
            _ => (ConsequenceKind::OwesNextPot, penalty),
        };
        Consequence { player: self.challenger.clone(), kind, amount: Some(amount), rule: "O13" }
    }
}

/// A word's place in the category, challenged before the players (rule 7).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CategoryChallenge {
    /// Whose word it is.
    pub challenged: String,
    /// Votes that the word is not of the category.
    pub votes_for_challenger: u32,
    /// Votes that it is.
    pub votes_against: u32,
}

/// What the vote says, and what follows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CategoryRuling {
    /// Whether the challenger was right.
    pub upheld: bool,
    /// What follows.
    pub consequences: Vec<Consequence>,
}

impl CategoryChallenge {
    /// Rules on the challenge: a tie goes to the challenger, and a lost one costs nothing (RULEBOOK O14).
    #[must_use]
    pub fn rule(&self) -> CategoryRuling {
        let upheld = self.votes_for_challenger >= self.votes_against;
        let loses_bonus = Consequence {
            player: self.challenged.clone(),
            kind: ConsequenceKind::LosesCategoryBonus,
            amount: Some(u64::from(CATEGORY)),
            rule: "O14",
        };
        CategoryRuling { upheld, consequences: upheld.then_some(loses_bonus).into_iter().collect() }
    }
}
