//! One letter from A to Z.

use std::fmt;

/// A letter from A to Z.
///
/// Holding one proves that [`index`](Letter::index) is below [`Letter::COUNT`].
///
/// ```
/// use wordcourt::word::Letter;
/// let letter = Letter::from_ascii(b'q').unwrap();
/// assert_eq!((letter.as_char(), letter.index()), ('Q', 16));
/// assert_eq!(letter.to_string(), "Q");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Letter(u8);

impl Letter {
    /// The number of letters.
    pub const COUNT: usize = 26;

    /// Returns every letter, from A to Z.
    ///
    /// ```
    /// use wordcourt::word::Letter;
    /// assert_eq!(Letter::all().count(), Letter::COUNT);
    /// assert_eq!(Letter::all().last(), Letter::from_ascii(b'Z'));
    /// ```
    pub fn all() -> impl Iterator<Item = Self> {
        (0..26).map(Self)
    }

    /// Parses a letter in upper or lower case; `None` for any other byte.
    ///
    /// ```
    /// use wordcourt::word::Letter;
    /// assert_eq!(Letter::from_ascii(b'q'), Letter::from_ascii(b'Q'));
    /// assert!(Letter::from_ascii(b'7').is_none());
    /// ```
    #[must_use]
    pub const fn from_ascii(byte: u8) -> Option<Self> {
        if byte.is_ascii_alphabetic() { Some(Self(byte.to_ascii_uppercase() - b'A')) } else { None }
    }

    /// Converts a byte that is known to be an upper-case letter.
    #[inline(always)]
    pub(super) const fn from_upper_case(byte: u8) -> Self {
        debug_assert!(byte.is_ascii_uppercase());
        Self(byte - b'A')
    }

    /// Returns the letter at an index in the alphabet: A is 0, Z is 25.
    ///
    /// ```
    /// use wordcourt::word::Letter;
    /// assert_eq!(Letter::from_index(25), Letter::from_ascii(b'Z'));
    /// assert!(Letter::from_index(26).is_none());
    /// ```
    #[must_use]
    #[inline(always)]
    #[expect(clippy::cast_possible_truncation, reason = "the index is below 26")]
    pub const fn from_index(index: usize) -> Option<Self> {
        if index < Self::COUNT { Some(Self(index as u8)) } else { None }
    }

    /// Returns the letter's index in the alphabet: A is 0, Z is 25.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Returns the letter as an upper-case character.
    #[must_use]
    pub const fn as_char(self) -> char {
        self.as_ascii() as char
    }

    /// Returns the letter as an upper-case string.
    ///
    /// ```
    /// use wordcourt::word::Letter;
    /// assert_eq!(Letter::from_ascii(b'e').map(Letter::as_str), Some("E"));
    /// ```
    #[must_use]
    pub fn as_str(self) -> &'static str {
        const ALPHABET: &str = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
        &ALPHABET[self.index()..=self.index()]
    }

    /// Returns the letter as an upper-case ASCII byte.
    #[must_use]
    pub const fn as_ascii(self) -> u8 {
        b'A' + self.0
    }
}

impl fmt::Display for Letter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}
