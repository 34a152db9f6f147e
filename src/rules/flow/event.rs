//! Events: what happened in an action, in the order in which a screen shows it.

use serde::Serialize;

/// Something that happened, with the rule that it rests on. `K` is the kind of event of a game, an
/// enum that serializes with a tag `kind`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "api", derive(utoipa::ToSchema))]
pub struct Event<K> {
    /// The kind of event and its fields.
    #[serde(flatten)]
    pub kind: K,
    /// The rule, by its id in the rulebook.
    pub rule: &'static str,
    /// The player who alone may see the event; absent if everybody may.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub only: Option<String>,
}

impl<K> Event<K> {
    /// Makes an event that everybody may see.
    #[must_use]
    pub const fn open(rule: &'static str, kind: K) -> Self {
        Self { kind, rule, only: None }
    }

    /// Makes an event that only one player may see.
    #[must_use]
    pub fn only(player: &str, rule: &'static str, kind: K) -> Self {
        Self { kind, rule, only: Some(player.to_owned()) }
    }

    /// Returns true if a player may see the event; `None` is a spectator (RULEBOOK F9).
    #[must_use]
    pub fn is_visible_to(&self, player: Option<&str>) -> bool {
        self.only.is_none() || self.only.as_deref() == player
    }
}
