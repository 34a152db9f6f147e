//! The command line. Every flag of the service has an environment variable. The doc comment of a
//! flag is its help text.

mod address;
mod environment;
mod file;
mod health;
mod import;
mod key;
mod log;
mod offline;
mod rate;
mod verify;

pub use address::Address;
pub use environment::check_variables;
pub use file::{FileError, with_settings};
pub use health::{HealthArgs, HttpUrl};
pub use import::ImportArgs;
pub use key::KeyLimits;
pub use log::{LogArgs, LogFormat, LoggedRequests};
pub use offline::{CallArgs, CheckArgs, EditionArgs, LexiconChoice, ManArgs, word_text};
pub use rate::{CpuTime, Rate};
pub use verify::VerifyArgs;

use std::ffi::OsString;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::{Args, Parser, Subcommand};

use crate::registry::manifest::{InvalidName, check_name};
use crate::registry::updater::DEFAULT_MAX_LEXICONS;
use crate::registry::wordnet::{DEFAULT_DIRECTORY, OpenError, WordNet};

/// A referee for word games.
///
/// Without a subcommand, it starts the service.
#[derive(Debug, Parser)]
#[command(name = "wordcourt", version, args_conflicts_with_subcommands = true)]
pub struct Cli {
    /// The subcommand.
    #[command(subcommand)]
    pub command: Option<Command>,
    /// The settings of the service.
    #[command(flatten)]
    pub serve: ServeArgs,
}

/// A subcommand.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Start the service (the default).
    Serve(Box<ServeArgs>),
    /// Print the OpenAPI document.
    Openapi {
        /// Print the document of the admin operations instead.
        #[arg(long)]
        admin: bool,
    },
    /// Inspect and check lexicons, and add definitions to them.
    #[command(subcommand)]
    Lexicon(LexiconCommand),
    /// Create an API key and print it, with its line for the file of --api-keys.
    Key {
        /// Create a key that signs rulings instead, and print the file for --signing-key.
        #[arg(long)]
        signing: bool,
        /// Write the secret to a new file, which only its owner may read, instead of printing it.
        #[arg(long, value_name = "FILE")]
        output: Option<PathBuf>,
        /// Name of the client that the key is for, or of the service whose rulings it signs, such
        /// as club.example.
        name: String,
        /// What the key may do, and until when.
        #[command(flatten)]
        limits: KeyLimits,
    },
    /// Check words against a lexicon.
    ///
    /// The exit code is 0 if all words are valid, 1 if one is not, and 2 if the words or the
    /// lexicon can't be read.
    Check(CheckArgs),
    /// Answer a request without a service, with the same response.
    ///
    /// The exit code is 0 if the request is answered, 1 if it has a problem, which is printed in
    /// place of the response, and 2 if the request or the lexicons can't be read.
    Call(CallArgs),
    /// Compute recorded answers again and compare them.
    ///
    /// The exit code is 0 if all are the same, 1 if one differs or the hash chain of a log is
    /// broken, 2 if one can't be verified, for example because its edition is not available, 3 if a
    /// signature is invalid, and 4 if all records are genuine but something beside them was not
    /// compared, such as the page of a ruling sheet.
    Verify(VerifyArgs),
    /// Check that a running service is ready, without a shell or an HTTP client.
    ///
    /// The exit code is 0 if the status of the response is one of success, else 1.
    Health(HealthArgs),
    /// Print a script that completes the command line in a shell.
    Completions {
        /// The shell.
        shell: clap_complete::Shell,
    },
    /// Print the manual page, or write one for each subcommand.
    Man(ManArgs),
}

