//! `GET /v1/rules` and `GET /v1/rules/{id}`: the rulebook as data.

use serde::{Deserialize, Serialize};

use super::bounds::{inline_schema, string};
use super::dictionary::DictionarySelector;
use super::lexicons::Lexicons;
use super::nearest;
use super::operation::{Method, NoDictionary, Operation, Request};
use super::problem::{Problem, ProblemCode};
use crate::rules::rule_data::Provenance;
use crate::rules::{RULEBOOK, Refused, ViolationCode, Violations, limits, rulebook};

/// The number of ids that a problem suggests in place of an unknown one.
const NEAREST: usize = 3;

/// A rule of the rulebook.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct Rule {
    /// The id, which score lines, breaches, reasons and consequences name as their `rule`.
    #[schema(example = "O5")]
    id: &'static str,
    /// The text in Markdown, each paragraph on one line.
    text: &'static str,
    /// The first of `marks`. Absent if the rule has no mark: it is then printed on the rule sheet.
    #[serde(skip_serializing_if = "Option::is_none")]
    mark: Option<Provenance>,
    /// The sources that the text marks, each once, in the order of the text. The text shows which
    /// part of the rule a mark is about.
    marks: Vec<Provenance>,
    /// The edition of the rulebook.
    #[schema(example = "3")]
    edition: &'static str,
}

impl From<&'static rulebook::Rule> for Rule {
    fn from(rule: &'static rulebook::Rule) -> Self {
        let marks = rule.marks();
        Self {
            id: rule.id,
            text: &rule.text,
            mark: marks.first().copied(),
            marks,
            edition: RULEBOOK,
        }
    }
}

/// The rules of the rulebook.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct RuleList {
    /// The edition of the rulebook.
    #[schema(example = "3")]
    edition: &'static str,
    /// The rules, in the order of the rulebook.
    rules: Vec<Rule>,
}

/// A list of all rules.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ListRulesRequest {}

impl Request for ListRulesRequest {
    fn dictionary(&self) -> DictionarySelector<'_> {
        DictionarySelector::default()
    }
}

/// Lists the rules.
pub struct ListRules;

impl Operation for ListRules {
    const ID: &'static str = "list_rules";
    const METHOD: Method = Method::Get;
    const PATH: &'static str = "/v1/rules";
    const TAG: &'static str = "Rules";
    const SUMMARY: &'static str = "Lists the rules of the rulebook";
    const DESCRIPTION: &'static str = "Returns every rule with its id, its text and the sources that it marks, in the order of the rulebook. `/rulebook.md` is the whole rulebook as a text.";
    const RESPONSE: &'static str = "The rules";
    const PROBLEMS: &'static [ProblemCode] = &[];

    type Request = ListRulesRequest;
    type Query = ();
    type Basis = NoDictionary;
    type Response<'a> = RuleList;

    fn parse(
        _request: Self::Request,
        _basis: &NoDictionary,
        _violations: &mut Violations,
    ) -> Result<(), Refused> {
        Ok(())
    }

    fn run<'a>((): &'a (), _basis: &'a NoDictionary) -> Result<RuleList, Violations> {
        let rules = rulebook::rules().iter().map(Rule::from).collect();
        Ok(RuleList { edition: RULEBOOK, rules })
    }
}

/// The id of a rule, in any letter case.
#[derive(Debug, Deserialize)]
#[serde(transparent)]
pub struct RuleId(String);

inline_schema!(RuleId, "RuleId", string(1, limits::RULE_ID_CHARACTERS, None));

/// A rule by its id.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct GetRuleRequest {
    /// The id, in any letter case.
    id: RuleId,
}

impl Request for GetRuleRequest {
    fn dictionary(&self) -> DictionarySelector<'_> {
        DictionarySelector::default()
    }
}

/// Shows a rule.
pub struct GetRule;

impl Operation for GetRule {
    const ID: &'static str = "get_rule";
    const METHOD: Method = Method::Get;
    const PATH: &'static str = "/v1/rules/{id}";
    const TAG: &'static str = "Rules";
    const SUMMARY: &'static str = "Shows a rule of the rulebook";
    const DESCRIPTION: &'static str =
        "Returns the text of a rule that a score line, a breach, a reason or a ruling names.";
    const RESPONSE: &'static str = "The rule";
    const PROBLEMS: &'static [ProblemCode] = &[ProblemCode::UnknownRule];

    type Request = GetRuleRequest;
    type Query = &'static rulebook::Rule;
    type Basis = NoDictionary;
    type Response<'a> = Rule;

    fn resolve(
        GetRuleRequest { id: RuleId(id) }: &Self::Request,
        _lexicons: &dyn Lexicons,
        _violations: &mut Violations,
    ) -> Result<NoDictionary, Problem> {
        rulebook::rule(id).map(|_| NoDictionary).ok_or_else(|| unknown(id))
    }

    fn parse(
        GetRuleRequest { id: RuleId(id) }: Self::Request,
        _basis: &NoDictionary,
        violations: &mut Violations,
    ) -> Result<Self::Query, Refused> {
        let refuse =
            || violations.at("id").refuse_form(ViolationCode::InvalidField, "unknown rule");
        rulebook::rule(&id).ok_or_else(refuse)
    }

    fn run<'a>(rule: &'a Self::Query, _basis: &'a NoDictionary) -> Result<Rule, Violations> {
        Ok(Rule::from(*rule))
    }
}

/// Returns the problem of a rule that the rulebook doesn't have.
fn unknown(id: &str) -> Problem {
    let id: String = id.chars().take(limits::RULE_ID_CHARACTERS).collect();
    let ids = rulebook::rules().iter().map(|rule| rule.id);
    let nearest = nearest::by_distance(&id.to_ascii_uppercase(), ids);
    let nearest = nearest[..NEAREST].join(", ");
    let detail = format!("unknown rule {id:?}; the nearest are {nearest}; GET /v1/rules lists all");
    Problem::new(ProblemCode::UnknownRule, detail)
}
