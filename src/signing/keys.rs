//! Keys, in the text formats that programs for signed notes use.

use std::fmt;
use std::str::FromStr;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use ed25519_dalek::{SignatureError, Signer as _};
use serde::Deserialize;
use signed_note::{key_id, new_ed25519_verifier_key};
use thiserror::Error;

/// The number of Ed25519 in the encodings of keys.
const ED25519: u8 = 1;
/// The text before a signing key.
const PRIVATE: &str = "PRIVATE+KEY+";
/// The maximum number of characters in the name of a key.
const MAX_NAME_CHARACTERS: usize = 128;

/// The reason why a text is not a key.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum KeyError {
    /// The name is empty, too long, or has characters that notes don't allow.
    #[error(
        "{0:?} is not a name for a key; use 1 to {MAX_NAME_CHARACTERS} characters without spaces and +, such as club.example"
    )]
    Name(String),
    /// The text is not a verifier key.
    #[error("not a verifier key: expected NAME+ID+KEY, with 8 hexadecimal digits and base64")]
    Verifier,
    /// The text is not a signing key.
    #[error(
        "not a signing key: expected PRIVATE+KEY+NAME+ID+KEY; create one by wordcourt key --signing"
    )]
    Signing,
    /// The id does not belong to the name and the key.
    #[error("the key of {0} is damaged: its id does not belong to its name and its bytes")]
    Damaged(String),
    /// The key is of another kind.
    #[error("the key of {0} is not an Ed25519 key")]
    Kind(String),
    /// A file of keys has no key to sign with, or several.
    #[error("the file has {0} signing keys; it must have one")]
    Count(usize),
    /// A file of keys has no keys.
    #[error("neither verifier keys, one per line, nor the answer of GET /v1/keys")]
    NoKeys,
}

/// A public key with its name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct VerifierKey {
    name: String,
    /// The first bytes of a digest of the name and the key.
    id: u32,
    key: ed25519_dalek::VerifyingKey,
}

impl VerifierKey {
    fn new(name: &str, key: ed25519_dalek::VerifyingKey) -> Result<Self, KeyError> {
        if !is_name(name) {
            return Err(KeyError::Name(name.chars().take(MAX_NAME_CHARACTERS).collect()));
        }
        let id = key_id(name, &[&[ED25519][..], key.as_bytes()].concat());
        Ok(Self { name: name.to_owned(), id, key })
    }

    /// Returns the name.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }
}

impl signed_note::Verifier for VerifierKey {
    fn name(&self) -> &str {
        &self.name
    }

    fn key_id(&self) -> u32 {
        self.id
    }

    fn verify(&self, message: &[u8], signature: &[u8]) -> bool {
        let signature = ed25519_dalek::Signature::from_slice(signature);
        signature.is_ok_and(|signature| self.key.verify_strict(message, &signature).is_ok())
    }
}

impl fmt::Display for VerifierKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&new_ed25519_verifier_key(&self.name, &self.key))
    }
}

impl FromStr for VerifierKey {
    type Err = KeyError;

    fn from_str(text: &str) -> Result<Self, KeyError> {
        let (name, id, bytes) = decoded(text).ok_or(KeyError::Verifier)?;
        let bytes = ed25519_bytes(name, &bytes)?;
        let key = ed25519_dalek::VerifyingKey::from_bytes(&bytes);
        let key = Self::new(name, key.map_err(|_| KeyError::Damaged(name.to_owned()))?)?;
        if key.id == id { Ok(key) } else { Err(KeyError::Damaged(name.to_owned())) }
    }
}

/// A key that signs, with its name.
#[derive(Clone)]
pub struct SigningKey {
    verifier: VerifierKey,
    key: ed25519_dalek::SigningKey,
}

impl SigningKey {
    /// Creates the key with this name and secret, which must be random.
    ///
    /// # Errors
    /// [`KeyError::Name`].
    pub fn new(name: &str, secret: &[u8; 32]) -> Result<Self, KeyError> {
        let key = ed25519_dalek::SigningKey::from_bytes(secret);
        Ok(Self { verifier: VerifierKey::new(name, key.verifying_key())?, key })
    }

    /// Returns the public key.
    #[must_use]
    pub const fn verifier(&self) -> &VerifierKey {
        &self.verifier
    }

    /// Returns the key as text, which must be kept secret.
    #[must_use]
    pub fn to_secret_text(&self) -> String {
        let VerifierKey { name, id, .. } = &self.verifier;
        let key = STANDARD.encode([&[ED25519][..], self.key.as_bytes()].concat());
        format!("{PRIVATE}{name}+{id:08x}+{key}")
    }
}