/// A subcommand for lexicons.
#[derive(Debug, Subcommand)]
pub enum LexiconCommand {
    /// Show the name, edition, digest and word counts of the embedded lexicon.
    Info,
    /// Check a lexicon text and print its bad lines (at most 100).
    Check {
        /// The text: one word per line, optionally followed by marks, lemma, definition and
        /// tier, separated by tabs.
        file: PathBuf,
    },
    /// Read word lists that people have, and write a lexicon text.
    ///
    /// The report says what was left out and why. The exit code is 2 if there are no words to keep.
    Import(ImportArgs),
    /// Print a lexicon text, with definitions from a copy of WordNet added to words that have
    /// none.
    Gloss {
        /// The text; by default that of the embedded lexicon.
        file: Option<PathBuf>,
        /// Directory with the files of WordNet (index.noun, data.noun, …), such as
        /// /usr/share/wordnet on Debian.
        #[arg(long, value_name = "DIRECTORY")]
        wordnet: PathBuf,
    },
}

/// The default address of the operations listener.
pub const DEFAULT_OPS_LISTEN: &str = "127.0.0.1:9090";
/// The default size limit of a text of an edition, in bytes.
pub const DEFAULT_LEXICON_LIMIT: usize = 64 << 20;

/// The settings of the service.
#[derive(Debug, Clone, Args)]
pub struct ServeArgs {
    /// File with settings in TOML, under the names of the flags: `rate-limit = "600/1m"`. Flags and
    /// environment variables override it. It is read only at the start.
    #[arg(long, value_name = "FILE", env = "WORDCOURT_CONFIG")]
    pub config: Option<PathBuf>,
    /// Check the settings and the files that they name, apart from lexicons, and end.
    #[arg(long, env = "WORDCOURT_CHECK_CONFIG")]
    pub check_config: bool,
    /// The listeners.
    #[command(flatten)]
    pub listen: ListenArgs,
    /// Authentication, rate limit and CORS.
    #[command(flatten)]
    pub access: AccessArgs,
    /// The lexicons.
    #[command(flatten)]
    pub lexicons: LexiconArgs,
    /// The administration of lexicons.
    #[command(flatten)]
    pub admin: AdminArgs,
    /// The limits.
    #[command(flatten)]
    pub limits: LimitArgs,
    /// The logs.
    #[command(flatten)]
    pub log: LogArgs,
}

/// The settings of the listeners.
#[derive(Debug, Clone, Args)]
#[command(next_help_heading = "Listeners")]
pub struct ListenArgs {
    /// Address and port of the service, or unix:PATH for a Unix socket; port 0 selects a free port.
    /// By default 127.0.0.1:8080, or with --port that port on 0.0.0.0.
    #[arg(long, value_name = "ADDRESS", env = "WORDCOURT_LISTEN")]
    pub listen: Option<Address>,
    /// Port of the service on all IPv4 addresses, for platforms that assign a port; --listen
    /// overrides it.
    #[arg(long, env = "PORT")]
    pub port: Option<u16>,
    /// Address and port of the operations listener: probes, metrics and administration.
    #[arg(
        long,
        value_name = "ADDRESS",
        env = "WORDCOURT_OPS_LISTEN",
        default_value = DEFAULT_OPS_LISTEN
    )]
    pub ops_listen: SocketAddr,
    /// Number of threads that serve requests; by default one per core.
    #[arg(long, value_name = "COUNT", env = "WORDCOURT_WORKERS", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub workers: Option<u16>,
    /// Do not serve the pages for people: front door, documentation, playground, rulebook. The
    /// operations, the OpenAPI document and the index of `/` stay.
    #[arg(long, env = "WORDCOURT_NO_PAGES")]
    pub no_pages: bool,
    /// The address for reports of vulnerabilities, such as `mailto:security@game.example`, which
    /// /.well-known/security.txt states.
    #[arg(long, value_name = "URI", env = "WORDCOURT_CONTACT", value_parser = address::contact)]
    pub contact: Option<String>,
    /// Close a connection if the headers of a request have not arrived after this time.
    #[arg(long, value_name = "TIME", env = "WORDCOURT_HEADER_TIMEOUT", default_value = "5s", value_parser = humantime::parse_duration)]
    pub header_timeout: Duration,
    /// Close a connection if its client reads nothing of a pending response for this long, or less
    /// than 1 KiB/s; 0s uses the default of the OS.
    #[arg(long, value_name = "TIME", env = "WORDCOURT_WRITE_TIMEOUT", default_value = "30s", value_parser = humantime::parse_duration)]
    pub write_timeout: Duration,
    /// Keep-alive timeout; set it higher than the load balancer's idle timeout.
    #[arg(long, value_name = "TIME", env = "WORDCOURT_KEEP_ALIVE", default_value = "75s", value_parser = humantime::parse_duration)]
    pub keep_alive: Duration,
    /// At shutdown, time for which /readyz fails before the listener closes, so that load balancers
    /// notice.
    #[arg(long, value_name = "TIME", env = "WORDCOURT_DRAIN_DELAY", default_value = "0s", value_parser = humantime::parse_duration)]
    pub drain_delay: Duration,
    /// At shutdown, time after the drain delay for the requests in progress to complete.
    #[arg(long, value_name = "TIME", env = "WORDCOURT_SHUTDOWN_TIMEOUT", default_value = "30s", value_parser = humantime::parse_duration)]
    pub shutdown_timeout: Duration,
}

