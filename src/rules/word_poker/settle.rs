//! The showdown: the winners of the pot (rule 4a, RULEBOOK O12) and of the game (O17).

use serde::Serialize;

use super::card::{Card, CardError, PlayedCard};
use super::category::ActiveCategory;
use super::hand::{Hand, Play};
use super::ruleset::{Remainder, Rules};
use super::scoring::Score;
use super::values::EXCLAMATION_WORD;
use super::verdict::verdict;
use crate::lexicon::{Category, Words};
use crate::rules::{Refused, Verdict, ViolationCode, Violations};
use crate::word::Letter;

/// The cards that a player could use, with the letters announced for wilds. They decide the round
/// if nobody makes a word.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Holding {
    hand: Hand,
    announced: Vec<Letter>,
}

impl Holding {
    /// Creates a holding from the cards as printed and the letters announced for wilds.
    #[must_use]
    pub const fn new(hand: Hand, announced: Vec<Letter>) -> Self {
        Self { hand, announced }
    }

    /// Reads a card, which may be a wild with or without its announcement. Returns the card as
    /// printed and the announced letter.
    ///
    /// # Errors
    /// [`CardError`] if the text is not a card.
    pub fn parse_card(text: &str) -> Result<(Card, Option<Letter>), CardError> {
        match text.parse::<PlayedCard>() {
            Ok(played) if played.wild => Ok((Card::Wild, Some(played.letter))),
            _ => Ok((text.parse()?, None)),
        }
    }

    /// Returns the cards as printed.
    #[must_use]
    pub const fn hand(&self) -> &Hand {
        &self.hand
    }

    fn points(&self, rules: &Rules) -> u32 {
        let announced: u32 =
            self.announced.iter().map(|&letter| rules.letter_values.of(letter)).sum();
        self.hand.points(&rules.letter_values) + announced
    }
}

/// A player at the end of a round.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Entry {
    /// The player's name.
    pub name: String,
    /// The declared word, card by card.
    pub play: Option<Play>,
    /// True if somebody challenged the word.
    pub challenged: bool,
    /// The players' vote on whether the word is in the category.
    pub category_match: Option<bool>,
    /// True if the player folded.
    pub folded: bool,
    /// The cards that the player could use.
    pub holding: Option<Holding>,
    /// The player's chips before the pot is shared out.
    pub chips: Option<u64>,
}

/// A round to settle.
#[derive(Debug, Clone)]
pub struct Showdown<'s> {
    /// The chips in the pot.
    pub pot: u64,
    /// The players in seat order, clockwise.
    pub players: Vec<Entry>,
    /// The active category.
    pub category: Option<&'s Category>,
    /// The dealer's seat.
    pub dealer: Option<usize>,
    /// True if the game ends with this round (rule 23).
    pub last_round: bool,
    /// The house rules.
    pub rules: Rules,
}

/// The way in which a round was decided.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "api", derive(utoipa::ToSchema, strum::EnumMessage, strum::VariantArray))]
#[cfg_attr(feature = "api", schema(as = WordPokerDecidedBy))]
#[serde(rename_all = "snake_case")]
pub enum DecidedBy {
    /// By the word with the highest score.
    Word,
    /// By the highest sum of card values, because nobody made a word.
    CardPoints,
    /// One player was left; all others folded, or fell after a challenge.
    LastPlayer,
    /// No player was left, so the pot stays.
    Nobody,
}

/// The state of a player at the end of the showdown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "api", derive(utoipa::ToSchema, strum::EnumMessage, strum::VariantArray))]
#[cfg_attr(feature = "api", schema(as = WordPokerStanding))]
#[serde(rename_all = "snake_case")]
pub enum Standing {
    /// The player stayed in the showdown to its end.
    Stands,
    /// The player folded.
    Folded,
    /// The player's word was challenged and is not allowed, so the player folds.
    Fell,
}

/// A player's part in the showdown.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlayerScore {
    /// The player's name.
    pub player: String,
    /// The player's state at the end.
    pub standing: Standing,
    /// The declared word, with the verdict and the score; also present if the word is not allowed.
    pub word: Option<(Play, Verdict, Score)>,
    /// The sum of card values, if there is no word and the cards are known.
    pub card_points: Option<u32>,
}

