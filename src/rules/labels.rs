//! Labels: names of players, references, and names of categories. They are printed beside a ruling,
//! so two that differ must not look the same, and none may change how the rest is read.

use std::borrow::Cow;
use std::ops::RangeInclusive;

use super::violation::{Refused, ViolationCode, Violations};

/// The beginnings of lines that divide a text, such as those around the record of a ruling sheet.
const DIVIDERS: [&str; 2] = ["-----BEGIN ", "-----END "];

/// Characters that are not seen, or that change the order of others: those that Unicode calls
/// `Default_Ignorable_Code_Point`, its formats and separators, and letters and symbols without ink.
/// Control characters and white space are apart.
const HIDDEN: [RangeInclusive<char>; 24] = [
    '\u{ad}'..='\u{ad}',
    '\u{34f}'..='\u{34f}',
    '\u{600}'..='\u{605}',
    '\u{61c}'..='\u{61c}',
    '\u{6dd}'..='\u{6dd}',
    '\u{70f}'..='\u{70f}',
    '\u{890}'..='\u{891}',
    '\u{8e2}'..='\u{8e2}',
    '\u{115f}'..='\u{1160}',
    '\u{17b4}'..='\u{17b5}',
    '\u{180b}'..='\u{180f}',
    '\u{200b}'..='\u{200f}',
    '\u{2028}'..='\u{202e}',
    '\u{2060}'..='\u{206f}',
    '\u{2800}'..='\u{2800}',
    '\u{3164}'..='\u{3164}',
    '\u{fe00}'..='\u{fe0f}',
    '\u{feff}'..='\u{feff}',
    '\u{ffa0}'..='\u{ffa0}',
    '\u{fff0}'..='\u{ffff}',
    '\u{13430}'..='\u{1343f}',
    '\u{1bca0}'..='\u{1bca3}',
    '\u{1d173}'..='\u{1d17a}',
    '\u{e0000}'..='\u{e0fff}',
];

/// Returns true if a character is not seen in a text, or changes the order of others. A space is
/// seen.
#[must_use]
pub fn is_hidden(char: char) -> bool {
    if char.is_ascii() {
        return char.is_ascii_control();
    }
    char.is_control() || HIDDEN.iter().any(|range| range.contains(&char))
}

/// Returns a text with its hidden characters escaped.
#[must_use]
pub fn visible(text: &str) -> Cow<'_, str> {
    if !text.contains(is_hidden) {
        return text.into();
    }
    let mut visible = String::with_capacity(text.len());
    for char in text.chars() {
        if is_hidden(char) {
            visible.extend(char.escape_unicode());
        } else {
            visible.push(char);
        }
    }
    visible.into()
}

/// Checks that a label has no hidden character, no white space except single spaces between other
/// characters, and no line that divides a text.
///
/// Joiners and variation selectors are hidden as well: an emoji needs none to be a name.
///
/// ```
/// use wordcourt::rules::{Violations, labels};
///
/// let is_label = |text| labels::check(text, &mut Violations::default()).is_ok();
/// assert!(is_label("Zoë O'Neil-Ñandú 3") && is_label("أحمد") && is_label("🦊"));
/// assert!(!is_label("ann\u{200b}") && !is_label("\u{202e}nna") && !is_label("ann "));
/// ```
///
/// # Errors
/// [`Refused`] with the first such character.
pub fn check(label: &str, violations: &mut Violations) -> Result<(), Refused> {
    let mut refuse = |detail: std::fmt::Arguments<'_>| {
        Err(violations.refuse_form(ViolationCode::InvalidLabel, detail))
    };
    let is_odd = |char: char| is_hidden(char) || (char.is_whitespace() && char != ' ');
    if let Some((place, char)) = (1..).zip(label.chars()).find(|(_, char)| is_odd(*char)) {
        return refuse(format_args!(
            "character {place} is U+{:04X}, which can't be seen or changes how the text looks; leave it out",
            u32::from(char)
        ));
    }
    if label.starts_with(' ') || label.ends_with(' ') || label.contains("  ") {
        return refuse(format_args!(
            "the text begins or ends with a space, or has two together; use single spaces between words"
        ));
    }
    let upper = label.to_ascii_uppercase();
    if let Some(divider) = DIVIDERS.into_iter().find(|divider| upper.contains(divider)) {
        return refuse(format_args!(
            "the text contains {divider:?}, which divides the parts of a ruling sheet; leave it out"
        ));
    }
    Ok(())
}
