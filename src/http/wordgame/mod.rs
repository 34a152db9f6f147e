//! Wordgame over the wire.

pub(super) mod games;
mod parse;
pub(super) mod wire;

use std::borrow::Cow;

use actix_web::HttpResponse;
use actix_web::web::{Bytes, Data};
use serde::{Deserialize, Serialize};

use super::asked::{Asked, OverlayRequest};
use super::body::{self, Body, present};
use super::problem::{Problem, ProblemCode};
use super::{State, reply, searching};
use crate::court::{Authority, Work};
use crate::rules::wordgame::{Board, Cgp, Final, Play, Rack, Rules, Score, Search, Standing, challenge, settle};
use crate::rules::{BreachCode, Breaches, limits, players, ruling};
use crate::word::Letter;
use wire::{
    BonusOf, BonusSquare, ChallengedWord, FormedWord, MoveStanding, WordgameBestAnswer, WordgameFinal, WordgameMove,
    WordgameMoveInShort, WordgameRules, WordgameRuling, WordgameScoreAnswer, WordgameSettleAnswer,
};

/// A move of Wordgame to be scored.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct WordgameScoreRequest {
    /// The board before the move, 15 rows of 15: `.` free, a capital a letter tile, a small letter a blank. Either this or `cgp`.
    #[serde(default, deserialize_with = "present")]
    #[schema(min_items = 15, max_items = 15)]
    board: Option<Vec<String>>,
    /// The position before the move in CGP; either this or `board`.
    #[serde(default, deserialize_with = "present")]
    cgp: Option<String>,
    /// The move: `8D HE.Lo` across, `D8 HE.Lo` down; a small letter for a blank, `.` or its letter for a tile that lies there.
    #[serde(rename = "move")]
    written: String,
    /// The player's rack, `?` for a blank. If it is given, the tiles must be on it; without it a move lays no more than a rack holds.
    #[serde(default, deserialize_with = "present")]
    rack: Option<String>,
    /// Whether to tell where the move stands among all that the rack could have made; needs a rack.
    #[serde(default)]
    rank: bool,
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

/// A position with a rack whose moves are sought, in canonical form: equal questions, equal answers.
#[derive(Debug, Clone, Serialize)]
struct Question {
    operation: &'static str,
    board: String,
    rack: String,
    letter_values: [u32; Letter::COUNT],
    /// The other rules, which have no serialized form of their own; the sheet's have a name, since spelling them out takes as long as a short search.
    rules: Cow<'static, str>,
    top: usize,
    all: bool,
    count: bool,
    /// The move whose rank is sought.
    written: Option<String>,
}

impl Question {
    fn new(operation: &'static str, board: &Board, rack: &Rack, rules: &Rules) -> Self {
        let Rules { letter_values, premiums, word_bonus, all_tiles, rack_size, first_word_min, .. } = rules;
        Self {
            operation,
            board: board.to_counted_rows(),
            rack: rack.to_string(),
            letter_values: *letter_values,
            rules: if *rules == Rules::WORDGAME {
                "wordgame".into()
            } else {
                format!("{premiums:?} {word_bonus:?} {all_tiles:?} {rack_size} {first_word_min}").into()
            },
            top: 0,
            all: false,
            count: false,
            written: None,
        }
    }
}

/// How many words a move forms at most: one along the line, and one across it for each tile.
const MOST_WORDS: usize = limits::RACK_TILES + 1;

const SCORE: &str = "score_wordgame";
const BEST: &str = "best_wordgame";

