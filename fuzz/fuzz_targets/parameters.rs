//! Paths and query strings of every operation with GET, and texts with query strings of every
//! operation that accepts them: any bytes get a response or a problem, but never an internal error.

#![no_main]

use std::sync::{Arc, LazyLock};

use libfuzzer_sys::fuzz_target;
use wordcourt::api::lexicons::{LexiconSummary, Lexicons, SelectorError};
use wordcourt::api::prepared::{Prepared, PreparedRequest as _};
use wordcourt::api::{
    ForEachOperation, Method, Operation, Problem, ProblemCode, for_each_operation,
};
use wordcourt::edition::Edition;
use wordcourt::lexicon::source::Source;

/// One small lexicon for all requests, whichever lexicon they name.
struct Only(Arc<Edition>);

impl Lexicons for Only {
    fn edition(&self, _selector: Option<&str>) -> Result<Arc<Edition>, SelectorError> {
        Ok(Arc::clone(&self.0))
    }

    fn list(&self) -> Vec<LexiconSummary> {
        vec![self.summary(&self.0)]
    }

    fn summary(&self, edition: &Arc<Edition>) -> LexiconSummary {
        LexiconSummary::of_only(Arc::clone(edition))
    }
}

static LEXICONS: LazyLock<Only> = LazyLock::new(|| {
    let source = Source {
        name: "en".to_owned(),
        edition: "1".to_owned(),
        words: "AT\nBIGGER\nCAT\nEEL\nGO\n".into(),
        categories: "oceanic\tOceanic\t\tEEL\n".into(),
    };
    Only(Arc::new(Edition::build(&source).expect("the lexicon is valid")))
});

/// Sends one request to every operation.
struct Requests<'r> {
    parameter: &'r str,
    query: &'r str,
    text: &'r [u8],
}

impl ForEachOperation for Requests<'_> {
    fn visit<O: Operation>(&mut self) {
        if O::METHOD == Method::Get {
            let names =
                O::PATH.split('/').filter_map(|part| part.strip_prefix('{')?.strip_suffix('}'));
            let path = names.map(|name| (name, self.parameter));
            check::<O>(Prepared::<O>::from_parameters(path, self.query, &*LEXICONS));
        } else {
            check::<O>(Prepared::<O>::from_text(self.text, self.query, &*LEXICONS));
        }
    }
}

fn check<O: Operation>(prepared: Result<Prepared<O>, Problem>) {
    match prepared.and_then(|prepared| prepared.run()) {
        Ok(answer) => assert!(serde_json::from_slice::<serde_json::Value>(&answer.body).is_ok()),
        Err(problem) => assert_ne!(problem.code, ProblemCode::Internal, "{}", O::ID),
    }
}

fuzz_target!(|input: (&str, &str, &[u8])| {
    let (parameter, query, text) = input;
    for_each_operation(&mut Requests { parameter, query, text });
});
