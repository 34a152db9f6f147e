//! The last changes to the lexicons, for the administration and for the audit log.

use std::collections::VecDeque;
use std::sync::{Mutex, PoisonError};
use std::time::SystemTime;

use serde::Serialize;

use super::updater::Changed;
use crate::edition::EditionId;

/// The target of the audit log, which no log level hides.
pub const AUDIT: &str = "audit";

/// The maximum number of entries.
const MAX_ENTRIES: usize = 1_000;

/// A change to a lexicon, made or refused.
#[derive(Debug, Clone, Serialize, utoipa::ToSchema)]
#[schema(as = LexiconChangeEntry)]
pub struct ChangeEntry {
    /// The time of the change (RFC 3339).
    pub time: String,
    /// The operator who requested it, or `source` for the lexicon source.
    pub actor: String,
    /// The operator's address; empty for the lexicon source.
    pub peer: String,
    /// The lexicon's name.
    pub lexicon: String,
    /// What happened: `installed`, `prepared` (retained, not active), `tried` (a dry run), `activated`,
    /// `restored` (a rollback), `removed` or `refused`.
    pub outcome: &'static str,
    /// The edition that is active, or that was prepared or tried.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub now: Option<EditionId>,
    /// The edition that was active before.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub before: Option<EditionId>,
    /// The reason why the change was refused.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub refused: Option<String>,
}

/// The last changes, which end with the process.
#[derive(Debug, Default)]
pub struct ChangeLog(Mutex<VecDeque<ChangeEntry>>);

impl ChangeEntry {
    /// Describes a change of now that was made.
    #[must_use]
    pub fn of(actor: &str, peer: &str, outcome: &'static str, changed: &Changed) -> Self {
        Self {
            now: Some(changed.now.clone()),
            before: changed.before.clone(),
            ..Self::new(actor, peer, &changed.now.name, outcome)
        }
    }

    /// Describes a change of now.
    #[must_use]
    pub fn new(actor: &str, peer: &str, lexicon: &str, outcome: &'static str) -> Self {
        Self {
            time: humantime::format_rfc3339_seconds(SystemTime::now()).to_string(),
            actor: actor.to_owned(),
            peer: peer.to_owned(),
            lexicon: lexicon.to_owned(),
            outcome,
            now: None,
            before: None,
            refused: None,
        }
    }
}

impl ChangeLog {
    /// Adds a change.
    pub fn add(&self, entry: ChangeEntry) {
        let mut entries = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        entries.truncate(MAX_ENTRIES - 1);
        entries.push_front(entry);
    }

    /// Returns the changes, the last one first.
    #[must_use]
    pub fn entries(&self) -> Vec<ChangeEntry> {
        let entries = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        entries.iter().cloned().collect()
    }
}
