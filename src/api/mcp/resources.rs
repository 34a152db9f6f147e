//! The resources: the rulebook and its rules, for clients that read texts instead of calling tools.

use std::borrow::Cow;

use serde::Deserialize;
use serde_json::{Value, json};

use super::message::{Lifecycle, McpError};
use crate::rules::rulebook::{self, Rule};

/// The address of the whole rulebook.
const RULEBOOK: &str = "wordcourt://rulebook";
/// The beginning of the address of a rule, before its id.
const RULES: &str = "wordcourt://rules/";
/// The resources on a page of the list.
const PAGE: usize = 50;
/// The length of the descriptions in the list, in characters.
const DESCRIPTION_CHARACTERS: usize = 80;
const MEDIA_TYPE: &str = "text/markdown";

/// The parameters of `resources/list`.
#[derive(Deserialize)]
pub(super) struct List<'m> {
    /// The `nextCursor` of the page before: the id of the first rule of this page.
    #[serde(borrow, default)]
    cursor: Option<Cow<'m, str>>,
}

impl List<'_> {
    /// Returns a page of the resources. The first one begins with the whole rulebook.
    ///
    /// # Errors
    /// The cursor is not one of this list.
    pub(super) fn page(&self) -> Result<Value, McpError> {
        let rules = rulebook::rules();
        let start = match self.cursor.as_deref() {
            None => 0,
            Some(cursor) => rules.iter().position(|rule| rule.id == cursor).ok_or_else(|| {
                McpError::invalid_parameters(format!("unknown cursor {cursor:?}"))
            })?,
        };
        let (page, rest) = rules[start..].split_at(PAGE.min(rules.len() - start));
        let whole = (start == 0).then(|| {
            json!({
                "uri": RULEBOOK,
                "name": "rulebook",
                "title": "Rulebook",
                "description": "All rules of the five games, each with its id",
                "mimeType": MEDIA_TYPE,
                "size": rulebook::MARKDOWN.len(),
            })
        });
        let resources: Vec<Value> = whole.into_iter().chain(page.iter().map(listed)).collect();
        let mut list = json!({ "resources": resources });
        if let Some(next) = rest.first() {
            list["nextCursor"] = next.id.into();
        }
        Ok(list)
    }
}

/// Returns a rule as a list shows it.
fn listed(rule: &Rule) -> Value {
    let mut description: String = rule.text.chars().take(DESCRIPTION_CHARACTERS).collect();
    if description.len() < rule.text.len() {
        description.push('…');
    }
    json!({
        "uri": format!("{RULES}{}", rule.id),
        "name": rule.id,
        "title": format!("Rule {}", rule.id),
        "description": description,
        "mimeType": MEDIA_TYPE,
        "size": rule.text.len(),
    })
}

/// Returns the list of templates: the address of a rule.
pub(super) fn templates() -> Value {
    json!({
        "resourceTemplates": [{
            "uriTemplate": format!("{RULES}{{id}}"),
            "name": "rule",
            "title": "Rule",
            "description": "A rule by its id, such as O5, which answers name as their rule",
            "mimeType": MEDIA_TYPE,
        }],
    })
}

/// The parameters of `resources/read`.
#[derive(Deserialize)]
pub(super) struct Read<'m> {
    #[serde(borrow)]
    uri: Cow<'m, str>,
}

impl Read<'_> {
    /// Returns the text of the resource.
    ///
    /// # Errors
    /// There is no such resource.
    pub(super) fn contents(&self, lifecycle: Lifecycle) -> Result<Value, McpError> {
        let uri = &*self.uri;
        let rule = uri.strip_prefix(RULES).and_then(rulebook::rule);
        let text = match rule {
            Some(rule) => &rule.text,
            None if uri == RULEBOOK => rulebook::MARKDOWN,
            None => return Err(McpError::unknown_resource(uri, lifecycle)),
        };
        let contents = json!({ "uri": uri, "mimeType": MEDIA_TYPE, "text": text });
        Ok(json!({ "contents": [contents] }))
    }
}
