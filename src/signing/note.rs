//! Signed notes: a text, an empty line, and a line for each signature.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use thiserror::Error;

use super::keys::{SigningKey, VerifierKey, is_name};

/// The maximum number of signatures of a note.
const MAX_SIGNATURES: usize = 100;

/// The reason why a signed note is not accepted.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum NoteError {
    /// The text is not a signed note.
    #[error("not a signed note")]
    Malformed,
    /// A signature is not by the key that it names.
    #[error("the signature of {0} is not by its key, or the text was changed")]
    Forged(String),
    /// No signature is by a known key.
    #[error("none of the given keys has signed it; signatures by: {}", .0.join(", "))]
    Unknown(Vec<String>),
}

/// Signs a text, which must end with a line end and contain no other control characters.
#[must_use]
pub fn sign(text: &str, key: &SigningKey) -> String {
    let signature = [&key.verifier().id()[..], &key.sign(text)].concat();
    format!("{text}\n\u{2014} {} {}\n", key.verifier().name(), STANDARD.encode(signature))
}

/// Checks a signed note and returns its text.
///
/// # Errors
/// The text is not a signed note, a signature by one of the keys is wrong, or none is by one of
/// them. Signatures by other keys are ignored.
pub fn open<'n>(note: &'n str, keys: &[VerifierKey]) -> Result<&'n str, NoteError> {
    if note.chars().any(|char| char < ' ' && char != '\n') {
        return Err(NoteError::Malformed);
    }
    let end = note.rfind("\n\n").ok_or(NoteError::Malformed)?;
    let (text, signatures) = (&note[..=end], &note[end + 2..]);
    let signatures = signatures.strip_suffix('\n').ok_or(NoteError::Malformed)?;
    let mut names = Vec::new();
    let mut is_signed = false;
    for line in signatures.split('\n') {
        let (name, signature) = parse(line).ok_or(NoteError::Malformed)?;
        if names.len() == MAX_SIGNATURES {
            return Err(NoteError::Malformed);
        }
        names.push(name.to_owned());
        let (id, signature) = signature.split_at(4);
        let is_by = |key: &&VerifierKey| key.name() == name && key.id() == id;
        let Some(key) = keys.iter().find(is_by) else { continue };
        let signature = signature.try_into().ok();
        if !signature.is_some_and(|signature| key.has_signed(text, signature)) {
            return Err(NoteError::Forged(name.to_owned()));
        }
        is_signed = true;
    }
    if is_signed { Ok(text) } else { Err(NoteError::Unknown(names)) }
}

/// Returns a note that [`open`] accepts, without the signatures that are not by one of the keys.
#[must_use]
pub fn without_others(note: &str, keys: &[VerifierKey]) -> String {
    let is_by_one = |line: &&str| {
        parse(line).is_none_or(|(name, signature)| {
            keys.iter().any(|key| key.name() == name && signature.starts_with(&key.id()))
        })
    };
    note.split_inclusive('\n').filter(|line| is_by_one(&line.trim_end_matches('\n'))).collect()
}

/// Returns the name and the bytes of a signature: the id of the key and the signature itself.
fn parse(line: &str) -> Option<(&str, Vec<u8>)> {
    let (name, signature) = line.strip_prefix("\u{2014} ")?.split_once(' ')?;
    let signature = STANDARD.decode(signature).ok()?;
    (is_name(name) && signature.len() > 4).then_some((name, signature))
}
