//! Signed notes: a text, an empty line, and a line for each signature. The crate `signed_note` reads
//! and writes them.

use std::cell::RefCell;

use signed_note::{Note, NoteError as Refused, VerificationError, Verifier, Verifiers};
use thiserror::Error;

use super::keys::{SigningKey, VerifierKey};

/// The reason why a signed note is not accepted.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum NoteError {
    /// The text is not a signed note, or cannot become one.
    #[error("not a signed note")]
    Malformed,
    /// A signature is not by the key that it names.
    #[error("the signature of {0} is not by its key, or the text was changed")]
    Forged(String),
    /// No signature is by a known key.
    #[error("none of the given keys has signed it; signatures by: {}", .0.join(", "))]
    Unknown(Vec<String>),
}

/// A signed note that was checked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Verified {
    /// The signed text.
    pub text: String,
    /// The note without the signatures of other keys, about which nothing is known.
    pub note: String,
}

/// Signs a text.
///
/// # Errors
/// [`NoteError::Malformed`]: the text doesn't end with a line end, contains other control characters
/// or is longer than 1 MB.
pub fn sign(text: &str, key: &SigningKey) -> Result<String, NoteError> {
    let mut note = Note::new(text.as_bytes(), &[]).map_err(|_| NoteError::Malformed)?;
    note.add_sigs(&[key]).map_err(|_| NoteError::Malformed)?;
    utf8(note.to_bytes())
}

/// Checks a signed note.
///
/// # Errors
/// The text is not a signed note, a signature by one of the keys is wrong, or none is by one of
/// them. Signatures by other keys are ignored.
pub fn open(note: &str, keys: &[VerifierKey]) -> Result<Verified, NoteError> {
    let note = Note::from_bytes(note.as_bytes()).map_err(|_| NoteError::Malformed)?;
    let known = Known { keys, others: RefCell::default() };
    match note.verify(&known) {
        Ok((signatures, _)) => {
            let signed = Note::new(note.text(), &signatures).map_err(|_| NoteError::Malformed)?;
            Ok(Verified { text: utf8(note.text().to_vec())?, note: utf8(signed.to_bytes())? })
        }
        Err(Refused::InvalidSignature { name, .. }) => Err(NoteError::Forged(name)),
        Err(Refused::UnverifiedNote) => Err(NoteError::Unknown(known.others.into_inner())),
        Err(_) => Err(NoteError::Malformed),
    }
}

fn utf8(bytes: Vec<u8>) -> Result<String, NoteError> {
    String::from_utf8(bytes).map_err(|_| NoteError::Malformed)
}

/// The keys that the reader of a note knows, and the names of the other keys in it.
struct Known<'k> {
    keys: &'k [VerifierKey],
    others: RefCell<Vec<String>>,
}

impl Verifiers for Known<'_> {
    fn verifier(&self, name: &str, id: u32) -> Result<&dyn Verifier, VerificationError> {
        let known = self.keys.iter().find(|key| key.name() == name && key.key_id() == id);
        known.map(|key| key as &dyn Verifier).ok_or_else(|| {
            self.others.borrow_mut().push(name.to_owned());
            VerificationError::UnknownKey { name: name.to_owned(), id }
        })
    }
}