/// Scores a move of Wordgame
///
/// Every word that it forms with its bonus squares, and the total line by line. A move that breaks a rule of the board is refused with all its breaches; one that
/// forms a word outside the lexicon is answered with `legal: false`. With `rank` the answer says where the move stands among all legal ones.
#[utoipa::path(
    post,
    path = "/v1/wordgame/score",
    tag = "Wordgame",
    request_body = WordgameScoreRequest,
    responses((status = 200, description = "The score", body = WordgameScoreAnswer))
)]
pub(in crate::http) async fn score_wordgame(
    state: Data<State>,
    Body(request): Body<WordgameScoreRequest>,
) -> Result<HttpResponse, Problem> {
    let asked = Asked { lexicon: request.lexicon.as_deref(), overlay: request.overlay.as_ref() };
    let mut breaches = Breaches::default();
    let authority = asked.authority(&state, &mut breaches)?;
    let rules = parse::rules(request.rules.as_ref(), &mut breaches);
    let board = request.board.as_deref();
    let position = parse::position(board, request.cgp.as_deref(), request.rack.as_deref(), &rules, &mut breaches);
    let play = parse::play(&request.written, position.as_ref(), &rules, &mut breaches);
    let rack = position.as_ref().and_then(|position| position.racks[0]);
    if request.rank && position.is_some() && rack.is_none() {
        let detail = "a rank is among the moves of a rack; give the rack";
        breaches.add_formal(BreachCode::MissingField, "/rack", detail);
    }
    let (position, play) = read(breaches, position.zip(play))?;
    let Some(rack) = rack.filter(|_| request.rank) else {
        return Ok(reply::json(score_body(&authority, &position, &play, &rules, None)?));
    };
    let question = {
        let question = Question::new(SCORE, &position.board, &rack, &rules);
        reply::body(&(Question { written: Some(play.to_string()), ..question }, position.to_string()))
    };
    let is_cheap = request.rules.is_none() && rack.blanks() == 0;
    let work = if is_cheap { Work::Cheap } else { Work::Costly };
    // A position is large: only those who ask for the rank shall carry it along.
    Box::pin(searching::answer(state, authority, SCORE, (question?, work), move |authority| {
        score_body(authority, &position, &play, &rules, Some(&rack))
    }))
    .await
}

/// What was read, or the breaches that kept it from being read.
fn read<T>(breaches: Breaches, value: Option<T>) -> Result<T, Problem> {
    breaches.or(())?;
    value.ok_or_else(|| Problem::new(ProblemCode::Internal, "a position was neither read nor refused"))
}

fn score_body(
    authority: &Authority,
    position: &Cgp,
    play: &Play,
    rules: &Rules,
    rack: Option<&Rack>,
) -> Result<Bytes, Problem> {
    let score = Score::of(play, &position.board, rules);
    let words = FormedWord::all(&score, authority);
    let legal = words.iter().all(|word| word.valid);
    let standing = rack.map(|rack| {
        let earned = if legal { score.total } else { 0 };
        let survey = Search::new(&authority.edition().wordgame, &position.board, rules)
            .with(authority.overlay())
            .survey(rack, 1, earned);
        let best = survey.best.first();
        MoveStanding {
            place: legal.then_some(survey.better + 1),
            moves_found: survey.moves_found,
            points_lost: best.map_or(0, |best| best.total().saturating_sub(earned)),
            best: best.map(|best| WordgameMoveInShort { written: best.to_string(), total: best.total() }),
        }
    });
    let left = position.racks[0].map(|rack| play.from_rack(&rack));
    let after = legal.then(|| position.after(play.on(&position.board), left, score.total).to_string());
    reply::body(&WordgameScoreAnswer {
        legal,
        written: play,
        total: score.total,
        tiles_used: play.tiles_used(),
        all_tiles: score.all_tiles,
        all_tiles_bonus: score.all_tiles_bonus,
        lines: score.lines(rules),
        words,
        breaches: Vec::new(),
        rank: standing,
        cgp: after,
        lexicon: authority.stamp(),
    })
}

