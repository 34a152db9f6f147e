//! Play On Words over the wire.

mod parse;
mod wire;

use std::sync::Arc;

use actix_web::HttpResponse;
use actix_web::web::Data;
use serde::{Deserialize, Serialize};

use super::asked::{Asked, OverlayRequest};
use super::body::{self, Body, present};
use super::problem::{Problem, ProblemCode};
use super::{State, reply, searching};
use crate::court::{Authority, Work};
use crate::rules::play_on_words::{
    Bonuses, Final, Found, HAND_CARDS, Hand, Laid, MOST_PLAYERS, Mugging, Play, PlayedCard, Position, Round, Rules,
    Score, Seat, Stage, Table, Turn, challenge, rounds,
};
use crate::rules::{BreachCode, Breaches, Verdict, counted, limits, players, ruling};
use crate::word::Word;
use wire::{
    PlayOnWordsBestAnswer, PlayOnWordsBonuses, PlayOnWordsChallengedWord, PlayOnWordsFinal, PlayOnWordsFoundTurn,
    PlayOnWordsMugged, PlayOnWordsPart, PlayOnWordsPlayOn, PlayOnWordsRules, PlayOnWordsRuling, PlayOnWordsScoreAnswer,
    PlayOnWordsSettleAnswer, PlayOnWordsStep, PlayOnWordsTurn,
};

/// Turns that a search of this game lists unless told otherwise.
const DEFAULT_TOP: u32 = 5;

/// A turn of Play On Words to be scored.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct PlayOnWordsScoreRequest {
    /// The player's cards before the turn: `A` to `Z`, `ST SH TH CH CK QU`, `J/X`, `V/Z`, `*`.
    hand: Vec<String>,
    /// The words on the table, each card by card, wilds and flips announced: `*=E`, `J/X=X`.
    #[serde(default)]
    table: Vec<Vec<String>>,
    /// The turn.
    turn: PlayOnWordsTurn,
    /// Whether it is the player's first turn, from the initial hand.
    #[serde(default)]
    first_turn: bool,
    /// Whether it is a last play, after another went out or with the pile empty.
    #[serde(default)]
    last_play: bool,
    /// House rules.
    #[serde(default, deserialize_with = "present")]
    rules: Option<PlayOnWordsRules>,
    /// The lexicon to ask, if not the default one: `en`, or pinned `en@sha256:1f3a`.
    #[serde(default, deserialize_with = "present")]
    lexicon: Option<String>,
    /// House words.
    #[serde(default, deserialize_with = "present")]
    overlay: Option<OverlayRequest>,
}

/// Reads what a request brings, and lays and scores its turn.
fn scored(
    (hand, table, turn): (&[String], &[Vec<String>], &PlayOnWordsTurn),
    stage: Stage,
    rules: Rules,
    mut breaches: Breaches,
) -> Result<(Hand, Table, Turn, Score), Problem> {
    let hand = parse::hand(hand, "/hand", &mut breaches);
    let table = parse::table(table, &mut breaches);
    let turn = parse::turn(turn, "/turn", &mut breaches);
    let (Some(hand), Some(table), Some(turn)) = (hand, table, turn) else { return Err(refused(breaches)) };
    let laid = Laid::lay(&turn, &hand, &table, rules, "/turn", &mut breaches);
    let score = laid.map(|laid| Score::of(&laid, stage, rules)).filter(|_| breaches.is_empty());
    match score {
        Some(score) => Ok((hand, table, turn, score)),
        None => Err(refused(breaches)),
    }
}

/// The breaches that kept something from being read.
fn refused(breaches: Breaches) -> Problem {
    match breaches.or(()) {
        Err(breaches) => breaches.into(),
        Ok(()) => Problem::new(ProblemCode::Internal, "a turn was neither read nor refused"),
    }
}

impl PlayOnWordsPart {
    fn all(score: &Score, authority: &Authority, rules: Rules) -> Vec<Self> {
        let parts = score.parts.iter().map(|part| {
            let verdict = part.verdict(authority.words(), rules);
            Self {
                word: part.word,
                kind: part.kind,
                rearranged: part.is_rearranged(),
                points_per_letter: part.points_per_letter,
                points: part.points,
                valid: verdict.is_allowed(),
                reason: verdict.reason(&part.word),
                rule: part.manner.rule(),
            }
        });
        parts.collect()
    }
}

