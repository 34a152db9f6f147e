//! Word numbers.

use zerocopy::{FromBytes, Immutable, IntoBytes};

/// A word's number in its lexicon: its position in alphabetical order, counted from 0.
///
/// ```
/// use wordcourt::lexicon::{Lexicon, Ordinal};
/// let lexicon = Lexicon::from_text("ZOO\nCAT\n", "")?;
/// assert_eq!(lexicon.word(Ordinal(0)), "CAT");
/// # Ok::<(), wordcourt::lexicon::LexiconError>(())
/// ```
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, FromBytes, IntoBytes, Immutable,
)]
#[repr(transparent)]
pub struct Ordinal(pub u32);

impl Ordinal {
    /// Returns the number as an index into a column of the lexicon.
    #[inline(always)]
    pub(super) const fn row(self) -> usize {
        self.0 as usize
    }
}
