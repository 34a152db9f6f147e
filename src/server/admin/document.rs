//! The `OpenAPI` document of the administration.

use actix_web::{HttpRequest, HttpResponse, web};

use super::changes::{ActivateQuery, ActivateRequest, ChangeList, ChangeResponse, RollbackQuery};
use super::inspect::DiffQuery;
use super::upload::{CategoriesQuery, WordsQuery};
use crate::api::ProblemCode;
use crate::api::lexicons::LexiconList;
use crate::api::openapi::{Described, Document, SecondDocument};
use crate::registry::EditionDiff;
use crate::server::{State, response};

const DESCRIPTION: &str = "The administration of lexicons, on the operations listener of a \
Wordcourt server. If the server has admin tokens, every operation needs one; otherwise it accepts \
only requests from its own machine. With `--read-only`, it refuses all changes. A change with the \
header `If-Match` is made only if the digest in it is that of the active edition.";

/// The problems of an operation that changes a lexicon which exists.
const OF_CHANGES: [ProblemCode; 5] = [
    ProblemCode::UnknownLexicon,
    ProblemCode::PreconditionFailed,
    ProblemCode::LexiconNotHeld,
    ProblemCode::ChangeRefused,
    ProblemCode::InsufficientStorage,
];
/// The problems of an operation that receives a text.
const OF_UPLOADS: [ProblemCode; 7] = [
    ProblemCode::BadRequest,
    ProblemCode::PreconditionFailed,
    ProblemCode::BodyTimeout,
    ProblemCode::ChangeRefused,
    ProblemCode::BodyTooLarge,
    ProblemCode::LexiconRefused,
    ProblemCode::InsufficientStorage,
];
const TEXTS: [&str; 2] = ["text/plain", "application/gzip"];
/// The activation of an edition.
const ACTIVATE: &str = "/admin/lexicons/{name}/activate";

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
    document.add::<WordsQuery, ChangeResponse>(&Described {
        method: "put",
        path: "/admin/lexicons/{name}",
        id: "admin_install_words",
        summary: "Install a word text",
        description: "Makes an edition with these words active, and keeps the categories of the active one. The text is plain or compressed by gzip; its first byte decides. With `import=true`, the body is a word list in any usual form, as `wordcourt lexicon import` reads it. An edition that lacks more words of the active one than `--max-shrink` allows is refused, unless `force=true`.",
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
    document.add::<CategoriesQuery, ChangeResponse>(&Described {
        method: "put",
        path: "/admin/lexicons/{name}/categories",
        id: "admin_install_categories",
        summary: "Install a category text",
        description: "Makes an edition with these categories active, and keeps the words of the active one.",
        body: &TEXTS,
        success: (200, "The change."),
        problems: &OF_UPLOADS,
    });
    document.add::<ActivateQuery, ChangeResponse>(&Described {
        method: "post",
        path: ACTIVATE,
        id: "admin_activate_edition",
        summary: "Activate a retained edition",
        description: "Makes a retained edition active, for example one that was uploaded with `activate=false`.",
        body: &[],
        success: (200, "The change."),
        problems: &[&OF_CHANGES[..], &[ProblemCode::BadRequest]].concat(),
    });
    document.add_body::<ActivateRequest>("post", ACTIVATE);
    document.add::<RollbackQuery, ChangeResponse>(&Described {
        method: "post",
        path: "/admin/lexicons/{name}/rollback",
        id: "admin_roll_back",
        summary: "Make a retained edition active again",
        description: "Without `to`, the edition that was active before the active one becomes active again; a second rollback goes to the one before that.",
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
    document.add::<(), ChangeList>(&Described {
        method: "get",
        path: "/admin/changes",
        id: "admin_list_changes",
        summary: "List the last changes",
        description: "Returns the last 1,000 changes since the start of the server, made or refused, by operators and by the lexicon source. The log keeps them under the target `audit`, which no log level hides.",
        body: &[],
        success: (200, "The changes."),
        problems: &[],
    });
    document.add::<(), ()>(&Described {
        method: "post",
        path: "/admin/reload",
        id: "admin_reload",
        summary: "Poll the lexicon source, and read keys again",
        description: "Starts a poll of the lexicon source now, and reads the files of API keys, signing keys and admin tokens again. The log says how it ends.",
        body: &[],
        success: (202, "The reload starts."),
        problems: &[ProblemCode::ChangeRefused],
    });
    document.finish(main)
}

/// Serves the document, which contains nothing secret.
pub(super) async fn openapi(request: HttpRequest, state: web::Data<State>) -> HttpResponse {
    let text = web::Bytes::from(document(state.document));
    response::cacheable(&request, "application/json", text)
}
