//! Paths and query strings of every operation with GET, and texts with query strings of every
//! operation that accepts them: any bytes get a response or a problem, but never an internal error.

#![no_main]

use libfuzzer_sys::fuzz_target;
use wordcourt::api::prepared::{Prepared, PreparedRequest as _};
use wordcourt::api::{
    ForEachOperation, Method, Operation, Problem, ProblemCode, for_each_operation,
};
use wordcourt_fuzz::LEXICONS;

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
