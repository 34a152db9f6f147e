//! Request bodies: JSON, bounded, with errors that say where.

use std::future::poll_fn;
use std::pin::Pin;
use std::task::Poll;
use std::time::Duration;

use actix_web::dev::Payload;
use actix_web::error::PayloadError;
use actix_web::http::header::CONTENT_TYPE;
use actix_web::web::{self, Bytes};
use actix_web::{FromRequest, HttpRequest};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Deserializer};
use serde_json::error::Category;

use super::State;
use super::problem::{Problem, ProblemCode};
use super::query::NoQuery;
use super::strict::Strict;
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
    type Future = Pin<Box<dyn Future<Output = Result<Self, Problem>>>>;

    fn from_request(request: &HttpRequest, payload: &mut Payload) -> Self::Future {
        if let Err(problem) = NoQuery::of(request) {
            return Box::pin(std::future::ready(Err(problem)));
        }
        if !announces_json(request) {
            let announced = request.headers().get(CONTENT_TYPE).and_then(|value| value.to_str().ok());
            let detail =
                format!("the body is announced as {:?}, not as application/json", announced.unwrap_or_default());
            return Box::pin(std::future::ready(Err(Problem::new(ProblemCode::UnsupportedMediaType, detail))));
        }
        let limits = request.app_data::<web::Data<State>>().map(|state| state.body_limits).unwrap_or_default();
        let mut body = Bytes::from_request(request, payload);
        Box::pin(async move {
            // Most bodies come with their heads, and a clock costs as much as reading them.
            let body = match soon(&mut body).await {
                Some(body) => body,
                None => tokio::time::timeout(limits.timeout, body).await.map_err(|_| {
                    let limit = humantime::format_duration(limits.timeout);
                    Problem::new(ProblemCode::BodyTimeout, format!("the body didn't arrive within {limit}"))
                })?,
            };
            parse(&body.map_err(|error| unreadable(&error, limits.bytes))?).map(Self)
        })
    }
}

/// Waits until the connection has been looked after once: what has arrived of a body is taken in only then.
async fn soon<F: Future + Unpin>(mut future: F) -> Option<F::Output> {
    let mut is_second = false;
    poll_fn(|context| match Pin::new(&mut future).poll(context) {
        Poll::Ready(output) => Poll::Ready(Some(output)),
        Poll::Pending if is_second => Poll::Ready(None),
        Poll::Pending => {
            is_second = true;
            context.waker().wake_by_ref();
            Poll::Pending
        }
    })
    .await
}

fn announces_json(request: &HttpRequest) -> bool {
    let Some(announced) = request.headers().get(CONTENT_TYPE) else { return false };
    if announced == "application/json" {
        return true;
    }
    let announced = announced.to_str().unwrap_or_default();
    let media_type = announced.split(';').next().unwrap_or_default().trim();
    media_type.eq_ignore_ascii_case("application/json") || media_type.to_ascii_lowercase().ends_with("+json")
}

fn unreadable(error: &actix_web::Error, most: usize) -> Problem {
    match error.as_error::<PayloadError>() {
        Some(PayloadError::Overflow) => {
            Problem::new(ProblemCode::BodyTooLarge, format!("the body has more than {most} bytes; send less at a time"))
        }
        _ => Problem::new(ProblemCode::BadRequest, format!("the body can't be read: {error}")),
    }
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
            let position = (error.line(), error.column());
            Problem { position: Some(position), ..Problem::new(ProblemCode::MalformedJson, error.to_string()) }
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
        Err(located) => pointer(located.path()),
        Ok(_) => String::new(),
    };
    let message = in_plain_words(&error.to_string());
    let code = match message.split('`').next() {
        Some("unknown field ") => BreachCode::UnknownField,
        Some("missing field ") => BreachCode::MissingField,
        _ => BreachCode::InvalidField,
    };
    let breach = Breach { code, rule: None, pointer, line: None, detail: message.clone() };
    Problem {
        breaches: vec![breach],
        position: Some((error.line(), error.column())),
        ..Problem::new(ProblemCode::InvalidRequest, message)
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
    fn a_wrong_shape_is_placed_by_pointer() {
        for (body, code, pointer) in [
            (r#"{"cards": [1, "x"]}"#, BreachCode::InvalidField, "/cards/1"),
            (r#"{"cards": [], "top": null}"#, BreachCode::InvalidField, "/top"),
            (r#"{"cards": [], "a/b": 1}"#, BreachCode::UnknownField, "/a~1b"),
            ("{}", BreachCode::MissingField, ""),
            ("[]", BreachCode::InvalidField, ""),
            ("[[1], 2]", BreachCode::InvalidField, ""),
            (r#"{"cards": [], "colour": {"red": null}}"#, BreachCode::InvalidField, "/colour"),
        ] {
            let problem = problem(body);
            assert_eq!((problem.breaches[0].code, problem.breaches[0].pointer.as_str()), (code, pointer), "{body}");
        }
    }
}
