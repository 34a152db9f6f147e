//! Requests of every operation: any bytes get a response or a problem, but never an internal error.

#![no_main]

use libfuzzer_sys::fuzz_target;
use wordcourt::api::{OperationId, ProblemCode, answer};
use wordcourt_fuzz::LEXICONS;

fuzz_target!(|input: (u8, &[u8])| {
    let (choice, request) = input;
    let operation = OperationId::ALL[usize::from(choice) % OperationId::ALL.len()];
    match answer(operation, request, &*LEXICONS) {
        Ok(answer) => assert!(serde_json::from_slice::<serde_json::Value>(&answer.body).is_ok()),
        Err(problem) => assert_ne!(problem.code, ProblemCode::Internal, "{}", operation.name()),
    }
});
