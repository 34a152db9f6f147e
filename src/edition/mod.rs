//! Editions: immutable versions of lexicons, each with the search indexes of the games.

mod dictionary;
mod id;
mod image;
mod indexed;

pub use dictionary::Dictionary;
pub use id::EditionId;
pub use indexed::Edition;
