//! The operations of Word For Word.

use actix_web::HttpResponse;
use actix_web::web::Data;
use serde::Deserialize;

use super::parse::{self, Announced};
use super::wire::{
    CategoryChallengeRequest, CategoryChoice, CategoryRulingAnswer, CutAnswer, CutRequest, OhMyWordBestAnswer,
    OhMyWordChallengeRequest, OhMyWordRules, OhMyWordRuling, OhMyWordScoreAnswer, SettleAnswer,
};
use super::{BestRequest, EntryRequest, Held, ScoreRequest, SettleRequest};
use crate::http::State;
use crate::http::asked::{Asked, OverlayRequest};
use crate::http::body::{Body, present};
use crate::http::problem::Problem;
use crate::rules::oh_my_word::Hand;
use crate::rules::{BreachCode, Breaches, Variant};

/// A play of Word For Word to be scored: the cards as laid, or a word and the cards to lay it from.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct WordForWordScoreRequest {
    /// The cards in word order, every wild announced; either this or `word`.
    #[serde(default, deserialize_with = "present")]
    #[schema(min_items = 2, max_items = 7)]
    play: Option<Vec<String>>,
    /// The word, to be laid in the best way from `thought` and `board`; either this or `play`.
    #[serde(default, deserialize_with = "present")]
    word: Option<String>,
    /// The two thought cards. With `play` it is checked that the cards are there.
    #[serde(default, deserialize_with = "present")]
    #[schema(min_items = 2, max_items = 2)]
    thought: Option<Vec<String>>,
    /// The cards on the board: none, or 3 (shout), 4 (mumble) or 5 (whisper). Goes with `thought`.
    #[serde(default, deserialize_with = "present")]
    #[schema(max_items = 5)]
    board: Option<Vec<String>>,
    /// The bonus category in force.
    #[serde(default, deserialize_with = "present")]
    category: Option<CategoryChoice>,
    /// House rules.
    #[serde(default, deserialize_with = "present")]
    rules: Option<OhMyWordRules>,
    /// The lexicon to ask, if not the default one: `en`, or pinned `en@sha256:1f3a`.
    #[serde(default, deserialize_with = "present")]
    lexicon: Option<String>,
    /// House words.
    #[serde(default, deserialize_with = "present")]
    overlay: Option<OverlayRequest>,
}

/// Scores a play of Word For Word
///
/// An explicit play, or a word and cards: then the best way to lay it. A word outside the lexicon is scored all the same, with `valid: false` and the
/// reason.
#[utoipa::path(
    post,
    path = "/v1/word-for-word/score",
    tag = "Word For Word",
    request_body = WordForWordScoreRequest,
    responses((status = 200, description = "The score", body = OhMyWordScoreAnswer))
)]
pub(in crate::http) async fn score_word_for_word(
    state: Data<State>,
    Body(request): Body<WordForWordScoreRequest>,
) -> Result<HttpResponse, Problem> {
    let mut breaches = Breaches::default();
    let board = request.board.as_deref().unwrap_or_default();
    let hand = match &request.thought {
        Some(thought) => Held::read(hand(thought, board, &mut breaches)),
        None if request.board.is_some() => {
            breaches.add(BreachCode::MissingField, "O1", "/thought", "a board goes with two thought cards");
            Held::Refused
        }
        None => Held::NotGiven,
    };
    let score = ScoreRequest {
        play: request.play.as_deref(),
        word: request.word.as_deref(),
        hand,
        category: request.category.as_ref(),
        rules: request.rules.as_ref(),
        asked: Asked { lexicon: request.lexicon.as_deref(), overlay: request.overlay.as_ref() },
    };
    super::score(&state, &score, breaches)
}

fn hand(thought: &[String], board: &[String], breaches: &mut Breaches) -> Option<Hand> {
    let thought = parse::thought_cards(thought, "/thought", Announced::Refused, breaches);
    let board = parse::board_cards(board, Announced::Refused, breaches);
    parse::hand(&[thought?, board?].concat())
}

