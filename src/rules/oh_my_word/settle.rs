//! The showdown: who wins the pot (rule 4a, RULEBOOK O12), and who the game (O17).

use serde::Serialize;

use super::card::{Card, PlayedCard};
use super::category::CategoryInForce;
use super::hand::{Hand, Play};
use super::scoring::Score;
use super::values::EXCLAMATION_WORD;
use super::{Remainder, Rules, verdict};
use crate::lexicon::{Category, Words};
use crate::rules::{BreachCode, Breaches, Verdict};
use crate::word::Letter;

/// The cards that a player could use, for the case that nobody makes a word.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Holding {
    hand: Hand,
    announced: Vec<Letter>,
}

impl Holding {
    /// The cards as printed, with what was announced for wilds.
    #[must_use]
    pub const fn new(hand: Hand, announced: Vec<Letter>) -> Self {
        Self { hand, announced }
    }

    /// Reads a card that may be a wild with or without its announcement: the card as printed, and the letter announced.
    ///
    /// # Errors
    /// The text is no card.
    pub fn parse_card(text: &str) -> Result<(Card, Option<Letter>), super::CardError> {
        match text.parse::<PlayedCard>() {
            Ok(played) if played.wild => Ok((Card::Wild, Some(played.letter))),
            _ => Ok((text.parse()?, None)),
        }
    }

    /// The cards as printed.
    #[must_use]
    pub const fn hand(&self) -> &Hand {
        &self.hand
    }

    fn points(&self, rules: &Rules) -> u32 {
        let announced: u32 = self.announced.iter().map(|&letter| rules.letter_values.of(letter)).sum();
        self.hand.points(&rules.letter_values) + announced
    }
}

/// A player at the end of a round.
#[derive(Debug, Clone)]
pub struct Entry {
    /// The player's name.
    pub name: String,
    /// The word declared, card by card.
    pub play: Option<Play>,
    /// Whether somebody challenged the word.
    pub challenged: bool,
    /// The players' vote on whether the word is of the category.
    pub category_match: Option<bool>,
    /// Whether the player folded.
    pub folded: bool,
    /// The cards that the player could use.
    pub holding: Option<Holding>,
    /// The chips in front of the player before the pot is shared out.
    pub chips: Option<u64>,
}

/// A round to be settled.
#[derive(Debug, Clone)]
pub struct Showdown<'s> {
    /// What is in the pot.
    pub pot: u64,
    /// The players in seat order, clockwise.
    pub entries: Vec<Entry>,
    /// The category in force.
    pub category: Option<&'s Category>,
    /// The dealer's seat.
    pub dealer: Option<usize>,
    /// Whether this round was the last one (rule 23).
    pub last_round: bool,
    /// The house rules.
    pub rules: Rules,
}

/// What decided the round.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "http", derive(utoipa::ToSchema, strum::EnumMessage, strum::VariantArray))]
#[serde(rename_all = "snake_case")]
pub enum DecidedBy {
    /// The highest scoring word.
    Word,
    /// The highest sum of card values: nobody made a word.
    CardPoints,
    /// Everybody else folded or fell.
    LastPlayer,
    /// Nobody was left: the pot stays.
    Nobody,
}

/// How a player fared.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "http", derive(utoipa::ToSchema, strum::EnumMessage, strum::VariantArray))]
#[serde(rename_all = "snake_case")]
pub enum Standing {
    /// In the showdown to its end.
    Stands,
    /// Folded.
    Folded,
    /// The word was challenged and isn't allowed: its player folds.
    Fell,
}

/// A player's showing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlayerScore {
    /// The player's name.
    pub player: String,
    /// How the player fared.
    pub standing: Standing,
    /// The word declared, with the verdict and the score, whether or not the word is allowed.
    pub word: Option<(Play, Verdict, Score)>,
    /// The sum of card values, where there is no word and the cards are known.
    pub card_points: Option<u32>,
}

/// What a winner gets.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "http", derive(utoipa::ToSchema))]
pub struct Share {
    /// The winner's name.
    pub player: String,
    /// The winner's chips from the pot.
    pub amount: u64,
}

/// How the game stands after its last round (rule 24).
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Game {
    /// One player has the most chips and wins.
    Won(String),
    /// These are tied and play another round.
    PlayOn(Vec<String>),
}

/// A settled round.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Outcome {
    /// What decided it.
    pub decided_by: DecidedBy,
    /// What each winner gets, in seat order.
    pub shares: Vec<Share>,
    /// What stays in the pot for the next round.
    pub remainder: u64,
    /// Every player's showing, in seat order.
    pub scores: Vec<PlayerScore>,
    /// Everybody's chips afterwards, in seat order, where all are known.
    pub chips: Option<Vec<Share>>,
    /// The game, after its last round.
    pub game: Option<Game>,
}

