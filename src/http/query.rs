//! Queries: their parameters, and that there is none where an operation takes none.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

use std::future::{Ready, ready};

use actix_web::dev::Payload;
use actix_web::web::Query;
use actix_web::{FromRequest, HttpRequest};

use super::problem::{Problem, ProblemCode};
use crate::rules::{BreachCode, Breaches};

/// The parameters that name a lexicon.
const LEXICONS: [&str; 2] = ["lexicon", "not_in"];

/// The parameters of a query by their names.
///
/// Lists are words with commas between them; clients that give a list piece by piece, naming the parameter every time, are understood too.
///
/// # Errors
/// `bad_request`, if it can't be read. Unknown parameters, and those given twice, are breaches.
pub(super) fn parameters(
    query: &str,
    single: &[&str],
    lists: &[&str],
    breaches: &mut Breaches,
) -> Result<BTreeMap<String, String>, Problem> {
    let mut parameters = BTreeMap::new();
    if query.is_empty() {
        return Ok(parameters);
    }
    let Query(pairs) = Query::<Vec<(String, String)>>::from_query(query)
        .map_err(|error| Problem::new(ProblemCode::BadRequest, format!("the query can't be read: {error}")))?;
    for (name, mut value) in pairs {
        let is_list = lists.contains(&name.as_str());
        let pointer = format!("/{}", name.replace('~', "~0").replace('/', "~1"));
        if !is_list && !single.contains(&name.as_str()) {
            let detail = "there is no such parameter; the document lists them";
            breaches.add_formal(BreachCode::UnknownField, pointer, detail);
            continue;
        }
        // A plus that isn't escaped is a space in a query, of which no lexicon's name and no edition has any.
        if LEXICONS.contains(&name.as_str()) {
            value = value.replace(' ', "+");
        }
        match parameters.entry(name) {
            Entry::Vacant(place) => drop(place.insert(value)),
            Entry::Occupied(mut list) if is_list => {
                list.get_mut().push(',');
                list.get_mut().push_str(&value);
            }
            Entry::Occupied(_) => {
                breaches.add_formal(BreachCode::ConflictingFields, pointer, "the parameter is given twice");
            }
        }
    }
    Ok(parameters)
}

/// Proves that a request has no query.
///
/// A parameter that is passed over would go unnoticed: `POST /v1/words/validate?lexicon=club` would be answered from another dictionary.
#[derive(Debug)]
pub(super) struct NoQuery;

impl NoQuery {
    /// Refuses a query, like an unknown field of a body.
    ///
    /// # Errors
    /// `bad_request`, if there is one.
    pub(super) fn of(request: &HttpRequest) -> Result<Self, Problem> {
        let query = request.query_string();
        if query.is_empty() {
            return Ok(Self);
        }
        let detail = format!("{} takes no query; leave out ?{query}", request.path());
        Err(Problem::new(ProblemCode::BadRequest, detail))
    }
}

impl FromRequest for NoQuery {
    type Error = Problem;
    type Future = Ready<Result<Self, Problem>>;

    fn from_request(request: &HttpRequest, _payload: &mut Payload) -> Self::Future {
        ready(Self::of(request))
    }
}
