//! The middleware around every operation and page, from the outermost to the innermost: request
//! context, CORS (the crate `actix-cors`), admission by rate limit and API key.

pub(super) mod admission;
pub(super) mod auth;
pub(super) mod caller;
pub(super) mod compress;
pub(super) mod rate_limit;
pub(super) mod request_context;
pub(super) mod request_id;

pub use auth::{ApiKeys, ApiKeysError};
pub use rate_limit::RateLimiter;
