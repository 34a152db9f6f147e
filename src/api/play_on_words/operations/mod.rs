//! The operations of Play On Words.

mod best;
mod challenge;
mod score;
mod settle;

pub use best::Best;
pub use challenge::Challenge;
pub use score::Score;
pub use settle::Settle;

use serde::Serialize;

use crate::api::json_text::JsonText;

const TAG: &str = "Play On Words";

/// Returns a query as a request in canonical form.
fn canonical(query: &impl Serialize) -> JsonText {
    JsonText::of(query)
}
