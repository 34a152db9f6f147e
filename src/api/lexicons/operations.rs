//! `GET /v1/lexicons` and `GET /v1/lexicons/{lexicon}`.

use serde::Deserialize;

use super::{LexiconInfo, LexiconList, LexiconSummary, Lexicons};
use crate::api::bounds::LexiconSelector;
use crate::api::dictionary::DictionarySelector;
use crate::api::operation::{Basis, Cost, Method, Operation, Plan, Request};
use crate::api::problem::{Problem, ProblemCode};
use crate::edition::Dictionary;
use crate::rules::{Refused, Violations};

/// Lists the active lexicons.
pub struct ListLexicons;

/// A request without parameters.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ListLexiconsRequest {}

impl Request for ListLexiconsRequest {
    fn dictionary(&self) -> DictionarySelector<'_> {
        DictionarySelector::default()
    }
}

/// The lexicons at the time of the request.
pub struct LexiconsBasis(Vec<LexiconSummary>);

impl Basis for LexiconsBasis {
    fn resolve(
        _request: &impl Request,
        lexicons: &dyn Lexicons,
        _violations: &mut Violations,
    ) -> Result<Self, Problem> {
        Ok(Self(lexicons.list()))
    }

    fn dictionary(&self) -> Option<&Dictionary> {
        None
    }
}

impl Operation for ListLexicons {
    const ID: &'static str = "list_lexicons";
    const METHOD: Method = Method::Get;
    const PATH: &'static str = "/v1/lexicons";
    const TAG: &'static str = "Lexicons";
    const SUMMARY: &'static str = "Lists the active lexicons";
    const DESCRIPTION: &'static str =
        "Returns the active edition of each lexicon, with its digest, categories and word counts.";
    const RESPONSE: &'static str = "The lexicons";
    const PROBLEMS: &'static [ProblemCode] = &[];

    type Request = ListLexiconsRequest;
    type Query = ();
    type Basis = LexiconsBasis;
    type Response<'a> = LexiconList;

    fn parse(
        _request: Self::Request,
        _basis: &Self::Basis,
        _violations: &mut Violations,
    ) -> Result<(), Refused> {
        Ok(())
    }

    fn run<'a>((): &'a (), basis: &'a Self::Basis) -> Result<LexiconList, Violations> {
        Ok(LexiconList::of(&basis.0))
    }
}

/// Shows a lexicon.
pub struct GetLexicon;

/// A lexicon by its name.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct GetLexiconRequest {
    /// The lexicon, by name (`en`) or pinned to an edition (`en@2020.12.07+4`, `en@sha256:1f3a`).
    lexicon: LexiconSelector,
}

impl Request for GetLexiconRequest {
    fn dictionary(&self) -> DictionarySelector<'_> {
        DictionarySelector::in_query(Some(&self.lexicon), None, None)
    }
}

/// A lexicon at the time of the request.
pub struct LexiconBasis {
    dictionary: Dictionary,
    summary: LexiconSummary,
}

impl Basis for LexiconBasis {
    fn resolve(
        request: &impl Request,
        lexicons: &dyn Lexicons,
        violations: &mut Violations,
    ) -> Result<Self, Problem> {
        let dictionary = request.dictionary().resolve(lexicons, violations)?;
        let summary = lexicons.summary(dictionary.edition());
        Ok(Self { dictionary, summary })
    }

    fn dictionary(&self) -> Option<&Dictionary> {
        Some(&self.dictionary)
    }
}

/// The parts of the response that can change while the edition stays the same.
#[derive(Debug, PartialEq, Eq, Hash)]
pub struct GetLexiconQuery {
    is_default: bool,
    retained: Vec<String>,
}

impl Operation for GetLexicon {
    const ID: &'static str = "get_lexicon";
    const METHOD: Method = Method::Get;
    const PATH: &'static str = "/v1/lexicons/{lexicon}";
    const TAG: &'static str = "Lexicons";
    const SUMMARY: &'static str = "Shows a lexicon";
    const DESCRIPTION: &'static str =
        "Returns an edition of an active lexicon, with its digest, categories and word counts.";
    const RESPONSE: &'static str = "The lexicon";
    const PROBLEMS: &'static [ProblemCode] =
        &[ProblemCode::UnknownLexicon, ProblemCode::LexiconNotHeld];

    type Request = GetLexiconRequest;
    type Query = GetLexiconQuery;
    type Basis = LexiconBasis;
    type Response<'a> = LexiconInfo;

    fn parse(
        _request: Self::Request,
        basis: &Self::Basis,
        _violations: &mut Violations,
    ) -> Result<Self::Query, Refused> {
        let retained = basis.summary.retained.iter().map(ToString::to_string).collect();
        Ok(GetLexiconQuery { is_default: basis.summary.is_default, retained })
    }

    fn plan(_query: &Self::Query, _basis: &Self::Basis) -> Plan {
        Plan::cached(Cost::Inline)
    }

    fn run<'a>(_query: &'a Self::Query, basis: &'a Self::Basis) -> Result<LexiconInfo, Violations> {
        Ok(LexiconInfo::from(&basis.summary))
    }
}
