//! The rules that judge words: those of a game with its house rules, or only the lexicon.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use utoipa::openapi::schema::{AdditionalProperties, ObjectBuilder};
use utoipa::openapi::{RefOr, Schema};
use utoipa::{PartialSchema, ToSchema};

use super::{JudgedWord, not_in_lexicon};
use crate::api::my_word::MyWordRules;
use crate::api::play_on_words::PlayOnWordsRules;
use crate::api::strict_json::read_value;
use crate::api::word_poker::{CategoryChoice, CategoryQuery, WordPokerRules};
use crate::api::wordgame::WordgameRules;
use crate::edition::Dictionary;
use crate::lexicon::{Marks, Words};
use crate::rules::play_on_words::{IrregularPlurals, PluralRule, Rules, WordFormation};
use crate::rules::word_poker::{self, ActiveCategory};
use crate::rules::{Reason, Refused, Variant, Verdict, ViolationCode, Violations};
use crate::word::Word;

/// The house rules of a game, in the form that its other operations take.
#[derive(Debug, Clone, Deserialize)]
#[serde(transparent)]
pub struct HouseRules(Map<String, Value>);

impl PartialSchema for HouseRules {
    /// Returns an object with the fields of all games, because a schema can't express that they
    /// depend on `variant`.
    fn schema() -> RefOr<Schema> {
        let of_games = [
            PlayOnWordsRules::schema(),
            WordgameRules::schema(),
            MyWordRules::schema(),
            WordPokerRules::schema(),
        ];
        let mut fields = ObjectBuilder::new()
            .description(Some(
                "The house rules of the game that `variant` names, as its other operations take them. Fields of other games are refused.",
            ))
            .additional_properties(Some(AdditionalProperties::FreeForm(false)));
        for schema in of_games {
            if let RefOr::T(Schema::Object(object)) = schema {
                for (name, field) in object.properties {
                    fields = fields.property(name, field);
                }
            }
        }
        fields.into()
    }
}

impl ToSchema for HouseRules {
    fn name() -> std::borrow::Cow<'static, str> {
        "ValidateWordsRules".into()
    }

    fn schemas(schemas: &mut Vec<(String, RefOr<Schema>)>) {
        PlayOnWordsRules::schemas(schemas);
        WordgameRules::schemas(schemas);
        MyWordRules::schemas(schemas);
        WordPokerRules::schemas(schemas);
    }
}

/// The house rules of Play On Words that decide whether a word is allowed (RULEBOOK P9).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Hash, Serialize)]
pub struct Plurals {
    plural: PluralRule,
    irregular_plurals: IrregularPlurals,
}

impl Plurals {
    /// Fills in the defaults.
    pub(super) fn of(plural: Option<PluralRule>, irregular: Option<IrregularPlurals>) -> Self {
        Self {
            plural: plural.unwrap_or_default(),
            irregular_plurals: irregular.unwrap_or_default(),
        }
    }

    /// Returns the rules of the game with these switches.
    pub(super) fn rules(self) -> Rules {
        let Self { plural, irregular_plurals } = self;
        Rules { plural, irregular_plurals, ..Rules::default() }
    }

    /// Returns the classes of new words that the game bars under these switches.
    pub(super) fn barred(self) -> Marks {
        self.rules().barred(WordFormation::New)
    }
}

/// The rules that judge words.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize)]
pub(super) struct Judge {
    /// The game; without one, only the lexicon decides.
    #[serde(skip_serializing_if = "Option::is_none")]
    variant: Option<Variant>,
    /// The house rules that matter to words, if the game has any.
    #[serde(rename = "rules", skip_serializing_if = "Option::is_none")]
    plurals: Option<Plurals>,
    /// The bonus category of the round, in the games that have one.
    #[serde(skip_serializing_if = "Option::is_none")]
    category: Option<CategoryQuery>,
}

impl Judge {
    /// Reads the rules of a request.
    ///
    /// # Errors
    /// The game does not have these rules or categories, or there is no game.
    pub(super) fn read(
        variant: Option<Variant>,
        rules: Option<&HouseRules>,
        category: Option<&CategoryChoice>,
        dictionary: &Dictionary,
        violations: &mut Violations,
    ) -> Result<Self, Refused> {
        let category = read_category(variant, category, dictionary, violations);
        let plurals = match (variant, rules) {
            (Some(Variant::PlayOnWords), None) => Some(Plurals::default()),
            (_, None) => None,
            (Some(variant), Some(HouseRules(rules))) => read_rules(variant, rules, violations)?,
            (None, Some(_)) => {
                let detail = "rules are those of a game; give its variant too";
                let mut place = violations.at("rules");
                return Err(place.refuse_form(ViolationCode::ConflictingFields, detail));
            }
        };
        Ok(Self { variant, plurals, category: category? })
    }

