//! The texts of the rules that a response names, so that a client can show them without another
//! request.

use std::collections::BTreeMap;

use serde::Serialize;
use serde_json::Value;

use crate::rules::{Violation, rulebook};

/// The name of every member that names a rule.
const RULE: &str = "rule";

/// The texts of rules, by their ids.
#[derive(Debug, Default, Serialize, utoipa::ToSchema)]
#[serde(transparent)]
pub(super) struct RuleTexts(BTreeMap<&'static str, &'static str>);

impl RuleTexts {
    /// Returns the texts of all rules that a response names, at every depth.
    pub(super) fn of(response: &Value) -> Self {
        let mut texts = Self::default();
        texts.add_all(response);
        texts
    }

    /// Returns the texts of all rules that violations name.
    pub(super) fn of_violations(violations: &[Violation]) -> Self {
        let mut texts = Self::default();
        violations.iter().filter_map(|violation| violation.rule).for_each(|id| texts.add(id));
        texts
    }

    fn add_all(&mut self, value: &Value) {
        match value {
            Value::Object(members) => {
                if let Some(id) = members.get(RULE).and_then(Value::as_str) {
                    self.add(id);
                }
                members.values().for_each(|member| self.add_all(member));
            }
            Value::Array(items) => items.iter().for_each(|item| self.add_all(item)),
            _ => {}
        }
    }

    fn add(&mut self, id: &str) {
        self.0.extend(rulebook::rule(id).map(|rule| (rule.id, &rule.text[..])));
    }
}
