//! Reads the cards that players hold from the requests of both games.

use super::{
    BoardCards, ChooseYourWordsBestRequest, ChooseYourWordsScoreRequest,
    ChooseYourWordsSettleRequest, HandCards, MAX_BOARD_CARDS, THOUGHT_CARDS, ThoughtCards,
    WordForWordBestRequest, WordForWordScoreRequest, WordForWordSettleRequest,
};
use crate::api::bounds::{List, each};
use crate::api::cards::Notation;
use crate::api::word_poker::requests::{self, HeldCard};
use crate::rules::word_poker::{self, Holding, Play};
use crate::rules::{Refused, ViolationCode, Violations, counted, limits};

/// The possible numbers of cards on the board: none, the shout, the mumble, the whisper.
const BOARD_SIZES: [usize; 4] = [0, 3, 4, 5];

/// Reads a hand of Choose Your Words.
fn hand<N: Notation<Card: Into<HeldCard>>>(
    cards: &HandCards<N>,
    violations: &mut Violations,
) -> Result<Holding, Refused> {
    if cards.is_empty() {
        let detail = "a hand has at least one card";
        return Err(violations.refuse(ViolationCode::TooFew, "O1", detail));
    }
    let cards = cards.read("O1", violations)?;
    let cards: Vec<HeldCard> = cards.into_iter().map(Into::into).collect();
    requests::holding(&cards, violations)
}

/// Reads the thought cards of Word For Word.
fn thought<N: Notation<Card: Into<HeldCard>>>(
    cards: &ThoughtCards<N>,
    violations: &mut Violations,
) -> Result<Vec<HeldCard>, Refused> {
    let read = cards.read("O1", violations);
    if cards.len() < THOUGHT_CARDS {
        let given = counted(cards.len(), "card");
        let detail = format_args!("{given}; give {THOUGHT_CARDS} thought cards");
        return Err(violations.refuse(ViolationCode::TooFew, "O1", detail));
    }
    Ok(read?.into_iter().map(Into::into).collect())
}

/// Reads the board of Word For Word.
fn board<N: Notation<Card: Into<HeldCard>>>(
    cards: Option<&BoardCards<N>>,
    violations: &mut Violations,
) -> Result<Vec<HeldCard>, Refused> {
    let Some(cards) = cards else { return Ok(Vec::new()) };
    let read = cards.read("O1", violations);
    if cards.len() < MAX_BOARD_CARDS && !BOARD_SIZES.contains(&cards.len()) {
        let given = counted(cards.len(), "card");
        let detail = format_args!("{given}; give 0, 3 (shout), 4 (mumble) or 5 (whisper)");
        return Err(violations.refuse(ViolationCode::TooFew, "O1", detail));
    }
    Ok(read?.into_iter().map(Into::into).collect())
}

/// Reads the cards that a player of Word For Word can use.
fn thought_and_board<N: Notation<Card: Into<HeldCard>>>(
    thought_cards: &ThoughtCards<N>,
    board_cards: Option<&BoardCards<N>>,
    violations: &mut Violations,
) -> Result<Holding, Refused> {
    let thought = thought(thought_cards, &mut violations.at("thought"));
    let board = board(board_cards, &mut violations.at("board"));
    requests::holding(&[thought?, board?].concat(), violations)
}

impl ChooseYourWordsScoreRequest {
    pub(super) fn holding(&self, violations: &mut Violations) -> Option<Result<Holding, Refused>> {
        let cards = self.hand.as_ref()?;
        Some(hand(cards, &mut violations.at("hand")))
    }
}

impl ChooseYourWordsBestRequest {
    pub(super) fn holding(&self, violations: &mut Violations) -> Result<Holding, Refused> {
        hand(&self.hand, &mut violations.at("hand"))
    }
}

impl ChooseYourWordsSettleRequest {
    pub(super) fn entries(
        &self,
        violations: &mut Violations,
    ) -> Result<Vec<word_poker::Entry>, Refused> {
        read_players(&self.players, violations, |player, violations| {
            let cards = player.hand.as_ref();
            let holding = cards.map(|cards| hand(cards, &mut violations.at("hand"))).transpose()?;
            player.read(holding, violations)
        })
    }
}

impl WordForWordScoreRequest {
    pub(super) fn holding(&self, violations: &mut Violations) -> Option<Result<Holding, Refused>> {
        match (&self.thought, &self.board) {
            (Some(thought), board) => Some(thought_and_board(thought, board.as_ref(), violations)),
            (None, Some(_)) => {
                let detail = "a board requires two thought cards";
                let mut place = violations.at("thought");
                Some(Err(place.refuse(ViolationCode::MissingField, "O1", detail)))
            }
            (None, None) => None,
        }
    }
}

impl WordForWordBestRequest {
    pub(super) fn holding(&self, violations: &mut Violations) -> Result<Holding, Refused> {
        thought_and_board(&self.thought, self.board.as_ref(), violations)
    }
}

impl WordForWordSettleRequest {
    pub(super) fn entries(
        &self,
        violations: &mut Violations,
    ) -> Result<Vec<word_poker::Entry>, Refused> {
        let board = board(self.board.as_ref(), &mut violations.at("board"));
        let board = board.and_then(|cards| {
            let shared = requests::holding(&cards, violations)?;
            Ok((cards, shared))
        });
        let players = read_players(&self.players, violations, |player, violations| {
            let Ok((board, shared)) = &board else { return player.read(None, violations) };
            let holding = match &player.thought {
                Some(cards) => {
                    let thought = thought(cards, &mut violations.at("thought"))?;
                    Some(requests::holding(&[&thought[..], board].concat(), violations)?)
                }
                None => None,
            };
            let entry = player.read(holding, violations)?;
            // If the thought cards are unknown, only the number of cards can be checked.
            if let (Some(play), None) = (&entry.play, &entry.holding) {
                check_beyond_board(play, shared, &mut violations.at("play"))?;
            }
            Ok(entry)
        });
        board.and(players)
    }
}

/// Checks that at most as many cards of a play are missing from the board as there are thought
/// cards.
fn check_beyond_board(
    play: &Play,
    board: &Holding,
    violations: &mut Violations,
) -> Result<(), Refused> {
    let beyond = play.missing_from(board.hand()).len();
    if beyond > THOUGHT_CARDS {
        let detail = format_args!(
            "{beyond} cards are not on the board; a player has {THOUGHT_CARDS} thought cards"
        );
        return Err(violations.refuse(ViolationCode::CardNotInHand, "O1", detail));
    }
    Ok(())
}

/// Reads the players of a round. Players beyond the limit are skipped, because `check_table`
/// reports them.
fn read_players<E>(
    players: &List<E, 2, { limits::PLAYERS }>,
    violations: &mut Violations,
    read: impl Fn(&E, &mut Violations) -> Result<word_poker::Entry, Refused>,
) -> Result<Vec<word_poker::Entry>, Refused> {
    let players = &players.raw()[..players.raw().len().min(limits::PLAYERS)];
    each(players, &mut violations.at("players"), read)
}
