//! Files of keys and tokens. Each line is an entry, a comment or blank.

/// The prefix of a SHA-256.
pub(super) const DIGEST_PREFIX: &str = "sha256:";

/// Returns the entries of a file with their line numbers, counted from 1.
pub(super) fn entries(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let numbered = (1..).zip(text.lines());
    numbered.filter(|(_, line)| !line.trim().is_empty() && !line.starts_with('#'))
}

/// Reads a SHA-256 from 64 hexadecimal digits.
pub(super) fn parse_digest(digits: &str) -> Option<[u8; 32]> {
    let mut digest = [0; 32];
    let decoded = base16ct::mixed::decode(digits, &mut digest).ok()?;
    (decoded.len() == 32).then_some(digest)
}
