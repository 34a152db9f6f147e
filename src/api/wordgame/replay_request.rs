//! The request of a replay.

use serde::Deserialize;

use super::rules::WordgameRules;
use crate::api::bounds::{inline_schema, string};
use crate::api::request;
use crate::rules::wordgame::gcg::Record;
use crate::rules::{Refused, ViolationCode, Violations, limits};

/// A record in GCG.
#[derive(Debug, Clone, Deserialize)]
#[serde(transparent)]
pub struct RecordText(String);

inline_schema!(RecordText, "RecordText", string(0, limits::RECORD_BYTES, None));

request! {
    @search
    /// A game to replay.
    pub struct WordgameReplayRequest {
        /// The game record in GCG.
        pub(super) gcg: RecordText,
        /// Set to `false` to skip the search for the best move of every rack in the record.
        /// Defaults to `true`.
        pub(super) best: Option<bool>,
        /// House rules. If they name no `challenge`, the failed challenges are judged by what the
        /// record shows (C7).
        pub(super) rules: Option<WordgameRules>,
    }
}

impl RecordText {
    /// Reads the record.
    pub(super) fn read(&self, violations: &mut Violations) -> Result<Record, Refused> {
        if self.0.len() > limits::RECORD_BYTES {
            let detail = format_args!("the record has more than {} bytes", limits::RECORD_BYTES);
            return Err(violations.refuse_form(ViolationCode::OutOfBounds, detail));
        }
        Record::read(&self.0, violations)
    }
}