impl From<Bonuses> for PlayOnWordsBonuses {
    fn from(Bonuses { going_out, initial_hand }: Bonuses) -> Self {
        Self { going_out, initial_hand }
    }
}

fn texts(cards: &[impl ToString]) -> Vec<String> {
    cards.iter().map(ToString::to_string).collect()
}

/// Scores a turn of Play On Words
///
/// Every word with its kind, whether it is rearranged, its points and the rule that says so, and the total line by line. A turn that breaks a rule of the table is
/// refused with all its breaches; one with a word that isn't allowed is answered with `valid: false`.
#[utoipa::path(
    post,
    path = "/v1/play-on-words/score",
    tag = "Play On Words",
    request_body = PlayOnWordsScoreRequest,
    responses((status = 200, description = "The score", body = PlayOnWordsScoreAnswer))
)]
pub(in crate::http) async fn score_play_on_words(
    state: Data<State>,
    Body(request): Body<PlayOnWordsScoreRequest>,
) -> Result<HttpResponse, Problem> {
    let asked = Asked { lexicon: request.lexicon.as_deref(), overlay: request.overlay.as_ref() };
    let mut breaches = Breaches::default();
    let authority = asked.authority(&state, &mut breaches)?;
    let rules = parse::rules(request.rules);
    let when = parse::stage(request.first_turn, request.last_play, &mut breaches);
    let (.., score) = scored((&request.hand, &request.table, &request.turn), when, rules, breaches)?;
    let parts = PlayOnWordsPart::all(&score, &authority, rules);
    let answer = PlayOnWordsScoreAnswer {
        total: score.total,
        valid: parts.iter().all(|part| part.valid),
        parts,
        went_out: score.went_out,
        bonuses: score.bonuses.into(),
        hand_left: score.hand_left,
        lines: score.lines(),
        lexicon: authority.stamp(),
    };
    Ok(reply::json(reply::body(&answer)?))
}

/// A hand and a table of Play On Words whose best turns are sought.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct PlayOnWordsBestRequest {
    /// The player's cards: `A` to `Z`, `ST SH TH CH CK QU`, `J/X`, `V/Z`, `*`.
    #[schema(min_items = 1)]
    hand: Vec<String>,
    /// The words on the table, each card by card, wilds and flips announced: `*=E`, `J/X=X`.
    #[serde(default)]
    table: Vec<Vec<String>>,
    /// Whether it is the player's first turn, from the initial hand.
    #[serde(default)]
    first_turn: bool,
    /// Whether it is a last play, after another went out or with the pile empty.
    #[serde(default)]
    last_play: bool,
    /// How many turns to list; 5 if left out.
    #[serde(default, deserialize_with = "present")]
    #[schema(minimum = 1)]
    top: Option<u32>,
    /// House rules.
    #[serde(default, deserialize_with = "present")]
    rules: Option<PlayOnWordsRules>,
    /// The lexicon to ask, if not the default one: `en`, or pinned `en@sha256:1f3a`.
    #[serde(default, deserialize_with = "present")]
    lexicon: Option<String>,
    /// House words.
    #[serde(default, deserialize_with = "present")]
    overlay: Option<OverlayRequest>,
}

/// A question to the search in canonical form: equal questions, equal answers, whatever order the hand came in.
#[derive(Serialize)]
struct Question<'q> {
    operation: &'static str,
    hand: &'q Hand,
    table: Vec<&'q [PlayedCard]>,
    stage: &'q str,
    rules: (&'static str, &'static str, bool, &'static str),
    top: usize,
}

const BEST: &str = "best_play_on_words";

