//! The document as YAML.

use std::fmt::Write as _;

use serde_json::Value;

/// Returns a JSON value as a YAML text in block style.
pub(super) fn to_yaml(value: &Value) -> String {
    let mut text = String::new();
    match value {
        Value::Object(_) | Value::Array(_) => write_block(&mut text, value, 0),
        scalar => write_scalar(&mut text, scalar, 0),
    }
    text
}

/// Writes the members of an object or the items of a list, each on lines of its own.
fn write_block(text: &mut String, value: &Value, indent: usize) {
    match value {
        Value::Object(members) => {
            for (name, member) in members {
                let _ = write!(text, "{:indent$}{}:", "", Key(name));
                write_nested(text, member, indent + 2);
            }
        }
        Value::Array(items) => {
            for item in items {
                let _ = write!(text, "{:indent$}-", "");
                match item {
                    Value::Object(members) if !members.is_empty() => {
                        // The first member follows the dash on its line.
                        let start = text.len();
                        write_block(text, item, indent + 2);
                        text.replace_range(start..start + indent + 2, " ");
                    }
                    _ => write_nested(text, item, indent + 2),
                }
            }
        }
        _ => {}
    }
}

/// Writes a value after its key or dash.
fn write_nested(text: &mut String, value: &Value, indent: usize) {
    let is_empty = match value {
        Value::Object(members) => members.is_empty(),
        Value::Array(items) => items.is_empty(),
        _ => true,
    };
    if is_empty {
        text.push(' ');
        write_scalar(text, value, indent);
    } else {
        text.push('\n');
        write_block(text, value, indent);
    }
}

/// Writes a string, a number, a truth value, or an empty object or list.
fn write_scalar(text: &mut String, value: &Value, indent: usize) {
    match value {
        Value::String(string) if has_plain_lines(string) => {
            text.push_str("|-\n");
            for line in string.split('\n') {
                if !line.is_empty() {
                    let _ = write!(text, "{:indent$}{line}", "");
                }
                text.push('\n');
            }
        }
        // JSON is YAML.
        other => {
            let _ = writeln!(text, "{other}");
        }
    }
}

/// Returns true if a string has several lines that a literal block reproduces exactly.
fn has_plain_lines(string: &str) -> bool {
    let has_plain_end = string.lines().last().is_some_and(|line| !line.is_empty());
    string.contains('\n')
        && has_plain_end
        && !string.ends_with('\n')
        && !string.starts_with([' ', '\n'])
        && string.chars().all(|character| character == '\n' || !character.is_control())
}

/// A key, in quotes if YAML needs them.
struct Key<'k>(&'k str);

impl std::fmt::Display for Key<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        // Some words are truth values or nothing.
        const WORDS: [&str; 9] = ["true", "false", "null", "yes", "no", "on", "off", "y", "n"];
        let name = self.0;
        let is_word = |byte: u8| {
            byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'/' | b'{' | b'}')
        };
        let is_plain = name.starts_with(|first: char| first.is_ascii_alphabetic() || first == '/')
            && name.bytes().all(is_word)
            && !WORDS.iter().any(|word| word.eq_ignore_ascii_case(name));
        if is_plain { f.write_str(name) } else { write!(f, "{}", Value::from(name)) }
    }
}
