//! `wordcourt lexicon import`: reads word lists that people have.

use std::fs::{self, File as OpenFile};
use std::io::{self, Read as _, Write as _};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use super::{Outcome, embedded, read_input, unusable};
use crate::config::ImportArgs;
use crate::lexicon::import::{File, Options, import};
use crate::lexicon::{Lexicon, source};

/// Imports files. The report goes to the standard error.
pub(super) fn run(args: &ImportArgs) -> Outcome {
    let mut files = Vec::new();
    for path in with_affixes(&args.files) {
        files.push(read_file(&path, args.limit)?);
    }
    let marks_from = match args.marks_from.as_str() {
        "none" => None,
        source::DEFAULT_NAME => Some(embedded()?),
        file => {
            let text = read_input(Path::new(file))?;
            Some(Lexicon::from_text(&text, "").map_err(|error| format!("{file}: {error}"))?)
        }
    };
    let marks_from = marks_from.as_ref().map(|lexicon| (args.marks_from.as_str(), lexicon));
    let options = Options { fold: args.fold, marks_from, max_bytes: args.limit };
    let imported = match import(files, &options) {
        Ok(imported) => imported,
        Err(error) => return Ok(unusable(&error)),
    };
    match &args.output {
        None => io::stdout().write_all(imported.text.as_bytes())?,
        Some(file) => {
            let written = fs::write(file, &imported.text);
            written.map_err(|error| format!("{}: {error}", file.display()))?;
        }
    }
    write!(io::stderr(), "{}", imported.report)?;
    Ok(ExitCode::SUCCESS)
}

/// Adds the affixes that lie beside a dictionary.
fn with_affixes(files: &[PathBuf]) -> Vec<PathBuf> {
    let mut all = files.to_vec();
    for file in files.iter().filter(|file| file.extension().is_some_and(|ending| ending == "dic")) {
        let affixes = file.with_extension("aff");
        if affixes.is_file() && !all.contains(&affixes) {
            all.push(affixes);
        }
    }
    all
}

fn read_file(path: &Path, limit: usize) -> Result<File, String> {
    let name = path.display().to_string();
    let mut bytes = Vec::new();
    // One byte more, so that a longer file is refused and not cut.
    let limit = limit as u64 + 1;
    let read = if path == Path::new("-") {
        io::stdin().lock().take(limit).read_to_end(&mut bytes)
    } else {
        OpenFile::open(path).and_then(|file| file.take(limit).read_to_end(&mut bytes))
    };
    read.map_err(|error| format!("{name}: {error}"))?;
    Ok(File { name, bytes })
}
