//! The operations of both games, each written once for every [`Deal`](super::deals::Deal).

mod best;
mod category_challenge;
mod challenge;
mod cut;
mod exchange;
mod odds;
mod score;
mod settle;

pub use best::Best;
pub use category_challenge::CategoryChallenge;
pub use challenge::Challenge;
pub use cut::Cut;
pub use exchange::Exchange;
pub use odds::{ChanceMethod, Odds};
pub use score::Score;
pub use settle::Settle;

use serde::Serialize;

/// Returns the request in canonical form. The id of a quiet response covers the response only
/// (RULEBOOK C8).
fn canonical<Q: Serialize>(query: &Q, quiet: bool) -> impl Serialize {
    #[derive(Serialize)]
    struct Canonical<'q, Q> {
        #[serde(flatten)]
        query: Option<&'q Q>,
    }
    Canonical { query: (!quiet).then_some(query) }
}
