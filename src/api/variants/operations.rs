//! `GET /v1/variants` and `GET /v1/variants/{variant}`.

use serde::{Deserialize, Serialize};

use crate::api::dictionary::DictionarySelector;
use crate::api::lexicons::Lexicons;
use crate::api::limits::{Limit, PUBLISHED};
use crate::api::operation::{Basis, Method, NoDictionary, Operation, Request};
use crate::api::presentation::Presentation;
use crate::api::problem::{Problem, ProblemCode};
use crate::edition::Dictionary;
use crate::rules::rule_data::GameRules;
use crate::rules::{Refused, Variant, Violations};

/// The games, and the limits on requests.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct VariantList {
    /// The games.
    variants: Vec<GameRules>,
    /// The limits on requests.
    limits: Vec<Limit>,
}

/// A list of all games.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ListVariantsRequest {
    /// Set to `true` to get the `texts` of the rules that the response names. Defaults to `false`.
    texts: Option<bool>,
}

impl Request for ListVariantsRequest {
    fn dictionary(&self) -> DictionarySelector<'_> {
        DictionarySelector::default()
    }

    fn presentation(&self, _violations: &mut Violations) -> Presentation {
        Presentation::with_texts(self.texts)
    }
}

/// The limits that the server sets.
pub struct ServiceLimits {
    body_bytes: Option<u64>,
}

impl Basis for ServiceLimits {
    fn resolve(
        _request: &impl Request,
        lexicons: &dyn Lexicons,
        _violations: &mut Violations,
    ) -> Result<Self, Problem> {
        Ok(Self { body_bytes: lexicons.body_limit() })
    }

    fn dictionary(&self) -> Option<&Dictionary> {
        None
    }
}

/// Lists the games.
pub struct ListVariants;

impl Operation for ListVariants {
    const ID: &'static str = "list_variants";
    const METHOD: Method = Method::Get;
    const PATH: &'static str = "/v1/variants";
    const TAG: &'static str = "Variants";
    const SUMMARY: &'static str = "Lists the games with their rules as data";
    const DESCRIPTION: &'static str = "Returns the letter values, decks, boards, numbers and house rules of each game, each with its rule and its source. Also returns the limits on requests.";
    const RESPONSE: &'static str = "The games";
    const PROBLEMS: &'static [ProblemCode] = &[];
    const HAS_RULEBOOK: bool = true;

    type Request = ListVariantsRequest;
    type Query = ();
    type Basis = ServiceLimits;
    type Response<'a> = VariantList;

    fn parse(
        _request: Self::Request,
        _basis: &Self::Basis,
        _violations: &mut Violations,
    ) -> Result<(), Refused> {
        Ok(())
    }

    fn run<'a>((): &'a (), limits: &'a ServiceLimits) -> Result<VariantList, Violations> {
        let body = limits.body_bytes.map(|most| Limit {
            name: "body_bytes",
            most,
            what: "bytes in a request's body",
        });
        let limits = PUBLISHED.into_iter().chain(body).collect();
        Ok(VariantList { variants: Variant::ALL.map(Variant::rule_data).to_vec(), limits })
    }
}

/// A game by its slug.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct GetVariantRequest {
    /// The game.
    #[schema(value_type = Variant)]
    variant: String,
    /// Set to `true` to get the `texts` of the rules that the response names. Defaults to `false`.
    texts: Option<bool>,
}

impl Request for GetVariantRequest {
    fn dictionary(&self) -> DictionarySelector<'_> {
        DictionarySelector::default()
    }

    fn presentation(&self, _violations: &mut Violations) -> Presentation {
        Presentation::with_texts(self.texts)
    }
}

/// The rules of a game as data.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct GetVariantResponse {
    #[serde(flatten)]
    rules: GameRules,
}

/// Shows a game.
pub struct GetVariant;

impl Operation for GetVariant {
    const ID: &'static str = "get_variant";
    const METHOD: Method = Method::Get;
    const PATH: &'static str = "/v1/variants/{variant}";
    const TAG: &'static str = "Variants";
    const SUMMARY: &'static str = "Shows a game's rules as data";
    const DESCRIPTION: &'static str = "Returns the letter values, deck, board, numbers and house rules of the game, each with its rule and its source.";
    const RESPONSE: &'static str = "The game";
    const PROBLEMS: &'static [ProblemCode] = &[ProblemCode::UnknownVariant];
    const HAS_RULEBOOK: bool = true;

    type Request = GetVariantRequest;
    type Query = Variant;
    type Basis = NoDictionary;
    type Response<'a> = GetVariantResponse;

    fn resolve(
        request: &Self::Request,
        _lexicons: &dyn Lexicons,
        _violations: &mut Violations,
    ) -> Result<NoDictionary, Problem> {
        if Variant::from_slug(&request.variant).is_some() {
            return Ok(NoDictionary);
        }
        let known = Variant::ALL.map(Variant::slug).join(", ");
        let detail = format!("unknown game {:?}; known games: {known}", request.variant);
        Err(Problem::new(ProblemCode::UnknownVariant, detail))
    }

    fn parse(
        request: Self::Request,
        _basis: &NoDictionary,
        violations: &mut Violations,
    ) -> Result<Variant, Refused> {
        let refuse = || {
            violations
                .at("variant")
                .refuse_form(crate::rules::ViolationCode::InvalidField, "unknown game")
        };
        Variant::from_slug(&request.variant).ok_or_else(refuse)
    }

    fn run<'a>(
        variant: &'a Variant,
        _basis: &'a NoDictionary,
    ) -> Result<GetVariantResponse, Violations> {
        Ok(GetVariantResponse { rules: variant.rule_data() })
    }
}
