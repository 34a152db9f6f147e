//! `POST /v1/wordgame/games`: replays of whole games from their records.

use serde::Serialize;

use super::{TAG, as_text};
use crate::api::operation::{Cost, Method, Operation, Plan};
use crate::api::problem::ProblemCode;
use crate::api::text_body::TextBody;
use crate::api::wordgame::replay_request::WordgameReplayRequest;
use crate::api::wordgame::replay_response::{
    WordgameEventKind, WordgameGameEnd, WordgameReplayResponse, WordgameReplayResult, WordgameTurn,
};
use crate::api::wordgame::responses::{WordgameFormedWord, WordgameMoveSummary};
use crate::api::wordgame::rules::WordgameRules;
use crate::edition::Dictionary;
use crate::rules::wordgame::gcg::{Action, Event, Record, decode};
use crate::rules::wordgame::replay::{Referee, Turn};
use crate::rules::wordgame::{Cgp, Rules};
use crate::rules::{Refused, Variant, ViolationCode, Violations};

/// Replays a game.
pub struct Replay;

/// A record, with the rules to replay it by.
#[derive(Debug, PartialEq, Eq, Hash, Serialize)]
pub struct ReplayQuery {
    #[serde(rename = "gcg", serialize_with = "as_text")]
    record: Record,
    rules: Rules,
    best: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    max_tier: Option<u8>,
}

impl Operation for Replay {
    const ID: &'static str = "replay_wordgame";
    const METHOD: Method = Method::Post;
    const PATH: &'static str = "/v1/wordgame/games";
    const TAG: &'static str = TAG;
    const SUMMARY: &'static str = "Replays a game of Wordgame";
    const DESCRIPTION: &'static str = "Replays a game record in GCG. For each event, the response has its breaches, its correct and its recorded score, the best move of the rack, and the points lost compared with the best move. The response also has the results. An event that breaks a rule counts what the rules give, and so does a line that cannot be understood: it has the kind `unread` and a breach. A record is refused only if its players are not declared correctly, or most of its events cannot be understood. Pragmas that name other rules or another lexicon are `notes` on the game. The body can also be the record itself, as `text/plain`.";
    const RESPONSE: &'static str = "The replayed game";
    const PROBLEMS: &'static [ProblemCode] = ProblemCode::OF_SEARCH;
    // The parameters are not declared: generated clients would offer them for JSON bodies, too.
    const TEXT_BODY: Option<TextBody> = Some(TextBody {
        member: "gcg",
        decode,
        description: "A record in GCG. The other members of `WordgameReplayRequest` are parameters of the query, with a dot before a member of an object: `?lexicon=en&rules.preset=classic&best=false`. Members with lists, such as `overlay`, need a JSON body.",
        example: "#player1 ann Ann Arden\n#player2 bob Bob Brook\n>ann: EHLLOTU? 8D HOTEL +28 28\n",
    });

    type Request = WordgameReplayRequest;
    type Query = ReplayQuery;
    type Basis = Dictionary;
    type Response<'a> = WordgameReplayResponse<'a>;

    fn parse(
        request: WordgameReplayRequest,
        dictionary: &Dictionary,
        violations: &mut Violations,
    ) -> Result<ReplayQuery, Refused> {
        let rules = WordgameRules::read_as_given(request.rules.as_ref(), violations);
        let record = request.gcg.read(&mut violations.at("gcg"));
        let best = request.best.unwrap_or(true);
        if !best && request.max_tier.is_some_and(|max_tier| !max_tier.is_max()) {
            let detail = "without best, nothing is searched for; omit max_tier";
            violations.at("max_tier").refuse_form(ViolationCode::ConflictingFields, detail);
        }
        let (record, rules) = (record?, rules?);
        check_players(&record, &rules, &mut violations.at("gcg"))?;
        Ok(ReplayQuery { record, rules, best, max_tier: dictionary.max_tier() })
    }

    fn plan(_query: &ReplayQuery, _dictionary: &Dictionary) -> Plan {
        Plan::cached(Cost::Pooled)
    }

    fn index_of(query: &ReplayQuery) -> Option<Variant> {
        query.best.then_some(Variant::Wordgame)
    }

    fn canonical(query: &ReplayQuery) -> impl Serialize {
        query
    }

