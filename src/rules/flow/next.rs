//! The actions that are possible next (RULEBOOK F4).

use serde::Serialize;

/// The possible actions, and the players whom the game waits for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "api", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "api", schema(as = GameNext))]
pub struct Next {
    /// The phase of the game.
    pub phase: &'static str,
    /// The players whom the game waits for, in seat order: those who can time out.
    pub to_act: Vec<String>,
    /// The possible kinds of action, with their bounds.
    pub actions: Vec<Choice>,
}

/// A kind of action that is possible, with its bounds.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
#[cfg_attr(feature = "api", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "api", schema(as = GameChoice))]
pub struct Choice {
    /// The kind of action.
    pub kind: &'static str,
    /// The player who can take it; absent if it is the host's.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub player: Option<String>,
    /// The only possible amount.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub amount: Option<u64>,
    /// The smallest possible amount, or number of cards.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub min: Option<u64>,
    /// The largest possible amount, or number of cards.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max: Option<u64>,
    /// The players whom the action can concern.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub whom: Vec<String>,
}

impl Choice {
    /// Makes a choice of a player without bounds.
    #[must_use]
    pub fn of(kind: impl Into<&'static str>, player: &str) -> Self {
        Self { kind: kind.into(), player: Some(player.to_owned()), ..Self::default() }
    }

    /// Makes a choice of the host.
    #[must_use]
    pub fn of_host(kind: impl Into<&'static str>) -> Self {
        Self { kind: kind.into(), ..Self::default() }
    }

    /// Sets bounds for the amount or the number of cards.
    #[must_use]
    pub fn between(self, min: usize, max: usize) -> Self {
        Self { min: Some(min as u64), max: Some(max as u64), ..self }
    }
}

impl Next {
    /// Returns what a player may see of it: only their own actions. `None` is a spectator, who has
    /// no actions (RULEBOOK F9).
    #[must_use]
    pub fn seen_by(&self, player: Option<&str>) -> Self {
        let is_own = |choice: &&Choice| player.is_some() && choice.player.as_deref() == player;
        let actions = self.actions.iter().filter(is_own).cloned().collect();
        Self { phase: self.phase, to_act: self.to_act.clone(), actions }
    }
}
