//! Challenges: the dictionary decides whether a word is allowed, and a vote of the players decides
//! whether it is in the category.

use serde::Serialize;

use super::category::ActiveCategory;
use super::declaration::{Declaration, Judgement};
use super::values::CATEGORY;
use crate::lexicon::Words;
use crate::rules::ruling::{Consequence, ConsequenceKind};
use crate::rules::{Variant, Violations};

/// A player who put an ante into the pot.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize)]
pub struct Seat {
    /// The player's name.
    pub name: String,
    /// The player's chips when the next round begins, after this pot has been shared out; `None`
    /// means enough to pay.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub chips: Option<u64>,
}

/// A word that a player looked up in the dictionary.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize)]
pub struct LookUp {
    /// The player's name.
    pub player: String,
    /// The word, with its letters in upper case.
    pub word: String,
}

impl LookUp {
    /// Returns the consequences of look-ups that break rule 9: players look words up only after a
    /// challenge, and only the challenged word. `challenged` is that word, if there is one. Each
    /// offender folds once.
    ///
    /// ```
    /// use wordcourt::rules::word_poker::LookUp;
    /// let look_up = |player: &str, word: &str| LookUp { player: player.into(), word: word.into() };
    /// let look_ups = [look_up("ann", "CAT"), look_up("bob", "DOG"), look_up("bob", "COW")];
    /// assert_eq!(LookUp::offences(&look_ups, Some("CAT")).len(), 1);
    /// assert_eq!(LookUp::offences(&look_ups, None).len(), 2);
    /// ```
    #[must_use]
    pub fn offences(look_ups: &[Self], challenged: Option<&str>) -> Vec<Consequence> {
        let mut folds: Vec<Consequence> = Vec::new();
        // RULEBOOK O15.
        for offence in look_ups.iter().filter(|look_up| challenged != Some(&*look_up.word)) {
            fold(&offence.player, "O15", &mut folds);
        }
        folds
    }
}

/// Makes a player fold, unless the player has already folded (RULEBOOK O15).
fn fold(player: &str, rule: &'static str, consequences: &mut Vec<Consequence>) {
    let has_folded =
        |earlier: &Consequence| earlier.kind == ConsequenceKind::Folds && earlier.player == player;
    if !consequences.iter().any(has_folded) {
        let kind = ConsequenceKind::Folds;
        let player = player.to_owned();
        consequences.push(Consequence { player, kind, amount: None, is_next_turn: false, rule });
    }
}

/// A challenge that the dictionary decides (rules 8 and 9).
#[derive(Debug, Clone)]
pub struct Challenge<'c> {
    /// The game, which reasons name.
    pub game: Variant,
    /// The challenged word.
    pub declaration: &'c Declaration,
    /// The players who challenge the word.
    pub challengers: Vec<&'c str>,
    /// The player whose word it is.
    pub challenged: &'c str,
    /// The chips in the pot at the end of the round.
    pub pot: u64,
    /// The ante of the next round.
    pub ante: u64,
    /// The players who anted.
    pub players: &'c [Seat],
    /// The active category.
    pub category: ActiveCategory<'c>,
    /// The words that players looked up.
    pub look_ups: &'c [LookUp],
}

/// The ruling on a dictionary challenge.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DictionaryRuling {
    /// True if the challengers were right.
    pub upheld: bool,
    /// True if the word can be challenged; OMYWORD can't (RULEBOOK O10).
    pub challengeable: bool,
    /// The judgement of the word.
    pub judgement: Judgement,
    /// The consequences of the challenge, then those of look-ups that break rule 9.
    pub consequences: Vec<Consequence>,
    /// The player who has won the game because the challenge eliminated all others.
    pub game_winner: Option<String>,
}

