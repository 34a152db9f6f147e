//! The Model Context Protocol, with which language models call the operations: messages in
//! JSON-RPC, the tools, and the rulebook as resources. Its transport is plain HTTP without sessions.

mod capped;
mod message;
mod resources;
mod response;
mod tools;

pub use capped::{MAX_BYTES, capped, capped_problem, is_long, noted_page, shorter_page};
pub use message::{Lifecycle, McpError, Message, RequestHeaders};
pub use response::{write_error, write_result, write_tool_result};
pub use tools::{TOOLS, Tool};

use serde_json::{Value, json};

/// The path of the protocol's only endpoint.
pub const PATH: &str = "/mcp";

/// The advice that clients give to the model in addition to the descriptions of the tools.
const INSTRUCTIONS: &str = "Wordcourt is a referee for word games. Ask it instead of guessing: it \
knows the dictionary and the rules, and its scores and best plays are exact. A word that is not \
allowed is not an error: valid is false, with a reason. rule is the id of a rule in the rulebook, \
whose text is the resource wordcourt://rules/{id}. With play, you need to know no rule of a game: next lists what can be done.";

/// The time for which clients may keep the lists and the resources, which change only with the version
/// of the service.
const TTL_MILLISECONDS: u64 = 60 * 60 * 1_000;

/// A checked request of a client.
#[derive(Debug)]
pub enum Request<'m> {
    /// A request with its result, which does not depend on any lexicon.
    Known(Value),
    /// A call of a tool, with its arguments as JSON.
    Call(Tool, &'m str),
}

impl<'m> Message<'m> {
    /// Checks a request according to the version of the protocol that it states.
    ///
    /// # Errors
    /// The version is not supported, the headers contradict the message, the method does not exist
    /// in this version, or its parameters are invalid.
    pub fn check(&self, headers: RequestHeaders<'_>) -> Result<(Lifecycle, Request<'m>), McpError> {
        let lifecycle = self.lifecycle(headers)?;
        let known = match (&*self.method, lifecycle) {
            ("initialize", Lifecycle::Handshake) => {
                let parameters: message::Initialize<'_> = self.parameters()?;
                json!({
                    "protocolVersion": parameters.agreed_version(),
                    "capabilities": capabilities(),
                    "serverInfo": server_info(),
                    "instructions": INSTRUCTIONS,
                })
            }
            ("ping", Lifecycle::Handshake) => json!({}),
            ("server/discover", Lifecycle::PerRequest) => lifecycle.cacheable(json!({
                "supportedVersions": message::VERSIONS,
                "capabilities": capabilities(),
                "instructions": INSTRUCTIONS,
                "_meta": { "io.modelcontextprotocol/serverInfo": server_info() },
            })),
            ("tools/list", _) => lifecycle.cacheable(json!({ "tools": *TOOLS })),
            ("resources/list", _) => {
                let list: resources::List<'_> = self.parameters()?;
                lifecycle.cacheable(list.page()?)
            }
            ("resources/templates/list", _) => lifecycle.cacheable(resources::templates()),
            ("resources/read", _) => {
                let read: resources::Read<'_> = self.parameters()?;
                lifecycle.cacheable(read.contents(lifecycle)?)
            }
            ("tools/call", _) => {
                let call: tools::Call<'m> = self.parameters()?;
                return Ok((lifecycle, Request::Call(call.tool()?, call.arguments())));
            }
            (method, _) => return Err(McpError::unknown_method(method, lifecycle)),
        };
        Ok((lifecycle, Request::Known(known)))
    }
}

fn capabilities() -> Value {
    json!({ "tools": {}, "resources": {} })
}

fn server_info() -> Value {
    json!({ "name": "wordcourt", "title": "Wordcourt", "version": env!("CARGO_PKG_VERSION") })
}

impl Lifecycle {
    /// Adds how long clients may keep a result, in the version that has this.
    fn cacheable(self, mut result: Value) -> Value {
        if self == Self::PerRequest {
            result["ttlMs"] = TTL_MILLISECONDS.into();
            result["cacheScope"] = "public".into();
        }
        result
    }
}
