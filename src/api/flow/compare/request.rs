//! The request.

use serde::{Deserialize, Serialize};
use strum::{EnumMessage, VariantArray};
use utoipa::ToSchema;

use crate::api::bounds::{List, MaxTier, Reference};
use crate::api::dictionary::DictionarySelector;
use crate::api::flow::Flow;
use crate::api::flow::requests::StartRequest;
use crate::api::operation::Request;
use crate::api::presentation::Presentation;
use crate::rules::Violations;
use crate::rules::limits::{COMPARED_ACTIONS, COMPARED_RECORDS};

/// A request to compare games with the same seed.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(deny_unknown_fields, bound = "")]
pub struct CompareRequest<G: Flow> {
    /// The games, one of each table, with at most 5,000 actions together.
    #[schema(value_type = Vec<ComparedRecord<G>>, min_items = 1, max_items = 32)]
    pub(super) records: List<ComparedRecord<G>, 1, { COMPARED_RECORDS }>,
    /// The rule that ranks the tables.
    pub(super) rule: CompareRule,
    /// Set to `true` to compare each play with the best one of its position. Defaults to `false`, but
    /// `share_of_best` always needs it.
    pub(super) best: Option<bool>,
    /// The highest `tier` of the words of the best plays, as in `replay`. Defaults to 100, which is
    /// all words.
    pub(super) max_tier: Option<MaxTier>,
    /// Set to `true` to get the `id` of the response. Defaults to `false`.
    id: Option<bool>,
    /// Set to `true` to get the `id` and the `grounds` that it covers. Defaults to `false`.
    grounds: Option<bool>,
    /// Set to `false` to leave out all `lines`. Defaults to `true`.
    lines: Option<bool>,
    /// Set to `true` to get `rule_texts`, the texts of the rules that the response names. Defaults to
    /// `false`.
    texts: Option<bool>,
    /// A text such as the number of a table or a round. The response repeats it, and the `id`
    /// covers it.
    reference: Option<Reference>,
}

/// The record of a table.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(deny_unknown_fields, bound = "")]
pub struct ComparedRecord<G: Flow> {
    /// A text such as the number of the table, which the response repeats.
    pub(super) table: Option<Reference>,
    /// The request that started the game. What it says on its response has no effect here.
    pub(super) start: StartRequest<G>,
    /// The actions, in order.
    pub(super) actions: List<G::Action, 0, { COMPARED_ACTIONS }>,
}

/// A rule of duplicate clubs that ranks tables. The highest score is best.
#[derive(
    Debug,
    Clone,
    Copy,
    PartialEq,
    Eq,
    Hash,
    Serialize,
    Deserialize,
    ToSchema,
    EnumMessage,
    VariantArray,
)]
#[serde(rename_all = "snake_case")]
pub enum CompareRule {
    /// The points of all plays together.
    Total,
    /// The points made, per mille of those of the best plays, rounded down; 0 if none were possible.
    /// A play counts no more than the best one, and one that was not compared counts nothing.
    ShareOfBest,
    /// For each deal and seat, 2 for each table whose player at this seat made fewer points, and 1 for
    /// each one whose player made as many.
    Matchpoints,
}

impl<G: Flow> Request for CompareRequest<G> {
    fn dictionary(&self) -> DictionarySelector<'_> {
        self.records.raw().first().map(|first| first.start.dictionary()).unwrap_or_default()
    }

    fn is_pinned(&self) -> bool {
        self.records.raw().iter().all(|record| record.start.is_pinned())
    }

    fn presentation(&self, violations: &mut Violations) -> Presentation {
        let flags = [self.id, self.grounds, self.lines, self.texts];
        Presentation::read(flags, self.reference.as_ref(), violations)
    }
}
