//! Choose Your Words and Word For Word over the wire: what both share. The two differ in where the cards come from.

pub(super) mod choose_your_words;
mod parse;
mod wire;
pub(super) mod word_for_word;

use actix_web::HttpResponse;
use actix_web::web::Data;
use serde::Serialize;

use super::asked::Asked;
use super::problem::{Problem, ProblemCode};
use super::{State, body, reply, searching};
use crate::court::{Authority, Work};
use crate::rules::oh_my_word::{
    CategoryChallenge, Challenge, Cut, Deal, Entry, Game, Hand, Holding, LetterValues, LookUp, Play, Score, Seat,
    Showdown, lay, verdict,
};
use crate::rules::{BreachCode, Breaches, Variant, Verdict, players, ruling};
use crate::word::{Letter, Word};
use wire::{
    CategoryChallengeRequest, CategoryChoice, CategoryRulingAnswer, CutAnswer, CutRequest, OhMyWordBestAnswer,
    OhMyWordBonuses, OhMyWordChallengeRequest, OhMyWordRules, OhMyWordRuling, OhMyWordScore, OhMyWordScoreAnswer,
    RoundScore, SettleAnswer,
};

/// The cards held, as far as the request gives them.
#[derive(Clone, Copy)]
enum Held {
    NotGiven,
    /// A breach says why they can't be read.
    Refused,
    Cards(Hand),
}

impl Held {
    fn read(hand: Option<Hand>) -> Self {
        hand.map_or(Self::Refused, Self::Cards)
    }
}

/// What is to be scored.
struct ScoreRequest<'r> {
    play: Option<&'r [String]>,
    word: Option<&'r str>,
    hand: Held,
    category: Option<&'r CategoryChoice>,
    rules: Option<&'r OhMyWordRules>,
    asked: Asked<'r>,
}

fn score(state: &State, request: &ScoreRequest<'_>, mut breaches: Breaches) -> Result<HttpResponse, Problem> {
    let authority = request.asked.authority(state, &mut breaches)?;
    let lexicon = &authority.edition().lexicon;
    let rules = parse::rules(request.rules, &mut breaches);
    let category = parse::category(request.category, lexicon, &mut breaches);
    let in_force = category.in_force(lexicon);

    let laid = match (request.play, request.word) {
        (Some(texts), None) => {
            let play = parse::play(texts, "/play", &mut breaches);
            if let (Some(play), Held::Cards(hand)) = (&play, &request.hand) {
                parse::check_held(play, hand, "/play", &mut breaches);
            }
            play.map(|play| {
                let score = Score::of(&play, &rules.letter_values, in_force.includes(&play.word()));
                (play, score)
            })
        }
        (None, Some(text)) => {
            let word = parse::word(text, "/word", &mut breaches);
            match (word, request.hand) {
                (_, Held::NotGiven) => {
                    let detail = "a word alone can't be laid: give the cards as well, or a play";
                    breaches.add_formal(BreachCode::MissingField, "", detail);
                    None
                }
                (Some(word), Held::Cards(hand)) => {
                    let laid = lay(&word, &hand, &rules.letter_values, in_force.includes(&word));
                    if laid.is_none() {
                        let detail = format_args!("the cards can't spell {word}");
                        breaches.add(BreachCode::WordNotInHand, "O1", "/word", detail);
                    }
                    laid
                }
                _ => None,
            }
        }
        (Some(_), Some(_)) => {
            breaches.add_formal(BreachCode::ConflictingFields, "", "give either a play or a word, not both");
            None
        }
        (None, None) => {
            breaches.add_formal(BreachCode::MissingField, "", "give a play, or a word and the cards to lay it from");
            None
        }
    };
    let (play, score) = match (breaches.or(()), laid) {
        (Ok(()), Some(laid)) => laid,
        (Err(breaches), _) => return Err(breaches.into()),
        (Ok(()), None) => {
            return Err(Problem::new(ProblemCode::Internal, "a play was neither read nor refused"));
        }
    };
    let verdict = verdict(authority.words(), &play.word(), in_force);
    let answer = OhMyWordScoreAnswer {
        score: OhMyWordScore::of(&play, &score, verdict, &rules.letter_values),
        lexicon: authority.stamp(),
    };
    Ok(reply::json(reply::body(&answer)?))
}

