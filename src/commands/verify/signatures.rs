//! The signatures of records.

use std::borrow::Cow;
use std::error::Error;
use std::fs;
use std::path::Path;

use crate::api::verification::Record;
use crate::signing::{self, PublishedKeys, RulingText, Verified, VerifierKey};

/// Checks signatures with the keys that the user trusts.
pub(super) struct Signatures {
    keys: Option<Vec<VerifierKey>>,
}

/// The result of checking the signature of a record.
pub(super) enum Checked {
    /// The signature is valid, or there is none and no keys are given. The note has no further
    /// signatures, because nothing is known about those.
    Good(Option<String>),
    /// The signature is invalid, or missing although keys are given; the text says why.
    Bad(String),
    /// The record is signed, but no keys are given.
    NoKeys,
}

impl Signatures {
    /// Reads the file with the keys.
    pub(super) fn open(keys: Option<&Path>) -> Result<Self, Box<dyn Error>> {
        let read = |path: &Path| -> Result<Vec<VerifierKey>, Box<dyn Error>> {
            let PublishedKeys(keys) = fs::read_to_string(path)?.parse()?;
            Ok(keys)
        };
        let named =
            |path: &Path| read(path).map_err(|error| format!("{}: {error}", path.display()));
        Ok(Self { keys: keys.map(named).transpose()? })
    }

    /// Checks that the signature of a record is by one of the keys and covers its answer.
    pub(super) fn check(&self, record: &Record<'_>) -> Checked {
        match (&self.keys, &record.signature) {
            (None, None) => Checked::Good(None),
            (None, Some(_)) => Checked::NoKeys,
            (Some(_), None) => Checked::Bad("the record has no signature".to_owned()),
            (Some(keys), Some(signature)) => match covers(keys, signature, record) {
                Ok(note) => Checked::Good(Some(note)),
                Err(detail) => Checked::Bad(detail),
            },
        }
    }
}

/// Checks that a signature covers a record, and returns the note without further signatures.
fn covers(keys: &[VerifierKey], signature: &str, record: &Record<'_>) -> Result<String, String> {
    let note = if signature.starts_with(':') {
        let note = signing::from_header(signature);
        Cow::Owned(note.ok_or("the signature is not the value of a header")?)
    } else {
        Cow::Borrowed(signature)
    };
    let Verified { text: signed, note } =
        signing::open(&note, keys).map_err(|error| error.to_string())?;
    let grounds = record.grounds().map_err(|error| format!("answer: {error}"))?;
    let text = RulingText::new(&record.operation, &grounds);
    let text = text.ok_or("the answer has no id, which a signature covers")?.to_string();
    if signed == text {
        return Ok(note);
    }
    let mut lines = text.lines().zip(signed.lines());
    let difference = lines.find(|(answer, signed)| answer != signed);
    let (answer, signed) = difference.unwrap_or((&text, &signed));
    Err(format!("the signature is for another answer: it covers {signed:?}, not {answer:?}"))
}
