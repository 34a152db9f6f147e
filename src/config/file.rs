//! The configuration file: settings of the service in TOML, under the names of its flags.

use std::env;
use std::io;
use std::path::Path;

use clap::builder::ArgAction;
use clap::error::ErrorKind;
use clap::{Arg, Command, CommandFactory as _, FromArgMatches as _, Parser as _};
use thiserror::Error;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::environment::check_variables;
use super::{Cli, Command as Subcommand, ServeArgs};
use crate::registry::files::read_text;

/// The reason why a configuration file cannot be used.
#[derive(Debug, Error)]
pub enum FileError {
    /// The file cannot be read.
    #[error("--config: {file}: {error}")]
    Unreadable {
        /// The file.
        file: String,
        /// The I/O error.
        error: io::Error,
    },
    /// A line is wrong.
    #[error("{file}:{line}: {detail}")]
    Line {
        /// The file.
        file: String,
        /// The number of the line, counted from 1.
        line: usize,
        /// A description of the error.
        detail: String,
    },
}

impl Cli {
    /// Parses the command line of the process, with the settings of the configuration file that it
    /// names as defaults. Ends the process with a message if anything is wrong.
    #[must_use]
    pub fn from_process() -> Self {
        let cli = Self::parse();
        let serve = match &cli.command {
            None => &cli.serve,
            Some(Subcommand::Serve(args)) => args,
            Some(_) => return cli,
        };
        let variables = env::vars_os();
        let variables = variables.filter_map(|(name, value)| {
            Some((name.into_string().ok()?, value.into_string().ok()?))
        });
        if let Err(error) = check_variables(variables) {
            clap::Error::raw(ErrorKind::UnknownArgument, format!("{error}\n")).exit()
        }
        let Some(file) = serve.config.clone() else { return cli };
        let with_file = with_settings(Self::command(), &file).unwrap_or_else(|error| {
            clap::Error::raw(ErrorKind::InvalidValue, format!("{error}\n")).exit()
        });
        Self::from_arg_matches(&with_file.get_matches()).unwrap_or_else(|error| error.exit())
    }
}

/// Makes the settings of a file the defaults of a command. Flags and environment variables override
/// defaults.
///
/// # Errors
/// [`FileError`].
pub fn with_settings(mut command: Command, file: &Path) -> Result<Command, FileError> {
    let name = file.display().to_string();
    let text =
        read_text(file).map_err(|error| FileError::Unreadable { file: name.clone(), error })?;
    let error_at = |offset: usize, detail: String| {
        let line = text[..offset].matches('\n').count() + 1;
        FileError::Line { file: name.clone(), line, detail }
    };
    let table = DeTable::parse(&text).map_err(|error| {
        let offset = error.span().map_or(0, |span| span.start);
        error_at(offset, error.message().to_owned())
    })?;
    let flags = <ServeArgs as clap::Args>::augment_args(Command::new("wordcourt"));
    let mut settings: Vec<_> = table.into_inner().into_iter().collect();
    settings.sort_by_key(|(key, _)| key.span().start);
    for (key, value) in settings {
        let flag = flag_of(&flags, key.get_ref());
        let values = flag.and_then(|flag| values_of(flag, value).map(|values| (flag, values)));
        let (flag, values) = values.map_err(|detail| error_at(key.span().start, detail))?;
        let id = flag.get_id().clone();
        let set = |arg: Arg| arg.default_values(values.clone());
        command =
            command.mut_arg(&id, set).mut_subcommand("serve", |serve| serve.mut_arg(&id, set));
    }
    Ok(command)
}

/// Returns the flag with the name of a setting.
fn flag_of<'f>(flags: &'f Command, key: &str) -> Result<&'f Arg, String> {
    let mut settable = flags
        .get_arguments()
        .filter(|flag| !["config", "check_config"].contains(&flag.get_id().as_str()));
    settable.find(|flag| flag.get_long() == Some(key)).ok_or_else(|| {
        format!(
            "unknown setting {key:?}; settings are the flags of `wordcourt serve --help`, without --"
        )
    })
}

/// Returns the values of a flag, after checking them.
fn values_of(flag: &Arg, value: Spanned<DeValue<'_>>) -> Result<Vec<String>, String> {
    let key = flag.get_long().unwrap_or_default();
    let is_switch = matches!(flag.get_action(), ArgAction::SetTrue);
    let values = match value.into_inner() {
        DeValue::Boolean(is_set) if is_switch => return Ok(vec![is_set.to_string()]),
        _ if is_switch => return Err(format!("{key} must be true or false")),
        DeValue::Array(items) if flag.get_value_delimiter().is_some() => {
            items.into_iter().map(|item| text_of(item.into_inner())).collect()
        }
        value => text_of(value).map(|text| vec![text]),
    };
    let values = values.ok_or_else(|| format!("{key} must be a text or a whole number"))?;
    let check = Command::new("wordcourt").arg(flag.clone());
    let given = values.iter().map(|value| format!("--{key}={value}"));
    match check.try_get_matches_from(std::iter::once("wordcourt".to_owned()).chain(given)) {
        Ok(_) => Ok(values),
        Err(error) => {
            let message = error.to_string();
            // A usage follows the first paragraph.
            let lines = message.trim_start_matches("error: ").lines().map(str::trim);
            let lines: Vec<&str> = lines.take_while(|line| !line.is_empty()).collect();
            Err(lines.join(" "))
        }
    }
}

fn text_of(value: DeValue<'_>) -> Option<String> {
    match value {
        DeValue::String(text) => Some(text.into_owned()),
        DeValue::Integer(number) => {
            i64::from_str_radix(number.as_str(), number.radix()).ok().map(|value| value.to_string())
        }
        _ => None,
    }
}
