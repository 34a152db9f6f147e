//! Whole games of Wordgame, replayed from their records.

use actix_web::HttpResponse;
use actix_web::web::{Bytes, Data};
use serde::{Deserialize, Serialize};

use super::parse;
use super::wire::{FormedWord, WordgameFinal, WordgameMoveInShort, WordgameRules};
use crate::court::{Authority, Stamp, Work};
use crate::http::asked::{Asked, OverlayRequest};
use crate::http::body::{Body, present};
use crate::http::problem::Problem;
use crate::http::{State, reply, searching};
use crate::rules::wordgame::gcg::{Action, BadLine, Record};
use crate::rules::wordgame::replay::{Referee, Replay};
use crate::rules::wordgame::{Cgp, End, Rules};
use crate::rules::{Breach, BreachCode, Breaches, limits};

/// A game of Wordgame to be replayed.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct WordgameReplayRequest {
    /// The record in GCG.
    gcg: String,
    /// Whether to look for the best move of every rack that the record tells; `true` if left out.
    #[serde(default = "super::yes")]
    best: bool,
    /// House rules.
    #[serde(default, deserialize_with = "present")]
    rules: Option<WordgameRules>,
    /// The lexicon to ask, if not the default one: `en`, or pinned `en@sha256:1f3a`.
    #[serde(default, deserialize_with = "present")]
    lexicon: Option<String>,
    /// House words.
    #[serde(default, deserialize_with = "present")]
    overlay: Option<OverlayRequest>,
}

/// What an event of a record was.
#[derive(Debug, Clone, Copy, Serialize, utoipa::ToSchema, strum::EnumMessage, strum::VariantArray)]
#[serde(rename_all = "snake_case")]
pub enum ReplayedKind {
    /// A word was laid.
    Move,
    /// The player passed.
    Pass,
    /// Tiles were exchanged.
    Exchange,
    /// The move before was taken back after a challenge.
    TakenBack,
    /// Points for a failed challenge.
    ChallengeBonus,
    /// Points for the tiles of others at the end.
    RackGained,
    /// Points lost for the own tiles at the end.
    RackLost,
    /// Points lost for time.
    TimePenalty,
}

/// A replayed event.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct ReplayedTurn {
    /// The line of the record, counted from 1.
    line: usize,
    /// Whose it was.
    player: String,
    /// What it was.
    kind: ReplayedKind,
    /// The move, tiles that lay there as dots.
    #[serde(rename = "move", skip_serializing_if = "Option::is_none")]
    written: Option<String>,
    /// Whether the rules allow it: there is no breach, and every word that a move forms is allowed.
    legal: bool,
    /// How it breaks the rules, apart from words that aren't allowed.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    breaches: Vec<Breach>,
    /// Both opening moves were passes, so that everybody gets new racks (G9).
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    new_racks: bool,
    /// Whether the move was taken back.
    #[serde(skip_serializing_if = "Option::is_none")]
    taken_back: Option<bool>,
    /// What it changes in truth, in points.
    score: i64,
    /// What the record says.
    recorded: i64,
    /// The player's points after it in truth.
    total: i64,
    /// What the record says.
    recorded_total: i64,
    /// Whether the record is right about both.
    agrees: bool,
    /// The words that a move forms.
    #[serde(skip_serializing_if = "Option::is_none")]
    words: Option<Vec<FormedWord>>,
    /// The best move of the rack, if the record tells the whole rack and the player was to move.
    #[serde(skip_serializing_if = "Option::is_none")]
    best: Option<WordgameMoveInShort>,
    /// How many points the best move would have brought more.
    #[serde(skip_serializing_if = "Option::is_none")]
    points_lost: Option<u32>,
}

/// A replayed game.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct WordgameReplayAnswer<'e> {
    /// The events in order.
    turns: Vec<ReplayedTurn>,
    /// The end scores in the order of the record's players: points minus the value of the own rack. The rack is the one that a line at the end takes
    /// off. Without such lines, once the game has ended, it is what the player is known to hold: a rack told whole that has given away tiles but drawn none
    /// since, or the tiles that nobody else can have; if one rack isn't known so, none is taken off.
    #[serde(rename = "final")]
    scores: Vec<WordgameFinal>,
    /// Who has the most points: several in a draw.
    winners: Vec<String>,
    /// Whether it is a draw.
    draw: bool,
    /// Whether the record is right about every score and total.
    agrees: bool,
    /// What ended the game; left out if the record stops before that.
    #[serde(skip_serializing_if = "Option::is_none")]
    ended: Option<ReplayedEnd>,
    /// The board at the end, with the end scores, in CGP.
    cgp: String,
    /// The record written again with every score and total as it is in truth.
    gcg: String,
    /// The lexicon that was asked.
    lexicon: &'e Stamp,
}

/// What ended a game, and where.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct ReplayedEnd {
    /// What ended it.
    reason: End,
    /// The line of the record that did.
    line: usize,
}

const REPLAY: &str = "replay_wordgame";

/// A record whose replay is sought.
#[derive(Serialize)]
struct Question<'q> {
    operation: &'static str,
    gcg: &'q str,
    best: bool,
    /// The rules have no serialized form of their own.
    rules: String,
}