/// Finds the best turns of a hand of Play On Words
///
/// The most points of all legal turns, over every way to share the hand out among a new word, play-ons and combinations. More points first (none in the casual version), then fewer letters left in
/// the hand, then fewer wilds and fewer flips played, then alphabetically by the words made. A turn that makes the same words of the same table words is listed once.
#[utoipa::path(
    post,
    path = "/v1/play-on-words/best",
    tag = "Play On Words",
    request_body = PlayOnWordsBestRequest,
    responses((status = 200, description = "The best turns", body = PlayOnWordsBestAnswer))
)]
pub(in crate::http) async fn best_play_on_words(
    state: Data<State>,
    Body(request): Body<PlayOnWordsBestRequest>,
) -> Result<HttpResponse, Problem> {
    let asked = Asked { lexicon: request.lexicon.as_deref(), overlay: request.overlay.as_ref() };
    let mut breaches = Breaches::default();
    let authority = asked.authority(&state, &mut breaches)?;
    let rules = parse::rules(request.rules);
    let when = parse::stage(request.first_turn, request.last_play, &mut breaches);
    let top = body::top(request.top.or(Some(DEFAULT_TOP)), &mut breaches);
    if request.hand.is_empty() {
        breaches.add(BreachCode::TooFew, "P3", "/hand", "a hand has at least one card");
    }
    let hand = parse::hand(&request.hand, "/hand", &mut breaches);
    let table = parse::table(&request.table, &mut breaches);
    breaches.or(())?;
    let (Some(hand), Some(table)) = (hand, table) else { return Err(refused(Breaches::default())) };
    let question = reply::body(&Question {
        operation: BEST,
        hand: &hand,
        table: table.iter().map(|word| &word[..]).collect(),
        stage: match when {
            Stage::First => "first",
            Stage::Later => "later",
            Stage::Last => "last",
        },
        rules: (rules.version.name(), rules.plural.name(), rules.play_on_new_word, rules.table_cards.name()),
        top,
    })?;
    searching::answer(state, authority, BEST, (question, Work::Costly), move |authority| {
        let position = Position { hand: &hand, table: &table, stage: when };
        let best = authority.edition().play_on_words.best(authority.words(), position, rules, top);
        let nothing = best.turns.is_empty();
        reply::body(&PlayOnWordsBestAnswer {
            turns: best.turns.into_iter().map(|found| PlayOnWordsFoundTurn::of(&found, authority, rules)).collect(),
            exhaustive: best.exhaustive,
            discard_allowed: nothing.then_some(hand.len() == HAND_CARDS),
            lexicon: authority.stamp(),
        })
    })
    .await
}

impl PlayOnWordsFoundTurn {
    fn of(Found { turn, score }: &Found, authority: &Authority, rules: Rules) -> Self {
        let cards = |word: &Play| texts(word);
        let play_ons = turn.play_ons.iter().map(|play_on| PlayOnWordsPlayOn {
            onto: play_on.onto.iter().map(|&index| index as u32).collect(),
            word: cards(&play_on.word),
        });
        Self {
            total: score.total,
            turn: PlayOnWordsTurn { new_word: turn.new_word.as_ref().map(cards), play_ons: play_ons.collect() },
            parts: PlayOnWordsPart::all(score, authority, rules),
            went_out: score.went_out,
            bonuses: score.bonuses.into(),
            hand_left: score.hand_left,
        }
    }
}

/// A challenged turn of Play On Words.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct PlayOnWordsChallengeRequest {
    /// The player's cards before the turn.
    hand: Vec<String>,
    /// The words on the table before the turn.
    #[serde(default)]
    table: Vec<Vec<String>>,
    /// The challenged turn.
    turn: PlayOnWordsTurn,
    /// The words that are challenged, if not all that the turn makes.
    #[serde(default, deserialize_with = "present")]
    #[schema(min_items = 1)]
    words: Option<Vec<String>>,
    /// Who challenges.
    #[serde(default, deserialize_with = "present")]
    challenger: Option<String>,
    /// Whose turn it was.
    #[serde(default, deserialize_with = "present")]
    challenged: Option<String>,
    /// Whether it was the player's first turn, from the initial hand.
    #[serde(default)]
    first_turn: bool,
    /// Whether it was a last play, after another went out or with the pile empty.
    #[serde(default)]
    last_play: bool,
    /// House rules.
    #[serde(default, deserialize_with = "present")]
    rules: Option<PlayOnWordsRules>,
    /// The lexicon to ask, if not the default one: `en`, or pinned `en@sha256:1f3a`.
    #[serde(default, deserialize_with = "present")]
    lexicon: Option<String>,
    /// House words.
    #[serde(default, deserialize_with = "present")]
    overlay: Option<OverlayRequest>,
}

