//! Request bodies: JSON, bounded, with errors that say where.

use std::future::{Ready, ready};
use std::marker::PhantomData;
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;

use actix_web::dev::Payload;
use actix_web::error::PayloadError;
use actix_web::http::header::{CONTENT_ENCODING, CONTENT_LENGTH, CONTENT_TYPE};
use actix_web::web::{self, Bytes};
use actix_web::{FromRequest, HttpRequest};
use futures_util::Stream as _;
use futures_util::future::Either;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Deserializer};
use serde_json::error::Category;
use tokio::time::Sleep;

use super::State;
use super::problem::{Problem, ProblemCode};
use super::query::NoQuery;
use super::strict::Strict;
use crate::rules::breach::shortened;
use crate::rules::{Breach, BreachCode, Breaches, limits};
use crate::word::Word;

/// What bounds a request's body.
#[derive(Debug, Clone, Copy)]
pub struct BodyLimits {
    /// The longest body, in bytes.
    pub bytes: usize,
    /// How long a body may take to arrive.
    pub timeout: Duration,
}

impl Default for BodyLimits {
    fn default() -> Self {
        Self { bytes: 1 << 20, timeout: Duration::from_secs(15) }
    }
}

/// A JSON body, of a request that has no query.
#[derive(Debug)]
pub struct Body<T>(pub T);

impl<T: DeserializeOwned + 'static> FromRequest for Body<T> {
    type Error = Problem;
    type Future = Either<Ready<Result<Self, Problem>>, Reading<T>>;

    fn from_request(request: &HttpRequest, payload: &mut Payload) -> Self::Future {
        match Reading::begin(request, payload) {
            Ok(reading) => Either::Right(reading),
            Err(problem) => Either::Left(ready(Err(problem))),
        }
    }
}

/// A body that is being taken in.
pub struct Reading<T> {
    payload: Payload,
    limits: BodyLimits,
    /// The latest piece: of most bodies the only one, and read where it lies.
    latest: Bytes,
    /// The pieces before it.
    before: Vec<u8>,
    was_awaited: bool,
    clock: Option<Pin<Box<Sleep>>>,
    read_as: PhantomData<fn() -> T>,
}

impl<T> Reading<T> {
    fn begin(request: &HttpRequest, payload: &mut Payload) -> Result<Self, Problem> {
        NoQuery::of(request)?;
        announces_json(request)?;
        let limits = request.app_data::<web::Data<State>>().map(|state| state.body_limits).unwrap_or_default();
        let length = request.headers().get(CONTENT_LENGTH).and_then(|length| length.to_str().ok()?.parse().ok());
        if length.is_some_and(|length: usize| length > limits.bytes) {
            return Err(too_large(limits));
        }
        Ok(Self {
            payload: payload.take(),
            limits,
            latest: Bytes::new(),
            before: Vec::new(),
            was_awaited: false,
            clock: None,
            read_as: PhantomData,
        })
    }

    fn add(&mut self, piece: Bytes) -> Result<(), Problem> {
        if self.before.len() + self.latest.len() + piece.len() > self.limits.bytes {
            return Err(too_large(self.limits));
        }
        self.before.extend_from_slice(&self.latest);
        self.latest = piece;
        Ok(())
    }

    fn whole(&mut self) -> &[u8] {
        if self.before.is_empty() {
            return &self.latest;
        }
        self.before.extend_from_slice(&self.latest);
        &self.before
    }
}

impl<T: DeserializeOwned> Future for Reading<T> {
    type Output = Result<Body<T>, Problem>;

