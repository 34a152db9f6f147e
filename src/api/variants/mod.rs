//! The games' rules as data.

mod operations;

pub use operations::{GetVariant, ListVariants};
