//! The operations of Choose Your Words.

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
use crate::rules::{Breaches, Variant};

/// A play of Choose Your Words to be scored: the cards as laid, or a word and the hand to lay it from.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ChooseYourWordsScoreRequest {
    /// The cards in word order, every wild announced; either this or `word`.
    #[serde(default, deserialize_with = "present")]
    #[schema(min_items = 2, max_items = 7)]
    play: Option<Vec<String>>,
    /// The word, to be laid in the best way from `hand`; either this or `play`.
    #[serde(default, deserialize_with = "present")]
    word: Option<String>,
    /// The hand, 1 to 7 cards. With `play` it is checked that the cards are there.
    #[serde(default, deserialize_with = "present")]
    #[schema(min_items = 1, max_items = 7)]
    hand: Option<Vec<String>>,
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

/// Scores a play of Choose Your Words
///
/// An explicit play, or a word and a hand: then the best way to lay it. A word outside the lexicon is scored all the same, with `valid: false` and the
/// reason.
#[utoipa::path(
    post,
    path = "/v1/choose-your-words/score",
    tag = "Choose Your Words",
    request_body = ChooseYourWordsScoreRequest,
    responses((status = 200, description = "The score", body = OhMyWordScoreAnswer))
)]
pub(in crate::http) async fn score_choose_your_words(
    state: Data<State>,
    Body(request): Body<ChooseYourWordsScoreRequest>,
) -> Result<HttpResponse, Problem> {
    let mut breaches = Breaches::default();
    let hand = match &request.hand {
        Some(hand) => Held::read(self::hand(hand, &mut breaches)),
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

fn hand(hand: &[String], breaches: &mut Breaches) -> Option<Hand> {
    parse::hand(&parse::hand_cards(hand, "/hand", Announced::Refused, breaches)?)
}

/// A hand of Choose Your Words whose best words are sought.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ChooseYourWordsBestRequest {
    /// The hand, 1 to 7 cards, wilds as `*`.
    #[schema(min_items = 1, max_items = 7)]
    hand: Vec<String>,
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

/// Finds the best words of a hand of Choose Your Words
///
/// Exact over every choice of cards, wild letters and wild colours, category bonus and OMYWORD included. One entry a word, laid in its best way; more
/// points first, then fewer wilds, then alphabetical; among equal layings real cards before wilds and blue before red, from the left.
#[utoipa::path(
    post,
    path = "/v1/choose-your-words/best",
    tag = "Choose Your Words",
    request_body = ChooseYourWordsBestRequest,
    responses((status = 200, description = "The best words", body = OhMyWordBestAnswer))
)]
pub(in crate::http) async fn best_choose_your_words(
    state: Data<State>,
    Body(request): Body<ChooseYourWordsBestRequest>,
) -> Result<HttpResponse, Problem> {
    let mut breaches = Breaches::default();
    let hand = hand(&request.hand, &mut breaches);
    let best = BestRequest {
        hand,
        category: request.category.as_ref(),
        rules: request.rules.as_ref(),
        top: request.top,
        asked: Asked { lexicon: request.lexicon.as_deref(), overlay: request.overlay.as_ref() },
    };
    super::best(state, &best, breaches).await
}

/// Rules on a challenged word of Choose Your Words
///
/// A legal word costs the challenger a player's share of the pot, due in the next one; an illegal word makes its player fold (rule 8). Looking up anything but
/// the challenged word makes the offender fold (rule 9).
#[utoipa::path(
    post,
    path = "/v1/choose-your-words/challenge",
    tag = "Choose Your Words",
    request_body = OhMyWordChallengeRequest,
    responses((status = 200, description = "The ruling", body = OhMyWordRuling))
)]
pub(in crate::http) async fn challenge_choose_your_words(
    state: Data<State>,
    Body(request): Body<OhMyWordChallengeRequest>,
) -> Result<HttpResponse, Problem> {
    super::challenge(Variant::ChooseYourWords, &state, &request)
}

