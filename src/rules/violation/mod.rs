//! Violations: the errors in a play or its notation, each with its place. All of them are recorded.
//!
//! Code that reads or checks a value takes `&mut Violations`, records each violation, and returns
//! `Result<T, Refused>`. Only recording a violation creates a [`Refused`], so such code can't fail
//! without a reason. Places are relative to the value that is checked. A caller that checks a part
//! of its own value first enters that part with [`Violations::at`].

mod code;
mod violations;

pub use code::ViolationCode;
// For texts that quote their input outside of violations.
pub use violations::{At, Refused, Segment, Violation, Violations, counted};
#[cfg(feature = "api")]
pub(crate) use violations::{MAX_LISTED, shortened};