impl OhMyWordScore {
    fn of(play: &Play, score: &Score, verdict: Verdict, values: &LetterValues) -> Self {
        let word = play.word();
        Self {
            valid: verdict.is_allowed(),
            reason: verdict.reason(&word),
            word: word.to_string(),
            total: score.total,
            play: play.iter().map(ToString::to_string).collect(),
            word_value: score.word_value,
            letter_multipliers: score.letter_multipliers(play).to_vec(),
            length_bonus: score.length_bonus,
            flush: score.flush,
            flush_multiplier: score.flush_multiplier,
            bonuses: OhMyWordBonuses {
                outburst: score.bonuses.outburst,
                exclamation: score.bonuses.exclamation,
                palindrome: score.bonuses.palindrome,
                category: score.category,
            },
            lines: score.lines(play, values),
        }
    }
}

/// What the best is sought of.
struct BestRequest<'r> {
    hand: Option<Hand>,
    category: Option<&'r CategoryChoice>,
    rules: Option<&'r OhMyWordRules>,
    top: Option<u32>,
    asked: Asked<'r>,
}

/// A question to the search in canonical form: equal questions, equal answers, whatever order the cards came in.
#[derive(Serialize)]
struct BestQuestion<C: Serialize> {
    operation: &'static str,
    hand: Vec<String>,
    letter_values: Vec<u32>,
    category: C,
    top: usize,
}

const BEST: &str = "best_oh_my_word";
/// Up to so many wilds a search takes less than a trip to the pool and back costs others.
const CHEAP_WILDS: u8 = 2;

async fn best(state: Data<State>, request: &BestRequest<'_>, mut breaches: Breaches) -> Result<HttpResponse, Problem> {
    let authority = request.asked.authority(&state, &mut breaches)?;
    let rules = parse::rules(request.rules, &mut breaches);
    let category = parse::category(request.category, &authority.edition().lexicon, &mut breaches);
    if request.category.is_some_and(|category| category.vote.is_some()) {
        let detail = "a vote is about one word; give the category's name or words";
        breaches.add_formal(BreachCode::ConflictingFields, "/category/match", detail);
    }
    let top = body::top(request.top, &mut breaches);
    let hand = match (breaches.or(()), request.hand) {
        (Ok(()), Some(hand)) => hand,
        (Err(breaches), _) => return Err(breaches.into()),
        (Ok(()), None) => {
            return Err(Problem::new(ProblemCode::Internal, "a hand was neither read nor refused"));
        }
    };

    let values = rules.letter_values;
    let cheap = hand.wilds() <= CHEAP_WILDS
        && top <= crate::rules::limits::DEFAULT_TOP
        && !category.is_large()
        && authority.overlay().is_empty();
    let question = reply::body(&BestQuestion {
        operation: BEST,
        hand: hand.cards().map(|card| card.to_string()).collect(),
        letter_values: Letter::all().map(|letter| values.of(letter)).collect(),
        category: category.key(),
        top,
    })?;
    let work = if cheap { Work::Cheap } else { Work::Costly };
    searching::answer(state, authority, BEST, (question, work), move |authority| {
        reply::body(&best_answer(authority, &hand, &values, &category, top))
    })
    .await
}

fn best_answer<'e>(
    authority: &'e Authority,
    hand: &Hand,
    values: &LetterValues,
    category: &parse::CategoryParsed,
    top: usize,
) -> OhMyWordBestAnswer<'e> {
    let edition = authority.edition();
    let best = edition.oh_my_word.best(authority.words(), hand, values, category.in_force(&edition.lexicon), top);
    OhMyWordBestAnswer {
        plays: best
            .found
            .iter()
            .map(|found| OhMyWordScore::of(&found.play, &found.score, Verdict::Allowed, values))
            .collect(),
        words_found: best.words_found,
        card_points: (best.words_found == 0).then(|| hand.points(values)),
        lexicon: authority.stamp(),
    }
}