impl ListenArgs {
    /// Returns the address of the service.
    #[must_use]
    pub fn address(&self) -> Address {
        const DEFAULT: SocketAddr = SocketAddr::new(IpAddr::V4(Ipv4Addr::LOCALHOST), 8080);
        let on_port =
            self.port.map(|port| SocketAddr::new(IpAddr::V4(Ipv4Addr::UNSPECIFIED), port));
        self.listen.clone().unwrap_or_else(|| Address::Tcp(on_port.unwrap_or(DEFAULT)))
    }
}

/// The settings of authentication, rate limit, CORS and signatures.
#[derive(Debug, Clone, Args)]
#[command(next_help_heading = "Authentication and rate limits")]
pub struct AccessArgs {
    /// File of API keys. Each line has the name of a client and the SHA-256 of its key, as printed
    /// by `wordcourt key NAME`, and optionally an expiry date, scopes and a rate. It is read again when
    /// it changes.
    /// By default, no key is needed.
    #[arg(long, value_name = "FILE", env = "WORDCOURT_API_KEYS")]
    pub api_keys: Option<PathBuf>,
    /// Rate limit per API key, or per client address for requests without a valid key, such as
    /// 600/1m. By default, there is no limit.
    #[arg(long, value_name = "RATE", env = "WORDCOURT_RATE_LIMIT")]
    pub rate_limit: Option<Rate>,
    /// Header in which a reverse proxy passes the client address, such as X-Forwarded-For; the last
    /// entry is used.
    #[arg(long, value_name = "HEADER", env = "WORDCOURT_ADDRESS_HEADER")]
    pub address_header: Option<String>,
    /// Origins whose web pages may send requests, also to /mcp, separated by commas, such as
    /// `https://game.example`; * allows all, which is for development.
    #[arg(long, value_name = "ORIGINS", env = "WORDCOURT_CORS_ORIGINS", value_delimiter = ',')]
    pub cors_origins: Vec<String>,
    /// File with the key that signs rulings for requests that prefer it, as printed by `wordcourt
    /// key --signing NAME`, and with the verifier keys that signed earlier. It is read again when it
    /// changes. By default, nothing is signed.
    #[arg(long, value_name = "FILE", env = "WORDCOURT_SIGNING_KEY")]
    pub signing_key: Option<PathBuf>,
    /// Use files of signing keys and admin tokens although every user of the machine may read them.
    #[arg(long, env = "WORDCOURT_ALLOW_READABLE_SECRETS")]
    pub allow_readable_secrets: bool,
}

