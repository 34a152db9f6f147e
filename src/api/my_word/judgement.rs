//! The judgement of a call, for scores and rulings.

use crate::api::cards::texts;
use crate::edition::Dictionary;
use crate::rules::my_word::{AnnouncedCall, Call, Table, TooManyWays};
use crate::rules::{Reason, Refused, Violation, ViolationCode, Violations};

pub(super) fn too_many_ways(error: &TooManyWays, violations: &mut Violations) -> Refused {
    violations.refuse(ViolationCode::TooManyWays, "M3", error)
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
    /// The table leaves too many ways to place the word.
    pub(super) fn of(
        call: &AnnouncedCall,
        table: &Table,
        dictionary: &Dictionary,
    ) -> Result<Self, Violations> {
        let mut violations = Violations::default();
        let member = match call {
            AnnouncedCall::Cards(_) => "call",
            AnnouncedCall::Word(_) => "word",
        };
        let placed = call.place(table, &mut violations.at(member));
        let placed = match placed {
            Ok(placed) => placed.ok(),
            Err(error) => {
                too_many_ways(&error, &mut violations.at(member));
                return Err(violations);
            }
        };
        let reason = call.reason(dictionary.words());
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
