//! The public keys that verify the signatures of rulings.

use serde::Serialize;

/// The path of the list of keys.
pub const PATH: &str = "/v1/keys";

/// The keys with which this service signs rulings.
#[derive(Debug, Clone, Serialize, utoipa::ToSchema)]
pub struct KeyList {
    /// The keys: the one that signs, then those that signed earlier. Empty if the service doesn't
    /// sign.
    pub keys: Vec<RulingKey>,
}

/// A public key.
#[derive(Debug, Clone, Serialize, utoipa::ToSchema)]
pub struct RulingKey {
    /// The name of the key, which signatures contain.
    #[schema(example = "club.example")]
    pub name: String,
    /// The key in the format of C2SP signed notes: the name, the id of the key, and the base64 of
    /// the public Ed25519 key after a byte 1, with `+` between them.
    #[schema(example = "club.example+7c3e0d5a+AbTNkdz4cnsAQ2mo0ZLchQk0BLPU5l8a5eLYhqqXqdfq")]
    pub verifier_key: String,
    /// True if the service signs with this key now.
    pub signs: bool,
}