/// Replays a game of Wordgame
///
/// Takes a record in GCG and goes through it move by move: whether each is legal, its true score beside the recorded one, the best move of the rack and
/// the points lost against it, the end scores. What doesn't fit the board is told with its line.
#[utoipa::path(
    post,
    path = "/v1/wordgame/games",
    tag = "Wordgame",
    request_body = WordgameReplayRequest,
    responses((status = 200, description = "The replayed game", body = WordgameReplayAnswer))
)]
pub(in crate::http) async fn replay_wordgame(
    state: Data<State>,
    Body(request): Body<WordgameReplayRequest>,
) -> Result<HttpResponse, Problem> {
    let asked = Asked { lexicon: request.lexicon.as_deref(), overlay: request.overlay.as_ref() };
    let mut breaches = Breaches::default();
    let authority = asked.authority(&state, &mut breaches)?;
    let rules = parse::rules(request.rules.as_ref(), &mut breaches);
    let record = record(&request.gcg, &mut breaches);
    let record = super::read(breaches, record)?;
    let question = reply::body(&Question {
        operation: REPLAY,
        gcg: &request.gcg,
        best: request.best,
        rules: format!("{rules:?}"),
    })?;
    let best = request.best;
    searching::answer(state, authority, REPLAY, (question, Work::Costly), move |authority| {
        body(authority, &record, &rules, best)
    })
    .await
}

fn record(text: &str, breaches: &mut Breaches) -> Option<Record> {
    if text.len() > limits::RECORD_BYTES {
        let detail = format_args!("the record has more than {} bytes", limits::RECORD_BYTES);
        breaches.add_formal(BreachCode::OutOfBounds, "/gcg", detail);
        return None;
    }
    let record = Record::read(text);
    record.map_err(|lines| lines.iter().for_each(|line| refuse(line, breaches))).ok()
}

fn refuse(line: &BadLine, breaches: &mut Breaches) {
    breaches.add_line(BreachCode::InvalidRecord, Some("G11"), "/gcg", line.line, line);
}

fn body(authority: &Authority, record: &Record, rules: &Rules, best: bool) -> Result<Bytes, Problem> {
    let referee =
        Referee { lexicon: authority.words(), rules, dictionary: best.then_some(&authority.edition().wordgame) };
    let replay = referee.replay(record).map_err(|line| {
        let mut breaches = Breaches::default();
        refuse(&line, &mut breaches);
        breaches
    })?;
    let turns: Vec<ReplayedTurn> = turns(&replay, record, authority);
    let points = |seat: usize| replay.scores.get(seat).map_or(0, |score| score.total);
    let position = Cgp { board: replay.board, scores: [points(0), points(1)], ..Cgp::default() };
    let scores = replay.scores.into_iter().zip(replay.racks);
    let scores = scores
        .map(|(score, rack)| WordgameFinal { rack: rack.map(|rack| rack.to_string()), ..WordgameFinal::from(score) });
    reply::body(&WordgameReplayAnswer {
        agrees: turns.iter().all(|turn| turn.agrees),
        turns,
        scores: scores.collect(),
        draw: replay.winners.len() > 1,
        winners: replay.winners,
        ended: replay.end.map(|(reason, line)| ReplayedEnd { reason, line }),
        cgp: position.to_string(),
        gcg: replay.record.to_string(),
        lexicon: authority.stamp(),
    })
}

fn turns(replay: &Replay, record: &Record, authority: &Authority) -> Vec<ReplayedTurn> {
    let turns = replay.turns.iter().zip(&record.events);
    turns
        .map(|(turn, event)| {
            let laid = turn.laid.as_ref();
            let is_taken_back = laid.is_some_and(|laid| laid.is_taken_back);
            let earned = if is_taken_back { 0 } else { u32::try_from(turn.score).unwrap_or_default() };
            let (recorded, recorded_total) = (i64::from(event.score), i64::from(event.total));
            ReplayedTurn {
                line: turn.line,
                player: record.players[turn.player].nick.clone(),
                kind: ReplayedKind::of(&event.action),
                written: laid.map(|laid| laid.play.to_string()),
                legal: turn.is_legal,
                breaches: turn.breaches.clone(),
                new_racks: turn.brings_new_racks,
                taken_back: laid.map(|laid| laid.is_taken_back),
                score: turn.score,
                recorded,
                total: turn.total,
                recorded_total,
                agrees: turn.score == recorded && turn.total == recorded_total,
                words: laid.map(|laid| FormedWord::all(&laid.score, authority)),
                best: turn.best.map(|best| WordgameMoveInShort { written: best.to_string(), total: best.total() }),
                points_lost: turn.best.map(|best| best.total().saturating_sub(earned)),
            }
        })
        .collect()
}

impl ReplayedKind {
    const fn of(action: &Action) -> Self {
        match action {
            Action::Lay { .. } => Self::Move,
            Action::Pass => Self::Pass,
            Action::Exchange { .. } => Self::Exchange,
            Action::Withdrawn => Self::TakenBack,
            Action::ChallengeBonus => Self::ChallengeBonus,
            Action::RackGained { .. } => Self::RackGained,
            Action::RackLost { .. } => Self::RackLost,
            Action::TimePenalty => Self::TimePenalty,
        }
    }
}
