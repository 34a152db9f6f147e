//! Lexicons: words with their marks, lemmas and definitions, and the indexes for searching them.
//!
//! A [`Lexicon`] is built from [`text`] and is immutable. [`Lexicon::with`] applies the [`Overlay`]
//! of a request. Words are numbered in alphabetical order ([`Ordinal`]).
//!
//! There are three indexes, each of which can be built over any selection of words:
//! - [`MultisetIndex`] finds the words that a hand of letters and wilds spells.
//! - [`Gaddag`] finds the words that can be read through a square of a board.
//! - [`WordMap`] finds the words that a rack spells, with up to two letters left open for blanks.

mod category;
#[cfg(target_family = "wasm")]
mod checksum;
mod column;
mod content;
mod count_ones;
mod digest;
mod gaddag;
mod hooks;
pub mod image;
#[cfg(feature = "server")]
pub mod import;
mod letter_counts;
#[expect(clippy::module_inception, reason = "the module is named after this type")]
mod lexicon;
mod lexicon_image;
mod marks;
mod meanings;
mod multiset;
mod near;
mod numbered;
mod ordinal;
mod overlay;
mod pattern;
mod rows;
pub mod source;
mod stored;
mod stored_form;
pub mod text;
mod vocabulary;
mod word_map;
mod word_table;
pub mod wordnet;
mod words;

pub use category::{Category, CategoryError};
#[cfg(target_arch = "x86_64")]
pub use count_ones::Popcnt;
pub use count_ones::{CountOnes, Portable};
pub use digest::Digest;
#[cfg(feature = "server")]
pub(crate) use digest::DigestOfPrefix;
pub use gaddag::{Gaddag, Node, Reader, Stem};
pub use hooks::Hooks;
pub use letter_counts::LetterCounts;
pub use lexicon::{Lexicon, LexiconError};
pub use marks::{Mark, Marks, UnknownMark};
pub use meanings::{Meanings, WordMeanings};
pub use multiset::{BLOCK_WORDS, MultisetIndex, Plane, Spellable, sort_by_rarest_letters};
pub use numbered::Numbered;
pub use ordinal::Ordinal;
pub use overlay::Overlay;
pub use pattern::{Pattern, PatternError};
pub use stored::{StoredError, VERSION as STORED_VERSION};
pub use text::TextError;
pub use vocabulary::Vocabulary;
pub use word_map::{MapWord, Multiset, WordMap};
pub use words::{Entry, Words};
