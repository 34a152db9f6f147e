//! Verification: the answer in a record is computed again from its request and compared.
//!
//! A record is a JSON object with `operation`, `request` and `answer`, such as a service or a judge
//! kept it. Answers depend on nothing else than the request, the edition of the lexicon that they
//! name, and the rulebook. So anyone with this edition can compute them again. A whole game, too, can
//! be played again from its record.

mod chain;
mod difference;
mod editions;
mod game_record;
mod record;

pub use chain::{Broken, Chain};
pub use difference::Difference;
pub use editions::{FindEdition, NamedEdition};
pub use game_record::{GameRecord, ReplayedGame};
pub use record::{Grounds, Record};

use std::fmt;

use super::{Answer, OperationId, Problem, answer};
use crate::rules::RULEBOOK;
use difference::Found;
use editions::{NamedEditions, RequestSelectors};

/// The result of computing an answer again.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Verdict {
    /// The answer is the same.
    Same,
    /// The answer is the same, except for the meaning of a word at this place. Meanings depend on
    /// the WordNet of the service, and no id covers them.
    SameExceptMeaning(Difference),
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
            Self::SameExceptMeaning(Difference { pointer, .. }) => write!(
                f,
                "the answer is the same, except for the meaning at {pointer}, which is not verified"
            ),
            Self::Differs(difference) => difference.fmt(f),
            Self::Malformed(detail) | Self::Unavailable(detail) => f.write_str(detail),
        }
    }
}

/// Computes the answer of a record again, with the edition that the answer names, and compares.
///
/// The two answers are compared as JSON values: neither the order of members nor white space
/// matters, and the record may lack meanings of words (`definitions`, and `sense` in a `reason`), or
/// have other ones ([`Verdict::SameExceptMeaning`]). A member that the operation doesn't compute is a
/// difference.
pub fn verify(record: &Record<'_>, editions: &mut impl FindEdition) -> Verdict {
    match compute(record, editions) {
        Ok(answer) => compare(record, &answer),
        Err(verdict) => verdict,
    }
}

/// Computes the answer of a record again, with the edition that the answer names.
///
/// # Errors
/// There is no answer to compare; the verdict says why.
pub fn compute(record: &Record<'_>, editions: &mut impl FindEdition) -> Result<Answer, Verdict> {
    let Some(operation) = OperationId::from_name(&record.operation) else {
        return Err(Verdict::Malformed(format!("no operation has the id {:?}", record.operation)));
    };
    if is_state(operation) {
        return Err(Verdict::Unavailable(format!(
            "the answers of {} describe a service at one time, so they can't be computed again",
            operation.name()
        )));
    }
    let grounds =
        record.grounds().map_err(|error| Verdict::Malformed(format!("answer: {error}")))?;
    answer_again(operation, record.request.get(), &grounds, editions)?.map_err(|problem| {
        let detail = format!("the request has the problem {}: {problem}", problem.code.name());
        Verdict::Differs(Difference::of_whole(detail))
    })
}

/// Answers a request again, with the editions that its answer rests on.
///
/// # Errors
/// The rulebook or an edition is not available.
fn answer_again(
    operation: OperationId,
    request: &str,
    grounds: &Grounds<'_>,
    editions: &mut impl FindEdition,
) -> Result<Result<Answer, Problem>, Verdict> {
    if let Some(rulebook) = grounds.rulebook.as_deref().filter(|rulebook| *rulebook != RULEBOOK) {
        return Err(Verdict::Unavailable(format!(
            "the answer follows rulebook {rulebook:?}; this program has rulebook {RULEBOOK:?}"
        )));
    }
    let mut named = NamedEditions { meanings: editions.meanings(), ..NamedEditions::default() };
    for (name, edition) in
        [(grounds.lexicon.as_ref(), &mut named.first), (grounds.other(), &mut named.other)]
    {
        let Some(name) = name else { continue };
        *edition = Some(editions.find(name).map_err(Verdict::Unavailable)?);
    }
    Ok(answer_by(operation, request, named))
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

fn answer_by(
    operation: OperationId,
    request: &str,
    mut named: NamedEditions,
) -> Result<Answer, Problem> {
    // A request that selects no lexicons is read once only.
    named.selectors = RequestSelectors::read(request).unwrap_or_default();
    let names_lexicon = named.selectors.lexicon.as_deref().is_some_and(editions::is_selector);
    if named.first.is_none() && names_lexicon {
        // The answer does not depend on the lexicon that the request names.
        return answer(operation, editions::without_lexicon(request).as_bytes(), &named);
    }
    answer(operation, request.as_bytes(), &named)
}

/// Compares the answer of a record with the computed one.
#[must_use]
pub fn compare(record: &Record<'_>, answer: &Answer) -> Verdict {
    // Most records have the answer byte for byte.
    if record.answer.get().as_bytes() == answer.body {
        return Verdict::Same;
    }
    match Difference::find(record.answer.get(), &answer.body) {
        Ok(Found::Nothing) => Verdict::Same,
        Ok(Found::Meaning(difference)) => Verdict::SameExceptMeaning(difference),
        Ok(Found::Answer(difference)) => Verdict::Differs(difference),
        Err(error) => Verdict::Malformed(format!("answer: {error}")),
    }
}