impl signed_note::Signer for SigningKey {
    fn name(&self) -> &str {
        &self.verifier.name
    }

    fn key_id(&self) -> u32 {
        self.verifier.id
    }

    /// Signs a message. The same message always gets the same signature.
    fn sign(&self, message: &[u8]) -> Result<Vec<u8>, SignatureError> {
        Ok(self.key.sign(message).to_vec())
    }
}

impl fmt::Debug for SigningKey {
    /// Writes the public key only.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("SigningKey").field(&self.verifier.to_string()).finish()
    }
}

impl FromStr for SigningKey {
    type Err = KeyError;

    fn from_str(text: &str) -> Result<Self, KeyError> {
        let text = text.strip_prefix(PRIVATE).ok_or(KeyError::Signing)?;
        let (name, id, bytes) = decoded(text).ok_or(KeyError::Signing)?;
        let key = Self::new(name, &ed25519_bytes(name, &bytes)?)?;
        if key.verifier.id == id { Ok(key) } else { Err(KeyError::Damaged(name.to_owned())) }
    }
}

/// The keys of a service: the one that signs, and those that signed earlier.
///
/// As text, each key is on a line of its own; lines that are blank or begin with `#` don't count.
/// One line has the signing key, the others verifier keys.
#[derive(Debug, Clone)]
pub struct ServiceKeys {
    /// The key that signs.
    pub signing: SigningKey,
    /// The keys that signed earlier.
    pub earlier: Vec<VerifierKey>,
}

impl FromStr for ServiceKeys {
    type Err = KeyError;

    fn from_str(text: &str) -> Result<Self, KeyError> {
        let (signing, earlier): (Vec<&str>, Vec<&str>) =
            lines(text).partition(|line| line.starts_with(PRIVATE));
        let [signing] = signing[..] else { return Err(KeyError::Count(signing.len())) };
        let earlier = earlier.into_iter().map(str::parse).collect::<Result<_, _>>()?;
        Ok(Self { signing: signing.parse()?, earlier })
    }
}

/// The public keys of services, as someone who verifies has them: the answer of `GET /v1/keys`, or
/// verifier keys, one per line.
#[derive(Debug, Clone)]
pub struct PublishedKeys(pub Vec<VerifierKey>);

impl FromStr for PublishedKeys {
    type Err = KeyError;

    fn from_str(text: &str) -> Result<Self, KeyError> {
        #[derive(Deserialize)]
        struct List {
            keys: Vec<Listed>,
        }
        #[derive(Deserialize)]
        struct Listed {
            verifier_key: String,
        }
        let keys: Vec<VerifierKey> = if text.trim_start().starts_with('{') {
            let List { keys } = serde_json::from_str(text).map_err(|_| KeyError::NoKeys)?;
            keys.iter().map(|key| key.verifier_key.parse()).collect::<Result<_, _>>()?
        } else {
            lines(text).map(str::parse).collect::<Result<_, _>>()?
        };
        if keys.is_empty() { Err(KeyError::NoKeys) } else { Ok(Self(keys)) }
    }
}

fn lines(text: &str) -> impl Iterator<Item = &str> {
    text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'))
}

/// Returns true if a note can have a key with this name.
fn is_name(name: &str) -> bool {
    let is_allowed = |char: char| !char.is_whitespace() && !char.is_control() && char != '+';
    !name.is_empty() && name.chars().count() <= MAX_NAME_CHARACTERS && name.chars().all(is_allowed)
}

/// Splits a key into its name, its id, and its bytes with the kind of the key before them.
fn decoded(text: &str) -> Option<(&str, u32, Vec<u8>)> {
    let (name, rest) = text.split_once('+')?;
    let (digits, key) = rest.split_once('+')?;
    let mut id = [0; 4];
    base16ct::mixed::decode(digits, &mut id).ok().filter(|decoded| decoded.len() == 4)?;
    Some((name, u32::from_be_bytes(id), STANDARD.decode(key).ok()?))
}

fn ed25519_bytes(name: &str, key: &[u8]) -> Result<[u8; 32], KeyError> {
    match key.split_first() {
        Some((&ED25519, bytes)) => bytes.try_into().map_err(|_| KeyError::Damaged(name.to_owned())),
        _ => Err(KeyError::Kind(name.to_owned())),
    }
}
