//! The affixes of a Hunspell dictionary.

use std::collections::{BTreeSet, HashMap};

/// A flag of a stem or affix: one or two characters, or a number.
pub(super) type Flag = u32;

/// The maximum number of flags of a stem or affix.
const MAX_FLAGS: usize = 1_000;
/// The maximum length of the text of an affix, and of a stem that takes affixes, in bytes. No longer
/// form is a word.
pub(super) const MAX_BYTES: usize = 200;

/// The way in which flags are written.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
enum FlagForm {
    #[default]
    Character,
    TwoCharacters,
    Number,
}

/// A prefix or suffix.
#[derive(Debug)]
pub(super) struct Affix {
    /// True if a form may also have an affix at its other end.
    pub(super) crosses: bool,
    /// The flags of forms with this affix.
    pub(super) flags: BTreeSet<Flag>,
    strip: String,
    add: String,
    condition: Vec<Class>,
}

/// The characters that a condition allows in one place.
#[derive(Debug)]
enum Class {
    Any,
    In(Vec<char>),
    NotIn(Vec<char>),
}

/// The affixes of a dictionary, by flag.
#[derive(Debug, Default)]
pub(super) struct Affixes {
    form: FlagForm,
    aliases: Vec<String>,
    prefixes: HashMap<Flag, Vec<Affix>>,
    suffixes: HashMap<Flag, Vec<Affix>>,
    forbidden: BTreeSet<Flag>,
    need_affix: BTreeSet<Flag>,
    has_compounds: bool,
}

impl Affixes {
    /// Parses a file of affixes. Lines that are not understood are ignored.
    pub(super) fn parse(text: &str) -> Self {
        let mut affixes = Self::default();
        let mut crosses: HashMap<(bool, Flag), bool> = HashMap::new();
        let lines = || text.split(['\n', '\r']).map(|line| line.split_whitespace().collect());
        // How flags are written, and their aliases, may be declared behind their first use.
        for line in lines() {
            let line: Vec<&str> = line;
            match line[..] {
                ["FLAG", "long", ..] => affixes.form = FlagForm::TwoCharacters,
                ["FLAG", "num", ..] => affixes.form = FlagForm::Number,
                ["AF", flags, ..] => affixes.aliases.push(flags.to_owned()),
                _ => {}
            }
        }
        // The first of these lines has their number.
        if !affixes.aliases.is_empty() {
            affixes.aliases.remove(0);
        }
        for line in lines() {
            let line: Vec<&str> = line;
            match line[..] {
                ["FORBIDDENWORD", flag, ..] => {
                    affixes.forbidden.extend(affixes.flags_as_written(flag));
                }
                ["ONLYINCOMPOUND" | "NEEDAFFIX" | "PSEUDOROOT", flag, ..] => {
                    affixes.need_affix.extend(affixes.flags_as_written(flag));
                }
                ["COMPOUNDFLAG" | "COMPOUNDBEGIN" | "COMPOUNDRULE" | "COMPOUNDMIN", ..] => {
                    affixes.has_compounds = true;
                }
                [kind @ ("PFX" | "SFX"), flag, cross @ ("Y" | "N"), count]
                    if count.parse::<usize>().is_ok() =>
                {
                    let flags = affixes.flags_as_written(flag);
                    crosses.extend(
                        flags.into_iter().map(|flag| ((kind == "PFX", flag), cross == "Y")),
                    );
                }
                [kind @ ("PFX" | "SFX"), flag, strip, add, ref rest @ ..]
                    if add.len() <= MAX_BYTES =>
                {
                    let is_prefix = kind == "PFX";
                    let condition = rest.first().copied().unwrap_or(".");
                    for flag in affixes.flags_as_written(flag) {
                        let crosses = crosses.get(&(is_prefix, flag)).copied().unwrap_or(false);
                        let affix = affixes.affix(strip, add, condition, crosses);
                        let kind =
                            if is_prefix { &mut affixes.prefixes } else { &mut affixes.suffixes };
                        kind.entry(flag).or_default().push(affix);
                    }
                }
                _ => {}
            }
        }
        affixes
    }