impl FormedWord {
    fn all(score: &Score, authority: &Authority) -> Vec<Self> {
        let formed = score.verdicts(authority.words()).map(|(formed, verdict)| Self {
            word: formed.word,
            at: formed.place,
            score: formed.score,
            valid: verdict.is_allowed(),
            reason: verdict.reason(&formed.word),
            letters: formed.letters,
            word_multiplier: formed.word_multiplier,
            bonuses: formed
                .bonuses
                .iter()
                .map(|bonus| BonusSquare {
                    square: bonus.square,
                    of: if bonus.of_word { BonusOf::Word } else { BonusOf::Letter },
                    multiplier: bonus.multiplier,
                })
                .collect(),
        });
        formed.collect()
    }
}

/// A position of Wordgame whose best moves are sought.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct WordgameBestRequest {
    /// The board, 15 rows of 15: `.` free, a capital a letter tile, a small letter a blank. Either this or `cgp`.
    #[serde(default, deserialize_with = "present")]
    #[schema(min_items = 15, max_items = 15)]
    board: Option<Vec<String>>,
    /// The position in CGP; either this or `board`.
    #[serde(default, deserialize_with = "present")]
    cgp: Option<String>,
    /// The rack, `?` for a blank; may be left out if the cgp has it.
    #[serde(default, deserialize_with = "present")]
    rack: Option<String>,
    /// How many moves to list; 10 if left out.
    #[serde(default, deserialize_with = "present")]
    #[schema(minimum = 1)]
    top: Option<u32>,
    /// Whether to list all moves, without the words that they form; instead of `top`. At most 100,000 are listed: `moves_found` tells if there are more.
    #[serde(default)]
    all: bool,
    /// Whether to count all legal moves; `true` if left out. Where only the best are wanted `false` is much faster for racks with blanks.
    #[serde(default = "yes")]
    count: bool,
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

const fn yes() -> bool {
    true
}

/// Finds the best moves of a rack of Wordgame
///
/// Exact. More points first, then fewer tiles, then by row, column, across before down, and the word as written. Moves that differ in which tile is the blank
/// are different moves; a one-tile play counts once: across if it forms a word across, else down.
#[utoipa::path(
    post,
    path = "/v1/wordgame/best",
    tag = "Wordgame",
    request_body = WordgameBestRequest,
    responses((status = 200, description = "The best moves", body = WordgameBestAnswer))
)]
pub(in crate::http) async fn best_wordgame(
    state: Data<State>,
    Body(request): Body<WordgameBestRequest>,
) -> Result<HttpResponse, Problem> {
    let asked = Asked { lexicon: request.lexicon.as_deref(), overlay: request.overlay.as_ref() };
    let mut breaches = Breaches::default();
    let authority = asked.authority(&state, &mut breaches)?;
    let rules = parse::rules(request.rules.as_ref(), &mut breaches);
    let board = request.board.as_deref();
    let position = parse::position(board, request.cgp.as_deref(), request.rack.as_deref(), &rules, &mut breaches);
    let rack = position.as_ref().and_then(|position| position.racks[0]);
    if position.is_some() && rack.is_none() {
        breaches.add_formal(BreachCode::MissingField, "/rack", "give the rack, here or in the cgp");
    }
    if request.all && request.top.is_some() {
        breaches.add_formal(BreachCode::ConflictingFields, "/top", "give either top or all, not both");
    }
    if request.all && !request.count {
        let detail = "all moves are counted as they are listed; leave count out";
        breaches.add_formal(BreachCode::ConflictingFields, "/count", detail);
    }
    let top = if request.all { limits::ALL_MOVES } else { body::top(request.top, &mut breaches) };
    let (position, rack) = read(breaches, position.zip(rack))?;
    let (all, count) = (request.all, request.count);
    // House rules may make a search as long as they like within the limits.
    let is_cheap = request.rules.is_none() && !all && top <= limits::DEFAULT_TOP && (rack.blanks() == 0 || !count);
    let question = {
        let question = Question::new(BEST, &position.board, &rack, &rules);
        reply::body(&Question { top, all, count, ..question })
    };
    let work = if is_cheap { Work::Cheap } else { Work::Costly };
    searching::answer(state, authority, BEST, (question?, work), move |authority| {
        let search = Search::new(&authority.edition().wordgame, &position.board, &rules).with(authority.overlay());
        let (best, moves_found) = if count {
            let survey = search.survey(&rack, top, 0);
            (survey.best, Some(survey.moves_found))
        } else {
            (search.best(&rack, top), None)
        };
        let moves = best.iter().map(|found| WordgameMove {
            written: found.to_string(),
            total: found.total(),
            words: (!all).then(|| FormedWord::all(&Score::of(&found.play(), &position.board, &rules), authority)),
            tiles_used: found.tiles_used(),
        });
        reply::body(&WordgameBestAnswer { moves: moves.collect(), moves_found, lexicon: authority.stamp() })
    })
    .await
}

