//! The tools: operations under names that serve all games, with shorter schemas.

use std::borrow::Cow;
use std::fmt;
use std::sync::LazyLock;

use serde::Deserialize;
use serde::de::{IgnoredAny, MapAccess, Visitor};
use serde_json::Value;
use serde_json::value::RawValue;
use strum::IntoStaticStr;

use super::message::McpError;
use crate::api::{OperationId, Problem, ProblemCode, strict_json};
use crate::rules::Variant;

/// The tools as clients list them.
pub static TOOLS: LazyLock<Value> = LazyLock::new(|| {
    // A test reads the list.
    serde_json::from_str(include_str!("tools.json")).unwrap_or_default()
});

/// The member of the arguments that names the game.
const GAME: &str = "variant";
/// The member of the arguments of [`Tool::Play`] that names the operation.
const OPERATION: &str = "operation";

/// A tool.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Tool {
    /// An operation, with its request as arguments.
    Operation(OperationId),
    /// The operations of all games with this verb. The arguments are the request, and the game as
    /// the member `variant`.
    OfGames(&'static str),
    /// The operations of whole games and of puzzles. The arguments are the request, the game as the
    /// member `variant`, and the verb as the member `operation`.
    Play,
}

/// The parameters of a call.
#[derive(Debug, Deserialize)]
pub(super) struct Call<'m> {
    #[serde(borrow)]
    name: Cow<'m, str>,
    #[serde(borrow, default)]
    arguments: Option<&'m RawValue>,
}

impl<'m> Call<'m> {
    /// Returns the called tool.
    ///
    /// # Errors
    /// No tool has this name.
    pub(super) fn tool(&self) -> Result<Tool, McpError> {
        Tool::from_name(&self.name).ok_or_else(|| {
            McpError::invalid_parameters(format!(
                "unknown tool {:?}; tools/list lists all",
                self.name
            ))
        })
    }

    /// Returns the arguments as JSON.
    pub(super) fn arguments(&self) -> &'m str {
        self.arguments.map_or("{}", RawValue::get)
    }
}

impl Tool {
    /// The tools by their names.
    pub const ALL: &'static [(&'static str, Self)] = &[
        ("check_words", Self::Operation(OperationId::ValidateWords)),
        ("look_up_word", Self::Operation(OperationId::GetWord)),
        ("search_words", Self::Operation(OperationId::SearchWords)),
        ("score_play", Self::OfGames("score")),
        ("find_best_plays", Self::OfGames("best")),
        ("judge_challenge", Self::OfGames("challenge")),
        ("settle", Self::OfGames("settle")),
        ("play", Self::Play),
        ("compute_odds", Self::Operation(OperationId::OddsWordForWord)),
        ("compare_exchanges", Self::Operation(OperationId::ExchangeChooseYourWords)),
        ("get_rules", Self::Operation(OperationId::GetVariant)),
    ];

    /// Returns the tool with the given name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.iter().find(|(known, _)| *known == name).map(|(_, tool)| *tool)
    }

    /// Returns the operation that a call runs, and its request.
    ///
    /// # Errors
    /// The arguments don't name a game, or the operation of a whole game.
    pub fn request(self, arguments: &str) -> Result<(OperationId, Cow<'_, [u8]>), Problem> {
        match self {
            Self::Operation(operation) => Ok((operation, arguments.as_bytes().into())),
            Self::OfGames(verb) => {
                let OfGame { variant, .. } = strict_json::read(arguments.as_bytes())?;
                Ok((operation_of(verb, variant)?, without(&[GAME], arguments).into()))
            }
            Self::Play => {
                let OfWholeGame { variant, operation, .. } =
                    strict_json::read(arguments.as_bytes())?;
                let request = without(&[GAME, OPERATION], arguments);
                Ok((operation_of(operation.into(), variant)?, request.into()))
            }
        }
    }
}

/// The game, beside the members of the request.
#[derive(Deserialize)]
struct OfGame {
    variant: Variant,
    #[serde(flatten)]
    _request: IgnoredAny,
}

#[derive(Deserialize)]
struct OfWholeGame {
    variant: Variant,
    operation: WholeGame,
    #[serde(flatten)]
    _request: IgnoredAny,
}

/// The operations of whole games and of puzzles.
#[derive(Deserialize, IntoStaticStr)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
enum WholeGame {
    Start,
    Apply,
    View,
    Replay,
    Puzzle,
    Compare,
}

/// Returns the operation of a game with the verb.
fn operation_of(verb: &str, game: Variant) -> Result<OperationId, Problem> {
    OperationId::of_game(game, verb).ok_or_else(|| {
        Problem::new(ProblemCode::NotFound, format!("{game} has no operation {verb:?}"))
    })
}

/// Returns an object without some of its members. All others stay as they are, so that the operation
/// also sees members that are given twice.
fn without(names: &[&str], arguments: &str) -> Vec<u8> {
    // The arguments have been read before.
    let Members(members) = serde_json::from_str(arguments).unwrap_or_default();
    let mut object = Vec::with_capacity(arguments.len());
    for (name, value) in members.iter().filter(|(name, _)| !names.contains(&&**name)) {
        object.push(if object.is_empty() { b'{' } else { b',' });
        object.extend_from_slice(Value::from(&**name).to_string().as_bytes());
        object.push(b':');
        object.extend_from_slice(value.get().as_bytes());
    }
    if object.is_empty() {
        object.push(b'{');
    }
    object.push(b'}');
    object
}

/// The members of an object in their order.
#[derive(Default)]
struct Members<'m>(Vec<(String, &'m RawValue)>);

impl<'de: 'm, 'm> Deserialize<'de> for Members<'m> {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Reader;

        impl<'de> Visitor<'de> for Reader {
            type Value = Members<'de>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
                let mut members = Members::default();
                // Each step takes a member of the body.
                while let Some(member) = map.next_entry()? {
                    members.0.push(member);
                }
                Ok(members)
            }
        }

        deserializer.deserialize_map(Reader)
    }
}