impl Challenge<'_> {
    /// Returns the ruling on the challenge. The reasons why the word can't be played are added to
    /// `breaches`, which may already contain some.
    ///
    /// ```
    /// use wordcourt::lexicon::Lexicon;
    /// use wordcourt::rules::{Variant, Violations};
    /// use wordcourt::rules::ruling::ConsequenceKind;
    /// use wordcourt::rules::word_poker::{ActiveCategory, Challenge, Declaration, Seat};
    /// let lexicon = Lexicon::from_text("CAT\n", "")?;
    /// let seat = |name: &str| Seat { name: name.to_owned(), chips: None };
    /// let challenge = Challenge {
    ///     game: Variant::ChooseYourWords,
    ///     declaration: &Declaration::word("cat"),
    ///     challengers: vec!["ann"],
    ///     challenged: "bob",
    ///     pot: 100,
    ///     ante: 5,
    ///     players: &["ann", "bob", "cid", "dee"].map(seat),
    ///     category: ActiveCategory::default(),
    ///     look_ups: &[],
    /// };
    /// let ruling = challenge.decide(&lexicon, &mut Violations::default());
    /// assert!(!ruling.upheld);
    /// assert_eq!(ruling.consequences[0].kind, ConsequenceKind::OwesNextPot);
    /// assert_eq!(ruling.consequences[0].amount, Some(25));
    /// # Ok::<(), wordcourt::lexicon::LexiconError>(())
    /// ```
    #[must_use]
    pub fn decide<'l>(
        &self,
        words: impl Into<Words<'l>>,
        breaches: &mut Violations,
    ) -> DictionaryRuling {
        let judgement = self.declaration.judge(self.game, words, self.category, breaches);
        let upheld = !judgement.is_allowed;
        let challengeable = upheld || !self.declaration.is_exclamation();
        let mut consequences = Vec::new();
        if upheld {
            // Rule 8, second paragraph.
            fold(self.challenged, "O13", &mut consequences);
        } else if challengeable {
            consequences.extend(self.challengers.iter().filter_map(|name| self.failed(name)));
        }
        for offence in LookUp::offences(self.look_ups, Some(&judgement.word)) {
            fold(&offence.player, offence.rule, &mut consequences);
        }
        let game_winner = self.last_player(&consequences).map(str::to_owned);
        DictionaryRuling { upheld, challengeable, judgement, consequences, game_winner }
    }

    /// Returns the player who is left alone after players have been eliminated: this player has won
    /// the game (RULEBOOK O13). Players without chips are out of the game already.
    fn last_player(&self, consequences: &[Consequence]) -> Option<&str> {
        let is_eliminated = |name: &str| {
            let of_player = |one: &&Consequence| one.player == name;
            let mut of_player = consequences.iter().filter(of_player);
            of_player.any(|one| one.kind == ConsequenceKind::Eliminated)
        };
        let mut left =
            self.players.iter().filter(|seat| seat.chips != Some(0) && !is_eliminated(&seat.name));
        let has_elimination = self.players.iter().any(|seat| is_eliminated(&seat.name));
        match (left.next(), left.next()) {
            (Some(winner), None) if has_elimination => Some(&winner.name),
            _ => None,
        }
    }

    /// Returns the consequence of a failed challenge: the challenger owes a player's share of the
    /// pot to the next pot. A challenger who can't pay it together with the ante is out, and all
    /// their chips go to the next pot (rule 8, RULEBOOK O13). Nothing follows if nothing is owed.
    fn failed(&self, challenger: &str) -> Option<Consequence> {
        let owed = self.pot.checked_div(self.players.len() as u64).filter(|&owed| owed > 0)?;
        let seat = self.players.iter().find(|seat| seat.name == challenger);
        let (kind, amount) = match seat.and_then(|seat| seat.chips) {
            Some(chips) if chips < self.ante.saturating_add(owed) => {
                (ConsequenceKind::Eliminated, chips)
            }
            _ => (ConsequenceKind::OwesNextPot, owed),
        };
        let (player, amount) = (challenger.to_owned(), Some(amount));
        Some(Consequence { player, kind, amount, is_next_turn: false, rule: "O13" })
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
            is_next_turn: false,
            rule: "O14",
        };
        CategoryRuling { upheld, consequences: upheld.then_some(loses_bonus).into_iter().collect() }
    }
}
