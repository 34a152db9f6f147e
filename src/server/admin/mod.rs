//! The administration of lexicons on the operations listener, for operators only.

mod auth;
mod changes;
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

use actix_web::middleware::from_fn;
use actix_web::web;

use super::middleware::request_context::track;
use super::resource::{READ, resource};

/// Adds the admin routes to an application that has a [`State`](super::State) and an [`AdminState`]
/// as its data.
pub fn routes(config: &mut web::ServiceConfig) {
    config.service(
        web::scope("/admin")
            .wrap(from_fn(track))
            .service(resource("/openapi.json", READ).to(document::openapi))
            .service(resource("/lexicons", READ).to(inspect::list))
            .service(resource("/lexicons/{name}", &["PUT"]).to(upload::put_words))
            .service(resource("/lexicons/{name}", &["DELETE"]).to(changes::remove))
            .service(resource("/lexicons/{name}/categories", &["PUT"]).to(upload::put_categories))
            .service(resource("/lexicons/{name}/activate", &["POST"]).to(changes::activate))
            .service(resource("/lexicons/{name}/rollback", &["POST"]).to(changes::roll_back))
            .service(resource("/lexicons/{name}/diff", READ).to(inspect::diff))
            .service(resource("/changes", READ).to(changes::list))
            .service(resource("/reload", &["POST"]).to(changes::reload)),
    );
}
