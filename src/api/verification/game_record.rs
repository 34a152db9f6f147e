//! Records of whole games.

use std::borrow::Cow;

use serde::de::IgnoredAny;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use serde_json::{Map, Value};

use super::difference::Found;
use super::{Difference, FindEdition, Grounds, NamedEdition, Record, Verdict, answer_again};
use crate::api::{Answer, OperationId};
use crate::rules::Variant;

/// A record of a whole game, in JSON Lines.
///
/// - The first line is the start: the `game`, the edition of the `rulebook`, and the request `start`,
///   which pins its `lexicon` by the whole digest.
/// - Each further line is an action, as `applied` of an answer has it.
/// - The last line may be the end, an object without `kind`: the `id` of the last state as
///   `state_id`, the `result`, and the `signature` of the answer of `replay` to a request with
///   `start`, `actions` and `"id": true`. Each may be absent.
///
/// ```
/// use wordcourt::api::verification::GameRecord;
/// let lines = [
///     r#"{"game": "my-word", "rulebook": "3", "start": {"lexicon": "en@sha256:1f3a"}}"#,
///     r#"{"kind": "deal", "player": "ann"}"#,
///     r#"{"state_id": "sha256:00"}"#,
/// ];
/// assert!(GameRecord::begins(lines[0]) && !GameRecord::begins(lines[1]));
/// let lines: Vec<(u64, &str)> = (1..).zip(lines).collect();
/// assert_eq!(GameRecord::read(&lines).unwrap().actions(), 1);
/// ```
#[derive(Debug)]
pub struct GameRecord<'l> {
    /// The numbers of the first and the last line.
    ends: (u64, u64),
    head: Head<'l>,
    /// The actions, with the numbers of their lines.
    actions: &'l [(u64, &'l str)],
    end: End<'l>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Head<'l> {
    game: Variant,
    #[serde(borrow)]
    rulebook: Cow<'l, str>,
    #[serde(borrow)]
    start: &'l RawValue,
}

#[derive(Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct End<'l> {
    #[serde(borrow, skip_serializing_if = "Option::is_none")]
    state_id: Option<Cow<'l, str>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    result: Option<Value>,
    #[serde(borrow, skip_serializing)]
    signature: Option<Cow<'l, str>>,
}

/// A game that was played again from its record.
#[derive(Debug)]
pub struct ReplayedGame<'l> {
    operation: OperationId,
    request: Box<RawValue>,
    answer: Box<RawValue>,
    signature: Option<Cow<'l, str>>,
    /// The id of the last state.
    pub state_id: String,
    /// True if the game is over.
    pub is_over: bool,
    /// What the record says and the rules don't, with the number of its line: an action that is not
    /// possible, or another end.
    pub wrong: Option<(u64, String)>,
}

impl<'l> GameRecord<'l> {
    /// Returns true if a line is the start of a game.
    #[must_use]
    pub fn begins(line: &str) -> bool {
        #[derive(Deserialize)]
        struct Any {
            game: Option<IgnoredAny>,
            start: Option<IgnoredAny>,
        }
        serde_json::from_str(line)
            .is_ok_and(|Any { game, start }| game.is_some() && start.is_some())
    }

