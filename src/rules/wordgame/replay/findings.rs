//! What the replay finds in an event.

use std::fmt;

use crate::rules::{Refused, ViolationCode, Violations};

/// The violations of an event, and remarks about it.
#[derive(Debug, Default)]
pub(super) struct Findings {
    pub violations: Violations,
    /// Remarks on what is odd but breaks no rule, such as a rack that cannot be (RULEBOOK C7).
    pub notes: Vec<String>,
}

impl Findings {
    /// Records that the rules do not allow the event.
    pub(super) fn not_allowed(&mut self, rule: &'static str, detail: impl fmt::Display) {
        self.violations.refuse(ViolationCode::NotAllowed, rule, detail);
    }

    /// Adds a remark.
    pub(super) fn note(&mut self, remark: impl fmt::Display) {
        self.notes.push(remark.to_string());
    }
}

/// Runs a check. If the check fails, returns the details of its violations as one text.
pub(super) fn or_details<T>(
    check: impl FnOnce(&mut Violations) -> Result<T, Refused>,
) -> Result<T, String> {
    let mut violations = Violations::default();
    check(&mut violations).map_err(|_refused| {
        let details: Vec<&str> =
            violations.as_slice().iter().map(|violation| violation.detail.as_str()).collect();
        details.join("; ")
    })
}
