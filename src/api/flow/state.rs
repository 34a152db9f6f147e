//! States on the wire: the state of the game, with the lexicon and the edition of the rulebook that
//! the whole game uses, and a checksum.

use std::borrow::Cow;
use std::hash::{Hash, Hasher};
use std::marker::PhantomData;

use serde::{Deserialize, Deserializer, Serialize};
use serde_json::Value;
use utoipa::__dev::ComposeSchema;
use utoipa::openapi::schema::ObjectBuilder;
use utoipa::openapi::{Ref, RefOr, Schema};
use utoipa::{PartialSchema, ToSchema};

use super::{Flow, schema_name};
use crate::api::bounds::{LexiconSelector, collect};
use crate::api::dictionary::{DictionarySelector, OverlayRequest};
use crate::api::problem::{Problem, ProblemCode};
use crate::api::strict_json::{self, Json, Tree};
use crate::edition::Dictionary;
use crate::lexicon::Overlay;
use crate::rules::flow::{canonical_text, id_of_text, state_id};
use crate::rules::{RULEBOOK, Refused, ViolationCode, Violations};
use crate::word::Word;

/// The largest state without its id, in bytes of compact JSON.
const STATE_BYTES: usize = 16 << 10;
/// The largest overlay of a game, in bytes of words.
const OVERLAY_BYTES: usize = 8 << 10;

/// A state in a request. Whoever has the right `id` may still have written the rest.
#[derive(Debug, Clone)]
pub struct SentState<G: Flow> {
    head: Head,
    /// The members of the game.
    saved: Vec<(String, Json)>,
    /// The checksum of what was sent, and its bytes.
    computed_id: String,
    bytes: usize,
    game: PhantomData<G>,
}

/// The members of a state that are not the game's own.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
struct Head {
    rulebook: String,
    lexicon: LexiconSelector,
    overlay: Option<OverlayRequest>,
    id: String,
}

const HEAD: [&str; 4] = ["rulebook", "lexicon", "overlay", "id"];

impl<'de, G: Flow> Deserialize<'de> for SentState<G> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let state = deserializer.deserialize_map(Tree(&mut Violations::default()))?;
        let text = canonical_text(&state);
        let (computed_id, bytes) = (id_of_text(&text), text.len());
        let Json::Object(mut saved) = state else { unreachable!("a map becomes an object") };
        let head = saved.extract_if(.., |(name, _)| HEAD.contains(&name.as_str())).collect();
        let head = serde_json::from_value(Json::Object(head).into());
        let head = head.map_err(serde::de::Error::custom)?;
        Ok(Self { head, saved, computed_id, bytes, game: PhantomData })
    }
}

impl<G: Flow> SentState<G> {
    pub(super) fn dictionary(&self) -> DictionarySelector<'_> {
        DictionarySelector::in_body(Some(&self.head.lexicon), self.head.overlay.as_ref())
    }

    /// Checks that this service plays by the edition of the rulebook with which the game began.
    ///
    /// # Errors
    /// `rulebook_not_held`.
    pub(super) fn check_rulebook(&self) -> Result<(), Problem> {
        if self.head.rulebook == RULEBOOK {
            return Ok(());
        }
        let given = &self.head.rulebook;
        let detail = format!("the game follows edition {given:?}; this service has {RULEBOOK}");
        Err(Problem::new(ProblemCode::RulebookNotHeld, detail))
    }

    /// Checks the state. Places are relative to it.
    ///
    /// # Errors
    /// Records `state_damaged` if it was cut or edited, and `state_inconsistent` or `state_too_new`.
    pub(super) fn read(
        self,
        dictionary: &Dictionary,
        violations: &mut Violations,
    ) -> Result<KnownState<G>, Refused> {
        if self.computed_id != self.head.id {
            let detail = "the id does not fit the state; send a state as a response contains it";
            let mut place = violations.at("id");
            return Err(place.refuse(ViolationCode::StateDamaged, "F1", detail));
        }
        if self.bytes > STATE_BYTES {
            let detail = format_args!("{} bytes; at most {STATE_BYTES}", self.bytes);
            return Err(violations.refuse(ViolationCode::StateInconsistent, "F1", detail));
        }
        let words = PinnedWords::of(dictionary);
        if !words.lexicon.eq_ignore_ascii_case(self.head.lexicon.as_str()) {
            let detail =
                format_args!("a state has the whole digest of its lexicon: {}", words.lexicon);
            let mut place = violations.at("lexicon");
            return Err(place.refuse(ViolationCode::StateInconsistent, "F1", detail));
        }
        let before = violations.len();
        let saved = strict_json::read_value(Json::Object(self.saved), violations);
        let state = saved.and_then(|saved: G::Saved| G::read(&saved, violations));
        // Whatever it is, nobody but the author of the state can have done it.
        violations.recode(before, |code| match code {
            ViolationCode::StateTooNew => code,
            _ => ViolationCode::StateInconsistent,
        });
        Ok(KnownState { state: state?, words })
    }
}

