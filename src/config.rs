//! The command line: every flag has an environment variable, and its doc comment is its help.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, Parser, Subcommand};

use crate::court::manifest::{NotAName, check_name};
use crate::http::access_log::LogFormat;
use crate::http::gate::Rate;
use crate::listen::Address;
use crate::rules::Variant;

/// The referee that word games plug in.
///
/// Without a subcommand it serves.
#[derive(Debug, Parser)]
#[command(name = "wordcourt", version, args_conflicts_with_subcommands = true)]
pub struct Cli {
    /// What to do.
    #[command(subcommand)]
    pub command: Option<Command>,
    /// How to serve.
    #[command(flatten)]
    pub serve: ServeArgs,
}

/// What to do.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Serves over HTTP (the default).
    Serve(Box<ServeArgs>),
    /// Prints the `OpenAPI` document.
    Openapi,
    /// Shows or checks lexicons.
    #[command(subcommand)]
    Lexicon(LexiconCommand),
    /// Makes a new API key: prints it, and the line to keep for it.
    Key {
        /// Who gets it.
        name: String,
    },
    /// Judges words: prints a line each and fails if one doesn't count.
    Check(CheckArgs),
}

/// What to do with lexicons.
#[derive(Debug, Subcommand)]
pub enum LexiconCommand {
    /// Shows name, edition, digest and counts of the compiled-in lexicon.
    Info,
    /// Checks a lexicon text and names every bad line.
    Check {
        /// The text: one word a line, or tab-separated word, marks, lemma, definition, tier.
        file: PathBuf,
    },
    /// Prints a lexicon text with definitions from your own copy of `WordNet`, where it has none yet.
    Gloss {
        /// The text; the compiled-in one if left out.
        file: Option<PathBuf>,
        /// The directory with the files of `WordNet`: index.noun, data.noun and so on, in Debian /usr/share/wordnet.
        #[arg(long)]
        wordnet: PathBuf,
    },
}

/// How to judge words.
#[derive(Debug, Args)]
pub struct CheckArgs {
    /// The words.
    #[arg(required = true)]
    pub words: Vec<String>,
    /// The game whose rules decide; without it the lexicon alone does.
    #[arg(long, value_parser = parse_variant)]
    pub variant: Option<Variant>,
}

fn parse_variant(slug: &str) -> Result<Variant, String> {
    Variant::from_slug(slug).ok_or_else(|| format!("there are {}", Variant::ALL.map(Variant::slug).join(", ")))
}

/// How to serve.
#[derive(Debug, Clone, Args)]
pub struct ServeArgs {
    /// Where requests are taken.
    #[command(flatten)]
    pub listen: ListenArgs,
    /// Who may ask, and how often.
    #[command(flatten)]
    pub gate: GateArgs,
    /// Which lexicons are in force.
    #[command(flatten)]
    pub lexicons: LexiconArgs,
    /// Who may change that.
    #[command(flatten)]
    pub admin: AdminArgs,
    /// What bounds the work.
    #[command(flatten)]
    pub limits: LimitArgs,
    /// What is logged.
    #[command(flatten)]
    pub log: LogArgs,
}