/// A player's chips.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "api", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "api", schema(as = PotShare))]
pub struct Share {
    /// The player's name.
    pub player: String,
    /// The number of chips.
    pub amount: u64,
}

/// The result of the game after its last round (rule 24).
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum GameResult {
    /// One player has the most chips and wins.
    Won(String),
    /// These players are tied and play another round.
    PlayOn(Vec<String>),
}

/// A settled round.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Outcome {
    /// The way in which the round was decided.
    pub decided_by: DecidedBy,
    /// The chips that each winner gets from the pot, in seat order.
    pub shares: Vec<Share>,
    /// The chips that stay in the pot for the next round.
    pub remainder: u64,
    /// Every player's part in the showdown, in seat order.
    pub scores: Vec<PlayerScore>,
    /// Every player's chips afterwards, in seat order, if all are known.
    pub chips: Option<Vec<Share>>,
    /// The result of the game, if this was its last round.
    pub game: Option<GameResult>,
}

impl Showdown<'_> {
    /// Settles the round.
    ///
    /// ```
    /// use wordcourt::lexicon::Lexicon;
    /// use wordcourt::rules::Violations;
    /// use wordcourt::rules::word_poker::{Entry, Play, Rules, Showdown};
    ///
    /// let lexicon = Lexicon::from_text("BAT\nCAT\n", "")?;
    /// let player = |name: &str, cards: [&str; 3]| Entry {
    ///     name: name.to_owned(),
    ///     play: Play::new(&cards.map(|card| card.parse().unwrap())).ok(),
    ///     challenged: false,
    ///     category_match: None,
    ///     folded: false,
    ///     holding: None,
    ///     chips: None,
    /// };
    /// let showdown = Showdown {
    ///     pot: 90,
    ///     players: vec![player("ann", ["Cr", "Ar", "Tr"]), player("bob", ["Bb", "Ab", "Tb"])],
    ///     category: None,
    ///     dealer: None,
    ///     last_round: false,
    ///     rules: Rules::default(),
    /// };
    /// let outcome = showdown.settle(&lexicon, &mut Violations::default()).unwrap();
    /// assert_eq!((outcome.shares[0].player.as_str(), outcome.shares[0].amount), ("ann", 90));
    /// # Ok::<(), wordcourt::lexicon::LexiconError>(())
    /// ```
    ///
    /// # Errors
    /// [`Refused`] if information is missing: the hands if nobody made a word, the dealer if odd
    /// chips are shared out, or the chips if the game is over.
    pub fn settle<'l>(
        &self,
        words: impl Into<Words<'l>>,
        violations: &mut Violations,
    ) -> Result<Outcome, Refused> {
        let words = words.into();
        let scores: Vec<PlayerScore> =
            self.players.iter().map(|player| self.score(player, words)).collect();
        let winners = winners(&scores, violations);
        // All missing information is reported together; without winners, no chips are shared out.
        let seats = winners.as_ref().map_or(&[][..], |(_, seats)| seats);
        let pot = self.share_out(seats, violations);
        let chips = self.chips_after(pot.as_ref().map_or(&[][..], |(shares, _)| shares));
        let game = self.game_result(chips.as_deref(), violations);
        let ((decided_by, _), (shares, remainder)) = (winners?, pot?);
        Ok(Outcome { decided_by, shares, remainder, scores, chips, game: game? })
    }

    fn score(&self, player: &Entry, words: Words<'_>) -> PlayerScore {
        let word = player.play.map(|play| {
            let word = play.word();
            let category = ActiveCategory { list: self.category, vote: player.category_match };
            let verdict = verdict(words, &word, category);
            (play, verdict, Score::of(&play, &self.rules.letter_values, category.includes(&word)))
        });
        let standing = match &word {
            _ if player.folded => Standing::Folded,
            // A word that is not allowed loses only if it is challenged; OMYWORD can't be
            // challenged (RULEBOOK O10, O12).
            Some((play, verdict, _))
                if player.challenged
                    && !verdict.is_allowed()
                    && play.word().as_str() != EXCLAMATION_WORD =>
            {
                Standing::Fell
            }
            _ => Standing::Stands,
        };
        let card_points = match (&word, &player.holding) {
            (None, Some(holding)) if !player.folded => Some(holding.points(&self.rules)),
            _ => None,
        };
        PlayerScore { player: player.name.clone(), standing, word, card_points }
    }

    /// Splits the pot evenly among the winners, given by their seats; returns their shares and the
    /// chips that stay in the pot.
    fn share_out(
        &self,
        winners: &[usize],
        violations: &mut Violations,
    ) -> Result<(Vec<Share>, u64), Refused> {
        let count = winners.len() as u64;
        let even = self.pot.checked_div(count).unwrap_or_default();
        let odd = self.pot - even * count;
        let mut with_odd_chip = Vec::new();
        if self.rules.remainder == Remainder::OddChipLeftOfDealer {
            let Some(dealer) = self.dealer else {
                let detail = "odd chips are shared out from the dealer's left; give the dealer";
                let code = ViolationCode::MissingField;
                return Err(violations.at("dealer").refuse(code, "O12", detail));
            };
            // The seat to the dealer's left comes first, the dealer last.
            let seats = self.players.len();
            let mut clockwise = winners.to_vec();
            clockwise.sort_by_key(|&seat| (seat + seats - dealer - 1) % seats);
            with_odd_chip.extend((0..odd).zip(clockwise).map(|(_, seat)| seat));
        }
        let share = |&seat: &usize| Share {
            player: self.players[seat].name.clone(),
            amount: even + u64::from(with_odd_chip.contains(&seat)),
        };
        Ok((winners.iter().map(share).collect(), odd - with_odd_chip.len() as u64))
    }

    fn chips_after(&self, shares: &[Share]) -> Option<Vec<Share>> {
        let won = |name: &str| {
            shares.iter().find(|share| share.player == name).map_or(0, |share| share.amount)
        };
        let chips = |player: &Entry| {
            let amount = player.chips? + won(&player.name);
            Some(Share { player: player.name.clone(), amount })
        };
        self.players.iter().map(chips).collect()
    }

    /// Returns the result of the game; `None` unless this was its last round.
    fn game_result(
        &self,
        chips: Option<&[Share]>,
        violations: &mut Violations,
    ) -> Result<Option<GameResult>, Refused> {
        if !self.last_round {
            return Ok(None);
        }
        let mut given = Ok(());
        for (seat, _) in
            self.players.iter().enumerate().filter(|(_, player)| player.chips.is_none())
        {
            let detail =
                "the game ends with this round, so chips decide; give every player's chips";
            let code = ViolationCode::MissingField;
            given = Err(violations.at("players").at(seat).at("chips").refuse(code, "O17", detail));
        }
        given?;
        let chips = chips.unwrap_or_default();
        let most = chips.iter().map(|player| player.amount).max();
        let leaders = chips.iter().filter(|player| Some(player.amount) == most);
        let leaders: Vec<String> = leaders.map(|player| player.player.clone()).collect();
        Ok(match &leaders[..] {
            [] => None,
            [winner] => Some(GameResult::Won(winner.clone())),
            _ => Some(GameResult::PlayOn(leaders)),
        })
    }
}

