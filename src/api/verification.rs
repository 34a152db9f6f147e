//! Verification: the answer in a record is computed again from its request and compared.
//!
//! A record is a JSON object with `operation`, `request` and `answer`, such as a service or a judge
//! kept it. Answers depend on nothing else than the request, the edition of the lexicon that they
//! name, and the rulebook. So anyone with this edition can compute them again.

mod chain;
mod difference;
mod editions;
mod record;

pub use chain::{Broken, Chain};
pub use difference::Difference;
pub use editions::{FindEdition, NamedEdition};
pub use record::{Grounds, Record};

use std::fmt;

use super::{Answer, OperationId, Problem, answer};
use crate::rules::RULEBOOK;
use editions::{NamedEditions, RequestSelectors};

/// The result of computing an answer again.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Verdict {
    /// The answer is the same.
    Same,
    /// The answer is another one.
    Differs(Difference),
    /// The record can't be read; the text says why.
    Malformed(String),
    /// The answer can't be computed here, because something that it depends on is not available; the
    /// text says what.
    Unavailable(String),
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Same => f.write_str("the answer is the same"),
            Self::Differs(difference) => difference.fmt(f),
            Self::Malformed(detail) | Self::Unavailable(detail) => f.write_str(detail),
        }
    }
}

/// Computes the answer of a record again, with the edition that the answer names, and compares.
///
/// The two answers are compared as JSON values: neither the order of members nor white space
/// matters. Meanings of words (`definitions` and `sense`) don't matter either, because they depend
/// on the machine of the service.
pub fn verify(record: &Record<'_>, editions: &mut impl FindEdition) -> Verdict {
    let Some(operation) = OperationId::from_name(&record.operation) else {
        return Verdict::Malformed(format!("no operation has the id {:?}", record.operation));
    };
    if is_state(operation) {
        return Verdict::Unavailable(format!(
            "the answers of {} describe a service at one time, so they can't be computed again",
            operation.name()
        ));
    }
    let grounds = match record.grounds() {
        Ok(grounds) => grounds,
        Err(error) => return Verdict::Malformed(format!("answer: {error}")),
    };
    if let Some(rulebook) = grounds.rulebook.as_deref().filter(|rulebook| *rulebook != RULEBOOK) {
        return Verdict::Unavailable(format!(
            "the answer follows rulebook {rulebook:?}; this program has rulebook {RULEBOOK:?}"
        ));
    }
    let mut named = NamedEditions::default();
    for (name, edition) in
        [(grounds.lexicon.as_ref(), &mut named.first), (grounds.other(), &mut named.other)]
    {
        let Some(name) = name else { continue };
        match editions.find(name) {
            Ok(found) => *edition = Some(found),
            Err(detail) => return Verdict::Unavailable(detail),
        }
    }
    compare(record, &again(operation, record, named))
}

/// Returns true for operations whose answers depend on the state or the settings of a service.
const fn is_state(operation: OperationId) -> bool {
    matches!(
        operation,
        OperationId::ListVariants
            | OperationId::GetVariant
            | OperationId::ListLexicons
            | OperationId::GetLexicon
    )
}

fn again(
    operation: OperationId,
    record: &Record<'_>,
    mut named: NamedEditions,
) -> Result<Answer, Problem> {
    let request = record.request.get();
    // A request that selects no lexicons is read once only.
    named.selectors = RequestSelectors::read(request).unwrap_or_default();
    if named.first.is_none() && named.selectors.lexicon.is_some() {
        // The answer does not depend on the lexicon that the request names.
        return answer(operation, editions::without_lexicon(request).as_bytes(), &named);
    }
    answer(operation, request.as_bytes(), &named)
}

fn compare(record: &Record<'_>, again: &Result<Answer, Problem>) -> Verdict {
    let answer = match again {
        Ok(answer) => answer,
        Err(problem) => {
            let detail = format!("the request has the problem {}: {problem}", problem.code.name());
            return Verdict::Differs(Difference::of_whole(detail));
        }
    };
    // Most records have the answer byte for byte.
    if record.answer.get().as_bytes() == answer.body {
        return Verdict::Same;
    }
    match Difference::find(record.answer.get(), &answer.body) {
        Ok(None) => Verdict::Same,
        Ok(Some(difference)) => Verdict::Differs(difference),
        Err(error) => Verdict::Malformed(format!("answer: {error}")),
    }
}
