//! Changing what is in force: for operators only, on the second listener.

use std::net::IpAddr;

use actix_web::http::header::{HOST, ORIGIN};
use actix_web::middleware::from_fn;
use actix_web::{HttpRequest, HttpResponse, web};
use futures_util::StreamExt as _;
use serde::{Deserialize, Serialize};
use subtle::{Choice, ConstantTimeEq as _};
use tokio::sync::Notify;

use super::gate::bearer;
use super::observe::observe;
use super::problem::{Problem, ProblemCode};
use super::{State, lexicons, reply};
use crate::court::clerk::{ChangeRefused, Changed, Clerk, Draft};
use crate::court::manifest::check_name;
use crate::court::text_file::{BadTextFile, TextSink};
use crate::court::{Edition, LexiconRefused, Stamp};
use crate::lexicon::{Digest, Lexicon, Mark, Ordinal};

/// Who may change what is in force.
#[derive(Debug, Default)]
pub struct Admission {
    /// Names with the digests of their tokens: digests have one length, so comparing them tells nothing of a token's.
    tokens: Vec<(String, [u8; 32])>,
    read_only: bool,
}

/// The shortest token, in characters: what is shorter can be guessed.
const MIN_TOKEN_CHARACTERS: usize = 16;
/// The name of whoever bears a token that was given without one.
const UNNAMED: &str = "admin";
/// The name of whoever needs no token.
const LOCAL: &str = "local";

impl Admission {
    /// Admits those who bear tokens, or without any those who ask from this machine; `read_only` admits nobody to changes.
    ///
    /// `lines` is a text with a name and a token on each line; `unnamed` is one more token.
    ///
    /// # Errors
    /// What is wrong with a token.
    pub fn new(lines: &str, unnamed: Option<&str>, read_only: bool) -> Result<Self, String> {
        let mut tokens = Vec::new();
        let lines = lines.lines().enumerate().filter(|(_, line)| !line.trim().is_empty() && !line.starts_with('#'));
        for (index, line) in lines {
            let Some((name, token)) = line.trim().split_once(char::is_whitespace) else {
                return Err(format!("line {}: a name and a token are wanted, with a space between them", index + 1));
            };
            tokens.push((name.to_owned(), token.trim().to_owned()));
        }
        tokens.extend(unnamed.map(|token| (UNNAMED.to_owned(), token.trim().to_owned())));
        if let Some((name, _)) = tokens.iter().find(|(_, token)| token.chars().count() < MIN_TOKEN_CHARACTERS) {
            return Err(format!("the token of {name} has fewer than {MIN_TOKEN_CHARACTERS} characters"));
        }
        let digest = |(name, token): (String, String)| (name, Digest::of(&[token.as_bytes()]).bytes());
        Ok(Self { tokens: tokens.into_iter().map(digest).collect(), read_only })
    }

    /// Whether somebody from elsewhere could be admitted without a token.
    #[must_use]
    pub const fn is_open(&self) -> bool {
        self.tokens.is_empty() && !self.read_only
    }

    /// Who asks.
    fn who(&self, request: &HttpRequest) -> Result<String, Problem> {
        if self.tokens.is_empty() {
            return is_local(request).then(|| LOCAL.to_owned()).ok_or_else(|| {
                let detail = "the server has no admin tokens, so only its own machine may ask this, under a name like localhost and not from a web page";
                Problem::new(ProblemCode::Forbidden, detail)
            });
        }
        let token = bearer(request.headers()).unwrap_or_default();
        let digest = Digest::of(&[token.as_bytes()]).bytes();
        // Every token is compared whole, whichever is the right one.
        let mut who = None;
        for (name, expected) in &self.tokens {
            let is_it: Choice = expected.ct_eq(&digest);
            if bool::from(is_it) {
                who = Some(name);
            }
        }
        who.cloned().ok_or_else(|| Problem::new(ProblemCode::Unauthorized, "the request bears no valid token"))
    }

    /// Who asks for a change.
    fn who_may_change(&self, request: &HttpRequest) -> Result<String, Problem> {
        let who = self.who(request)?;
        if self.read_only {
            let detail = "the server is read-only: its lexicons are changed where it was started";
            return Err(Problem::new(ProblemCode::Forbidden, detail));
        }
        Ok(who)
    }
}