/// Rules on a challenged turn of Play On Words
///
/// Words that aren't allowed come back to the hand without points, with what was played on to them in the same turn; nobody goes out with them. The verdict names the class that bars a word. A
/// challenge may name single words of the turn; the ruling is then about those.
#[utoipa::path(
    post,
    path = "/v1/play-on-words/challenge",
    tag = "Play On Words",
    request_body = PlayOnWordsChallengeRequest,
    responses((status = 200, description = "The ruling", body = PlayOnWordsRuling))
)]
pub(in crate::http) async fn challenge_play_on_words(
    state: Data<State>,
    Body(request): Body<PlayOnWordsChallengeRequest>,
) -> Result<HttpResponse, Problem> {
    let asked = Asked { lexicon: request.lexicon.as_deref(), overlay: request.overlay.as_ref() };
    let mut breaches = Breaches::default();
    let authority = asked.authority(&state, &mut breaches)?;
    let rules = parse::rules(request.rules);
    let when = parse::stage(request.first_turn, request.last_play, &mut breaches);
    let (accuser, player) = (request.challenger.as_deref(), request.challenged.as_deref());
    for (name, pointer) in [(accuser, "/challenger"), (player, "/challenged")] {
        if let Some(name) = name {
            players::check_name(name, pointer, &mut breaches);
        }
    }
    if accuser.is_some() && accuser == player {
        breaches.add_formal(BreachCode::DuplicatePlayer, "/challenged", "nobody challenges their own turn");
    }
    let named = body::named_words(request.words.as_deref(), HAND_CARDS, &mut breaches);
    let (hand, table, turn, score) = scored((&request.hand, &request.table, &request.turn), when, rules, breaches)?;
    let ruling = challenge::rule(&turn, &score, table.len(), &named, player, authority.words(), rules);
    let ruling = ruling.map_err(|strangers| {
        let mut breaches = Breaches::default();
        for at in strangers {
            let detail = format_args!("the turn doesn't make {}", named[at]);
            breaches.add(BreachCode::InvalidWord, "P17", format_args!("/words/{at}"), detail);
        }
        breaches
    })?;
    let words: Vec<PlayOnWordsChallengedWord> =
        ruling.words.iter().map(|(word, verdict)| PlayOnWordsChallengedWord::of(word, *verdict)).collect();
    let judged: Vec<(&str, bool)> = words.iter().map(|word| (word.word.as_str(), word.valid)).collect();
    let returned: Vec<String> = ruling.returned.iter().map(|&place| score.parts[place].word.to_string()).collect();
    let stays = |place: &usize| !ruling.returned.contains(place);
    let points: u32 = (0..score.parts.len()).filter(stays).map(|place| score.parts[place].points).sum();
    let total = if ruling.upheld { points } else { score.total };
    let play_ons: Vec<(&[usize], &[PlayedCard])> =
        turn.play_ons.iter().map(|play_on| (&play_on.onto[..], &play_on.word[..])).collect();
    let position = (&hand, table.iter().map(|word| &word[..]).collect::<Vec<_>>());
    let id = ruling::id(&(
        ("play-on-words", "challenge", position, turn.new_word.as_deref(), play_ons),
        (accuser, player, request.first_turn, request.last_play),
        (rules.version, rules.plural, rules.play_on_new_word, rules.table_cards),
        (judged, authority.digest()),
        (ruling.upheld, &returned, total, &ruling.consequences),
    ));
    let answer = PlayOnWordsRuling {
        upheld: ruling.upheld,
        words,
        returned,
        total,
        consequences: ruling.consequences,
        id,
        lexicon: authority.stamp(),
    };
    Ok(reply::json(reply::body(&answer)?))
}

impl PlayOnWordsChallengedWord {
    fn of(word: &Word, verdict: Verdict) -> Self {
        Self { word: word.to_string(), valid: verdict.is_allowed(), reason: verdict.reason(word) }
    }
}