    /// Reads the lines of a game, each with its number.
    ///
    /// # Errors
    /// A line is not one of a record: its number, and the reason.
    pub fn read(lines: &'l [(u64, &'l str)]) -> Result<Self, (u64, String)> {
        fn parsed<'l, T: Deserialize<'l>>(
            &(number, line): &(u64, &'l str),
        ) -> Result<T, (u64, String)> {
            serde_json::from_str(line).map_err(|error| (number, error.to_string()))
        }
        let [first, rest @ ..] = lines else { return Err((0, "it has no line".to_owned())) };
        let (actions, end) = match rest {
            [actions @ .., last] if !is_action(last.1) => (actions, parsed(last)?),
            actions => (actions, End::default()),
        };
        // Otherwise one line could be two actions.
        actions.iter().try_for_each(|action| parsed::<IgnoredAny>(action).map(drop))?;
        let ends = (first.0, rest.last().unwrap_or(first).0);
        Ok(Self { ends, head: parsed(first)?, actions, end })
    }

    /// Returns the number of actions.
    #[must_use]
    pub const fn actions(&self) -> usize {
        self.actions.len()
    }

    /// Plays the game again, with the edition that its start pins.
    ///
    /// # Errors
    /// It can't be played again: the number of a line, and the reason.
    pub fn replay(
        self,
        editions: &mut impl FindEdition,
    ) -> Result<ReplayedGame<'l>, (u64, Verdict)> {
        let (first, _) = self.ends;
        let at_start = |detail: &str| (first, Verdict::Malformed(detail.to_owned()));
        let operation = OperationId::of_game(self.head.game, "replay");
        let operation = operation.ok_or_else(|| at_start("no operation replays the game"))?;
        let lexicon = self.pinned().ok_or_else(|| {
            at_start("start.lexicon is not pinned by the whole digest, as in a state")
        })?;
        let grounds = Grounds::new(&self.head.rulebook, lexicon);
        let request = self.request();
        let answered = answer_again(operation, request.get(), &grounds, editions)
            .map_err(|verdict| (first, verdict))?;
        let answer = answered.map_err(|problem| {
            let pointer = problem.breaches.first().map_or("", |breach| &breach.pointer);
            let detail = format!("the game can't be played again: {problem}");
            (self.line_of(pointer), Verdict::Malformed(detail))
        })?;
        self.judge(operation, request, &answer).map_err(|error| at_start(&error.to_string()))
    }

    /// Returns the lexicon that the start pins.
    fn pinned(&self) -> Option<NamedEdition<'static>> {
        #[derive(Deserialize)]
        struct Pinned {
            lexicon: String,
        }
        let Pinned { lexicon } = serde_json::from_str(self.head.start.get()).ok()?;
        let (name, digest) = lexicon.split_once('@')?;
        let (name, digest) = (name.to_owned().into(), digest.to_owned().into());
        Some(NamedEdition { name, edition: "".into(), digest, overlay: None })
    }

    /// Returns the request to replay the game.
    fn request(&self) -> Box<RawValue> {
        let actions: Vec<&str> = self.actions.iter().map(|(_, action)| *action).collect();
        let (start, actions) = (self.head.start, actions.join(","));
        let request = format!("{{\"start\":{start},\"actions\":[{actions}],\"id\":true}}");
        // Each part is JSON by itself.
        RawValue::from_string(request).unwrap_or_default()
    }

    /// Returns the number of the line with a place of the request.
    fn line_of(&self, pointer: &str) -> u64 {
        let rest = pointer.strip_prefix("/actions/");
        let index = rest.and_then(|rest| rest.split('/').next()?.parse::<usize>().ok());
        let action = index.and_then(|index| self.actions.get(index));
        action.map_or(self.ends.0, |(number, _)| *number)
    }

    /// Compares the record with the answer of the replay.
    fn judge(
        self,
        operation: OperationId,
        request: Box<RawValue>,
        answer: &Answer,
    ) -> serde_json::Result<ReplayedGame<'l>> {
        let ReplayAnswer { state, result, refused } = serde_json::from_slice(&answer.body)?;
        let breach = refused.and_then(|refused| refused.breaches.into_iter().next());
        let wrong = if let Some(Breach { pointer, detail }) = breach {
            Some((self.line_of(&pointer), format!("the action is not possible: {detail}")))
        } else {
            let difference = self.end.difference(&state.id, result.as_ref())?;
            difference.map(|difference| (self.ends.1, difference.to_string()))
        };
        Ok(ReplayedGame {
            operation,
            request,
            answer: serde_json::from_slice(&answer.body)?,
            signature: self.end.signature,
            state_id: state.id,
            is_over: result.is_some(),
            wrong,
        })
    }
}

impl ReplayedGame<'_> {
    /// Returns the record of the answer of the replay, with the signature of the game.
    #[must_use]
    pub fn record(&self) -> Record<'_> {
        Record {
            operation: self.operation.name().into(),
            request: &self.request,
            answer: &self.answer,
            signature: self.signature.as_deref().map(Cow::Borrowed),
        }
    }
}

impl End<'_> {
    /// Finds the first difference to the end of the replay, in what the record says of it.
    fn difference(
        &self,
        state_id: &str,
        result: Option<&Value>,
    ) -> serde_json::Result<Option<Difference>> {
        let mut computed = Map::new();
        if self.state_id.is_some() {
            computed.insert("state_id".to_owned(), state_id.into());
        }
        if let (Some(_), Some(result)) = (&self.result, result) {
            computed.insert("result".to_owned(), result.clone());
        }
        let recorded = serde_json::to_string(self)?;
        Ok(match Difference::find(&recorded, Value::from(computed).to_string().as_bytes())? {
            Found::Answer(difference) => Some(difference),
            Found::Nothing | Found::Meaning(_) => None,
        })
    }
}

/// The members of the answer of a replay that a record is compared with.
#[derive(Deserialize)]
struct ReplayAnswer {
    state: LastState,
    result: Option<Value>,
    refused: Option<RefusedAction>,
}

#[derive(Deserialize)]
struct LastState {
    id: String,
}

#[derive(Deserialize)]
struct RefusedAction {
    breaches: Vec<Breach>,
}

#[derive(Deserialize)]
struct Breach {
    pointer: String,
    detail: String,
}

/// Returns true if a line is an action.
fn is_action(line: &str) -> bool {
    #[derive(Deserialize)]
    struct Any {
        kind: Option<IgnoredAny>,
    }
    serde_json::from_str(line).is_ok_and(|Any { kind }| kind.is_some())
}
