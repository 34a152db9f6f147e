//! The text that the signature of a ruling covers, and the header that has the signed note.

use std::fmt;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

use crate::api::verification::Grounds;

/// The name of the header with the signed note.
pub const HEADER: &str = "ruling-signature";
/// The first line of the text, so that a signature means nothing elsewhere.
const FIRST_LINE: &str = "wordcourt-ruling/v1";

/// The content that the signature of a ruling covers: the operation, the id, the digest of the lexicon, and the
/// edition of the rulebook. The id covers everything else.
///
/// As text, each is on a line with its name before it. The line of the lexicon is missing if the
/// ruling depends on none. If the request has an overlay, `+` and the digest of the overlay follow
/// the digest of the lexicon.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RulingText<'a> {
    operation: &'a str,
    id: &'a str,
    lexicon: Option<(&'a str, Option<&'a str>)>,
    rulebook: &'a str,
}

impl<'a> RulingText<'a> {
    /// Creates the text of an answer; returns `None` if the answer has no id.
    #[must_use]
    pub fn new(operation: &'a str, grounds: &'a Grounds<'_>) -> Option<Self> {
        let lexicon = grounds.lexicon.as_ref();
        let text = Self {
            operation,
            id: grounds.id.as_deref()?,
            lexicon: lexicon.map(|lexicon| (&*lexicon.digest, lexicon.overlay.as_deref())),
            rulebook: grounds.rulebook.as_deref()?,
        };
        // An answer from elsewhere could contain anything.
        let overlay = text.lexicon.and_then(|(_, overlay)| overlay);
        let digest = text.lexicon.map(|(digest, _)| digest);
        let mut members =
            [Some(text.id), Some(text.rulebook), digest, overlay].into_iter().flatten();
        members.all(|member| member.chars().all(|char| char.is_ascii_graphic())).then_some(text)
    }
}

impl fmt::Display for RulingText<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { operation, id, lexicon, rulebook } = self;
        write!(f, "{FIRST_LINE}\noperation {operation}\nid {id}\n")?;
        if let Some((digest, overlay)) = lexicon {
            write!(f, "lexicon {digest}")?;
            if let Some(overlay) = overlay {
                write!(f, "+{overlay}")?;
            }
            f.write_str("\n")?;
        }
        writeln!(f, "rulebook {rulebook}")
    }
}

/// Returns the value of the header: the signed note as a Byte Sequence (RFC 9651).
#[must_use]
pub fn to_header(note: &str) -> String {
    format!(":{}:", STANDARD.encode(note))
}

/// Returns the signed note in the value of a header; `None` if the value is malformed.
#[must_use]
pub fn from_header(value: &str) -> Option<String> {
    let encoded = value.trim().strip_prefix(':')?.strip_suffix(':')?;
    String::from_utf8(STANDARD.decode(encoded).ok()?).ok()
}