/// The settings of the lexicons.
#[derive(Debug, Clone, Args)]
#[command(next_help_heading = "Lexicons")]
pub struct LexiconArgs {
    /// Source from which lexicons are fetched: a directory with a manifest.json, or with files
    /// NAME.tsv or NAME.txt and optionally NAME.categories.tsv, each also as .gz. A build with the
    /// feature object-store also takes a URL, such as `s3://bucket/path`.
    #[arg(long, value_name = "SOURCE", env = "WORDCOURT_LEXICON_SOURCE")]
    pub lexicon_source: Option<String>,
    /// Time between polls of the lexicon source; 0s polls only at the start, on SIGHUP and on
    /// POST /admin/reload.
    #[arg(long, value_name = "TIME", env = "WORDCOURT_LEXICON_SOURCE_POLL", default_value = "30s", value_parser = humantime::parse_duration)]
    pub lexicon_source_poll: Duration,
    /// Directory that stores the active and retained editions across restarts; only one process at
    /// a time can use it. If it cannot be written, changes are refused. Without it, uploads are
    /// lost when the process ends.
    #[arg(long, value_name = "DIRECTORY", env = "WORDCOURT_STATE_DIR")]
    pub state_dir: Option<PathBuf>,
    /// Name of the lexicon that is used when a request names none.
    #[arg(long, value_name = "NAME", env = "WORDCOURT_DEFAULT_LEXICON", default_value = crate::lexicon::source::DEFAULT_NAME, value_parser = parse_name)]
    pub default_lexicon: String,
    /// Do not load the embedded lexicon, to save its memory; the default lexicon must then come
    /// from the lexicon source or the state directory.
    #[arg(long, env = "WORDCOURT_NO_EMBEDDED_LEXICON")]
    pub no_embedded_lexicon: bool,
    /// Number of editions to retain per lexicon, including the active one.
    #[arg(long, value_name = "COUNT", env = "WORDCOURT_KEEP_EDITIONS", default_value_t = 3, value_parser = parse_keep_editions)]
    pub keep_editions: usize,
    /// Number of lexicons that can be active; each needs its own memory.
    #[arg(long, value_name = "COUNT", env = "WORDCOURT_MAX_LEXICONS", default_value_t = DEFAULT_MAX_LEXICONS, value_parser = parse_max_lexicons)]
    pub max_lexicons: usize,
    /// The source of meanings.
    #[command(flatten)]
    pub meanings: MeaningArgs,
    /// Size limit per text of an edition (words or categories), in bytes after decompression.
    #[arg(long, value_name = "BYTES", env = "WORDCOURT_LEXICON_LIMIT", default_value_t = DEFAULT_LEXICON_LIMIT)]
    pub lexicon_limit: usize,
}

/// The source of the meanings of words.
#[derive(Debug, Clone, Args)]
pub struct MeaningArgs {
    /// Directory of an installed WordNet, whose glosses are shown as the meanings of words; empty
    /// to show none. By default /usr/share/wordnet (Debian's package wordnet-base), if it exists.
    #[arg(long, value_name = "DIRECTORY", env = "WORDCOURT_WORDNET", value_parser = clap::value_parser!(OsString))]
    pub wordnet: Option<OsString>,
}

impl MeaningArgs {
    /// Opens the copy of WordNet, if there is one.
    ///
    /// # Errors
    /// The given directory lacks a file.
    pub fn open(&self) -> Result<Option<WordNet>, OpenError> {
        match &self.wordnet {
            None => Ok(WordNet::open(Path::new(DEFAULT_DIRECTORY)).ok()),
            Some(directory) if directory.is_empty() => Ok(None),
            Some(directory) => WordNet::open(Path::new(directory)).map(Some),
        }
    }
}

fn parse_name(text: &str) -> Result<String, InvalidName> {
    check_name(text).map(|()| text.to_owned())
}

fn parse_max_lexicons(text: &str) -> Result<usize, String> {
    let count = text.parse().ok().filter(|count| (1..=256).contains(count));
    count.ok_or_else(|| "expected a number from 1 to 256".to_owned())
}

