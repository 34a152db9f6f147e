//! The characters and lines of a record.

use std::borrow::Cow;

use crate::rules::{Refused, ViolationCode, Violations};

/// The pragma that names the encoding of a record.
pub(super) const ENCODING: &str = "character-encoding";

/// The encoding of decoded texts.
pub(super) const UTF_8: &str = "UTF-8";

/// Other names of the encoding ISO-8859-1, in lower case without punctuation.
const LATIN_1: [&str; 4] = ["iso88591", "latin1", "windows1252", "cp1252"];

/// Decodes a record.
///
/// A record in ISO-8859-1 says so in the pragma `#character-encoding`. Without the pragma, a text
/// that is not UTF-8 is in ISO-8859-1, the encoding that the format began with.
///
/// ```
/// use wordcourt::rules::Violations;
/// use wordcourt::rules::wordgame::gcg::decode;
///
/// let bytes = b"#character-encoding ISO-8859-1\n#player1 cesar C\xe9sar\n";
/// let text = decode(bytes, &mut Violations::default()).unwrap();
/// assert!(text.ends_with("César\n"));
/// ```
///
/// # Errors
/// Records the first line with bytes that are not in the declared encoding.
pub fn decode<'b>(bytes: &'b [u8], violations: &mut Violations) -> Result<Cow<'b, str>, Refused> {
    let declared = declared_encoding(bytes);
    if declared.as_deref().is_some_and(is_latin_1) {
        return Ok(from_latin_1(bytes));
    }
    match (std::str::from_utf8(bytes), declared) {
        (Ok(text), _) => Ok(text.into()),
        (Err(_), None) => Ok(from_latin_1(bytes)),
        (Err(error), Some(_)) => {
            let before = String::from_utf8_lossy(&bytes[..error.valid_up_to()]);
            let detail = "the line is not UTF-8; send the record in UTF-8, or in ISO-8859-1 with \
                          \"#character-encoding ISO-8859-1\"";
            Err(refuse_line(lines(&before).count(), detail, violations))
        }
    }
}

fn from_latin_1(bytes: &[u8]) -> Cow<'_, str> {
    bytes.iter().copied().map(char::from).collect::<String>().into()
}

fn is_latin_1(encoding: &str) -> bool {
    let letters = encoding.chars().filter(char::is_ascii_alphanumeric);
    LATIN_1.contains(&&*letters.collect::<String>().to_ascii_lowercase())
}

/// Returns the encoding that a record declares, in any line.
fn declared_encoding(bytes: &[u8]) -> Option<String> {
    let is_line_end = |byte: &u8| matches!(byte, b'\r' | b'\n');
    bytes.split(is_line_end).find_map(|line| {
        let line = line.trim_ascii().strip_prefix(b"#")?;
        let (name, encoding) = line.split_at_checked(ENCODING.len())?;
        let is_separated = encoding.first().is_some_and(u8::is_ascii_whitespace);
        (is_separated && name.eq_ignore_ascii_case(ENCODING.as_bytes()))
            .then(|| String::from_utf8_lossy(encoding).trim().to_owned())
    })
}

/// Returns the lines of a text. Each of CR, LF and CRLF ends a line (RULEBOOK C7).
pub(super) fn lines(text: &str) -> impl Iterator<Item = &str> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let text = text.strip_suffix('\n').unwrap_or(text);
    text.split('\n').flat_map(|line| line.strip_suffix('\r').unwrap_or(line).split('\r'))
}

/// Records that a line cannot be parsed.
pub(super) fn refuse_line(line: usize, detail: &str, violations: &mut Violations) -> Refused {
    let detail = format_args!("line {line}: {detail}");
    violations.at_line(line).refuse(ViolationCode::InvalidRecord, "G11", detail)
}