/// A state in a response.
#[derive(Debug, Clone, Serialize)]
pub struct WireState<G: Flow> {
    #[serde(flatten)]
    saved: G::Saved,
    rulebook: &'static str,
    #[serde(flatten)]
    words: PinnedWords,
    id: String,
}

/// The words of a game or of a puzzle: the lexicon pinned by its digest, and the overlay.
#[derive(Debug, Clone, Serialize)]
pub struct PinnedWords {
    pub(in crate::api) lexicon: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(in crate::api) overlay: Option<OverlayWords>,
}

impl PinnedWords {
    /// Pins the words of a dictionary.
    pub(in crate::api) fn of(dictionary: &Dictionary) -> Self {
        let (lexicon, overlay) = (&dictionary.edition().id, dictionary.overlay());
        Self {
            lexicon: format!("{}@{}", lexicon.name, lexicon.digest),
            overlay: (!overlay.is_empty()).then(|| OverlayWords {
                add: overlay.added().to_vec(),
                remove: overlay.removed().to_vec(),
            }),
        }
    }
}

/// The words of an overlay, in alphabetical order.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize)]
pub struct OverlayWords {
    add: Vec<Word>,
    remove: Vec<Word>,
}

impl<G: Flow> WireState<G> {
    pub(super) fn new(state: &G::State, dictionary: &Dictionary) -> Self {
        Self::of(state, PinnedWords::of(dictionary))
    }

    fn of(state: &G::State, words: PinnedWords) -> Self {
        let (saved, id) = (G::save(state), String::new());
        let mut state = Self { saved, rulebook: RULEBOOK, words, id };
        state.id = state_id(&state);
        state
    }

    /// Returns the rules, every switch with its value.
    pub(super) fn rules(&self) -> Value {
        let saved = serde_json::to_value(&self.saved).unwrap_or_default();
        saved["rules"].clone()
    }
}

/// Checks that the overlay of a game fits in a state.
///
/// # Errors
/// Records `out_of_bounds`.
pub(super) fn check_overlay(overlay: &Overlay, violations: &mut Violations) -> Result<(), Refused> {
    let words = overlay.added().iter().chain(overlay.removed());
    let bytes: usize = words.map(|word| word.as_str().len() + 3).sum();
    if bytes <= OVERLAY_BYTES {
        return Ok(());
    }
    let detail = format_args!("{bytes} bytes of words; the state of a game has {OVERLAY_BYTES}");
    Err(violations.at("overlay").refuse_form(ViolationCode::OutOfBounds, detail))
}

/// A state of a request.
#[derive(Debug, Clone)]
pub struct KnownState<G: Flow> {
    pub(super) state: G::State,
    words: PinnedWords,
}

impl<G: Flow> KnownState<G> {
    /// Returns the state as a response contains it.
    pub(super) fn wire(&self) -> WireState<G> {
        WireState::of(&self.state, self.words.clone())
    }
}

impl<G: Flow> PartialEq for KnownState<G> {
    fn eq(&self, other: &Self) -> bool {
        self.state == other.state
    }
}

impl<G: Flow> Eq for KnownState<G> {}

impl<G: Flow> Hash for KnownState<G> {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        G::save(&self.state).hash(hasher);
    }
}

impl<G: Flow> ComposeSchema for SentState<G> {
    fn compose(_: Vec<RefOr<Schema>>) -> RefOr<Schema> {
        WireState::<G>::schema()
    }
}

impl<G: Flow> ToSchema for SentState<G> {
    fn name() -> Cow<'static, str> {
        WireState::<G>::name()
    }

    fn schemas(schemas: &mut Vec<(String, RefOr<Schema>)>) {
        WireState::<G>::schemas(schemas);
    }
}

impl<G: Flow> ComposeSchema for WireState<G> {
    fn compose(_: Vec<RefOr<Schema>>) -> RefOr<Schema> {
        let RefOr::T(Schema::Object(mut schema)) = G::Saved::schema() else {
            unreachable!("a state is an object");
        };
        let text = |description: &str| {
            let schema_type =
                utoipa::openapi::schema::SchemaType::new(utoipa::openapi::Type::String);
            ObjectBuilder::new().schema_type(schema_type).description(Some(description)).build()
        };
        let members = [
            ("rulebook", text("The edition of the rulebook that the whole game follows.").into()),
            ("lexicon", text("The lexicon that the whole game uses, pinned by its digest.").into()),
            ("overlay", Ref::from_schema_name(OverlayRequest::name()).into()),
            ("id", text("The checksum of the state: SHA-256 of its canonical JSON (RFC 8785) without this member.").into()),
        ];
        for (name, member) in members {
            let member: RefOr<Schema> = member;
            schema.properties.insert(name.to_owned(), member);
            if name != "overlay" {
                schema.required.push(name.to_owned());
            }
        }
        RefOr::T(Schema::Object(schema))
    }
}

impl<G: Flow> ToSchema for WireState<G> {
    fn name() -> Cow<'static, str> {
        schema_name(&G::name(), "State").into()
    }

    fn schemas(schemas: &mut Vec<(String, RefOr<Schema>)>) {
        G::Saved::schemas(schemas);
        collect::<OverlayRequest>(schemas);
    }
}