fn parse_keep_editions(text: &str) -> Result<usize, String> {
    let count = text.parse().ok().filter(|count| (1..=32).contains(count));
    count.ok_or_else(|| "expected a number from 1 to 32".to_owned())
}

/// The settings of the administration.
#[derive(Debug, Clone, Args)]
#[command(next_help_heading = "Administration")]
pub struct AdminArgs {
    /// File of admin tokens. Each line has the name of an operator and their bearer token, or
    /// `sha256:` and its SHA-256. It is read again when it changes. Without tokens, only requests from
    /// the same machine may change lexicons.
    #[arg(long, value_name = "FILE", env = "WORDCOURT_ADMIN_TOKENS")]
    pub admin_tokens: Option<PathBuf>,
    /// Another admin token. Set it in the environment, because other users can see command lines.
    #[arg(long, value_name = "TOKEN", env = "WORDCOURT_ADMIN_TOKEN", hide_env_values = true)]
    pub admin_token: Option<String>,
    /// Refuse an upload that lacks more than this share of the words of the active edition, in
    /// percent, unless it has `force=true`. 100 allows all.
    #[arg(long, value_name = "PERCENT", env = "WORDCOURT_MAX_SHRINK", default_value_t = 20, value_parser = clap::value_parser!(u8).range(0..=100))]
    pub max_shrink: u8,
    /// Refuse all changes to lexicons over HTTP.
    #[arg(long, env = "WORDCOURT_READ_ONLY")]
    pub read_only: bool,
}

/// The limits.
#[derive(Debug, Clone, Copy, Args)]
#[command(next_help_heading = "Limits")]
pub struct LimitArgs {
    /// Size limit of a request body, in bytes.
    #[arg(long, value_name = "BYTES", env = "WORDCOURT_BODY_LIMIT", default_value_t = 1 << 20)]
    pub body_limit: usize,
    /// Refuse a request if its body has not arrived after this time.
    #[arg(long, value_name = "TIME", env = "WORDCOURT_BODY_TIMEOUT", default_value = "15s", value_parser = humantime::parse_duration)]
    pub body_timeout: Duration,
    /// Size of the search pool: number of expensive searches that run at the same time; by default
    /// one per core.
    #[arg(long, value_name = "COUNT", env = "WORDCOURT_SEARCHES", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub searches: Option<u16>,
    /// Number of expensive searches that can wait for the search pool; further ones are refused
    /// with status 503.
    #[arg(long, value_name = "COUNT", env = "WORDCOURT_SEARCH_QUEUE", default_value_t = 64)]
    pub search_queue: usize,
    /// Refuse an expensive search with status 503 if it has waited for the search pool this long.
    #[arg(long, value_name = "TIME", env = "WORDCOURT_SEARCH_QUEUE_TIMEOUT", default_value = "500ms", value_parser = humantime::parse_duration)]
    pub search_queue_timeout: Duration,
    /// Processor time that one client may use for expensive searches in a period, such as 10s/1m.
    /// By default, there is no limit.
    #[arg(long, value_name = "TIME/PERIOD", env = "WORDCOURT_SEARCH_QUOTA")]
    pub search_quota: Option<CpuTime>,
    /// Size of the response cache per retained edition, in bytes; 0 disables caching.
    #[arg(long, value_name = "BYTES", env = "WORDCOURT_RESPONSE_CACHE", default_value_t = 64 << 20)]
    pub response_cache: u64,
    /// Memory for long responses that are being sent, in bytes; further ones are refused with
    /// status 503. One client gets at most half.
    #[arg(long, value_name = "BYTES", env = "WORDCOURT_RESPONSE_MEMORY", default_value_t = DEFAULT_RESPONSE_MEMORY)]
    pub response_memory: usize,
}

/// The default memory for long responses, in bytes.
pub const DEFAULT_RESPONSE_MEMORY: usize = 192 << 20;
