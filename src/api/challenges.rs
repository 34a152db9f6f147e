//! The parts of challenges and rulings that several games share.

use std::borrow::Cow;

use serde::{Serialize, Serializer};
use utoipa::openapi::{RefOr, Schema};
use utoipa::{PartialSchema, ToSchema};

use super::bounds::{List, PlayerName, WordText, each};
use crate::rules::players::is_same_name;
use crate::rules::ruling::{Consequence, ConsequenceKind};
use crate::rules::{Refused, ViolationCode, Violations, limits};

/// Reads the challenged words of a play in upper case, whatever was said: a text that is not a word
/// can be challenged too (RULEBOOK W6). An empty list stands for all words.
pub(super) fn challenged_texts<const MAX: usize>(
    words: Option<&List<WordText, 1, MAX>>,
    violations: &mut Violations,
) -> Result<Vec<String>, Refused> {
    let Some(words) = words else { return Ok(Vec::new()) };
    let words = words.read("word", violations)?;
    each(words, violations, |word, violations| {
        word.read_text(violations).map(str::to_ascii_uppercase)
    })
}

/// The names of several challengers.
pub(super) type Challengers = List<PlayerName, 1, { limits::PLAYERS }>;

/// The players whom a challenge concerns.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize)]
pub(super) struct Parties {
    /// The challengers, in the order of the request; empty if none is named.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    challengers: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    challenged: Option<String>,
}

impl Parties {
    /// Reads the names, as far as they are given; `play` is the noun for the play that the players
    /// dispute. `challenger` is the same as `challengers` with one name.
    pub(super) fn read(
        challenger: Option<&PlayerName>,
        challengers: Option<&Challengers>,
        challenged: Option<&PlayerName>,
        play: &str,
        violations: &mut Violations,
    ) -> Result<Self, Refused> {
        let challengers = read_challengers(challenger, challengers, violations);
        let challenged = challenged.map(|name| name.read(&mut violations.at("challenged")));
        let challenged = challenged.transpose().map(|name| name.map(str::to_owned));
        let (challengers, challenged) = (challengers?, challenged?);
        let is_challenger = |name: &String| challengers.iter().any(|one| is_same_name(one, name));
        if challenged.as_ref().is_some_and(is_challenger) {
            let detail = format_args!("players cannot challenge their own {play}");
            let mut place = violations.at("challenged");
            return Err(place.refuse_form(ViolationCode::DuplicatePlayer, detail));
        }
        Ok(Self { challengers, challenged })
    }

    /// Returns the names of the challengers, or the role if none is named.
    pub(super) fn challengers(&self) -> impl Iterator<Item = &str> {
        let role = self.challengers.is_empty().then_some("challenger");
        self.challengers.iter().map(String::as_str).chain(role)
    }

    /// Returns the name of the challenged player, or the role if the player is not named.
    pub(super) fn challenged(&self) -> &str {
        self.challenged.as_deref().unwrap_or("challenged")
    }
}

fn read_challengers(
    challenger: Option<&PlayerName>,
    challengers: Option<&Challengers>,
    violations: &mut Violations,
) -> Result<Vec<String>, Refused> {
    let Some(challengers) = challengers else {
        let name = challenger.map(|name| name.read(&mut violations.at("challenger")));
        return Ok(name.transpose()?.map(str::to_owned).into_iter().collect());
    };
    let mut place = violations.at("challengers");
    if challenger.is_some() {
        let detail = "challenger is also given; give one of the two";
        return Err(place.refuse_form(ViolationCode::ConflictingFields, detail));
    }
    let names = challengers.read("challenger", &mut place)?;
    let names: Vec<String> =
        each(names, &mut place, |name, place| name.read(place).map(str::to_owned))?;
    let is_listed_before =
        |&index: &usize| names[..index].iter().any(|name| is_same_name(name, &names[index]));
    match (1..names.len()).find(is_listed_before) {
        None => Ok(names),
        Some(index) => {
            let detail = format_args!("{:?} is listed twice", names[index]);
            let mut place = place.at(index);
            Err(place.refuse_form(ViolationCode::DuplicatePlayer, detail))
        }
    }
}

/// The consequence of a ruling for a player.
#[derive(Serialize, ToSchema)]
#[schema(as = RulingConsequence)]
struct WrittenConsequence<'c> {
    /// The player's name, or `challenger` or `challenged` if the request does not name the player.
    player: &'c str,
    /// The kind of consequence.
    kind: ConsequenceKind,
    /// The number of chips or points involved, if any.
    #[serde(skip_serializing_if = "Option::is_none")]
    amount: Option<u64>,
    /// The consequence in one sentence, for people: what follows, and when.
    text: String,
    /// The rule that the consequence rests on, by its id in the rulebook.
    rule: &'static str,
}

impl Serialize for Consequence {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self { player, kind, amount, rule, .. } = self;
        let (kind, amount, text) = (*kind, *amount, self.text());
        WrittenConsequence { player, kind, amount, text, rule }.serialize(serializer)
    }
}

impl PartialSchema for Consequence {
    fn schema() -> RefOr<Schema> {
        WrittenConsequence::schema()
    }
}

impl ToSchema for Consequence {
    fn name() -> Cow<'static, str> {
        WrittenConsequence::name()
    }

    fn schemas(schemas: &mut Vec<(String, RefOr<Schema>)>) {
        WrittenConsequence::schemas(schemas);
    }
}