/// Returns the way in which the round is decided, and the seats of the winners.
fn winners(
    scores: &[PlayerScore],
    violations: &mut Violations,
) -> Result<(DecidedBy, Vec<usize>), Refused> {
    let mut standing: Vec<usize> =
        (0..scores.len()).filter(|&seat| scores[seat].standing == Standing::Stands).collect();
    let word_total = |seat: usize| scores[seat].word.as_ref().map(|(.., score)| score.total);
    if let Some(best) = standing.iter().filter_map(|&seat| word_total(seat)).max() {
        standing.retain(|&seat| word_total(seat) == Some(best));
        return Ok((DecidedBy::Word, standing));
    }
    match standing.len() {
        0 => return Ok((DecidedBy::Nobody, standing)),
        1 => return Ok((DecidedBy::LastPlayer, standing)),
        _ => {}
    }
    let mut given = Ok(());
    for &seat in standing.iter().filter(|&&seat| scores[seat].card_points.is_none()) {
        let detail =
            "nobody made a word, so card points decide; give the cards of every player who is left";
        let code = ViolationCode::MissingField;
        given = Err(violations.at("players").at(seat).refuse(code, "O12", detail));
    }
    given?;
    let best = standing.iter().map(|&seat| scores[seat].card_points).max().flatten();
    standing.retain(|&seat| scores[seat].card_points == best);
    Ok((DecidedBy::CardPoints, standing))
}
