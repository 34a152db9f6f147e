//! Dictionaries of Hunspell: stems with flags (`.dic`) and the affixes that the flags allow
//! (`.aff`).
//!
//! Every form that one prefix and up to two suffixes make is a word. Compounds, which Hunspell
//! makes of stems at will, are not listed anywhere and are left out.

mod affixes;

use std::collections::HashSet;

use encoding_rs::Encoding;

use super::ImportError;
use super::collector::{Collector, Facts};
use affixes::{Affix, Affixes, Flag};

/// The maximum number of forms of one stem. The affixes of Hungarian make some thousand.
const MAX_FORMS: usize = 20_000;

/// Returns the encoding that a file of affixes declares.
pub(super) fn encoding_of(affixes: &[u8]) -> Option<&'static Encoding> {
    let mut lines = affixes.split(|byte| matches!(byte, b'\n' | b'\r'));
    let declared = lines.find_map(|line| line.strip_prefix(b"SET "))?;
    let label = declared.trim_ascii();
    // Hunspell writes ISO8859-2 for ISO-8859-2, and microsoft-cp1251 for windows-1251.
    let label = String::from_utf8_lossy(label).replace("ISO8859", "ISO-8859");
    Encoding::for_label(label.replace("microsoft-cp", "windows-").as_bytes())
}

/// Returns true if a text begins with about the number of its lines, as a dictionary does.
pub(super) fn is_dictionary(text: &str) -> bool {
    let mut lines = text.lines();
    let count = lines.next().and_then(|first| first.trim().parse::<usize>().ok());
    let lines = lines.count();
    // Dictionaries are edited without counting again.
    lines > 0 && count.is_some_and(|count| (lines / 2..=lines.saturating_mul(2)).contains(&count))
}

/// Reads a dictionary with its affixes, if they are known.
pub(super) fn read(
    text: &str,
    affixes: Option<&str>,
    collector: &mut Collector,
) -> Result<(), ImportError> {
    collector.report.form("Hunspell dictionary");
    let known = affixes.map(Affixes::parse);
    if known.is_none() {
        let note =
            "without the .aff file of the dictionary, only its stems are words; give both files";
        collector.report.note(note);
    }
    let affixes = known.unwrap_or_default();
    if let Some(line) = affixes.unsupported() {
        let note = format!("the dictionary also {line}, which is left out");
        collector.report.note(&note);
    }
    let stems = || {
        let lines = text.split(['\n', '\r']).skip(1).filter_map(stem);
        let with_flags = lines.map(|(stem, flags)| (stem, affixes.flags(flags)));
        with_flags.filter(|(_, flags)| !affixes.is_forbidden(flags))
    };
    // First all stems, so that none counts as a repeated form of another one.
    for (stem, _) in stems().filter(|(_, flags)| !affixes.needs_affix(flags)) {
        collector.add(stem, Facts::default())?;
    }
    let mut cut = 0;
    for (stem, flags) in stems() {
        let forms = forms(stem, &flags, &affixes);
        cut += usize::from(forms.len() == MAX_FORMS);
        for form in forms {
            collector.add_derived(&form)?;
        }
    }
    if cut > 0 {
        let note = format!("{cut} stems have more than {MAX_FORMS} forms, which are left out");
        collector.report.note(&note);
    }
    Ok(())
}

/// Returns the stem on a line and its flags; `None` if the line is blank or a comment.
fn stem(line: &str) -> Option<(&str, &str)> {
    // Fields with data about the stem follow a tab or blank.
    let line = line.split('\t').next().unwrap_or_default();
    let line = line.split(" po:").next().unwrap_or_default().trim();
    if line.is_empty() || line.starts_with('#') {
        return None;
    }
    let mut slashes = line.match_indices('/');
    let slash = slashes.find(|(index, _)| *index > 0 && !line[..*index].ends_with('\\'));
    Some(slash.map_or((line, ""), |(index, _)| (line[..index].trim(), &line[index + 1..])))
}

/// Returns the forms that affixes make of a stem, without the stem.
fn forms(stem: &str, flags: &HashSet<Flag>, affixes: &Affixes) -> Vec<String> {
    let mut forms = Vec::new();
    let prefixed = |form: &str, flags: &HashSet<Flag>, cross: bool, forms: &mut Vec<String>| {
        for prefix in affixes.prefixes(flags).filter(|prefix| !cross || prefix.crosses) {
            if let Some(form) = prefix.prefix(form) {
                push(forms, form);
            }
        }
    };
    prefixed(stem, flags, false, &mut forms);
    for suffix in affixes.suffixes(flags) {
        let Some(form) = suffix.suffix(stem) else { continue };
        let of_form = with(flags, suffix);
        if suffix.crosses {
            prefixed(&form, &of_form, true, &mut forms);
        }
        for second in affixes.suffixes(&suffix.flags) {
            let Some(form) = second.suffix(&form) else { continue };
            if second.crosses {
                prefixed(&form, &of_form, true, &mut forms);
            }
            if !affixes.needs_affix(&second.flags) {
                push(&mut forms, form);
            }
        }
        if !affixes.needs_affix(&suffix.flags) {
            push(&mut forms, form);
        }
    }
    forms
}

/// Returns the flags of a form: those of the stem and those that the affix adds.
fn with(flags: &HashSet<Flag>, affix: &Affix) -> HashSet<Flag> {
    flags.union(&affix.flags).copied().collect()
}

fn push(forms: &mut Vec<String>, form: String) {
    if forms.len() < MAX_FORMS {
        forms.push(form);
    }
}
