//! Messages in JSON-RPC, as clients send them, and the versions of the protocol.

use std::borrow::Cow;

use serde::de::IgnoredAny;
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::value::RawValue;
use serde_json::{Map, Value, json};

use crate::rules::violation::shortened;

/// The supported versions of the protocol, the oldest first. Earlier ones have no structured results,
/// and require servers to accept several messages in one body.
pub(super) const VERSIONS: [&str; 3] = ["2025-06-18", LAST_WITH_HANDSHAKE, "2026-07-28"];
/// The last version in which the client and the server agree on the version by a handshake.
const LAST_WITH_HANDSHAKE: &str = "2025-11-25";

/// How a request states its version of the protocol.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Lifecycle {
    /// The client has sent the request `initialize` before, whose result names the version.
    Handshake,
    /// Each request states its version, in its parameters and its headers.
    PerRequest,
}

/// A message of a client: a request, or a notification, to which there is no response.
#[derive(Debug, Deserialize)]
pub struct Message<'m> {
    jsonrpc: Cow<'m, str>,
    #[serde(borrow, default, deserialize_with = "some")]
    id: Option<&'m RawValue>,
    /// The method.
    #[serde(borrow)]
    pub method: Cow<'m, str>,
    #[serde(borrow, default)]
    params: Option<&'m RawValue>,
}

/// Reads a value that is not absent. Without this, `null` would be absent.
fn some<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<&'de RawValue>, D::Error> {
    <&RawValue>::deserialize(deserializer).map(Some)
}

/// The headers of a request that repeat parts of its message.
#[derive(Debug, Clone, Copy, Default)]
pub struct RequestHeaders<'h> {
    /// `MCP-Protocol-Version`.
    pub version: Option<&'h str>,
    /// `Mcp-Method`.
    pub method: Option<&'h str>,
    /// `Mcp-Name`: the name of the tool, or the address of the resource.
    pub name: Option<&'h str>,
}

/// The parameters of every request.
#[derive(Deserialize)]
struct Parameters<'m> {
    #[serde(borrow, default)]
    name: Option<Cow<'m, str>>,
    #[serde(borrow, default)]
    uri: Option<Cow<'m, str>>,
    #[serde(borrow, default, rename = "_meta")]
    meta: Option<&'m RawValue>,
}

#[derive(Deserialize)]
struct Meta<'m> {
    #[serde(borrow, default, rename = "io.modelcontextprotocol/protocolVersion")]
    version: Option<Cow<'m, str>>,
    #[serde(default, rename = "io.modelcontextprotocol/clientCapabilities")]
    capabilities: Option<Map<String, Value>>,
}

/// The parameters of `initialize`.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Initialize<'m> {
    #[serde(borrow)]
    protocol_version: Cow<'m, str>,
}

impl Initialize<'_> {
    /// Returns the version with which the handshake ends. A client that does not support it leaves.
    pub(super) fn agreed_version(&self) -> &str {
        let requested = &*self.protocol_version;
        let is_supported = requested <= LAST_WITH_HANDSHAKE && VERSIONS.contains(&requested);
        if is_supported { requested } else { LAST_WITH_HANDSHAKE }
    }
}

/// An error of the protocol, as opposed to a problem of an operation.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct McpError {
    /// The code of JSON-RPC or of the protocol.
    code: i32,
    message: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    data: Option<Value>,
    /// The HTTP status of the response.
    #[serde(skip)]
    pub status: u16,
}

impl McpError {
    const PARSE_ERROR: i32 = -32_700;
    const INVALID_REQUEST: i32 = -32_600;
    const METHOD_NOT_FOUND: i32 = -32_601;
    const INVALID_PARAMETERS: i32 = -32_602;
    /// The code of the versions with a handshake.
    const RESOURCE_NOT_FOUND: i32 = -32_002;
    const HEADER_MISMATCH: i32 = -32_020;
    const UNSUPPORTED_VERSION: i32 = -32_022;

    /// Creates the error of a message that cannot be answered at all.
    fn of_message(code: i32, message: impl Into<String>) -> Self {
        Self { code, message: shortened(message.into()), data: None, status: 400 }
    }

    /// Creates the error of wrong parameters.
    pub(super) fn invalid_parameters(message: impl Into<String>) -> Self {
        Self { status: 200, ..Self::of_message(Self::INVALID_PARAMETERS, message) }
    }

    pub(super) fn unknown_method(method: &str, lifecycle: Lifecycle) -> Self {
        let status = match lifecycle {
            Lifecycle::Handshake => 200,
            Lifecycle::PerRequest => 404,
        };
        let message = format!("unknown method {method:?}");
        Self { status, ..Self::of_message(Self::METHOD_NOT_FOUND, message) }
    }

    pub(super) fn unknown_resource(uri: &str, lifecycle: Lifecycle) -> Self {
        let code = match lifecycle {
            Lifecycle::Handshake => Self::RESOURCE_NOT_FOUND,
            Lifecycle::PerRequest => Self::INVALID_PARAMETERS,
        };
        let message = format!("unknown resource {uri:?}; resources/list lists all");
        Self { status: 200, ..Self::of_message(code, message) }
    }