/// Where requests are taken.
#[derive(Debug, Clone, Args)]
pub struct ListenArgs {
    /// Address and port of the service, or unix:PATH; port 0 takes any free one. Without it the service listens on 127.0.0.1:8080, or on --port.
    #[arg(long, env = "WORDCOURT_LISTEN")]
    pub listen: Option<Address>,
    /// Port of the service on all addresses, as platforms hand it out.
    #[arg(long, env = "PORT")]
    pub port: Option<u16>,
    /// Address and port of probes and metrics.
    #[arg(long, env = "WORDCOURT_OPS_LISTEN", default_value = "127.0.0.1:9090")]
    pub ops_listen: SocketAddr,
    /// Threads that answer requests; as many as there are cores if left out.
    #[arg(long, env = "WORDCOURT_WORKERS", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub workers: Option<u16>,
    /// How long the head of a request may take to arrive, from the connection's beginning.
    #[arg(long, env = "WORDCOURT_HEAD_TIMEOUT", default_value = "5s", value_parser = humantime::parse_duration)]
    pub head_timeout: Duration,
    /// How long a client may take nothing of an answer that waits for it; 0s waits as long as the system does.
    #[arg(long, env = "WORDCOURT_STALL_TIMEOUT", default_value = "30s", value_parser = humantime::parse_duration)]
    pub stall_timeout: Duration,
    /// How long a connection may rest between requests; more than a balancer in front lets it rest.
    #[arg(long, env = "WORDCOURT_KEEP_ALIVE", default_value = "75s", value_parser = humantime::parse_duration)]
    pub keep_alive: Duration,
    /// How long `/readyz` says no before the listener closes, so that balancers notice.
    #[arg(long, env = "WORDCOURT_DRAIN_DELAY", default_value = "0s", value_parser = humantime::parse_duration)]
    pub drain_delay: Duration,
    /// How long requests under way may take after that.
    #[arg(long, env = "WORDCOURT_SHUTDOWN_TIMEOUT", default_value = "30s", value_parser = humantime::parse_duration)]
    pub shutdown_timeout: Duration,
}

impl ListenArgs {
    /// Where the service listens.
    #[must_use]
    pub fn address(&self) -> Address {
        const DEFAULT: SocketAddr = SocketAddr::new(IpAddr::V4(Ipv4Addr::LOCALHOST), 8080);
        let on_port = self.port.map(|port| SocketAddr::new(IpAddr::V4(Ipv4Addr::UNSPECIFIED), port));
        self.listen.clone().unwrap_or_else(|| Address::Tcp(on_port.unwrap_or(DEFAULT)))
    }
}

/// Who may ask, and how often.
#[derive(Debug, Clone, Args)]
pub struct GateArgs {
    /// A file with those who may ask, one a line: a name and the SHA-256 of an API key, as `wordcourt key NAME` makes them. Without it anybody may.
    #[arg(long, env = "WORDCOURT_API_KEYS")]
    pub api_keys: Option<PathBuf>,
    /// How often each of them, or without keys each address, may ask: 600/1m. Without it as often as they like.
    #[arg(long, env = "WORDCOURT_RATE_LIMIT")]
    pub rate_limit: Option<Rate>,
    /// The header in which a balancer in front passes on the address that it asks for, such as X-Forwarded-For; its last entry counts.
    #[arg(long, env = "WORDCOURT_ADDRESS_HEADER")]
    pub address_header: Option<String>,
    /// The origins of web pages that may ask, such as <https://game.example>, or * for all.
    #[arg(long = "cors-origins", env = "WORDCOURT_CORS_ORIGINS", value_delimiter = ',')]
    pub origins: Vec<String>,
}

/// Which lexicons are in force.
#[derive(Debug, Clone, Args)]
pub struct LexiconArgs {
    /// Where lexicons come from beside the compiled-in one: a directory with a manifest.json, or with files NAME.tsv or NAME.txt (also .gz) and
    /// NAME.categories.tsv.
    #[arg(long = "lexicons", env = "WORDCOURT_LEXICONS")]
    pub location: Option<String>,
    /// How often that place is looked at for changes; 0s looks only at start and on SIGHUP.
    #[arg(long = "lexicons-poll", env = "WORDCOURT_LEXICONS_POLL", default_value = "30s", value_parser = humantime::parse_duration)]
    pub poll: Duration,
    /// A directory that keeps what is in force over restarts; one process at a time can have it. Without it uploads are gone when the process is.
    #[arg(long, env = "WORDCOURT_STATE")]
    pub state: Option<PathBuf>,
    /// The lexicon that rules wherever a request names none.
    #[arg(long, env = "WORDCOURT_DEFAULT_LEXICON", default_value = crate::lexicon::source::DEFAULT_NAME, value_parser = parse_name)]
    pub default_lexicon: String,
    /// Does without the compiled-in lexicon, and saves its memory; another one has to be there then.
    #[arg(long, env = "WORDCOURT_WITHOUT_COMPILED_IN")]
    pub without_compiled_in: bool,
    /// How many editions of each lexicon are answered for, the one in force included.
    #[arg(long, env = "WORDCOURT_EDITIONS_HELD", default_value_t = 3, value_parser = parse_editions)]
    pub editions_held: usize,
    /// The longest lexicon text, in bytes when unpacked.
    #[arg(long, env = "WORDCOURT_LEXICON_LIMIT", default_value_t = 64 << 20)]
    pub lexicon_limit: usize,
}