    /// Returns the category of the round, with the words of its list.
    pub(super) fn category<'c>(&'c self, dictionary: &'c Dictionary) -> ActiveCategory<'c> {
        CategoryQuery::active(self.category.as_ref(), &dictionary.edition().lexicon)
    }

    /// Returns true if a word is allowed.
    pub(super) fn allows(
        &self,
        words: Words<'_>,
        category: ActiveCategory<'_>,
        word: &Word,
    ) -> bool {
        match self.variant {
            Some(variant) => self.game_verdict(variant, words, category, word).is_allowed(),
            None => words.contains(word),
        }
    }

    /// Judges a text, which may not be a word.
    pub(super) fn judged<'t>(
        &self,
        words: Words<'_>,
        category: ActiveCategory<'_>,
        text: &'t str,
    ) -> JudgedWord<'t> {
        let word: Word = match text.parse() {
            Ok(word) => word,
            Err(error) => {
                let reason = Some(Reason::from(&error));
                let word = text.into();
                return JudgedWord { word, valid: false, reason, sense: None, definitions: None };
            }
        };
        let (reason, sense) = match self.variant {
            Some(variant) => {
                let verdict = self.game_verdict(variant, words, category, &word);
                let sense = verdict.sense(words, &word, self.barred(variant));
                (verdict.reason_in(words, &word), sense)
            }
            None if words.contains(&word) => (None, None),
            None => (not_in_lexicon(&word), None),
        };
        let upper = if word.as_str() == text { text.into() } else { word.to_string().into() };
        JudgedWord { word: upper, valid: reason.is_none(), reason, sense, definitions: None }
    }

    /// Returns the classes that the game bars under the house rules.
    fn barred(&self, variant: Variant) -> Marks {
        self.plurals.map_or(variant.barred(), Plurals::barred)
    }

    fn game_verdict(
        &self,
        variant: Variant,
        words: Words<'_>,
        category: ActiveCategory<'_>,
        word: &Word,
    ) -> Verdict {
        match self.category {
            Some(_) => word_poker::verdict(variant, words, word, category),
            None => game_verdict(variant, self.plurals.unwrap_or_default(), words, word),
        }
    }
}

/// Reads the bonus category, which only Choose Your Words and Word For Word have.
fn read_category(
    variant: Option<Variant>,
    category: Option<&CategoryChoice>,
    dictionary: &Dictionary,
    violations: &mut Violations,
) -> Result<Option<CategoryQuery>, Refused> {
    if category.is_some()
        && !matches!(variant, Some(Variant::ChooseYourWords | Variant::WordForWord))
    {
        let detail = "only choose-your-words and word-for-word have categories; give one of them as variant, or leave out the category";
        let mut place = violations.at("category");
        return Err(place.refuse_form(ViolationCode::ConflictingFields, detail));
    }
    let instead = "a vote does not change whether a word is allowed; leave out match";
    CategoryChoice::read_without_vote(category, instead, false, dictionary, violations)
}

/// Reads the house rules of a game, and returns those that matter to words.
fn read_rules(
    variant: Variant,
    rules: &Map<String, Value>,
    violations: &mut Violations,
) -> Result<Option<Plurals>, Refused> {
    // Generated clients may send the members of all games, those of the other games as null.
    let members = rules.iter().filter(|(_, value)| !value.is_null());
    let members = members.map(|(name, value)| (name.clone(), value.clone()));
    let rules = Value::Object(members.collect());
    match variant {
        Variant::PlayOnWords => {
            let rules = PlayOnWordsRules::of(Some(read_value(rules, &mut violations.at("rules"))?));
            Ok(Some(Plurals::of(Some(rules.plural), Some(rules.irregular_plurals))))
        }
        Variant::Wordgame => {
            let rules: WordgameRules = read_value(rules, &mut violations.at("rules"))?;
            WordgameRules::read(Some(&rules), violations).map(|_| None)
        }
        Variant::MyWord => {
            read_value::<MyWordRules>(rules, &mut violations.at("rules")).map(|_| None)
        }
        Variant::ChooseYourWords | Variant::WordForWord => {
            let rules: WordPokerRules = read_value(rules, &mut violations.at("rules"))?;
            WordPokerRules::read(Some(&rules), violations).map(|_| None)
        }
    }
}

/// Judges a word by the rules of a game.
pub(super) fn game_verdict(
    variant: Variant,
    plurals: Plurals,
    words: Words<'_>,
    word: &Word,
) -> Verdict {
    match variant {
        Variant::PlayOnWords => plurals.rules().verdict(words, word, WordFormation::New),
        _ => variant.verdict(words, word),
    }
}
