//! `wordcourt key`: creates API keys and signing keys.

use std::fs::{self, OpenOptions};
use std::io::{self, Write as _};
use std::path::Path;
use std::process::ExitCode;

use super::Outcome;
use crate::config::KeyLimits;
use crate::lexicon::Digest;
use crate::server::middleware::ApiKeys;
use crate::signing::SigningKey;

/// Creates an API key for a client.
pub(super) fn api_key(name: &str, limits: &KeyLimits, output: Option<&Path>) -> Outcome {
    if name.is_empty() || name.starts_with('#') || name.contains(char::is_whitespace) {
        let error = format!(
            "{name:?} is not a valid client name; use one without spaces that does not start with #"
        );
        return Err(error.into());
    }
    let key = format!("wc_{}", Digest::of(&[&random()?]).to_hex());
    let mut line = format!("{name} {}", Digest::of(&[key.as_bytes()]).to_hex());
    let KeyLimits { expires, scopes, rate } = limits;
    for (field, value) in [("expires", expires), ("scopes", scopes), ("rate", rate)] {
        let Some(value) = value else { continue };
        line = format!("{line} {field}={value}");
        if line.parse::<ApiKeys>().is_err() {
            return Err(format!("--{field}: {value:?} is not possible; see --help").into());
        }
    }
    match output {
        None => writeln!(io::stdout(), "key   {key}\nline  {line}")?,
        Some(file) => {
            write_secret(file, &format!("{key}\n"))?;
            writeln!(io::stdout(), "key   in {}\nline  {line}", file.display())?;
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// Creates a key that signs rulings, as the file for the service.
pub(super) fn signing_key(name: &str, output: Option<&Path>) -> Outcome {
    let key = SigningKey::new(name, &random()?)?;
    let (verifier, secret) = (key.verifier(), key.to_secret_text());
    let text =
        format!("# Keep this file secret. The verifier key is public:\n# {verifier}\n{secret}\n");
    match output {
        None => io::stdout().write_all(text.as_bytes())?,
        Some(file) => {
            write_secret(file, &text)?;
            writeln!(io::stdout(), "the signing key is in {}\n{verifier}", file.display())?;
        }
    }
    Ok(ExitCode::SUCCESS)
}

fn random() -> Result<[u8; 32], getrandom::Error> {
    let mut random = [0; 32];
    getrandom::fill(&mut random)?;
    Ok(random)
}

/// Writes a new file that only its owner can read. An existing file is never replaced. A file that
/// can't be written whole, for example because the disk is full, is removed.
fn write_secret(file: &Path, text: &str) -> Result<(), String> {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let written = options.open(file).and_then(|mut created| {
        let written = created.write_all(text.as_bytes()).and_then(|()| created.sync_all());
        written.inspect_err(|_| {
            let _removed = fs::remove_file(file);
        })
    });
    written.map_err(|error| format!("{}: {error}", file.display()))
}