    fn unsupported_version(requested: &str) -> Self {
        let data = json!({ "requested": requested, "supported": VERSIONS });
        let message = format!("unsupported version {requested:?} of the protocol");
        Self { data: Some(data), ..Self::of_message(Self::UNSUPPORTED_VERSION, message) }
    }
}

impl<'m> Message<'m> {
    /// Reads a message.
    ///
    /// # Errors
    /// The body is not JSON, or is not a message with a method.
    pub fn read(body: &'m [u8]) -> Result<Self, McpError> {
        let invalid = |message| McpError::of_message(McpError::INVALID_REQUEST, message);
        // Serde would also accept a list in place of an object.
        if !body.trim_ascii_start().starts_with(b"{")
            && serde_json::from_slice::<IgnoredAny>(body).is_ok()
        {
            return Err(invalid("the body is not an object; send one message".to_owned()));
        }
        let message: Self = serde_json::from_slice(body).map_err(|error| {
            let code =
                if error.is_data() { McpError::INVALID_REQUEST } else { McpError::PARSE_ERROR };
            McpError::of_message(code, error.to_string())
        })?;
        if message.jsonrpc != "2.0" {
            return Err(invalid(format!("jsonrpc is {:?} instead of \"2.0\"", message.jsonrpc)));
        }
        let is_known = |id: &RawValue| {
            id.get().starts_with(|first: char| matches!(first, '"' | '-' | '0'..='9'))
        };
        if message.id.is_none_or(is_known) {
            Ok(message)
        } else {
            Err(invalid("id is neither a string nor a number".to_owned()))
        }
    }

    /// Returns the id of a request as it was sent; `None` for a notification. A client may not
    /// recognize the same number in another form.
    #[must_use]
    pub const fn id(&self) -> Option<&'m RawValue> {
        self.id
    }

    /// Returns the parameters.
    ///
    /// # Errors
    /// They don't match the method.
    pub(super) fn parameters<T: Deserialize<'m>>(&self) -> Result<T, McpError> {
        object("params", self.params.map_or("{}", RawValue::get))
    }

    /// Returns how the request states its version, after checking that headers and message agree.
    ///
    /// # Errors
    /// The version is not supported, or the headers contradict the message.
    pub(super) fn lifecycle(&self, headers: RequestHeaders<'_>) -> Result<Lifecycle, McpError> {
        if self.method == "initialize" {
            return Ok(Lifecycle::Handshake);
        }
        let bad_request = |error| McpError { status: 400, ..error };
        let Parameters { name, uri, meta } = self.parameters().map_err(bad_request)?;
        let meta: Option<Meta<'_>> =
            meta.map(|meta| object("params._meta", meta.get())).transpose().map_err(bad_request)?;
        let in_message = meta.as_ref().and_then(|meta| meta.version.as_deref());
        let stated = match (in_message, headers.version) {
            // Simple clients state no version. All versions with a handshake are served alike.
            (None, None) => return Ok(Lifecycle::Handshake),
            (Some(version), None) => {
                return Err(mismatch("MCP-Protocol-Version", None, version));
            }
            (Some(in_message), Some(header)) if in_message != header => {
                return Err(mismatch("MCP-Protocol-Version", Some(header), in_message));
            }
            (_, Some(version)) => version,
        };
        if !VERSIONS.contains(&stated) {
            return Err(McpError::unsupported_version(stated));
        }
        if stated <= LAST_WITH_HANDSHAKE {
            return Ok(Lifecycle::Handshake);
        }
        let is_complete =
            meta.is_some_and(|meta| meta.version.is_some() && meta.capabilities.is_some());
        if !is_complete {
            let message = "params._meta lacks io.modelcontextprotocol/protocolVersion or io.modelcontextprotocol/clientCapabilities";
            return Err(bad_request(McpError::invalid_parameters(message)));
        }
        check_header("Mcp-Method", headers.method, &self.method)?;
        let named = match &*self.method {
            "tools/call" => Some(name),
            "resources/read" => Some(uri),
            _ => None,
        };
        if let Some(named) = named {
            check_header("Mcp-Name", headers.name, &named.unwrap_or_default())?;
        }
        Ok(Lifecycle::PerRequest)
    }
}

/// Reads an object. Serde would also accept a list, with the members in the order of the fields.
fn object<'m, T: Deserialize<'m>>(name: &str, json: &'m str) -> Result<T, McpError> {
    if !json.starts_with('{') {
        return Err(McpError::invalid_parameters(format!("{name} is not an object")));
    }
    serde_json::from_str(json).map_err(|error| McpError::invalid_parameters(error.to_string()))
}

/// Checks that a header repeats a part of the message, so that proxies can rely on it.
fn check_header(header: &str, given: Option<&str>, in_message: &str) -> Result<(), McpError> {
    if given == Some(in_message) { Ok(()) } else { Err(mismatch(header, given, in_message)) }
}

fn mismatch(header: &str, given: Option<&str>, in_message: &str) -> McpError {
    let given = given.map_or_else(|| "is missing".to_owned(), |given| format!("is {given:?}"));
    let message = format!("the header {header} {given}; the message has {in_message:?}");
    McpError::of_message(McpError::HEADER_MISMATCH, message)
}