/// A challenged move of Wordgame.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct WordgameChallengeRequest {
    /// The board before the move, 15 rows of 15. Either this or `cgp`.
    #[serde(default, deserialize_with = "present")]
    #[schema(min_items = 15, max_items = 15)]
    board: Option<Vec<String>>,
    /// The position before the move in CGP; either this or `board`.
    #[serde(default, deserialize_with = "present")]
    cgp: Option<String>,
    /// The challenged move.
    #[serde(rename = "move")]
    written: String,
    /// The words that are challenged, if not all that the move forms.
    #[serde(default, deserialize_with = "present")]
    #[schema(min_items = 1)]
    words: Option<Vec<String>>,
    /// Who challenges.
    #[serde(default, deserialize_with = "present")]
    challenger: Option<String>,
    /// Whose move it is.
    #[serde(default, deserialize_with = "present")]
    challenged: Option<String>,
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

/// Rules on a challenged move of Wordgame
///
/// A move with an illegal word is refused: it doesn't happen, and nobody pays (G8). A challenge may name single words of the move; the ruling is then about those.
#[utoipa::path(
    post,
    path = "/v1/wordgame/challenge",
    tag = "Wordgame",
    request_body = WordgameChallengeRequest,
    responses((status = 200, description = "The ruling", body = WordgameRuling))
)]
pub(in crate::http) async fn challenge_wordgame(
    state: Data<State>,
    Body(request): Body<WordgameChallengeRequest>,
) -> Result<HttpResponse, Problem> {
    let asked = Asked { lexicon: request.lexicon.as_deref(), overlay: request.overlay.as_ref() };
    let mut breaches = Breaches::default();
    let authority = asked.authority(&state, &mut breaches)?;
    let rules = parse::rules(request.rules.as_ref(), &mut breaches);
    let board = request.board.as_deref();
    let position = parse::position(board, request.cgp.as_deref(), None, &rules, &mut breaches);
    let play = parse::play(&request.written, position.as_ref(), &rules, &mut breaches);
    let (accuser, player) = (request.challenger.as_deref(), request.challenged.as_deref());
    for (name, pointer) in [(accuser, "/challenger"), (player, "/challenged")] {
        if let Some(name) = name {
            players::check_name(name, pointer, &mut breaches);
        }
    }
    if accuser.is_some() && accuser == player {
        breaches.add_formal(BreachCode::DuplicatePlayer, "/challenged", "nobody challenges their own move");
    }
    let named = body::named_words(request.words.as_deref(), MOST_WORDS, &mut breaches);
    let (position, play) = read(breaches, position.zip(play))?;
    let score = Score::of(&play, &position.board, &rules);
    let ruling = challenge::rule(&score, &named, player, authority.words()).map_err(|strangers| {
        let mut breaches = Breaches::default();
        for at in strangers {
            let detail = format_args!("the move doesn't form {}", named[at]);
            breaches.add(BreachCode::InvalidWord, "G8", format_args!("/words/{at}"), detail);
        }
        breaches
    })?;
    let words: Vec<ChallengedWord> = ruling
        .words
        .iter()
        .map(|(word, verdict)| ChallengedWord {
            word: word.to_string(),
            valid: verdict.is_allowed(),
            reason: verdict.reason(word),
        })
        .collect();
    let written = play.to_string();
    let judged: Vec<(&str, bool)> = words.iter().map(|word| (word.word.as_str(), word.valid)).collect();
    let id = ruling::id(&(
        ("wordgame", "challenge", position.board.to_rows(), &written, accuser, player),
        (judged, authority.digest()),
        (ruling.upheld, &ruling.consequences),
    ));
    let answer = WordgameRuling {
        upheld: ruling.upheld,
        written,
        words,
        consequences: ruling.consequences,
        id,
        lexicon: authority.stamp(),
    };
    Ok(reply::json(reply::body(&answer)?))
}

