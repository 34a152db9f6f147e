//! The problems of refused changes.

use crate::api::{Problem, ProblemCode};
use crate::lexicon::LexiconError;
use crate::registry::updater::UpdateError;
use crate::rules::{ViolationCode, Violations};

impl From<UpdateError> for Problem {
    fn from(error: UpdateError) -> Self {
        let detail = error.to_string();
        match error {
            UpdateError::Text(error) => error.into(),
            UpdateError::NotRetained(error) => error.into(),
            UpdateError::Name(_) | UpdateError::Edition(_) => {
                Self::new(ProblemCode::BadRequest, detail)
            }
            UpdateError::OtherActive(_) => Self::new(ProblemCode::PreconditionFailed, detail),
            UpdateError::EditionTaken(_)
            | UpdateError::Shrinks { .. }
            | UpdateError::FirstIsActive(_)
            | UpdateError::NoRoom
            | UpdateError::EditionUnread { .. }
            | UpdateError::TooMany(_)
            | UpdateError::TooSlow(_)
            | UpdateError::IsDefault(_)
            | UpdateError::NoWords(_) => Self::new(ProblemCode::ChangeRefused, detail),
            UpdateError::StateDir(error) if error.is_full() => {
                Self::new(ProblemCode::InsufficientStorage, detail)
            }
            // Without a disk that can be written, the server is read-only.
            UpdateError::StateDir(_) => Self::new(ProblemCode::Forbidden, detail),
        }
    }
}

impl From<LexiconError> for Problem {
    /// Lists the bad lines as breaches.
    fn from(error: LexiconError) -> Self {
        let detail = error.to_string();
        let mut violations = Violations::default();
        match error {
            LexiconError::Text(text) => {
                for bad in text.lines {
                    let mut place = violations.at_line(bad.line);
                    place.refuse_form(ViolationCode::InvalidLine, bad.fault);
                }
            }
            LexiconError::Category(bad) => {
                let mut place = violations.at_line(bad.line);
                place.refuse_form(ViolationCode::InvalidLine, bad.fault);
            }
        }
        Self { breaches: violations.into(), ..Self::new(ProblemCode::LexiconRefused, detail) }
    }
}