fn parse_name(text: &str) -> Result<String, NotAName> {
    check_name(text).map(|()| text.to_owned())
}

fn parse_editions(text: &str) -> Result<usize, String> {
    text.parse().ok().filter(|held| (1..=32).contains(held)).ok_or_else(|| "1 to 32 editions are held".to_owned())
}

/// Who may change what is in force.
#[derive(Debug, Clone, Args)]
pub struct AdminArgs {
    /// A file with the bearer tokens of those who may change lexicons, one a line: NAME TOKEN. Without any, only requests from this machine may.
    #[arg(long, env = "WORDCOURT_ADMIN_TOKENS")]
    pub admin_tokens: Option<PathBuf>,
    /// One such token; better given by the environment than on the command line.
    #[arg(long, env = "WORDCOURT_ADMIN_TOKEN", hide_env_values = true)]
    pub admin_token: Option<String>,
    /// Lets nobody change lexicons over HTTP.
    #[arg(long, env = "WORDCOURT_READ_ONLY")]
    pub read_only: bool,
}

/// What bounds the work.
#[derive(Debug, Clone, Copy, Args)]
pub struct LimitArgs {
    /// The longest request body, in bytes.
    #[arg(long, env = "WORDCOURT_BODY_LIMIT", default_value_t = 1 << 20)]
    pub body_limit: usize,
    /// How long a request body may take to arrive.
    #[arg(long, env = "WORDCOURT_BODY_TIMEOUT", default_value = "15s", value_parser = humantime::parse_duration)]
    pub body_timeout: Duration,
    /// Costly searches that run at once; as many as there are cores if left out.
    #[arg(long, env = "WORDCOURT_SEARCHES", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub searches: Option<u16>,
    /// Costly searches that wait for their turn; more are turned away with 503.
    #[arg(long, env = "WORDCOURT_SEARCH_QUEUE", default_value_t = 64)]
    pub search_queue: usize,
    /// Bytes of answers that are kept for each lexicon; 0 keeps none.
    #[arg(long, env = "WORDCOURT_ANSWER_CACHE", default_value_t = 64 << 20)]
    pub answer_cache: u64,
}

/// What is logged.
#[derive(Debug, Clone, Args)]
pub struct LogArgs {
    /// How log lines look.
    #[arg(long, env = "WORDCOURT_LOG_FORMAT", value_enum, default_value_t)]
    pub log_format: LogFormat,
    /// Which events are logged: a level, or a filter such as `info,wordcourt=debug`.
    #[arg(long, env = "WORDCOURT_LOG_LEVEL", default_value = "info")]
    pub log_level: String,
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory as _;

    use super::*;

    #[test]
    fn the_command_line_is_well_formed_and_every_serve_flag_has_a_variable() {
        let command = Cli::command();
        command.clone().debug_assert();
        let undocumented = |argument: &&clap::Arg| {
            argument.get_long().is_some_and(|long| !matches!(long, "help" | "version"))
                && (argument.get_env().is_none() || argument.get_help().is_none())
        };
        assert_eq!(command.get_arguments().find(undocumented), None);
    }
}
