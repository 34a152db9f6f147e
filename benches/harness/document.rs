//! Tables in a document, between the marks of the command that writes them.

use std::fs;
use std::path::Path;

/// Replaces everything between `<!-- begin: COMMAND -->` and the next `<!-- end -->`.
pub(crate) fn replace(document: &str, command: &str, tables: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(document);
    let text = fs::read_to_string(&path).unwrap();
    let (begin, end) = (format!("<!-- begin: {command} -->\n"), "<!-- end -->\n");
    let (before, rest) = text.split_once(&begin).unwrap();
    let (_, after) = rest.split_once(end).unwrap();
    fs::write(path, format!("{before}{begin}\n{tables}\n{end}{after}")).unwrap();
}
