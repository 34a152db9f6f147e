//! Challenges: the dictionary decides whether a word is allowed, and a vote of the players decides
//! whether it is in the category.

use super::category::ActiveCategory;
use super::values::{CATEGORY, EXCLAMATION_WORD};
use super::verdict::verdict;
use crate::lexicon::Words;
use crate::rules::Verdict;
use crate::rules::ruling::{Consequence, ConsequenceKind};
use crate::word::Word;

/// A player who put an ante into the pot.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Seat {
    /// The player's name.
    pub name: String,
    /// The chips that the player has left; `None` means enough to pay.
    pub chips: Option<u64>,
}

/// A word that a player looked up in the dictionary.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct LookUp {
    /// The player's name.
    pub player: String,
    /// The word.
    pub word: Word,
}

/// A challenge that the dictionary decides (rules 8 and 9).
#[derive(Debug, Clone)]
pub struct Challenge<'c> {
    /// The word, of 2 to 7 letters.
    pub word: Word,
    /// The player who challenges the word.
    pub challenger: String,
    /// The player whose word it is.
    pub challenged: String,
    /// The chips in the pot at the end of the round.
    pub pot: u64,
    /// The players who anted, the challenger among them.
    pub players: Vec<Seat>,
    /// The active category.
    pub category: ActiveCategory<'c>,
    /// The words that players looked up.
    pub look_ups: Vec<LookUp>,
}

/// The ruling on a dictionary challenge.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DictionaryRuling {
    /// True if the challenger was right.
    pub upheld: bool,
    /// True if the word can be challenged; OMYWORD can't (RULEBOOK O10).
    pub challengeable: bool,
    /// The verdict on the word.
    pub verdict: Verdict,
    /// The consequences of the challenge, then those of look-ups that break rule 9.
    pub consequences: Vec<Consequence>,
}

impl Challenge<'_> {
    /// Returns the ruling on the challenge.
    ///
    /// ```
    /// use wordcourt::lexicon::Lexicon;
    /// use wordcourt::rules::ruling::ConsequenceKind;
    /// use wordcourt::rules::word_poker::{ActiveCategory, Challenge, Seat};
    /// let lexicon = Lexicon::from_text("CAT\n", "")?;
    /// let seat = |name: &str| Seat { name: name.to_owned(), chips: None };
    /// let challenge = Challenge {
    ///     word: "CAT".parse().unwrap(),
    ///     challenger: "ann".to_owned(),
    ///     challenged: "bob".to_owned(),
    ///     pot: 100,
    ///     players: ["ann", "bob", "cid", "dee"].map(seat).to_vec(),
    ///     category: ActiveCategory::default(),
    ///     look_ups: Vec::new(),
    /// };
    /// let ruling = challenge.decide(&lexicon);
    /// assert!(!ruling.upheld);
    /// assert_eq!(ruling.consequences[0].kind, ConsequenceKind::OwesNextPot);
    /// assert_eq!(ruling.consequences[0].amount, Some(25));
    /// # Ok::<(), wordcourt::lexicon::LexiconError>(())
    /// ```
    #[must_use]
    pub fn decide<'l>(&self, words: impl Into<Words<'l>>) -> DictionaryRuling {
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
            consequences.push(self.failed());
        }
        // Rule 9: players look words up only after a challenge, and only the challenged word.
        let offences =
            self.look_ups.iter().filter(|look_up| !challengeable || look_up.word != self.word);
        for offence in offences {
            let fold = Consequence {
                player: offence.player.clone(),
                kind: ConsequenceKind::Folds,
                amount: None,
                rule: "O15",
            };
            if !consequences.contains(&fold) {
                consequences.push(fold);
            }
        }
        DictionaryRuling { upheld, challengeable, verdict, consequences }
    }

    /// Returns the consequence of a failed challenge: the challenger owes a player's share of the
    /// pot to the next pot, or loses all their chips to it if they have fewer (rule 8).
    fn failed(&self) -> Consequence {
        let penalty = self.pot / (self.players.len() as u64).max(1);
        let chips = self
            .players
            .iter()
            .find(|seat| seat.name == self.challenger)
            .and_then(|seat| seat.chips);
        let (kind, amount) = match chips {
            Some(chips) if chips < penalty => (ConsequenceKind::Eliminated, chips),
            _ => (ConsequenceKind::OwesNextPot, penalty),
        };
        Consequence { player: self.challenger.clone(), kind, amount: Some(amount), rule: "O13" }
    }
}

/// A challenge that the players decide: whether the word is in the category (rule 7).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CategoryChallenge {
    /// The player whose word it is.
    pub challenged: String,
    /// The votes that the word is not in the category.
    pub votes_for_challenger: u32,
    /// The votes that it is.
    pub votes_against: u32,
}

/// The ruling on a category challenge.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CategoryRuling {
    /// True if the challenger was right.
    pub upheld: bool,
    /// The consequences.
    pub consequences: Vec<Consequence>,
}

impl CategoryChallenge {
    /// Returns the ruling on the challenge. A tie goes to the challenger, and a failed challenge
    /// has no penalty (RULEBOOK O14).
    ///
    /// ```
    /// use wordcourt::rules::word_poker::CategoryChallenge;
    /// let challenged = "ann".to_owned();
    /// let tie = CategoryChallenge { challenged, votes_for_challenger: 2, votes_against: 2 };
    /// assert!(tie.decide().upheld);
    /// ```
    #[must_use]
    pub fn decide(&self) -> CategoryRuling {
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
