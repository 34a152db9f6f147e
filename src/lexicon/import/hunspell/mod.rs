//! Dictionaries of Hunspell: stems with flags (`.dic`) and the affixes that the flags allow
//! (`.aff`).
//!
//! Every form that one prefix and up to two suffixes make is a word. Compounds, which Hunspell
//! makes of stems at will, are not listed anywhere and are left out.

mod affixes;

use std::collections::BTreeSet;

use encoding_rs::Encoding;

use super::ImportError;
use super::collector::{Collector, Facts};
use affixes::{Affix, Affixes, Flag, MAX_BYTES};

/// The maximum number of forms of one stem. The affixes of Hungarian make some thousand.
const MAX_FORMS: usize = 20_000;
/// The maximum number of affixes that are tried on all stems together, a minute of work. The
/// dictionaries of Hungarian, Italian and Polish take a fifth of it to exceed the words of a lexicon.
const MAX_TRIES: usize = 300_000_000;

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
    let (mut cut, mut tries_left) = (0, MAX_TRIES);
    for (stem, flags) in stems().filter(|(stem, _)| stem.len() <= MAX_BYTES) {
        let mut expansion = Expansion { affixes: &affixes, forms: Vec::new(), tries_left };
        cut += usize::from(expansion.expand(stem, &flags).is_none());
        tries_left = expansion.tries_left.checked_sub(1).ok_or(ImportError::TooManyForms)?;
        for form in expansion.forms {
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

/// The forms that affixes make of a stem, without the stem.
struct Expansion<'a> {
    affixes: &'a Affixes,
    forms: Vec<String>,
    /// Falls with each affix that is tried, which ends all loops.
    tries_left: usize,
}

impl Expansion<'_> {
    /// Makes the forms; `None` if there are too many or no tries are left.
    fn expand(&mut self, stem: &str, flags: &BTreeSet<Flag>) -> Option<()> {
        let affixes = self.affixes;
        self.add_prefixes(stem, flags, false)?;
        for suffix in affixes.suffixes(flags) {
            self.count_try()?;
            let Some(form) = suffix.suffix(stem) else { continue };
            let of_form = with(flags, suffix);
            if suffix.crosses {
                self.add_prefixes(&form, &of_form, true)?;
            }
            for second in affixes.suffixes(&suffix.flags) {
                self.count_try()?;
                let Some(form) = second.suffix(&form) else { continue };
                if second.crosses {
                    self.add_prefixes(&form, &of_form, true)?;
                }
                if !affixes.needs_affix(&second.flags) {
                    self.add(form)?;
                }
            }
            if !affixes.needs_affix(&suffix.flags) {
                self.add(form)?;
            }
        }
        Some(())
    }

    fn add_prefixes(&mut self, form: &str, flags: &BTreeSet<Flag>, cross: bool) -> Option<()> {
        let affixes = self.affixes;
        for prefix in affixes.prefixes(flags).filter(|prefix| !cross || prefix.crosses) {
            self.count_try()?;
            if let Some(form) = prefix.prefix(form) {
                self.add(form)?;
            }
        }
        Some(())
    }

    /// Counts a try; `None` if there were none left.
    fn count_try(&mut self) -> Option<()> {
        self.tries_left = self.tries_left.checked_sub(1)?;
        Some(())
    }

    fn add(&mut self, form: String) -> Option<()> {
        (self.forms.len() < MAX_FORMS).then(|| self.forms.push(form))
    }
}

/// Returns the flags of a form: those of the stem and those that the affix adds.
fn with(flags: &BTreeSet<Flag>, affix: &Affix) -> BTreeSet<Flag> {
    flags.union(&affix.flags).copied().collect()
}