/// Cards of Word For Word whose best words are sought.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct WordForWordBestRequest {
    /// The two thought cards, wilds as `*`.
    #[schema(min_items = 2, max_items = 2)]
    thought: Vec<String>,
    /// The cards on the board: none, or 3 (shout), 4 (mumble) or 5 (whisper).
    #[serde(default)]
    #[schema(max_items = 5)]
    board: Vec<String>,
    /// The bonus category in force, by its name or with words of its own.
    #[serde(default, deserialize_with = "present")]
    category: Option<CategoryChoice>,
    /// How many words to list; 10 if left out.
    #[serde(default, deserialize_with = "present")]
    #[schema(minimum = 1)]
    top: Option<u32>,
    /// House rules.
    #[serde(default, deserialize_with = "present")]
    rules: Option<OhMyWordRules>,
    /// The lexicon to ask, if not the default one: `en`, or pinned `en@sha256:1f3a`.
    #[serde(default, deserialize_with = "present")]
    lexicon: Option<String>,
    /// House words.
    #[serde(default, deserialize_with = "present")]
    overlay: Option<OverlayRequest>,
}

/// Finds the best words of the cards of Word For Word
///
/// Exact over every choice of cards, wild letters and wild colours, category bonus and OMYWORD included. One entry a word, laid in its best way; more
/// points first, then fewer wilds, then alphabetical; among equal layings real cards before wilds and blue before red, from the left.
#[utoipa::path(
    post,
    path = "/v1/word-for-word/best",
    tag = "Word For Word",
    request_body = WordForWordBestRequest,
    responses((status = 200, description = "The best words", body = OhMyWordBestAnswer))
)]
pub(in crate::http) async fn best_word_for_word(
    state: Data<State>,
    Body(request): Body<WordForWordBestRequest>,
) -> Result<HttpResponse, Problem> {
    let mut breaches = Breaches::default();
    let hand = hand(&request.thought, &request.board, &mut breaches);
    let best = BestRequest {
        hand,
        category: request.category.as_ref(),
        rules: request.rules.as_ref(),
        top: request.top,
        asked: Asked { lexicon: request.lexicon.as_deref(), overlay: request.overlay.as_ref() },
    };
    super::best(state, &best, breaches).await
}

/// Rules on a challenged word of Word For Word
///
/// A legal word costs the challenger a player's share of the pot, due in the next one; an illegal word makes its player fold (rule 8). Looking up anything but
/// the challenged word makes the offender fold (rule 9).
#[utoipa::path(
    post,
    path = "/v1/word-for-word/challenge",
    tag = "Word For Word",
    request_body = OhMyWordChallengeRequest,
    responses((status = 200, description = "The ruling", body = OhMyWordRuling))
)]
pub(in crate::http) async fn challenge_word_for_word(
    state: Data<State>,
    Body(request): Body<OhMyWordChallengeRequest>,
) -> Result<HttpResponse, Problem> {
    super::challenge(Variant::WordForWord, &state, &request)
}

/// Rules on a challenged category of Word For Word
///
/// All players vote; a tie goes to the challenger. The word stands and loses its category bonus; a lost challenge costs nothing (rule 7).
#[utoipa::path(
    post,
    path = "/v1/word-for-word/category-challenge",
    tag = "Word For Word",
    request_body = CategoryChallengeRequest,
    responses((status = 200, description = "The ruling", body = CategoryRulingAnswer))
)]
pub(in crate::http) async fn category_challenge_word_for_word(
    state: Data<State>,
    Body(request): Body<CategoryChallengeRequest>,
) -> Result<HttpResponse, Problem> {
    super::category_challenge(Variant::WordForWord, &state, &request)
}

/// A player at the end of a round of Word For Word.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct WordForWordEntry {
    /// The player's name.
    name: String,
    /// The word declared, card by card, every wild announced; left out if the player made none.
    #[serde(default, deserialize_with = "present")]
    #[schema(min_items = 2, max_items = 7)]
    play: Option<Vec<String>>,
    /// The player's thought cards, needed where nobody makes a word; a wild may be announced (`*=Zb`), else it is worth nothing.
    #[serde(default, deserialize_with = "present")]
    #[schema(min_items = 2, max_items = 2)]
    thought: Option<Vec<String>>,
    /// Whether somebody challenged the word: one that isn't allowed then falls.
    #[serde(default)]
    challenged: bool,
    /// How the players voted on whether the word is of the category; it overrules the list.
    #[serde(default, deserialize_with = "present")]
    category_match: Option<bool>,
    /// Whether the player folded.
    #[serde(default)]
    folded: bool,
    /// The chips in front of the player before the pot is shared out.
    #[serde(default, deserialize_with = "present")]
    chips: Option<u64>,
}