    fn affix(&self, strip: &str, add: &str, condition: &str, crosses: bool) -> Affix {
        let text_of = |text: &str| if text == "0" { String::new() } else { text.to_owned() };
        let (add, flags) = add.split_once('/').unwrap_or((add, ""));
        Affix {
            crosses,
            flags: self.flags(flags),
            strip: text_of(strip),
            add: text_of(add),
            condition: condition_of(condition),
        }
    }

    /// Returns the flags of a stem or affix, which may be the number of an alias.
    pub(super) fn flags(&self, text: &str) -> BTreeSet<Flag> {
        let alias =
            text.parse::<usize>().ok().and_then(|number| self.aliases.get(number.checked_sub(1)?));
        self.flags_as_written(alias.map_or(text, String::as_str))
    }

    fn flags_as_written(&self, text: &str) -> BTreeSet<Flag> {
        match self.form {
            FlagForm::Character => text.chars().map(u32::from).take(MAX_FLAGS).collect(),
            FlagForm::Number => {
                let numbers = text.split(',').filter_map(|number| number.trim().parse().ok());
                numbers.take(MAX_FLAGS).collect()
            }
            FlagForm::TwoCharacters => {
                let characters = text.chars().map(u32::from);
                let characters: Vec<u32> = characters.take(2 * MAX_FLAGS).collect();
                // A character has 21 bits, those of flags fewer.
                characters.chunks(2).map(|pair| pair[0] << 11 ^ pair.get(1).unwrap_or(&0)).collect()
            }
        }
    }

    pub(super) fn is_forbidden(&self, flags: &BTreeSet<Flag>) -> bool {
        !self.forbidden.is_disjoint(flags)
    }

    /// Returns true if a stem or form is a word only together with an affix or another stem.
    pub(super) fn needs_affix(&self, flags: &BTreeSet<Flag>) -> bool {
        !self.need_affix.is_disjoint(flags)
    }

    pub(super) fn prefixes(&self, flags: &BTreeSet<Flag>) -> impl Iterator<Item = &Affix> {
        flags.iter().filter_map(|flag| self.prefixes.get(flag)).flatten()
    }

    pub(super) fn suffixes(&self, flags: &BTreeSet<Flag>) -> impl Iterator<Item = &Affix> {
        flags.iter().filter_map(|flag| self.suffixes.get(flag)).flatten()
    }

    /// Returns what the dictionary does besides affixes.
    pub(super) fn unsupported(&self) -> Option<&'static str> {
        self.has_compounds.then_some("makes compounds of stems")
    }
}

impl Affix {
    /// Returns the form of a text with this prefix, if the text may have it.
    pub(super) fn prefix(&self, text: &str) -> Option<String> {
        let matches = self.matches(text.chars().take(self.condition.len()));
        let rest = text.strip_prefix(&*self.strip).filter(|rest| matches && !rest.is_empty())?;
        Some(format!("{}{rest}", self.add))
    }

    /// Returns the form of a text with this suffix, if the text may have it.
    pub(super) fn suffix(&self, text: &str) -> Option<String> {
        let length = text.chars().count();
        let start = length.checked_sub(self.condition.len())?;
        let matches = self.matches(text.chars().skip(start));
        let rest = text.strip_suffix(&*self.strip).filter(|rest| matches && !rest.is_empty())?;
        Some(format!("{rest}{}", self.add))
    }

    fn matches(&self, characters: impl Iterator<Item = char>) -> bool {
        let mut matched = 0;
        for (class, character) in self.condition.iter().zip(characters) {
            let is_allowed = match class {
                Class::Any => true,
                Class::In(characters) => characters.contains(&character),
                Class::NotIn(characters) => !characters.contains(&character),
            };
            if !is_allowed {
                return false;
            }
            matched += 1;
        }
        matched == self.condition.len()
    }
}

fn condition_of(text: &str) -> Vec<Class> {
    if text == "." {
        return Vec::new();
    }
    let mut classes = Vec::new();
    let mut characters = text.chars();
    // Each step takes at least one of the characters.
    while let Some(character) = characters.next() {
        classes.push(match character {
            '.' => Class::Any,
            '[' => {
                let inside: Vec<char> = characters.by_ref().take_while(|c| *c != ']').collect();
                match inside.split_first() {
                    Some(('^', rest)) => Class::NotIn(rest.to_vec()),
                    _ => Class::In(inside),
                }
            }
            character => Class::In(vec![character]),
        });
    }
    classes
}