/// Rules on a challenged category of Choose Your Words
///
/// All players vote; a tie goes to the challenger. The word stands and loses its category bonus; a lost challenge costs nothing (rule 7).
#[utoipa::path(
    post,
    path = "/v1/choose-your-words/category-challenge",
    tag = "Choose Your Words",
    request_body = CategoryChallengeRequest,
    responses((status = 200, description = "The ruling", body = CategoryRulingAnswer))
)]
pub(in crate::http) async fn category_challenge_choose_your_words(
    state: Data<State>,
    Body(request): Body<CategoryChallengeRequest>,
) -> Result<HttpResponse, Problem> {
    super::category_challenge(Variant::ChooseYourWords, &state, &request)
}

/// A player at the end of a round of Choose Your Words.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ChooseYourWordsEntry {
    /// The player's name.
    name: String,
    /// The word declared, card by card, every wild announced; left out if the player made none.
    #[serde(default, deserialize_with = "present")]
    #[schema(min_items = 2, max_items = 7)]
    play: Option<Vec<String>>,
    /// The player's hand, needed where nobody makes a word; a wild may be announced (`*=Zb`), else it is worth nothing.
    #[serde(default, deserialize_with = "present")]
    #[schema(min_items = 1, max_items = 7)]
    hand: Option<Vec<String>>,
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

/// A round of Choose Your Words to be settled.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ChooseYourWordsSettleRequest {
    /// What is in the pot, in whole chips.
    pot: u64,
    /// The players in seat order, clockwise.
    #[schema(min_items = 2)]
    players: Vec<ChooseYourWordsEntry>,
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

/// Settles a round of Choose Your Words
///
/// The highest scoring declared word wins the pot; ties split it. A declared word that isn't allowed loses only if it was challenged. Where nobody makes a
/// word the highest sum of card values wins.
#[utoipa::path(
    post,
    path = "/v1/choose-your-words/settle",
    tag = "Choose Your Words",
    request_body = ChooseYourWordsSettleRequest,
    responses((status = 200, description = "The settled round", body = SettleAnswer))
)]
pub(in crate::http) async fn settle_choose_your_words(
    state: Data<State>,
    Body(request): Body<ChooseYourWordsSettleRequest>,
) -> Result<HttpResponse, Problem> {
    let mut breaches = Breaches::default();
    let entries =
        request.players.iter().take(crate::rules::limits::PLAYERS + 1).enumerate().map(|(seat, player)| EntryRequest {
            name: &player.name,
            play: player.play.as_deref(),
            challenged: player.challenged,
            category_match: player.category_match,
            folded: player.folded,
            holding: player.hand.as_deref().and_then(|hand| {
                let pointer = format!("/players/{seat}/hand");
                parse::holding(&parse::hand_cards(hand, &pointer, Announced::Allowed, &mut breaches)?)
            }),
            chips: player.chips,
        });
    let settle = SettleRequest {
        pot: request.pot,
        entries: entries.collect(),
        category: request.category.as_ref(),
        dealer: request.dealer.as_deref(),
        last_round: request.last_round,
        rules: request.rules.as_ref(),
        asked: Asked { lexicon: request.lexicon.as_deref(), overlay: request.overlay.as_ref() },
    };
    super::settle(&state, &settle, breaches)
}

/// Decides the cut for the deal of Choose Your Words
///
/// A wild deals first; else the highest letter value; else the letter nearest to Z. Equal cards cut again among themselves (rule 2).
#[utoipa::path(
    post,
    path = "/v1/choose-your-words/cut",
    tag = "Choose Your Words",
    request_body = CutRequest,
    responses((status = 200, description = "Who deals", body = CutAnswer))
)]
pub(in crate::http) async fn cut_choose_your_words(
    state: Data<State>,
    Body(request): Body<CutRequest>,
) -> Result<HttpResponse, Problem> {
    super::cut(&state, &request)
}
