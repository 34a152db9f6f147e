//! Digests of texts.

use std::fmt;

use sha2::{Digest as _, Sha256};

/// A SHA-256 digest. The digest of a lexicon's texts identifies an edition permanently.
///
/// ```
/// use wordcourt::lexicon::Digest;
/// let digest = Digest::of(&[b"AA\n", b"AB\n"]);
/// assert_eq!(digest, Digest::of(&[b"AA\nAB\n"]));
/// assert_eq!(digest.to_string(), format!("sha256:{}", digest.to_hex()));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Digest([u8; 32]);

impl Digest {
    /// Computes the digest of the concatenation of `pieces`.
    #[must_use]
    pub fn of(pieces: &[&[u8]]) -> Self {
        let mut hasher = Sha256::new();
        for piece in pieces {
            hasher.update(piece);
        }
        Self(hasher.finalize().into())
    }

    /// Takes the 32 bytes of a digest.
    pub(crate) const fn from_bytes(bytes: [u8; 32]) -> Self {
        Self(bytes)
    }

    /// Reads a digest as it is displayed; `None` if the text is not one.
    ///
    /// ```
    /// use wordcourt::lexicon::Digest;
    /// let digest = Digest::of(&[b"AA\n"]);
    /// assert_eq!(Digest::parse(&digest.to_string()), Some(digest));
    /// assert_eq!(Digest::parse(&digest.to_hex()), None);
    /// ```
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let digits = text.strip_prefix("sha256:")?;
        let mut digest = [0; 32];
        let decoded = base16ct::lower::decode(digits, &mut digest).ok()?;
        (decoded.len() == 32).then_some(Self(digest))
    }

    /// Returns the digest's 32 bytes.
    #[must_use]
    pub const fn bytes(self) -> [u8; 32] {
        self.0
    }

    /// Returns the digest as 64 lower-case hexadecimal digits.
    ///
    /// ```
    /// use wordcourt::lexicon::Digest;
    /// assert!(Digest::of(&[]).to_hex().starts_with("e3b0c44298fc1c14"));
    /// ```
    #[must_use]
    pub fn to_hex(self) -> String {
        base16ct::lower::encode_string(&self.0)
    }
}

/// The state of a digest of which only the first bytes are known.
#[cfg(feature = "server")]
#[derive(Debug, Clone, Default)]
pub(crate) struct DigestOfPrefix(Sha256);

#[cfg(feature = "server")]
impl DigestOfPrefix {
    pub(crate) fn of(bytes: &[u8]) -> Self {
        let mut digest = Self::default();
        digest.push(bytes);
        digest
    }

    /// Adds the next bytes.
    pub(crate) fn push(&mut self, piece: &[u8]) {
        self.0.update(piece);
    }

    /// Returns the digest if `end` follows. The state is unchanged.
    pub(crate) fn end(&self, end: &[u8]) -> Digest {
        let mut hasher = self.0.clone();
        hasher.update(end);
        Digest(hasher.finalize().into())
    }
}

impl fmt::Display for Digest {
    /// Writes `sha256:` and the 64 hexadecimal digits.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "sha256:{:x}", base16ct::HexDisplay(&self.0))
    }
}

impl fmt::Debug for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Digest({self})")
    }
}
