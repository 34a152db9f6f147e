//! Signatures of rulings: signed notes in the format of C2SP (<https://c2sp.org/signed-note>), with
//! Ed25519 keys.
//!
//! A note covers the operation, the id, the lexicon and the rulebook of an answer. It contains no
//! time and no random number, so services with the same key sign the same ruling by the same bytes.

mod keys;
mod note;
mod ruling;

pub use keys::{KeyError, PublishedKeys, ServiceKeys, SigningKey, VerifierKey};
pub use note::{NoteError, Verified, open, sign};
pub use ruling::{HEADER, RulingText, from_header, to_header};
