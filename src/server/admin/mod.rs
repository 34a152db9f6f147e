//! The administration of lexicons on the operations listener, for operators only.

mod auth;
mod changes;
mod diff;
mod document;
mod inspect;
mod local;
mod problems;
mod state;
mod upload;

pub use auth::{AdminAuth, AdminAuthError};
pub use document::document;
pub(super) use local::is_from_foreign_page;
pub use state::AdminState;

use actix_web::middleware::{Next, from_fn};
use actix_web::web;

use super::middleware::admission::Step;
use super::middleware::request_context::track;

/// Adds the admin routes to an application that has a [`State`](super::State) and an [`AdminState`]
/// as its data.
pub fn routes(config: &mut web::ServiceConfig) {
    config.service(
        web::scope("/admin")
            .wrap(from_fn(|request, next: Next<_>| track(request, next, Step::Pass)))
            .route("/openapi.json", web::get().to(document::openapi))
            .route("/lexicons", web::get().to(inspect::list))
            .route("/lexicons/{name}", web::put().to(upload::put_words))
            .route("/lexicons/{name}", web::delete().to(changes::remove))
            .route("/lexicons/{name}/categories", web::put().to(upload::put_categories))
            .route("/lexicons/{name}/rollback", web::post().to(changes::roll_back))
            .route("/lexicons/{name}/diff", web::get().to(inspect::diff))
            .route("/reload", web::post().to(changes::reload)),
    );
}