/// A round of Word For Word to be settled.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct WordForWordSettleRequest {
    /// What is in the pot, in whole chips.
    pot: u64,
    /// The players in seat order, clockwise.
    #[schema(min_items = 2)]
    players: Vec<WordForWordEntry>,
    /// The cards on the board: none, or 3 (shout), 4 (mumble) or 5 (whisper).
    #[serde(default)]
    #[schema(max_items = 5)]
    board: Vec<String>,
    /// The bonus category in force, by its name or with words of its own.
    #[serde(default, deserialize_with = "present")]
    category: Option<CategoryChoice>,
    /// The dealer, needed where odd chips go around from the dealer's left.
    #[serde(default, deserialize_with = "present")]
    dealer: Option<String>,
    /// Whether the game ends with this round: then the most chips win, or the tied play on (rule 24).
    #[serde(default)]
    last_round: bool,
    /// House rules.
    #[serde(default, deserialize_with = "present")]
    rules: Option<OhMyWordRules>,
    /// The lexicon to ask, if not the default one: `en`, or pinned `en@sha256:1f3a`.
    #[serde(default, deserialize_with = "present")]
    lexicon: Option<String>,
    /// House words.
    #[serde(default, deserialize_with = "present")]
    overlay: Option<OverlayRequest>,
}

/// Settles a round of Word For Word
///
/// The highest scoring declared word wins the pot; ties split it. A declared word that isn't allowed loses only if it was challenged. Where nobody makes a
/// word the highest sum of card values wins.
#[utoipa::path(
    post,
    path = "/v1/word-for-word/settle",
    tag = "Word For Word",
    request_body = WordForWordSettleRequest,
    responses((status = 200, description = "The settled round", body = SettleAnswer))
)]
pub(in crate::http) async fn settle_word_for_word(
    state: Data<State>,
    Body(request): Body<WordForWordSettleRequest>,
) -> Result<HttpResponse, Problem> {
    let mut breaches = Breaches::default();
    let board = parse::board_cards(&request.board, Announced::Allowed, &mut breaches);
    let board_hand = board.as_deref().and_then(parse::hand);
    let entries =
        request.players.iter().take(crate::rules::limits::PLAYERS + 1).enumerate().map(|(seat, player)| EntryRequest {
            name: &player.name,
            play: player.play.as_deref(),
            challenged: player.challenged,
            category_match: player.category_match,
            folded: player.folded,
            holding: player.thought.as_deref().and_then(|thought| {
                let pointer = format!("/players/{seat}/thought");
                let thought = parse::thought_cards(thought, &pointer, Announced::Allowed, &mut breaches);
                parse::holding(&[thought?, board.clone()?].concat())
            }),
            chips: player.chips,
        });
    let entries: Vec<EntryRequest<'_>> = entries.collect();
    for (seat, player) in request.players.iter().take(crate::rules::limits::PLAYERS).enumerate() {
        // Where the thought cards are known each card of the play is checked; here at least their number.
        if let (None, Some(play), Some(board)) = (&player.thought, &player.play, &board_hand) {
            parse::check_beyond_board(play, board, &format!("/players/{seat}/play"), &mut breaches);
        }
    }
    let settle = SettleRequest {
        pot: request.pot,
        entries,
        category: request.category.as_ref(),
        dealer: request.dealer.as_deref(),
        last_round: request.last_round,
        rules: request.rules.as_ref(),
        asked: Asked { lexicon: request.lexicon.as_deref(), overlay: request.overlay.as_ref() },
    };
    super::settle(&state, &settle, breaches)
}

/// Decides the cut for the deal of Word For Word
///
/// A wild deals first; else the highest letter value; else the letter nearest to Z. Equal cards cut again among themselves (rule 2).
#[utoipa::path(
    post,
    path = "/v1/word-for-word/cut",
    tag = "Word For Word",
    request_body = CutRequest,
    responses((status = 200, description = "Who deals", body = CutAnswer))
)]
pub(in crate::http) async fn cut_word_for_word(
    state: Data<State>,
    Body(request): Body<CutRequest>,
) -> Result<HttpResponse, Problem> {
    super::cut(&state, &request)
}