/// Whether a request comes from this machine and means it: a web page that some browser here has opened doesn't.
fn is_local(request: &HttpRequest) -> bool {
    let is_peer_local = request.peer_addr().is_some_and(|peer| peer.ip().to_canonical().is_loopback());
    let host = request.headers().get(HOST).and_then(|host| host.to_str().ok()).unwrap_or_default();
    let name = host.rsplit_once(':').map_or(host, |(name, port)| if port.ends_with(']') { host } else { name });
    let address = name.trim_start_matches('[').trim_end_matches(']').parse::<IpAddr>();
    let is_named_local = name.eq_ignore_ascii_case("localhost") || address.is_ok_and(|address| address.is_loopback());
    is_peer_local && is_named_local && !request.headers().contains_key(ORIGIN)
}

/// What the admin operations work with.
#[derive(Debug)]
pub struct Office {
    /// Makes the changes.
    pub clerk: std::sync::Arc<Clerk>,
    /// Who may.
    pub admission: Admission,
    /// Wakes whoever looks at the depot.
    pub look: std::sync::Arc<Notify>,
    /// Whether there is a depot.
    pub has_depot: bool,
    /// The longest text, in bytes when unpacked.
    pub text_limit: usize,
}

/// The admin routes.
pub fn routes(config: &mut web::ServiceConfig) {
    config.service(
        web::scope("/admin")
            .wrap(from_fn(observe))
            .route("/lexicons", web::get().to(list))
            .route("/lexicons/{name}", web::put().to(put_words))
            .route("/lexicons/{name}", web::delete().to(dismiss))
            .route("/lexicons/{name}/categories", web::put().to(put_categories))
            .route("/lexicons/{name}/rollback", web::post().to(roll_back))
            .route("/lexicons/{name}/diff", web::get().to(diff))
            .route("/reload", web::post().to(reload)),
    );
}

type Shared<T> = web::Data<T>;

