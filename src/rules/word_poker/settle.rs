//! The settlement of a showdown: the winners of the pot (rule 4a, RULEBOOK O12).

use serde::Serialize;

use super::card::Card;
use super::category::ActiveCategory;
use super::deck::Deck;
use super::declaration::{Declaration, Judgement};
use super::game::own_cards;
use super::hand::{Play, missing_cards};
use super::pot::{Division, GameResult, Share};
use super::scoring::Score;
use super::showdown::{Entry, Showdown};
use crate::lexicon::Words;
use crate::rules::score::{Line, Lines};
use crate::rules::{Refused, Remark, Variant, Violation, ViolationCode, Violations};

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
    /// One player was left; all others folded or fell.
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
    /// The player's word was challenged and is not allowed, or it can't be played. The player loses
    /// the round, like a player who has folded.
    Fell,
}

/// A player's part in the showdown.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlayerScore {
    /// The player's name.
    pub player: String,
    /// The player's state at the end.
    pub standing: Standing,
    /// The rule that this state rests on.
    pub rule: &'static str,
    /// The declared word.
    pub word: Option<DeclaredWord>,
    /// The reasons why the word can't be played, or why the player can't hold the cards.
    pub breaches: Vec<Violation>,
    /// The sum of card values, if there is no word and the cards are known.
    pub card_points: Option<u32>,
    /// The score of the word, or the card values, step by step.
    pub lines: Vec<Line>,
}

/// The word that a player declared at the showdown.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DeclaredWord {
    /// The word and the verdict on it.
    pub judgement: Judgement,
    /// The cards and their score, also of a word that is not allowed; `None` if the word can't be
    /// played.
    pub played: Option<(Play, Score)>,
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
    /// The result of the game, if it ended with this round.
    pub game: Option<GameResult>,
    /// The dealer of the next round, if the dealer is known and the game goes on.
    pub next_dealer: Option<String>,
    /// The cards of which more are shown than the published deck has.
    pub remarks: Vec<Remark>,
}