/// A player at the end of a round of Play On Words.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct PlayOnWordsSeat {
    /// The player's name.
    name: String,
    /// The points so far, of all turns, with what `score` gave for going out; in the casual version the rounds won so far.
    points: i64,
    /// The cards left after last plays; none if left out.
    #[serde(default)]
    unplayed: Vec<String>,
}

/// A turn with cards that an opponent was left with.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct PlayOnWordsMugging {
    /// Who mugs.
    player: String,
    /// Whose cards they are.
    from: String,
    /// The unplayed cards that the words are made with; those that they don't take earn nothing.
    #[schema(min_items = 1)]
    hand_cards: Vec<String>,
    /// The word laid from these cards alone, card by card.
    #[serde(default, deserialize_with = "present")]
    #[schema(min_items = 1)]
    new_word: Option<Vec<String>>,
    /// The words made from table words.
    #[serde(default)]
    play_ons: Vec<PlayOnWordsPlayOn>,
}

/// A round of Play On Words to be settled.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct PlayOnWordsSettleRequest {
    /// Who went out; left out if the pile ran out first.
    #[serde(default, deserialize_with = "present")]
    went_out: Option<String>,
    /// The players in seat order, clockwise.
    #[schema(min_items = 2)]
    players: Vec<PlayOnWordsSeat>,
    /// The words on the table after last plays; muggings play on to them.
    #[serde(default)]
    table: Vec<Vec<String>>,
    /// The muggings, in the order in which they count: a card is mugged once. Each is judged by itself.
    #[serde(default)]
    muggings: Vec<PlayOnWordsMugging>,
    /// Which round it was, counted from 1.
    #[serde(default, deserialize_with = "present")]
    #[schema(minimum = 1)]
    round: Option<u32>,
    /// House rules.
    #[serde(default, deserialize_with = "present")]
    rules: Option<PlayOnWordsRules>,
    /// The lexicon to ask, if not the default one: `en`, or pinned `en@sha256:1f3a`.
    #[serde(default, deserialize_with = "present")]
    lexicon: Option<String>,
    /// House words.
    #[serde(default, deserialize_with = "present")]
    overlay: Option<OverlayRequest>,
}

/// Settles a round of Play On Words
///
/// A point off for each unplayed letter, two points for each letter of a card that an opponent places by mugging; the most points win, and after the last round the game. In the casual version who goes
/// out wins the round, and points are rounds won.
#[utoipa::path(
    post,
    path = "/v1/play-on-words/settle",
    tag = "Play On Words",
    request_body = PlayOnWordsSettleRequest,
    responses((status = 200, description = "The points after the round", body = PlayOnWordsSettleAnswer))
)]
pub(in crate::http) async fn settle_play_on_words(
    state: Data<State>,
    Body(request): Body<PlayOnWordsSettleRequest>,
) -> Result<HttpResponse, Problem> {
    let asked = Asked { lexicon: request.lexicon.as_deref(), overlay: request.overlay.as_ref() };
    let mut breaches = Breaches::default();
    let authority = asked.authority(&state, &mut breaches)?;
    let rules = parse::rules(request.rules);
    let names = || request.players.iter().take(limits::PLAYERS).map(|player| player.name.as_str());
    players::check_table(
        request.players.iter().map(|player| player.name.as_str()),
        2,
        "/players",
        "/name",
        &mut breaches,
    );
    let table = parse::table(&request.table, &mut breaches);
    let seats = seats(&request.players, &mut breaches);
    let mut seated = |name: &str, pointer: &str| players::check_seated(name, names(), pointer, &mut breaches);
    let went_out = request.went_out.as_deref().map(|name| seated(name, "/went_out"));
    if request.players.len() > MOST_PLAYERS {
        let detail = format_args!("{} players; at most {MOST_PLAYERS} can play", request.players.len());
        breaches.add(BreachCode::TooMany, "P14", "/players", detail);
    }
    let last_round = rounds(request.players.len());
    if request.round.is_some_and(|round| !(1..=last_round).contains(&(round as usize))) {
        let detail =
            format_args!("a game of {} has rounds 1 to {last_round}", counted(request.players.len(), "player"));
        breaches.add(BreachCode::OutOfBounds, "P14", "/round", detail);
    }
    let muggings = muggings(&request, &mut breaches);
    breaches.or(())?;
    let Some(table) = table else { return Err(refused(Breaches::default())) };
    let number = request.round.map(|round| round as usize);
    // Muggings that combine many table words take their time.
    let work = if muggings.is_empty() { Work::Cheap } else { Work::Costly };
    let authority = Arc::new(authority);
    let settle = {
        let authority = Arc::clone(&authority);
        move || {
            let round = Round { seats, went_out: went_out.flatten(), table: &table, muggings, number, rules };
            round.settle(authority.words())
        }
    };
    let settled = state.searches.run(work, settle).await.inspect_err(|_| state.metrics.shed.inc())??;
    let mugged = request.muggings.iter().zip(settled.muggings).map(|(mugging, mugged)| PlayOnWordsMugged {
        player: mugging.player.clone(),
        from: mugging.from.clone(),
        words: mugged.words.iter().map(|(part, verdict)| PlayOnWordsChallengedWord::of(&part.word, *verdict)).collect(),
        cards: texts(&mugged.cards),
        points: mugged.points,
    });
    let answer = PlayOnWordsSettleAnswer {
        scores: settled.finals.into_iter().map(PlayOnWordsFinal::from).collect(),
        muggings: mugged.collect(),
        winners: settled.leaders,
        rounds: settled.rounds,
        game_over: settled.is_over,
        lexicon: authority.stamp(),
    };
    Ok(reply::json(reply::body(&answer)?))
}