    fn poll(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Self::Output> {
        let reading = self.get_mut();
        while let Poll::Ready(piece) = Pin::new(&mut reading.payload).poll_next(context) {
            match piece {
                Some(Ok(piece)) => reading.add(piece)?,
                Some(Err(error)) => return Poll::Ready(Err(unreadable(&error))),
                None => return Poll::Ready(parse(reading.whole()).map(Body)),
            }
        }
        // Most bodies come with their heads, and are there once the connection has been looked after; a clock costs as much as reading them.
        if !std::mem::replace(&mut reading.was_awaited, true) {
            context.waker().wake_by_ref();
            return Poll::Pending;
        }
        let limit = reading.limits.timeout;
        let clock = reading.clock.get_or_insert_with(|| Box::pin(tokio::time::sleep(limit)));
        clock.as_mut().poll(context).map(|()| Err(timed_out(limit)))
    }
}

/// Refuses a body that is announced as something else than plain JSON.
fn announces_json(request: &HttpRequest) -> Result<(), Problem> {
    let refused = |detail| Err(Problem::new(ProblemCode::UnsupportedMediaType, detail));
    let announced = request.headers().get(CONTENT_TYPE);
    if announced.is_none_or(|announced| announced.as_bytes() != b"application/json") {
        let media_type = announced.and_then(|announced| announced.to_str().ok()).unwrap_or_default();
        let essence = media_type.split(';').next().unwrap_or_default().trim().to_ascii_lowercase();
        if essence != "application/json" && !essence.ends_with("+json") {
            return refused(format!("the body is announced as {media_type:?}, not as application/json"));
        }
    }
    let mut codings = request.headers().get_all(CONTENT_ENCODING);
    match codings.find(|coding| !coding.as_bytes().eq_ignore_ascii_case(b"identity")) {
        None => Ok(()),
        Some(coding) => refused(format!("the body is announced as packed, by {coding:?}; send it as it is")),
    }
}

fn too_large(BodyLimits { bytes, .. }: BodyLimits) -> Problem {
    Problem::new(ProblemCode::BodyTooLarge, format!("the body has more than {bytes} bytes; send less at a time"))
}

fn timed_out(limit: Duration) -> Problem {
    let limit = humantime::format_duration(limit);
    Problem::new(ProblemCode::BodyTimeout, format!("the body didn't arrive within {limit}"))
}

fn unreadable(error: &PayloadError) -> Problem {
    Problem::new(ProblemCode::BadRequest, format!("the body can't be read: {error}"))
}

/// Reads a body.
///
/// # Errors
/// `malformed_json` with line and column, or `invalid_request` with a pointer to the field.
pub fn parse<T: DeserializeOwned>(body: &[u8]) -> Result<T, Problem> {
    // Looked at once as a whole: otherwise every text in it is.
    let read = match std::str::from_utf8(body) {
        Ok(text) => read(serde_json::Deserializer::from_str(text)),
        Err(_) => read(serde_json::Deserializer::from_slice(body)),
    };
    read.map_err(|error| match error.classify() {
        Category::Data => invalid::<T>(body, &error),
        Category::Syntax | Category::Eof | Category::Io => {
            let detail = match body {
                [] => "the body is empty; send a JSON object".to_owned(),
                [0xEF, 0xBB, 0xBF, ..] => "the body begins with a byte order mark; send it without".to_owned(),
                _ => told(&error),
            };
            Problem { position: Some(position(&error)), ..Problem::new(ProblemCode::MalformedJson, detail) }
        }
    })
}

fn read<'b, T: DeserializeOwned>(
    mut deserializer: serde_json::Deserializer<impl serde_json::de::Read<'b>>,
) -> serde_json::Result<T> {
    let value = T::deserialize(Strict(&mut deserializer))?;
    deserializer.end().map(|()| value)
}

/// Reads the body once more, this time keeping track of where.
fn invalid<T: DeserializeOwned>(body: &[u8], error: &serde_json::Error) -> Problem {
    let deserializer = &mut serde_json::Deserializer::from_slice(body);
    let pointer = match serde_path_to_error::deserialize::<_, T>(Strict(deserializer)) {
        Err(located) => shortened(pointer(located.path())),
        Ok(_) => String::new(),
    };
    let message = shortened(in_plain_words(&told(error)));
    let mut quoted = message.split('`');
    let (code, is_placed) = match quoted.next() {
        Some("unknown field ") => (BreachCode::UnknownField, true),
        Some("missing field ") => (BreachCode::MissingField, false),
        Some("duplicate field ") => (BreachCode::ConflictingFields, false),
        _ => (BreachCode::InvalidField, true),
    };
    // The path ends with the object that a field is missing from, or is in twice.
    let pointer = match quoted.next().filter(|_| !is_placed) {
        Some(field) => format!("{pointer}/{field}"),
        None => pointer,
    };
    let breach = Breach { code, rule: None, pointer, line: None, detail: message.clone() };
    Problem {
        breaches: vec![breach],
        position: Some(position(error)),
        ..Problem::new(ProblemCode::InvalidRequest, message)
    }
}

/// Line and column, counted from 1; where nothing has been read yet, both are the first.
fn position(error: &serde_json::Error) -> (usize, usize) {
    (error.line().max(1), error.column().max(1))
}

/// What is wrong, with the place counted as [`position`] counts it.
fn told(error: &serde_json::Error) -> String {
    let text = error.to_string();
    match text.strip_suffix(" column 0") {
        Some(text) => format!("{text} column 1"),
        None => text,
    }
}

/// Says what was expected in the terms of JSON, not of our code.
fn in_plain_words(message: &str) -> String {
    let mut words = Vec::new();
    let mut rest = message.split(' ');
    while let Some(word) = rest.next() {
        match word {
            "struct" => {
                rest.next();
                words.push("an object");
            }
            "u32" | "u64" => words.push("a whole number from 0 on"),
            "i64" => words.push("a whole number"),
            "sequence" => words.push("list"),
            "sequence," => words.push("list,"),
            // Ours are the games.
            "variant" if words == ["unknown"] => words.push("value"),
            "map" => words.push("object"),
            "map," => words.push("object,"),
            _ => words.push(word),
        }
    }
    words.join(" ")
}

/// A path as a JSON pointer (RFC 6901).
fn pointer(path: &serde_path_to_error::Path) -> String {
    use serde_path_to_error::Segment;
    path.iter()
        .filter_map(|segment| match segment {
            Segment::Seq { index } => Some(format!("/{index}")),
            Segment::Map { key } => Some(format!("/{}", key.replace('~', "~0").replace('/', "~1"))),
            Segment::Enum { .. } | Segment::Unknown => None,
        })
        .collect()
}