impl Showdown<'_> {
    /// Settles the round.
    ///
    /// # Errors
    /// What the decision needs and the request doesn't say: the hands where nobody made a word, the dealer where odd chips go
    /// around, the chips where the game is over.
    pub fn settle<'l>(&self, words: impl Into<Words<'l>>) -> Result<Outcome, Breaches> {
        let words = words.into();
        let mut breaches = Breaches::default();
        let scores: Vec<PlayerScore> = self.entries.iter().map(|entry| self.showing(entry, words)).collect();
        let standing: Vec<usize> =
            (0..scores.len()).filter(|&seat| scores[seat].standing == Standing::Stands).collect();
        let word_total = |seat: usize| scores[seat].word.as_ref().map(|(.., score)| score.total);

        let (decided_by, winners) = if let Some(best) = standing.iter().filter_map(|&seat| word_total(seat)).max() {
            (DecidedBy::Word, standing.into_iter().filter(|&seat| word_total(seat) == Some(best)).collect())
        } else if standing.len() > 1 {
            for &seat in standing.iter().filter(|&&seat| scores[seat].card_points.is_none()) {
                let detail = "nobody made a word, so card points decide: give the cards of every player who is left";
                breaches.add(BreachCode::MissingField, "O12", format_args!("/players/{seat}"), detail);
            }
            let best = standing.iter().map(|&seat| scores[seat].card_points).max().flatten();
            (DecidedBy::CardPoints, standing.into_iter().filter(|&seat| scores[seat].card_points == best).collect())
        } else if standing.len() == 1 {
            (DecidedBy::LastPlayer, standing)
        } else {
            (DecidedBy::Nobody, standing)
        };

        let (shares, remainder) = self.share_out(&winners, &mut breaches);
        let chips = self.chips_after(&shares);
        let game = if self.last_round { self.game(chips.as_deref(), &mut breaches) } else { None };
        breaches.or(Outcome { decided_by, shares, remainder, scores, chips, game })
    }

    fn showing(&self, entry: &Entry, words: Words<'_>) -> PlayerScore {
        let word = entry.play.map(|play| {
            let word = play.word();
            let category = CategoryInForce { list: self.category, vote: entry.category_match };
            let verdict = verdict(words, &word, category);
            (play, verdict, Score::of(&play, &self.rules.letter_values, category.includes(&word)))
        });
        let standing = match &word {
            _ if entry.folded => Standing::Folded,
            // A word that isn't allowed loses only if it is challenged; OMYWORD can't be (RULEBOOK O10, O12).
            Some((play, verdict, _))
                if entry.challenged && !verdict.is_allowed() && play.word().as_str() != EXCLAMATION_WORD =>
            {
                Standing::Fell
            }
            _ => Standing::Stands,
        };
        let card_points = match (&word, &entry.holding) {
            (None, Some(holding)) if !entry.folded => Some(holding.points(&self.rules)),
            _ => None,
        };
        PlayerScore { player: entry.name.clone(), standing, word, card_points }
    }

    /// Splits the pot evenly among the winners; `winners` are seats.
    fn share_out(&self, winners: &[usize], breaches: &mut Breaches) -> (Vec<Share>, u64) {
        let count = winners.len() as u64;
        let even = self.pot.checked_div(count).unwrap_or_default();
        let odd = self.pot - even * count;
        let mut lucky = Vec::new();
        if self.rules.remainder == Remainder::OddChipLeftOfDealer {
            match self.dealer {
                None => breaches.add(
                    BreachCode::MissingField,
                    "O12",
                    "/dealer",
                    "the odd chips go around from the dealer's left: name the dealer",
                ),
                Some(dealer) => {
                    lucky = winners.to_vec();
                    // The seat to the dealer's left comes first, the dealer last.
                    let seats = self.entries.len();
                    lucky.sort_by_key(|&seat| (seat + seats - dealer - 1) % seats);
                    lucky.truncate(odd as usize);
                }
            }
        }
        let share = |&seat: &usize| Share {
            player: self.entries[seat].name.clone(),
            amount: even + u64::from(lucky.contains(&seat)),
        };
        (winners.iter().map(share).collect(), odd - lucky.len() as u64)
    }

    fn chips_after(&self, shares: &[Share]) -> Option<Vec<Share>> {
        let won = |name: &str| shares.iter().find(|share| share.player == name).map_or(0, |share| share.amount);
        self.entries
            .iter()
            .map(|entry| Some(Share { player: entry.name.clone(), amount: entry.chips? + won(&entry.name) }))
            .collect()
    }

    fn game(&self, chips: Option<&[Share]>, breaches: &mut Breaches) -> Option<Game> {
        let Some(chips) = chips else {
            for seat in (0..self.entries.len()).filter(|&seat| self.entries[seat].chips.is_none()) {
                let detail = "the game is over, so chips decide: give every player's chips";
                breaches.add(BreachCode::MissingField, "O17", format_args!("/players/{seat}/chips"), detail);
            }
            return None;
        };
        let most = chips.iter().map(|player| player.amount).max()?;
        let leaders: Vec<String> =
            chips.iter().filter(|player| player.amount == most).map(|player| player.player.clone()).collect();
        match &leaders[..] {
            [winner] => Some(Game::Won(winner.clone())),
            _ => Some(Game::PlayOn(leaders)),
        }
    }
}