fn seats(players: &[PlayOnWordsSeat], breaches: &mut Breaches) -> Vec<Seat> {
    let most = i64::try_from(limits::CHIPS).unwrap_or(i64::MAX);
    let mut seats = Vec::new();
    for (seat, player) in players.iter().take(limits::PLAYERS).enumerate() {
        if !(-most..=most).contains(&player.points) {
            let detail = format_args!("{}; points are -{most} to {most}", player.points);
            breaches.add_formal(BreachCode::OutOfBounds, format_args!("/players/{seat}/points"), detail);
        }
        let unplayed = parse::hand(&player.unplayed, &format!("/players/{seat}/unplayed"), breaches);
        seats.extend(unplayed.map(|unplayed| Seat { name: player.name.clone(), points: player.points, unplayed }));
    }
    seats
}

fn muggings(request: &PlayOnWordsSettleRequest, breaches: &mut Breaches) -> Vec<Mugging> {
    let given = &request.muggings;
    if given.len() > limits::MUGGINGS {
        let detail = format_args!("{} muggings; a round has at most {}", given.len(), limits::MUGGINGS);
        breaches.add_formal(BreachCode::TooMany, "/muggings", detail);
        return Vec::new();
    }
    let mut muggings = Vec::with_capacity(given.len());
    for (number, mugging) in given.iter().enumerate() {
        let pointer = format!("/muggings/{number}");
        let names = || request.players.iter().take(limits::PLAYERS).map(|player| player.name.as_str());
        let player = players::check_seated(&mugging.player, names(), &format!("{pointer}/player"), breaches);
        let from = players::check_seated(&mugging.from, names(), &format!("{pointer}/from"), breaches);
        let cards = parse::hand_cards(&mugging.hand_cards, &format!("{pointer}/hand_cards"), breaches);
        let turn = PlayOnWordsTurn { new_word: mugging.new_word.clone(), play_ons: mugging.play_ons.clone() };
        let turn = parse::turn(&turn, &pointer, breaches);
        if let (Some(player), Some(from), Some(cards), Some(turn)) = (player, from, cards, turn) {
            muggings.push(Mugging { player, from, cards, turn });
        }
    }
    muggings
}

impl From<Final> for PlayOnWordsFinal {
    fn from(score: Final) -> Self {
        let mut running_total = score.points;
        let lines = score.steps.into_iter().map(|step| {
            running_total += step.points;
            PlayOnWordsStep { rule: step.rule, label: step.label, points: step.points, running_total }
        });
        let lines = lines.collect();
        Self { player: score.player, points: score.points, lines, total: score.total }
    }
}
