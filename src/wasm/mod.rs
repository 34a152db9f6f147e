//! The exports of the WebAssembly module: the operations without a service.
//!
//! The module imports nothing, so any WebAssembly runtime can instantiate it. A caller
//! 1. gets room for its input with [`wordcourt_input`] and writes the input there,
//! 2. calls [`wordcourt_load`], [`wordcourt_load_image`] or [`wordcourt_answer`], which return an
//!    HTTP status,
//! 3. reads the output at [`wordcourt_output`], which has [`wordcourt_output_len`] bytes.
//!
//! The output stays until the next call of step 2. A call may enlarge the memory of the module, so
//! the caller must look at the memory anew after each call.

#![cfg_attr(
    target_family = "wasm",
    expect(
        unsafe_code,
        reason = "names of exports count as unsafe, because two functions could have the same \
                  name; there is no other unsafe code"
    )
)]

mod referee;

pub use referee::{LoadError, Manifest, Referee, Response};

use std::cell::RefCell;

use bytes::Bytes;

use crate::api::strict_json;

/// The status of texts and images that are refused, and of input that is not as described.
const REFUSED: u32 = 422;

/// The state that is kept between calls.
#[derive(Default)]
struct Instance {
    referee: Referee,
    input: Vec<u8>,
    output: Bytes,
}

thread_local! {
    static INSTANCE: RefCell<Instance> = RefCell::default();
}

/// Makes room for `len` bytes of input and returns its address. The room is empty again after the
/// next call of [`wordcourt_load`], [`wordcourt_load_image`] or [`wordcourt_answer`].
#[cfg_attr(target_family = "wasm", unsafe(no_mangle))]
#[must_use]
pub extern "C" fn wordcourt_input(len: usize) -> *mut u8 {
    INSTANCE.with_borrow_mut(|instance| {
        instance.input.clear();
        instance.input.resize(len, 0);
        instance.input.as_mut_ptr()
    })
}

/// Loads an edition of a lexicon, in place of the loaded one with the same name. The first lexicon
/// becomes the default.
///
/// The input consists of a [`Manifest`] as JSON of `manifest` bytes, the word text of `words` bytes,
/// and the category text. `computed_digest` is trusted, because the caller can change the memory of
/// the module anyway. Returns 200, and the output is the digest; or 422, and the output says why the
/// input is refused.
#[cfg_attr(target_family = "wasm", unsafe(no_mangle))]
#[must_use]
pub extern "C" fn wordcourt_load(manifest: usize, words: usize) -> u32 {
    INSTANCE.with_borrow_mut(|instance| {
        let input = std::mem::take(&mut instance.input);
        let (status, output) = match load(&mut instance.referee, input, manifest, words) {
            Ok(digest) => (200, digest),
            Err(refusal) => (REFUSED, refusal),
        };
        instance.output = output.into();
        status
    })
}

fn load(
    referee: &mut Referee,
    mut input: Vec<u8>,
    manifest_len: usize,
    words_len: usize,
) -> Result<String, String> {
    let too_short = || "the input is shorter than its parts".to_owned();
    let text = |bytes| String::from_utf8(bytes).map_err(|error| format!("not UTF-8: {error}"));
    if manifest_len > input.len() || words_len > input.len() - manifest_len {
        return Err(too_short());
    }
    let categories = input.split_off(manifest_len + words_len);
    // Moving the words to the beginning takes less time than copying them into new memory.
    let manifest: Vec<u8> = input.drain(..manifest_len).collect();
    let words = input;
    let manifest = strict_json::read(&manifest).map_err(|problem| problem.detail)?;
    referee.load(manifest, text(words)?, text(categories)?).map_err(|error| error.to_string())
}

/// Loads an edition from its image, in place of the loaded one with the same name, as
/// [`wordcourt_load`] does from its texts.
///
/// The input consists of the digest that the edition must have (`digest` bytes; none for any digest)
/// and the image. The image states the digest; it is not computed. Returns 200, and the output is the
/// digest; or 422, and the output says why the image is refused.
#[cfg_attr(target_family = "wasm", unsafe(no_mangle))]
#[must_use]
pub extern "C" fn wordcourt_load_image(digest: usize) -> u32 {
    INSTANCE.with_borrow_mut(|instance| {
        let input = std::mem::take(&mut instance.input);
        let (digest, image) = input.split_at(digest.min(input.len()));
        let digest = String::from_utf8_lossy(digest);
        let expected = Some(&*digest).filter(|digest| !digest.is_empty());
        let (status, output) = match instance.referee.load_image(image, expected) {
            Ok(digest) => (200, digest),
            Err(refusal) => (REFUSED, refusal.to_string()),
        };
        instance.output = output.into();
        status
    })
}

/// Answers a request. The input consists of the id of the operation (`operation` bytes), the id of
/// the request that problems contain (`request_id` bytes), and the request as JSON.
///
/// Returns the status that the service would answer with; the output is the body.
#[cfg_attr(target_family = "wasm", unsafe(no_mangle))]
#[must_use]
pub extern "C" fn wordcourt_answer(operation: usize, request_id: usize) -> u32 {
    INSTANCE.with_borrow_mut(|instance| {
        let input = std::mem::take(&mut instance.input);
        let (operation, rest) = input.split_at(operation.min(input.len()));
        let (request_id, request) = rest.split_at(request_id.min(rest.len()));
        let [operation, request_id] = [operation, request_id].map(String::from_utf8_lossy);
        let Response { status, body } = instance.referee.answer(&operation, request, &request_id);
        instance.output = body;
        status.into()
    })
}

/// Returns the address of the output of the last call.
#[cfg_attr(target_family = "wasm", unsafe(no_mangle))]
#[must_use]
pub extern "C" fn wordcourt_output() -> *const u8 {
    INSTANCE.with_borrow(|instance| instance.output.as_ptr())
}

/// Returns the length of the output of the last call, in bytes.
#[cfg_attr(target_family = "wasm", unsafe(no_mangle))]
#[must_use]
pub extern "C" fn wordcourt_output_len() -> usize {
    INSTANCE.with_borrow(|instance| instance.output.len())
}