async fn list(request: HttpRequest, office: Shared<Office>, state: Shared<State>) -> Result<HttpResponse, Problem> {
    office.admission.who(&request)?;
    Ok(reply::json(reply::body(&lexicons::list(&state.court))?))
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct PutQuery {
    /// The number that the edition bears.
    edition: Option<String>,
}

/// A change on the wire.
#[derive(Debug, Serialize)]
struct ChangeAnswer {
    /// The edition in force now.
    lexicon: Stamp,
    /// How many words it holds.
    words: usize,
    /// The one before it, if there was another.
    #[serde(skip_serializing_if = "Option::is_none")]
    before: Option<Stamp>,
    /// Whether it is the same as before.
    unchanged: bool,
    /// Whether the change survives a restart: only if the server keeps a state directory.
    survives_restart: bool,
}

async fn put_words(
    request: HttpRequest,
    name: web::Path<String>,
    query: web::Query<PutQuery>,
    body: web::Payload,
    office: Shared<Office>,
    state: Shared<State>,
) -> Result<HttpResponse, Problem> {
    let who = office.admission.who_may_change(&request)?;
    let words = Some(receive(body, &name, &office, &state).await?);
    let draft = Draft { name: name.into_inner(), edition: query.into_inner().edition, words, categories: None };
    enact(&request, who, draft, office, state).await
}

async fn put_categories(
    request: HttpRequest,
    name: web::Path<String>,
    query: web::Query<PutQuery>,
    body: web::Payload,
    office: Shared<Office>,
    state: Shared<State>,
) -> Result<HttpResponse, Problem> {
    let who = office.admission.who_may_change(&request)?;
    let categories = Some(receive(body, &name, &office, &state).await?);
    let draft = Draft { name: name.into_inner(), edition: query.into_inner().edition, words: None, categories };
    enact(&request, who, draft, office, state).await
}

/// Takes a text in; one that isn't whole or no text is a refused change like any other.
async fn receive(body: web::Payload, name: &str, office: &Office, state: &State) -> Result<String, Problem> {
    read_text(body, office, state).await.inspect_err(|problem| {
        let label = if check_name(name).is_ok() { name } else { "" };
        state.metrics.count_change(label, "refused");
        tracing::warn!(lexicon = label, refused = problem.detail, "text of a lexicon refused");
    })
}

/// Reads a text as it arrives: plain or gzip, which its first byte tells.
async fn read_text(mut body: web::Payload, office: &Office, state: &State) -> Result<String, Problem> {
    const GZIP: u8 = 0x1f;
    let refused = |error: BadTextFile| match error {
        BadTextFile::TooLong(_) => Problem::new(ProblemCode::BodyTooLarge, error.to_string()),
        _ => Problem::new(ProblemCode::LexiconRefused, error.to_string()),
    };
    let mut sink = None;
    let timeout = state.body_limits.timeout;
    loop {
        // A large text may take its time, but not without anything arriving.
        let piece = tokio::time::timeout(timeout, body.next()).await.map_err(|_| {
            let detail = format!("nothing of the body arrived for {}", humantime::format_duration(timeout));
            Problem::new(ProblemCode::BodyTimeout, detail)
        })?;
        let Some(piece) = piece else { break };
        let piece =
            piece.map_err(|error| Problem::new(ProblemCode::BadRequest, format!("the body breaks off: {error}")))?;
        let Some(first) = piece.first() else { continue };
        let sink = sink.get_or_insert_with(|| TextSink::new(*first == GZIP, office.text_limit));
        sink.take(&piece).map_err(refused)?;
    }
    sink.map_or_else(|| Ok(String::new()), TextSink::finish).map_err(refused)
}

async fn enact(
    request: &HttpRequest,
    who: String,
    draft: Draft,
    office: Shared<Office>,
    state: Shared<State>,
) -> Result<HttpResponse, Problem> {
    let name = draft.name.clone();
    change(request, who, name, "enacted", office, state, |clerk| clerk.enact(draft)).await
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct RollbackQuery {
    /// The edition to go back to, by number or by the beginning of its digest; the one that was in force last if left out.
    to: Option<String>,
}

async fn roll_back(
    request: HttpRequest,
    name: web::Path<String>,
    query: web::Query<RollbackQuery>,
    office: Shared<Office>,
    state: Shared<State>,
) -> Result<HttpResponse, Problem> {
    let who = office.admission.who_may_change(&request)?;
    let name = name.into_inner();
    let selector = query.into_inner().to.map_or_else(|| name.clone(), |to| format!("{name}@{to}"));
    change(&request, who, name, "restored", office, state, move |clerk| clerk.restore(&selector)).await
}

/// Makes a change off the threads that answer requests, and tells the log and the metrics, whether or not anybody waits for the answer.
async fn change(
    request: &HttpRequest,
    who: String,
    name: String,
    outcome: &'static str,
    office: Shared<Office>,
    state: Shared<State>,
    make: impl FnOnce(&Clerk) -> Result<Changed, ChangeRefused> + Send + 'static,
) -> Result<HttpResponse, Problem> {
    let peer = request.peer_addr().map(|peer| peer.ip().to_string()).unwrap_or_default();
    let survives_restart = office.clerk.keeps_records();
    let changed = tokio::task::spawn_blocking(move || {
        let result = make(&office.clerk);
        tell(&state, &who, &peer, &name, outcome, &result);
        result
    });
    let Changed { now, words, before, .. } =
        changed.await.unwrap_or_else(|failed| std::panic::resume_unwind(failed.into_panic()))?;
    let answer = ChangeAnswer {
        unchanged: before.as_ref() == Some(&now),
        before: before.filter(|before| *before != now),
        lexicon: now,
        words,
        survives_restart,
    };
    Ok(reply::json(reply::body(&answer)?))
}

fn tell(state: &State, who: &str, peer: &str, name: &str, outcome: &str, made: &Result<Changed, ChangeRefused>) {
    match made {
        Ok(Changed { now, before, words, .. }) => {
            state.metrics.count_change(name, outcome);
            let before = before.as_ref().map(|before| before.digest.as_str());
            let Stamp { edition, digest, .. } = now;
            tracing::info!(who, peer, lexicon = name, edition, digest, before, words, "lexicon {outcome}");
        }
        Err(refused) => {
            // A name that was refused is whatever somebody wrote.
            let is_unknown =
                matches!(refused, ChangeRefused::Name(_) | ChangeRefused::NotHeld(_) | ChangeRefused::NoWords(_));
            let label = if is_unknown { "" } else { name };
            state.metrics.count_change(label, "refused");
            tracing::warn!(who, peer, lexicon = label, %refused, "change of a lexicon refused");
        }
    }
}

async fn dismiss(
    request: HttpRequest,
    name: web::Path<String>,
    office: Shared<Office>,
    state: Shared<State>,
) -> Result<HttpResponse, Problem> {
    let who = office.admission.who_may_change(&request)?;
    let name = name.into_inner();
    let dismissed = {
        let name = name.clone();
        let office = Shared::clone(&office);
        tokio::task::spawn_blocking(move || office.clerk.dismiss(&name)).await
    };
    dismissed.unwrap_or_else(|failed| std::panic::resume_unwind(failed.into_panic()))?;
    state.metrics.count_change(&name, "dismissed");
    let peer = request.peer_addr().map(|peer| peer.ip().to_string()).unwrap_or_default();
    tracing::info!(who, peer, lexicon = name, "lexicon dismissed");
    Ok(HttpResponse::NoContent().finish())
}

async fn reload(request: HttpRequest, office: Shared<Office>) -> Result<HttpResponse, Problem> {
    office.admission.who_may_change(&request)?;
    if !office.has_depot {
        let detail = "the server was started without --lexicons, so there is nothing to reload";
        return Err(Problem::new(ProblemCode::ChangeRefused, detail));
    }
    office.look.notify_one();
    Ok(HttpResponse::Accepted().finish())
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct DiffQuery {
    /// The older edition, by number or by the beginning of its digest; the one that was in force last if left out.
    from: Option<String>,
    /// The newer edition; the one in force if left out.
    to: Option<String>,
    /// How many words each list names at most.
    limit: Option<usize>,
}

/// Words that one list names, and how many there are in all.
#[derive(Debug, Default, Serialize)]
struct Listed<T> {
    total: usize,
    words: Vec<T>,
}

impl<T> Listed<T> {
    fn add(&mut self, limit: usize, item: impl FnOnce() -> T) {
        self.total += 1;
        if self.words.len() < limit {
            self.words.push(item());
        }
    }
}

/// A word whose marks differ.
#[derive(Debug, Default, Serialize)]
struct Remarked {
    word: String,
    from: Vec<&'static str>,
    to: Vec<&'static str>,
}

/// What differs between two editions.
#[derive(Debug, Serialize)]
struct Difference {
    from: Stamp,
    to: Stamp,
    added: Listed<String>,
    removed: Listed<String>,
    remarked: Listed<Remarked>,
    /// The categories that differ, by name.
    categories: Vec<String>,
}

const DEFAULT_LIMIT: usize = 1_000;
const MOST_LISTED: usize = 10_000;

async fn diff(
    request: HttpRequest,
    name: web::Path<String>,
    query: web::Query<DiffQuery>,
    office: Shared<Office>,
    state: Shared<State>,
) -> Result<HttpResponse, Problem> {
    office.admission.who(&request)?;
    let DiffQuery { from, to, limit } = query.into_inner();
    let limit = limit.unwrap_or(DEFAULT_LIMIT);
    if limit > MOST_LISTED {
        let detail = format!("limit: {limit}; a list names at most {MOST_LISTED} words");
        return Err(Problem::new(ProblemCode::BadRequest, detail));
    }
    let roster = state.court.roster();
    let holding = roster.holding(&name)?;
    let pinned = |pin: String| roster.edition(&format!("{name}@{pin}")).map(std::sync::Arc::clone);
    let to = to.map_or_else(|| Ok(std::sync::Arc::clone(holding.in_force())), pinned)?;
    let from = match from {
        Some(from) => pinned(from)?,
        None => holding.editions().get(1).map(std::sync::Arc::clone).ok_or_else(|| LexiconRefused::NotHeld {
            name: name.to_string(),
            pin: "the one before".to_owned(),
            held: vec![to.stamp.to_string()],
        })?,
    };
    let difference = tokio::task::spawn_blocking(move || difference(&from, &to, limit)).await;
    let difference = difference.unwrap_or_else(|failed| std::panic::resume_unwind(failed.into_panic()));
    Ok(reply::json(reply::body(&difference)?))
}

fn difference(from: &Edition, to: &Edition, limit: usize) -> Difference {
    let (mut added, mut removed, mut remarked) = (Listed::default(), Listed::default(), Listed::default());
    let (old, new) = (&from.lexicon, &to.lexicon);
    let names = |lexicon: &Lexicon, ordinal: Ordinal| lexicon.marks(ordinal).iter().map(Mark::name).collect();
    let (mut olds, mut news) = (old.ordinals().peekable(), new.ordinals().peekable());
    loop {
        let word = |lexicon: &Lexicon, ordinal: &Ordinal| lexicon.word(*ordinal).to_owned();
        match (olds.peek(), news.peek()) {
            (None, None) => break,
            (Some(&was), Some(&is)) if old.word(was) == new.word(is) => {
                if old.marks(was) != new.marks(is) {
                    remarked.add(limit, || Remarked {
                        word: word(new, &is),
                        from: names(old, was),
                        to: names(new, is),
                    });
                }
                olds.next();
                news.next();
            }
            (Some(&was), is) if is.is_none_or(|&is| old.word(was) < new.word(is)) => {
                removed.add(limit, || word(old, &was));
                olds.next();
            }
            (_, Some(is)) => {
                added.add(limit, || word(new, is));
                news.next();
            }
            (Some(_), None) => {}
        }
    }
    let mut categories: Vec<String> = Vec::new();
    for category in old.categories().iter().chain(new.categories()) {
        if old.category(&category.name) != new.category(&category.name) && !categories.contains(&category.name) {
            categories.push(category.name.clone());
        }
    }
    Difference { from: from.stamp.clone(), to: to.stamp.clone(), added, removed, remarked, categories }
}

#[cfg(test)]
mod tests {
    use super::*;
    use actix_web::http::header::AUTHORIZATION;
    use actix_web::test::TestRequest;

    #[test]
    fn tokens_admit_their_bearers_only() {
        let admission = Admission::new(
            "# staff\nann 0123456789abcdef\n\nbob fedcba9876543210\n",
            Some("aaaaaaaaaaaaaaaaaa"),
            false,
        )
        .unwrap();
        let who = |header: &str| {
            let request = TestRequest::default().insert_header((AUTHORIZATION, header)).to_http_request();
            admission.who(&request).map_err(|problem| problem.code)
        };
        assert_eq!(who("Bearer 0123456789abcdef").as_deref(), Ok("ann"));
        assert_eq!(who("Bearer fedcba9876543210").as_deref(), Ok("bob"));
        assert_eq!(who("Bearer aaaaaaaaaaaaaaaaaa").as_deref(), Ok(UNNAMED));
        for bad in ["", "Bearer", "Bearer ", "Bearer 0123456789abcde", "Basic 0123456789abcdef", "0123456789abcdef"] {
            assert_eq!(who(bad), Err(ProblemCode::Unauthorized), "{bad}");
        }
        assert!(Admission::new("ann short\n", None, false).is_err());
        assert!(Admission::new("nospace0123456789\n", None, false).is_err());
        assert!(!admission.is_open() && Admission::default().is_open());
    }

    #[test]
    fn without_tokens_only_this_machine_is_admitted_and_no_web_page() {
        let who = |peer: &str, host: &'static str, origin: bool| {
            let mut request = TestRequest::default().peer_addr(peer.parse().unwrap()).insert_header((HOST, host));
            if origin {
                request = request.insert_header((ORIGIN, "http://localhost"));
            }
            Admission::default().who(&request.to_http_request()).is_ok()
        };
        for host in ["localhost", "localhost:9090", "127.0.0.1:9090", "[::1]:9090", "[::1]"] {
            assert!(who("127.0.0.1:5000", host, false), "{host}");
            assert!(who("[::ffff:127.0.0.1]:5000", host, false), "{host}");
            assert!(!who("127.0.0.1:5000", host, true), "{host}");
            assert!(!who("192.0.2.1:5000", host, false), "{host}");
        }
        assert!(!who("127.0.0.1:5000", "evil.example:9090", false), "a name that was bent to this machine");
        assert!(!who("127.0.0.1:5000", "", false));
    }

    #[test]
    fn differences_are_told_word_by_word() {
        let edition = |number: &str, words: &str, categories: &str| {
            let source = crate::lexicon::source::Source {
                name: "en".to_owned(),
                edition: number.to_owned(),
                words: words.to_owned().into(),
                categories: categories.to_owned().into(),
            };
            Edition::build(&source, 0).unwrap()
        };
        let from = edition("1", "AA\nAB\nAD\nZA\n", "x\tX\t\tAA\n");
        let to = edition("2", "AB\tslang\nAC\nAD\nZO\nZZ\n", "x\tX\t\tAB\n");
        let Difference { added, removed, remarked, categories, .. } = difference(&from, &to, 2);
        assert_eq!((added.total, added.words), (3, vec!["AC".to_owned(), "ZO".to_owned()]));
        assert_eq!((removed.total, removed.words), (2, vec!["AA".to_owned(), "ZA".to_owned()]));
        assert_eq!((remarked.total, remarked.words[0].word.as_str()), (1, "AB"));
        assert_eq!(remarked.words[0].to, ["slang"]);
        assert_eq!(categories, ["x"]);
    }
}