impl Showdown<'_> {
    /// Settles the round.
    ///
    /// ```
    /// use wordcourt::lexicon::Lexicon;
    /// use wordcourt::rules::{Variant, Violations};
    /// use wordcourt::rules::word_poker::{Entry, Holding, Rules, Showdown};
    ///
    /// let lexicon = Lexicon::from_text("BAT\nCAT\n", "")?;
    /// let player = |name: &str, cards: [&str; 3]| Entry {
    ///     name: name.to_owned(),
    ///     play: Some(cards.map(|card| card.parse().unwrap()).to_vec()),
    ///     challenged: false,
    ///     category_match: None,
    ///     folded: false,
    ///     holding: Holding::unknown(7),
    ///     chips: None,
    /// };
    /// let showdown = Showdown {
    ///     game: Variant::ChooseYourWords,
    ///     pot: 90,
    ///     players: vec![player("ann", ["Cr", "Ar", "Tr"]), player("bob", ["Bb", "Ab", "Tb"])],
    ///     board: Holding::default(),
    ///     category: None,
    ///     dealer: None,
    ///     last_round: false,
    ///     target: None,
    ///     rules: Rules::default(),
    /// };
    /// let outcome = showdown.settle(&lexicon, &mut Violations::default()).unwrap();
    /// assert_eq!((outcome.shares[0].player.as_str(), outcome.shares[0].amount), ("ann", 90));
    /// # Ok::<(), wordcourt::lexicon::LexiconError>(())
    /// ```
    ///
    /// # Errors
    /// [`Refused`] if the deck does not have the cards, or if information is missing: the hands if
    /// nobody made a word, the dealer if odd chips are shared out, or the chips if they decide
    /// whether the game is over.
    pub fn settle<'l>(
        &self,
        words: impl Into<Words<'l>>,
        violations: &mut Violations,
    ) -> Result<Outcome, Refused> {
        let words = words.into();
        let scores: Vec<PlayerScore> =
            (0..self.players.len()).map(|seat| self.score(seat, words)).collect();
        // Everything that is wrong or missing is reported together.
        let deck = self.check_deck(&scores, violations);
        let winners = winners(&scores, violations);
        let dealer = self.check_dealer(violations);
        let chips = self.check_chips(violations);
        let (decided_by, winners) = winners?;
        deck.and(dealer).and(chips)?;
        let mut division = Division::of(self.pot, winners);
        let game = self.share_out(&mut division);
        let share = |seat: &usize| self.share(*seat, 0, &division);
        Ok(Outcome {
            decided_by,
            shares: division.winners().iter().map(share).collect(),
            remainder: division.remainder(),
            remarks: self.remarks(&scores),
            scores,
            chips: self.chips_after(&division),
            next_dealer: self.next_dealer(&division, game.as_ref()),
            game,
        })
    }

    fn score(&self, seat: usize, words: Words<'_>) -> PlayerScore {
        let player = &self.players[seat];
        let mut breaches = Violations::default();
        let word = {
            let mut players = breaches.at("players");
            let mut place = players.at(seat);
            if !player.folded {
                let allowed = own_cards(self.game);
                let member = if self.game == Variant::WordForWord { "thought" } else { "hand" };
                player.holding.check(&allowed, &mut place.at(member));
            }
            self.declared_word(player, words, &mut place.at("play"))
        };
        let (standing, rule) = match &word {
            _ if player.folded => (Standing::Folded, "O20"),
            _ if !breaches.is_empty() => (Standing::Fell, "W6"),
            // A word that is not allowed loses only if it is challenged (RULEBOOK O12).
            Some(word) if player.challenged && !word.judgement.is_allowed => {
                (Standing::Fell, "O13")
            }
            _ => (Standing::Stands, "O12"),
        };
        let card_lines = self.card_lines(player).filter(|_| breaches.is_empty());
        let card_points = card_lines.as_ref().map(Lines::total);
        let lines = match word.as_ref().and_then(|word| word.played.as_ref()) {
            Some((play, score)) => score.lines(play, &self.rules.letter_values),
            None => card_lines.map(Lines::finish).unwrap_or_default(),
        };
        let (player, breaches) = (player.name.clone(), breaches.into());
        PlayerScore { player, standing, rule, word, breaches, card_points, lines }
    }

    /// Judges the word of a player; a word that can't be played has breaches.
    fn declared_word(
        &self,
        player: &Entry,
        words: Words<'_>,
        breaches: &mut Violations,
    ) -> Option<DeclaredWord> {
        let declaration = Declaration::Cards(player.play.clone()?);
        let category = ActiveCategory { list: self.category, vote: player.category_match };
        declaration.check_held([&self.board, &player.holding], breaches);
        if self.rules.strict_deck {
            declaration.check_deck(breaches);
        }
        let judgement = declaration.judge(self.game, words, category, breaches);
        let played = declaration.play().filter(|_| breaches.is_empty()).map(|play| {
            let in_category = category.includes(&play.word());
            (play, Score::of(&play, &self.rules.letter_values, in_category))
        });
        Some(DeclaredWord { judgement, played })
    }

    /// Returns the values of all cards that a player without a word could use; `None` if some of
    /// them are unknown.
    fn card_lines(&self, player: &Entry) -> Option<Lines> {
        let are_cards_known = self.board.hidden() + player.holding.hidden() == 0;
        if player.play.is_some() || player.folded || !are_cards_known {
            return None;
        }
        let mut lines = Lines::default();
        player.holding.add_points(&self.rules, &mut lines);
        self.board.add_points(&self.rules, &mut lines);
        Some(lines)
    }

    /// Checks that the deck has all cards that are shown. Words that can't be played don't count.
    fn check_deck(
        &self,
        scores: &[PlayerScore],
        violations: &mut Violations,
    ) -> Result<(), Refused> {
        if !self.rules.strict_deck {
            return Ok(());
        }
        let mut deck = Deck::new();
        let mut checked = deck.take(self.board.faces(), &mut violations.at("board"));
        let mut players = violations.at("players");
        for (seat, (player, score)) in self.players.iter().zip(scores).enumerate() {
            let mut place = players.at(seat);
            checked = checked.and(deck.take(player.holding.faces(), &mut place));
            let beyond = self.played_beyond(player, score);
            checked = checked.and(deck.take(beyond, &mut place.at("play")));
        }
        checked
    }

    /// Returns the remarks on all cards that are shown. Words that can't be played don't count.
    fn remarks(&self, scores: &[PlayerScore]) -> Vec<Remark> {
        let of_players = self.players.iter().zip(scores).flat_map(|(player, score)| {
            player.holding.faces().chain(self.played_beyond(player, score))
        });
        Deck::remarks(self.board.faces().chain(of_players))
    }

    /// Returns the cards of a player's word that are neither on the board nor among the known cards
    /// of the player.
    fn played_beyond(&self, player: &Entry, score: &PlayerScore) -> Vec<Card> {
        let played = score.word.as_ref().and_then(|word| word.played.as_ref());
        let Some((play, _)) = played else { return Vec::new() };
        let known = self.board.faces().chain(player.holding.faces());
        let beyond = missing_cards(play.iter().map(|card| card.face()), known);
        beyond.into_iter().map(|position| play[position].face()).collect()
    }
}

/// Returns the way in which the round is decided, and the seats of the winners.
fn winners(
    scores: &[PlayerScore],
    violations: &mut Violations,
) -> Result<(DecidedBy, Vec<usize>), Refused> {
    let mut standing: Vec<usize> =
        (0..scores.len()).filter(|&seat| scores[seat].standing == Standing::Stands).collect();
    let word_total =
        |seat: usize| scores[seat].word.as_ref()?.played.as_ref().map(|(_, score)| score.total);
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
