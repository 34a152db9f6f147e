//! The `OpenAPI` document of the administration.

use actix_web::{HttpRequest, HttpResponse, web};

use super::changes::{ChangeResponse, RollbackQuery};
use super::diff::EditionDiff;
use super::inspect::DiffQuery;
use super::upload::PutQuery;
use crate::api::ProblemCode;
use crate::api::lexicons::LexiconList;
use crate::api::openapi::{Described, Document, SecondDocument};
use crate::server::{State, response};

const DESCRIPTION: &str = "The administration of lexicons, on the operations listener of a \
Wordcourt server. If the server has admin tokens, every operation needs one; otherwise it accepts \
only requests from its own machine. With `--read-only`, it refuses all changes.";

/// The problems of an operation that changes a lexicon which exists.
const OF_CHANGES: [ProblemCode; 4] = [
    ProblemCode::UnknownLexicon,
    ProblemCode::LexiconNotHeld,
    ProblemCode::ChangeRefused,
    ProblemCode::InsufficientStorage,
];
/// The problems of an operation that receives a text.
const OF_UPLOADS: [ProblemCode; 6] = [
    ProblemCode::BadRequest,
    ProblemCode::BodyTimeout,
    ProblemCode::ChangeRefused,
    ProblemCode::BodyTooLarge,
    ProblemCode::LexiconRefused,
    ProblemCode::InsufficientStorage,
];
const TEXTS: [&str; 2] = ["text/plain", "application/gzip"];

/// Returns the document, with indentation.
#[must_use]
pub fn document(main: &Document) -> String {
    let mut document = SecondDocument::new("Wordcourt administration", DESCRIPTION);
    document.add::<(), LexiconList>(&Described {
        method: "get",
        path: "/admin/lexicons",
        id: "admin_list_lexicons",
        summary: "List the active lexicons",
        description: "Returns the active and retained editions, with the times when this server loaded them.",
        body: &[],
        success: (200, "The lexicons."),
        problems: &[],
    });
    document.add::<PutQuery, ChangeResponse>(&Described {
        method: "put",
        path: "/admin/lexicons/{name}",
        id: "admin_install_words",
        summary: "Install a word text",
        description: "Makes an edition with these words active, and keeps the categories of the active one. The text is plain or compressed by gzip; its first byte decides.",
        body: &TEXTS,
        success: (200, "The change."),
        problems: &OF_UPLOADS,
    });
    document.add::<(), ()>(&Described {
        method: "delete",
        path: "/admin/lexicons/{name}",
        id: "admin_remove_lexicon",
        summary: "Remove a lexicon",
        description: "Removes a lexicon with all its editions, unless it is the default one.",
        body: &[],
        success: (204, "The lexicon has been removed."),
        problems: &OF_CHANGES,
    });
    document.add::<PutQuery, ChangeResponse>(&Described {
        method: "put",
        path: "/admin/lexicons/{name}/categories",
        id: "admin_install_categories",
        summary: "Install a category text",
        description: "Makes an edition with these categories active, and keeps the words of the active one.",
        body: &TEXTS,
        success: (200, "The change."),
        problems: &OF_UPLOADS,
    });
    document.add::<RollbackQuery, ChangeResponse>(&Described {
        method: "post",
        path: "/admin/lexicons/{name}/rollback",
        id: "admin_roll_back",
        summary: "Make a retained edition active again",
        description: "Without `to`, the previously active edition becomes active again.",
        body: &[],
        success: (200, "The change."),
        problems: &OF_CHANGES,
    });
    document.add::<DiffQuery, EditionDiff>(&Described {
        method: "get",
        path: "/admin/lexicons/{name}/diff",
        id: "admin_compare_editions",
        summary: "Compare two retained editions",
        description: "Returns the words that were added or removed or have other marks, and the categories that differ.",
        body: &[],
        success: (200, "The difference."),
        problems: &[
            ProblemCode::BadRequest,
            ProblemCode::UnknownLexicon,
            ProblemCode::LexiconNotHeld,
        ],
    });
    document.add::<(), ()>(&Described {
        method: "post",
        path: "/admin/reload",
        id: "admin_reload",
        summary: "Poll the lexicon source",
        description: "Starts a poll of the lexicon source now. The log says how it ends.",
        body: &[],
        success: (202, "The poll starts."),
        problems: &[ProblemCode::ChangeRefused],
    });
    document.finish(main)
}

/// Serves the document, which contains nothing secret.
pub(super) async fn openapi(request: HttpRequest, state: web::Data<State>) -> HttpResponse {
    let text = web::Bytes::from(document(state.document));
    response::cacheable(&request, "application/json", text)
}