fn challenge(variant: Variant, state: &State, request: &OhMyWordChallengeRequest) -> Result<HttpResponse, Problem> {
    let asked = Asked { lexicon: request.lexicon.as_deref(), overlay: request.overlay.as_ref() };
    let mut breaches = Breaches::default();
    let authority = asked.authority(state, &mut breaches)?;
    parse::rules(request.rules.as_ref(), &mut breaches);
    let word = challenged_word(request, &mut breaches);
    let category = parse::category(request.category.as_ref(), &authority.edition().lexicon, &mut breaches);
    parse::chips(request.pot, "/pot", &mut breaches);
    let names = || request.players.iter().map(|seat| seat.name.as_str());
    players::check_table(names(), 2, "/players", "/name", &mut breaches);
    check_parties(&request.challenger, &request.challenged, &mut breaches);
    players::check_seated(&request.challenger, names(), "/challenger", &mut breaches);
    players::check_seated(&request.challenged, names(), "/challenged", &mut breaches);
    for (seat, player) in request.players.iter().enumerate() {
        parse::chips(player.chips.unwrap_or_default(), &format!("/players/{seat}/chips"), &mut breaches);
    }
    let look_ups = look_ups(request, &mut breaches);
    breaches.or(())?;
    let Some(word) = word else {
        return Err(Problem::new(ProblemCode::Internal, "a word was neither read nor refused"));
    };

    let seat = |seat: &wire::OhMyWordSeat| Seat { name: seat.name.clone(), chips: seat.chips };
    let ruling = Challenge {
        word,
        challenger: request.challenger.clone(),
        challenged: request.challenged.clone(),
        pot: request.pot,
        players: request.players.iter().map(seat).collect(),
        category: category.in_force(&authority.edition().lexicon),
        look_ups,
    }
    .rule(authority.words());
    let valid = !ruling.upheld;
    let reason = ruling.verdict.reason(&word);
    let id = ruling::id(&(
        (
            variant,
            "challenge",
            word,
            &request.challenger,
            &request.challenged,
            request.pot,
            &request.players,
            &request.look_ups,
        ),
        (category.key(), authority.digest()),
        (ruling.upheld, ruling.challengeable, &reason, &ruling.consequences),
    ));
    let answer = OhMyWordRuling {
        upheld: ruling.upheld,
        challengeable: ruling.challengeable,
        word: word.to_string(),
        valid,
        reason,
        consequences: ruling.consequences,
        id,
        lexicon: authority.stamp(),
    };
    Ok(reply::json(reply::body(&answer)?))
}

fn challenged_word(request: &OhMyWordChallengeRequest, breaches: &mut Breaches) -> Option<Word> {
    match (&request.word, &request.play) {
        (Some(text), None) => parse::word(text, "/word", breaches),
        (None, Some(cards)) => parse::play(cards, "/play", breaches).map(|play| play.word()),
        (Some(_), Some(_)) => {
            breaches.add_formal(BreachCode::ConflictingFields, "", "give either a word or a play, not both");
            None
        }
        (None, None) => {
            breaches.add_formal(BreachCode::MissingField, "", "give the challenged word or its play");
            None
        }
    }
}

fn check_parties(challenger: &str, accused: &str, breaches: &mut Breaches) {
    if challenger == accused {
        breaches.add_formal(BreachCode::DuplicatePlayer, "/challenged", "nobody challenges their own word");
    }
}

fn look_ups(request: &OhMyWordChallengeRequest, breaches: &mut Breaches) -> Vec<LookUp> {
    let given = request.look_ups.as_deref().unwrap_or_default();
    if given.len() > crate::rules::limits::LOOK_UPS {
        let detail = format_args!("{} look-ups; at most {}", given.len(), crate::rules::limits::LOOK_UPS);
        breaches.add_formal(BreachCode::TooMany, "/look_ups", detail);
        return Vec::new();
    }
    let mut look_ups = Vec::with_capacity(given.len());
    for (position, look_up) in given.iter().enumerate() {
        let names = request.players.iter().map(|seat| seat.name.as_str());
        players::check_seated(&look_up.player, names, &format!("/look_ups/{position}/player"), breaches);
        match look_up.word.parse() {
            Ok(word) => look_ups.push(LookUp { player: look_up.player.clone(), word }),
            Err(error) => breaches.add(BreachCode::InvalidWord, "W1", format_args!("/look_ups/{position}/word"), error),
        }
    }
    look_ups
}