    fn query_bytes(query: &ReplayQuery) -> usize {
        // The texts of an event on the heap, in bytes: a few short ones.
        const EVENT_TEXTS: usize = 100;
        let events = &query.record.events[..];
        size_of::<ReplayQuery>() + size_of_val(events) + events.len() * EVENT_TEXTS
    }

    fn run<'a>(
        ReplayQuery { record, rules, best, .. }: &'a ReplayQuery,
        dictionary: &'a Dictionary,
    ) -> Result<WordgameReplayResponse<'a>, Violations> {
        let index = best.then(|| dictionary.indexes().wordgame(&dictionary.edition().lexicon));
        let referee = Referee { vocabulary: dictionary.vocabulary(), rules, index };
        let replay = referee.replay(record);
        let turns = replay.turns.iter().zip(&record.events);
        let turns: Vec<WordgameTurn> =
            turns.map(|(turn, event)| describe(turn, event, record, dictionary)).collect();
        let points = |seat: usize| replay.results.get(seat).map_or(0, |score| score.total);
        let scores = [points(0), points(1)];
        let position = Cgp { board: replay.board, scores, ..Cgp::default() };
        let results = replay.results.into_iter().zip(replay.racks);
        let results = results.map(|(score, rack)| WordgameReplayResult::new(score, rack));
        Ok(WordgameReplayResponse {
            agrees: turns.iter().all(|turn| turn.agrees),
            turns,
            results: results.collect(),
            racks_unknown: replay.racks_unknown,
            draw: replay.winners.len() > 1,
            winners: replay.winners,
            notes: replay.notes,
            record_lexicon: replay.lexicon,
            ended: replay.end.map(|(reason, line)| WordgameGameEnd { reason, line }),
            cgp: position.to_string(),
            gcg: replay.record.to_string(),
            lexicon: dictionary.id(),
        })
    }
}

fn describe(turn: &Turn, event: &Event, record: &Record, dictionary: &Dictionary) -> WordgameTurn {
    let placement = turn.placement.as_ref();
    let is_withdrawn = placement.is_some_and(|placement| placement.is_withdrawn);
    let earned = if is_withdrawn { 0 } else { u32::try_from(turn.score).unwrap_or_default() };
    WordgameTurn {
        line: turn.line,
        player: record.nick(event).to_owned(),
        kind: kind_of(event),
        written: placement.map(|placement| placement.play.to_string()),
        valid: turn.is_legal,
        legal: turn.is_legal,
        breaches: turn.violations.iter().cloned().map(|found| found.within("gcg")).collect(),
        notes: turn.notes.clone(),
        new_racks: turn.brings_new_racks,
        taken_back: placement.map(|placement| placement.is_withdrawn),
        score: turn.score,
        recorded: i64::from(event.score),
        total: turn.total,
        recorded_total: event.total.map(i64::from),
        agrees: turn.agrees,
        words: placement.map(|placement| WordgameFormedWord::all(&placement.score, dictionary)),
        best: turn.best.as_ref().map(WordgameMoveSummary::from),
        points_lost: turn.best.as_ref().map(|best| best.total().saturating_sub(earned)),
    }
}

/// Checks that a record does not have more players than the game (RULEBOOK G1, C1).
fn check_players(
    record: &Record,
    rules: &Rules,
    violations: &mut Violations,
) -> Result<(), Refused> {
    let (players, max) = (record.players.len(), rules.preset.max_players());
    if players > max {
        let detail = format_args!("the record has {players} players; the game is for {max}");
        return Err(violations.refuse(ViolationCode::TooMany, "G1", detail));
    }
    Ok(())
}

const fn kind_of(event: &Event) -> WordgameEventKind {
    match &event.action {
        Action::Place { .. } => WordgameEventKind::Move,
        Action::Pass => WordgameEventKind::Pass,
        Action::Exchange { .. } => WordgameEventKind::Exchange,
        Action::Withdrawn => WordgameEventKind::TakenBack,
        Action::FailedChallenge if event.score < 0 => WordgameEventKind::ChallengePenalty,
        Action::FailedChallenge => WordgameEventKind::ChallengeBonus,
        Action::RackGained { .. } => WordgameEventKind::RackGained,
        Action::RackLost { .. } => WordgameEventKind::RackLost,
        Action::TimePenalty => WordgameEventKind::TimePenalty,
        Action::Unread { .. } => WordgameEventKind::Unread,
    }
}
