//! Files of keys and tokens. Each line is an entry, a comment or blank.

use std::io;
use std::path::Path;

use crate::registry::files;

/// The permission of everybody to read a file.
#[cfg(unix)]
const READABLE: u32 = 0o004;
/// The permission of everybody to write a file.
#[cfg(unix)]
const WRITABLE: u32 = 0o002;

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

/// Reads a file of keys or tokens, which not everybody may change. If `is_secret` says that the text
/// has secrets, not everybody may read it either, unless `allow_readable` is set. Its group may: a
/// service that runs as another user than the owner of the file needs that.
///
/// # Errors
/// The file cannot be read, or everybody may read or change it; the text names the flag and the
/// file.
pub(super) fn read(
    flag: &str,
    path: &Path,
    allow_readable: bool,
    is_secret: impl Fn(&str) -> bool,
) -> Result<String, String> {
    let named = |error: io::Error| format!("{flag}: {}: {error}", path.display());
    let text = files::read_text(path).map_err(named)?;
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        let mode = path.metadata().map_err(named)?.permissions().mode() & 0o777;
        let path = path.display();
        if mode & WRITABLE != 0 {
            return Err(format!(
                "{flag}: {path}: every user may change the file (mode {mode:04o}); run chmod 600 {path}"
            ));
        }
        if mode & READABLE != 0 && !allow_readable && is_secret(&text) {
            return Err(format!(
                "{flag}: {path}: every user may read the secrets in the file (mode {mode:04o}); run chmod 600 {path}, or set --allow-readable-secrets"
            ));
        }
    }
    Ok(text)
}
