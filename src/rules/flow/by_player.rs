//! Values by player, in seat order.

use serde::{Serialize, Serializer};

/// Values by player, in seat order. As JSON, an object with the names as members.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ByPlayer<T>(pub Vec<(String, T)>);

impl<T: Serialize> Serialize for ByPlayer<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(player, value)| (player, value)))
    }
}
