//! The judgement of a call, for scores and rulings.

use crate::api::cards::texts;
use crate::edition::Dictionary;
use crate::rules::my_word::{AnnouncedCall, Call, ShownTable, TooManyWays};
use crate::rules::{Reason, Refused, Violation, ViolationCode, Violations};

pub(super) fn too_many_ways(error: &TooManyWays, violations: &mut Violations) -> Refused {
    violations.refuse(ViolationCode::TooManyWays, "M3", error)
}

/// Returns true if a call fails only because of missing cards, and cards that can't be read could be
/// those.
fn depends_on_unread(table: &ShownTable, breaches: &[Violation]) -> bool {
    let is_missing = |breach: &Violation| {
        matches!(breach.code, ViolationCode::CardNotOnTable | ViolationCode::WordNotOnTable)
    };
    (1..=table.unread().len()).contains(&breaches.len()) && breaches.iter().all(is_missing)
}

/// The judgement of a call.
pub(super) struct Judgement {
    /// The reason why the word is not allowed.
    pub(super) reason: Option<Reason>,
    /// The call with its cards, if the rules allow them.
    placed: Option<Call>,
    /// The rules that the call breaks.
    pub(super) breaches: Vec<Violation>,
}

impl Judgement {
    /// Judges a call. Its breaches are part of the ruling, so they are not an error (RULEBOOK W6).
    ///
    /// # Errors
    /// The table leaves too many ways to place the word, or the call depends on a card on the table
    /// that can't be read.
    pub(super) fn of(
        call: &AnnouncedCall,
        table: &ShownTable,
        dictionary: &Dictionary,
    ) -> Result<Self, Violations> {
        let mut violations = Violations::default();
        let member = match call {
            AnnouncedCall::Cards(_) => "call",
            AnnouncedCall::Word(_) => "word",
        };
        let placed = call.place(table.readable(), &mut violations.at(member));
        let placed = match placed {
            Ok(placed) => placed.ok(),
            Err(error) => {
                too_many_ways(&error, &mut violations.at(member));
                return Err(violations);
            }
        };
        let reason = call.reason(dictionary.words());
        if reason.is_none() && depends_on_unread(table, violations.as_slice()) {
            let unread = table.unread().join(", ");
            let detail = format_args!(
                "the call needs a card that cannot be read; write the card in place of {unread}"
            );
            let mut violations = Violations::default();
            violations.at("table").refuse(ViolationCode::InvalidCard, "M2", detail);
            return Err(violations);
        }
        Ok(Self { reason, placed, breaches: violations.into() })
    }

    /// Returns the call with its cards, if it is allowed.
    pub(super) fn legal_call(&self) -> Option<&Call> {
        self.placed.as_ref().filter(|_| self.reason.is_none())
    }

    /// Returns the cards to show: those that were called or, for a word, those that spell it.
    pub(super) fn cards(&self, call: &AnnouncedCall) -> Option<Vec<String>> {
        match call {
            AnnouncedCall::Cards(cards) => Some(cards.clone()),
            AnnouncedCall::Word(_) => self.placed.as_ref().map(|placed| texts(placed)),
        }
    }
}
