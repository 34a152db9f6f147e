//! Requests of every operation: any bytes get a response or a problem, but never an internal error.

#![no_main]

use std::sync::{Arc, LazyLock};

use libfuzzer_sys::fuzz_target;
use wordcourt::api::lexicons::{LexiconSummary, Lexicons, SelectorError};
use wordcourt::api::{OperationId, ProblemCode, answer};
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

fuzz_target!(|input: (u8, &[u8])| {
    let (choice, request) = input;
    let operation = OperationId::ALL[usize::from(choice) % OperationId::ALL.len()];
    match answer(operation, request, &*LEXICONS) {
        Ok(answer) => assert!(serde_json::from_slice::<serde_json::Value>(&answer.body).is_ok()),
        Err(problem) => assert_ne!(problem.code, ProblemCode::Internal, "{}", operation.name()),
    }
});