fn category_challenge(
    variant: Variant,
    state: &State,
    request: &CategoryChallengeRequest,
) -> Result<HttpResponse, Problem> {
    let edition = state.court.edition(request.lexicon.as_deref())?;
    let mut breaches = Breaches::default();
    parse::rules(request.rules.as_ref(), &mut breaches);
    let word = parse::word(&request.word, "/word", &mut breaches);
    let category = parse::category(Some(&request.category), &edition.lexicon, &mut breaches);
    if request.category.vote.is_some() {
        let detail = "the votes decide; give the category's name or words";
        breaches.add_formal(BreachCode::ConflictingFields, "/category/match", detail);
    }
    for (name, pointer) in [(&request.challenger, "/challenger"), (&request.challenged, "/challenged")] {
        players::check_name(name, pointer, &mut breaches);
    }
    check_parties(&request.challenger, &request.challenged, &mut breaches);
    let most = crate::rules::limits::PLAYERS as u32;
    match request.votes_for_challenger.saturating_add(request.votes_against) {
        0 => breaches.add(BreachCode::TooFew, "O14", "/votes_for_challenger", "all vote: there is at least one vote"),
        votes if votes > most => {
            let detail = format_args!("{votes} votes; a table has at most {most} players");
            breaches.add_formal(BreachCode::TooMany, "/votes_for_challenger", detail);
        }
        _ => {}
    }
    breaches.or(())?;
    let Some(word) = word else {
        return Err(Problem::new(ProblemCode::Internal, "a word was neither read nor refused"));
    };

    let ruling = CategoryChallenge {
        challenged: request.challenged.clone(),
        votes_for_challenger: request.votes_for_challenger,
        votes_against: request.votes_against,
    }
    .rule();
    let listed = category.in_force(&edition.lexicon).includes(&word);
    let id = ruling::id(&(
        (variant, "category_challenge", word, &request.challenger, &request.challenged),
        (request.votes_for_challenger, request.votes_against, category.key(), listed, &edition.stamp.digest),
        (ruling.upheld, &ruling.consequences),
    ));
    let answer = CategoryRulingAnswer {
        upheld: ruling.upheld,
        word: word.to_string(),
        listed,
        consequences: ruling.consequences,
        id,
        lexicon: &edition.stamp,
    };
    Ok(reply::json(reply::body(&answer)?))
}

fn cut(state: &State, request: &CutRequest) -> Result<HttpResponse, Problem> {
    state.court.edition(request.lexicon.as_deref())?;
    let mut breaches = Breaches::default();
    let rules = parse::rules(request.rules.as_ref(), &mut breaches);
    let names = request.cuts.iter().map(|cut| cut.player.as_str());
    players::check_table(names, 2, "/cuts", "/player", &mut breaches);
    let cards: Vec<Option<Cut>> = request
        .cuts
        .iter()
        .take(crate::rules::limits::PLAYERS)
        .enumerate()
        .map(|(seat, cut)| {
            let card = parse::card(&cut.card, &format!("/cuts/{seat}/card"), &mut breaches)?;
            Some(Cut { player: cut.player.clone(), card })
        })
        .collect();
    breaches.or(())?;
    let cuts: Vec<Cut> = cards.into_iter().flatten().collect();
    let answer = match Deal::of(&cuts, &rules.letter_values) {
        Deal::Dealer(dealer) => CutAnswer { dealer: Some(dealer), tied: None },
        Deal::Tied(tied) => CutAnswer { dealer: None, tied: Some(tied) },
    };
    Ok(reply::json(reply::body(&answer)?))
}

/// A player at the end of a round.
struct EntryRequest<'r> {
    name: &'r str,
    play: Option<&'r [String]>,
    challenged: bool,
    category_match: Option<bool>,
    folded: bool,
    holding: Option<Holding>,
    chips: Option<u64>,
}