/// A player at the end of a game of Wordgame.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct WordgameStanding {
    /// The player's name.
    name: String,
    /// The points made.
    points: u64,
    /// What is left on the rack; empty if left out.
    #[serde(default, deserialize_with = "present")]
    rack: Option<String>,
}

/// A game of Wordgame to be settled.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct WordgameSettleRequest {
    /// The players in seat order.
    #[schema(min_items = 2)]
    players: Vec<WordgameStanding>,
    /// A lexicon; none bears on the end scores, so that a client may send its own with every request.
    #[serde(default, deserialize_with = "present")]
    lexicon: Option<String>,
    /// House rules.
    #[serde(default, deserialize_with = "present")]
    rules: Option<WordgameRules>,
}

/// Settles a game of Wordgame
///
/// Everybody's points minus the value of the own rack; nothing goes to an opponent. The most points win, equal ones are a draw (G10).
#[utoipa::path(
    post,
    path = "/v1/wordgame/settle",
    tag = "Wordgame",
    request_body = WordgameSettleRequest,
    responses((status = 200, description = "The end scores", body = WordgameSettleAnswer))
)]
pub(in crate::http) async fn settle_wordgame(
    state: Data<State>,
    Body(request): Body<WordgameSettleRequest>,
) -> Result<HttpResponse, Problem> {
    state.court.edition(request.lexicon.as_deref())?;
    let mut breaches = Breaches::default();
    let rules = parse::rules(request.rules.as_ref(), &mut breaches);
    let names = request.players.iter().map(|player| player.name.as_str());
    players::check_table(names, 2, "/players", "/name", &mut breaches);
    let mut standings = Vec::new();
    for (seat, player) in request.players.iter().take(limits::PLAYERS).enumerate() {
        if player.points > limits::CHIPS {
            let detail = format_args!("{}; there are at most {} points", player.points, limits::CHIPS);
            breaches.add_formal(BreachCode::OutOfBounds, format_args!("/players/{seat}/points"), detail);
        }
        let text = player.rack.as_deref().unwrap_or_default();
        let rack = Rack::read(text, rules.rack_size, &format!("/players/{seat}/rack"), &mut breaches);
        let points = i64::try_from(player.points).unwrap_or(i64::MAX);
        standings.extend(rack.map(|rack| Standing { player: player.name.clone(), points, rack }));
    }
    if let Some(bag) = &rules.bag {
        bag.check(&Board::default(), standings.iter().map(|standing| &standing.rack), "/players", &mut breaches);
    }
    breaches.or(())?;
    let (scores, winners) = settle(&standings, &rules);
    let scores = scores.into_iter().map(WordgameFinal::from);
    let draw = winners.len() > 1;
    Ok(reply::json(reply::body(&WordgameSettleAnswer { scores: scores.collect(), winners, draw })?))
}

impl From<Final> for WordgameFinal {
    fn from(score: Final) -> Self {
        let Final { player, points, deducted, total } = score;
        Self { player, points, deducted, rack: None, total }
    }
}