/// Reads an optional field that is absent or has a value, but is never null.
///
/// # Errors
/// The value is null or of the wrong kind.
pub fn present<'de, D: Deserializer<'de>, T: Deserialize<'de>>(deserializer: D) -> Result<Option<T>, D::Error> {
    T::deserialize(deserializer).map(Some)
}

/// Reads how many plays are wanted.
pub fn top(top: Option<u32>, breaches: &mut Breaches) -> usize {
    let top = top.map_or(limits::DEFAULT_TOP, |top| top as usize);
    if !(1..=limits::TOP).contains(&top) {
        breaches.add_formal(BreachCode::OutOfBounds, "/top", format_args!("{top}; ask for 1 to {} plays", limits::TOP));
    }
    top
}

/// Reads the words of a play that a challenge names: none means all; a play makes at most so many.
pub fn named_words(texts: Option<&[String]>, most: usize, breaches: &mut Breaches) -> Vec<Word> {
    let Some(texts) = texts else { return Vec::new() };
    if texts.is_empty() {
        let detail = "name the challenged words, or leave the field out to challenge them all";
        breaches.add_formal(BreachCode::TooFew, "/words", detail);
    }
    if texts.len() > most {
        let detail = format_args!("{} words; a play makes at most {most}", texts.len());
        breaches.add_formal(BreachCode::TooMany, "/words", detail);
        return Vec::new();
    }
    let mut words = Vec::with_capacity(texts.len());
    for (position, text) in texts.iter().enumerate() {
        match text.parse() {
            Ok(word) => words.push(word),
            Err(error) => breaches.add(BreachCode::InvalidWord, "W1", format_args!("/words/{position}"), error),
        }
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Debug, Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Shape {
        #[serde(rename = "cards")]
        _cards: Vec<u8>,
        #[serde(default, deserialize_with = "present", rename = "top")]
        _top: Option<u8>,
        #[serde(default, deserialize_with = "present", rename = "colour")]
        _colour: Option<Colour>,
    }

    #[derive(Debug, Deserialize)]
    #[serde(rename_all = "snake_case")]
    enum Colour {
        Red,
    }

    #[test]
    fn names_are_read_from_texts() {
        let Shape { _colour: colour, .. } = parse(br#"{"cards": [], "colour": "red"}"#).unwrap();
        assert!(matches!(colour, Some(Colour::Red)));
        assert_eq!(problem(r#"{"cards": 1}"#).detail, "invalid type: integer `1`, expected a list at line 1 column 11");
    }

    #[test]
    fn whole_numbers_may_be_written_with_a_point() {
        #[derive(Debug, PartialEq, Deserialize)]
        struct Chips {
            all: Vec<i64>,
            most: u64,
        }
        let read = parse::<Chips>(br#"{"all": [10.0, -3.0, -0.0, 1e3], "most": 9007199254740992.0}"#).unwrap();
        assert_eq!(read, Chips { all: vec![10, -3, 0, 1_000], most: 1 << 53 });
        for bad in ["1.5", "-1.0", "9007199254740994.0", "1e300", "1e999"] {
            assert!(parse::<Chips>(format!(r#"{{"all": [], "most": {bad}}}"#).as_bytes()).is_err(), "{bad}");
        }
    }

    fn problem(body: &str) -> Problem {
        parse::<Shape>(body.as_bytes()).unwrap_err()
    }

    #[test]
    fn what_is_no_json_is_placed_by_line_and_column() {
        let problem = problem("{\n  \"cards\": [1,]\n}");
        assert_eq!((problem.code, problem.position), (ProblemCode::MalformedJson, Some((2, 15))));
    }

    #[test]
    fn what_is_told_agrees_with_the_place() {
        let problem = problem("[]");
        assert_eq!(problem.position, Some((1, 1)));
        assert_eq!(problem.detail, "invalid type: list, expected an object at line 1 column 1");
    }

    #[test]
    fn a_wrong_shape_is_placed_by_pointer() {
        for (body, code, pointer) in [
            (r#"{"cards": [1, "x"]}"#, BreachCode::InvalidField, "/cards/1"),
            (r#"{"cards": [], "top": null}"#, BreachCode::InvalidField, "/top"),
            (r#"{"cards": [], "a/b": 1}"#, BreachCode::UnknownField, "/a~1b"),
            ("{}", BreachCode::MissingField, "/cards"),
            (r#"{"cards": [], "cards": []}"#, BreachCode::ConflictingFields, "/cards"),
            ("[]", BreachCode::InvalidField, ""),
            ("[[1], 2]", BreachCode::InvalidField, ""),
            (r#"{"cards": [], "colour": {"red": null}}"#, BreachCode::InvalidField, "/colour"),
        ] {
            let problem = problem(body);
            assert_eq!((problem.breaches[0].code, problem.breaches[0].pointer.as_str()), (code, pointer), "{body}");
        }
    }
}