/// What is to be settled.
struct SettleRequest<'r> {
    pot: u64,
    entries: Vec<EntryRequest<'r>>,
    category: Option<&'r CategoryChoice>,
    dealer: Option<&'r str>,
    last_round: bool,
    rules: Option<&'r OhMyWordRules>,
    asked: Asked<'r>,
}

fn settle(state: &State, request: &SettleRequest<'_>, mut breaches: Breaches) -> Result<HttpResponse, Problem> {
    let authority = request.asked.authority(state, &mut breaches)?;
    let lexicon = &authority.edition().lexicon;
    let rules = parse::rules(request.rules, &mut breaches);
    let category = parse::category(request.category, lexicon, &mut breaches);
    if request.category.is_some_and(|category| category.vote.is_some()) {
        let detail = "a vote is about one player's word; give it as the player's category_match";
        breaches.add_formal(BreachCode::ConflictingFields, "/category/match", detail);
    }
    parse::chips(request.pot, "/pot", &mut breaches);
    let names = || request.entries.iter().map(|entry| entry.name);
    players::check_table(names(), 2, "/players", "/name", &mut breaches);
    let dealer = request.dealer.and_then(|dealer| players::check_seated(dealer, names(), "/dealer", &mut breaches));
    let entries = request
        .entries
        .iter()
        .take(crate::rules::limits::PLAYERS)
        .enumerate()
        .map(|(seat, entry)| self::entry(seat, entry, &mut breaches))
        .collect();
    breaches.or(())?;

    let showdown = Showdown {
        pot: request.pot,
        entries,
        category: category.in_force(lexicon).list,
        dealer,
        last_round: request.last_round,
        rules,
    };
    let outcome = showdown.settle(authority.words())?;
    let (game_winner, play_on) = match outcome.game {
        Some(Game::Won(winner)) => (Some(winner), None),
        Some(Game::PlayOn(tied)) => (None, Some(tied)),
        None => (None, None),
    };
    let answer = SettleAnswer {
        winners: outcome.shares.iter().map(|share| share.player.clone()).collect(),
        shares: outcome.shares,
        remainder: outcome.remainder,
        decided_by: outcome.decided_by,
        scores: outcome.scores.into_iter().map(RoundScore::from).collect(),
        chips: outcome.chips,
        game_winner,
        play_on,
        lexicon: authority.stamp(),
    };
    Ok(reply::json(reply::body(&answer)?))
}

fn entry(seat: usize, entry: &EntryRequest<'_>, breaches: &mut Breaches) -> Entry {
    let pointer = format!("/players/{seat}/play");
    let play = entry.play.and_then(|texts| parse::play(texts, &pointer, breaches));
    if let (Some(play), Some(holding)) = (&play, &entry.holding) {
        parse::check_held(play, holding.hand(), &pointer, breaches);
    }
    if entry.play.is_none() && entry.challenged {
        let detail = "there is no word that could have been challenged; give the play";
        breaches.add_formal(BreachCode::MissingField, &pointer, detail);
    }
    parse::chips(entry.chips.unwrap_or_default(), &format!("/players/{seat}/chips"), breaches);
    Entry {
        name: entry.name.to_owned(),
        play,
        challenged: entry.challenged,
        category_match: entry.category_match,
        folded: entry.folded,
        holding: entry.holding.clone(),
        chips: entry.chips,
    }
}

impl From<crate::rules::oh_my_word::PlayerScore> for RoundScore {
    fn from(score: crate::rules::oh_my_word::PlayerScore) -> Self {
        let word = score.word.as_ref().map(|(play, ..)| play.word());
        Self {
            player: score.player,
            standing: score.standing,
            total: score.word.as_ref().map(|(.., score)| score.total),
            valid: score.word.as_ref().map(|(_, verdict, _)| verdict.is_allowed()),
            reason: score.word.as_ref().zip(word.as_ref()).and_then(|((_, verdict, _), word)| verdict.reason(word)),
            word: word.map(|word| word.to_string()),
            card_points: score.card_points,
        }
    }
}
