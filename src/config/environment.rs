//! Environment variables that look like settings of the service and are none.

use clap::{Args as _, Command};

use super::ServeArgs;

/// The prefix of the environment variables that are settings.
const PREFIX: &str = "WORDCOURT_";

/// Checks the names of environment variables. A misspelt one would silently set nothing.
///
/// # Errors
/// A description of the first variable, in alphabetical order, that is no setting.
pub fn check_variables(variables: impl Iterator<Item = (String, String)>) -> Result<(), String> {
    let flags = ServeArgs::augment_args(Command::new("wordcourt"));
    let known: Vec<&str> =
        flags.get_arguments().filter_map(|flag| flag.get_env()?.to_str()).collect();
    let is_unknown = |(name, value): &(String, String)| {
        let is_ours = name.starts_with(PREFIX) && !known.contains(&name.as_str());
        is_ours && !is_of_kubernetes(name, value)
    };
    let Some((name, _)) = variables.filter(is_unknown).min() else { return Ok(()) };
    let near = known.iter().map(|known| (strsim::damerau_levenshtein(known, &name), *known));
    let hint = match near.min() {
        Some((distance, known)) if distance <= 3 => format!("did you mean {known}?"),
        _ => "`wordcourt serve --help` lists those that exist".to_owned(),
    };
    Err(format!("the environment variable {name} is no setting; {hint}"))
}

/// Returns true if Kubernetes sets a variable like this for each service of a namespace whose name
/// begins with `wordcourt`.
fn is_of_kubernetes(name: &str, value: &str) -> bool {
    let is_address = ["tcp://", "udp://", "sctp://"].iter().any(|scheme| value.starts_with(scheme));
    let has_port = |(_, port): (&str, &str)| port.starts_with(|first: char| first.is_ascii_digit());
    name.contains("_SERVICE_HOST")
        || name.contains("_SERVICE_PORT")
        || name.rsplit_once("_PORT_").is_some_and(has_port)
        || name.split_once("_PORT_").is_some_and(has_port)
        || (name.ends_with("_PORT") && is_address)
}
