//! The subcommands of the binary.

mod call;
mod check;
mod health;
mod import;
mod keys;
mod lexicons;
mod stored_texts;
mod verify;

use std::error::Error;
use std::fs;
use std::io::{self, ErrorKind, Write as _};
use std::mem::ManuallyDrop;
use std::path::Path;
use std::process::ExitCode;

use clap::CommandFactory as _;

use crate::config::{Cli, Command, LexiconCommand, ManArgs, ServeArgs};
use crate::lexicon::wordnet::{self, Glosses, PARTS};
use crate::lexicon::{Lexicon, LexiconError, Marks, TextError, source, text};
use crate::server::{memory, telemetry};

/// The result of a command: the exit code of the process, or an error to print.
pub type Outcome = Result<ExitCode, Box<dyn Error>>;

/// The exit code if a command fails.
const FAILED: u8 = 1;
/// The exit code if the input of a command can't be used.
const UNUSABLE: u8 = 2;
/// The exit code if the output is closed, as that of a process that SIGPIPE ends.
const CLOSED_PIPE: u8 = 128 + 13;

/// Runs the subcommand of a command line.
///
/// # Errors
/// The error of the subcommand.
pub fn run(cli: Cli) -> Outcome {
    match cli.command.unwrap_or(Command::Serve(Box::new(cli.serve))) {
        Command::Serve(args) => serve(*args),
        Command::Openapi { admin } => openapi(admin),
        Command::Lexicon(LexiconCommand::Info) => lexicon_info(),
        Command::Lexicon(LexiconCommand::Check { file }) => lexicon_check(&file),
        Command::Lexicon(LexiconCommand::Import(args)) => import::run(&args),
        Command::Lexicon(LexiconCommand::Gloss { file, wordnet }) => {
            lexicon_gloss(file.as_deref(), &wordnet)
        }
        Command::Key { signing: true, name, output, limits: _ } => {
            keys::signing_key(&name, output.as_deref())
        }
        Command::Key { signing: false, name, output, limits } => {
            keys::api_key(&name, &limits, output.as_deref())
        }
        Command::Check(args) => Ok(check::run(&args)),
        Command::Call(args) => call::run(&args),
        Command::Verify(args) => verify::run(&args),
        Command::Health(args) => health::run(&args),
        Command::Completions { shell } => completions(shell),
        Command::Man(args) => manual(&args),
    }
}

/// Prints the error of a command and returns its exit code. If the reader of the output has closed
/// it, as `head` does, nothing is printed.
#[must_use]
pub fn report(error: &(dyn Error + 'static)) -> ExitCode {
    fail(error, FAILED)
}

/// Prints why the input of a command can't be used, and returns the exit code for this.
fn unusable(error: &(dyn Error + 'static)) -> ExitCode {
    fail(error, UNUSABLE)
}

fn fail(error: &(dyn Error + 'static), code: u8) -> ExitCode {
    let io_error = error.downcast_ref::<io::Error>();
    if io_error.is_some_and(|error| error.kind() == ErrorKind::BrokenPipe) {
        return CLOSED_PIPE.into();
    }
    let _ = writeln!(io::stderr(), "wordcourt: {error}");
    code.into()
}

/// Reads a file, or the standard input for -. The error names the file.
fn read_input(file: &Path) -> Result<String, String> {
    let read = if file == Path::new("-") {
        io::read_to_string(io::stdin().lock())
    } else {
        fs::read_to_string(file)
    };
    read.map_err(|error| format!("{}: {error}", file.display()))
}

fn serve(args: ServeArgs) -> Outcome {
    if args.check_config {
        crate::server::check(&args)?;
        writeln!(io::stdout(), "the settings are valid")?;
        return Ok(ExitCode::SUCCESS);
    }
    memory::disable_huge_pages();
    telemetry::start(args.log.log_format, &args.log.log_level)?;
    // When a runtime is dropped, it waits for its threads. One of them may be stuck in a file system
    // that does not respond; the end of the process ends it.
    let runtime = ManuallyDrop::new(actix_web::rt::System::new());
    runtime.block_on(crate::server::serve(args))?;
    Ok(ExitCode::SUCCESS)
}

fn openapi(admin: bool) -> Outcome {
    let document = crate::api::openapi::Document::new();
    let text = if admin { crate::server::admin::document(&document) } else { document.pretty() };
    io::stdout().write_all(text.as_bytes())?;
    Ok(ExitCode::SUCCESS)
}

fn completions(shell: clap_complete::Shell) -> Outcome {
    // In memory first, because a closed output would make the generator panic.
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Cli::command(), "wordcourt", &mut script);
    io::stdout().write_all(&script)?;
    Ok(ExitCode::SUCCESS)
}

fn manual(args: &ManArgs) -> Outcome {
    match &args.directory {
        None => clap_mangen::Man::new(Cli::command()).render(&mut io::stdout().lock())?,
        Some(directory) => clap_mangen::generate_to(Cli::command(), directory)
            .map_err(|error| format!("{}: {error}", directory.display()))?,
    }
    Ok(ExitCode::SUCCESS)
}

fn embedded() -> Result<Lexicon, LexiconError> {
    let source = source::embedded();
    Lexicon::from_text(&source.words, &source.categories)
}

fn lexicon_info() -> Outcome {
    let lexicon = embedded()?;
    let mut output = io::stdout().lock();
    writeln!(output, "name     {}", source::DEFAULT_NAME)?;
    writeln!(output, "edition  {}", source::DEFAULT_EDITION)?;
    writeln!(output, "digest   {}", lexicon.digest())?;
    writeln!(output, "words    {}", lexicon.len())?;
    for (mark, count) in lexicon.mark_counts() {
        writeln!(output, "  {mark:<13}{count:>7}")?;
    }
    writeln!(output, "categories")?;
    for category in lexicon.categories() {
        writeln!(
            output,
            "  {:<13}{:>7}  {}",
            category.name,
            category.words().len(),
            category.title
        )?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Checks a lexicon text and prints its bad lines.
fn lexicon_check(file: &Path) -> Outcome {
    let content = read_input(file)?;
    match text::parse(&content) {
        Ok(entries) => {
            let mut output = io::stdout().lock();
            writeln!(output, "{} words, no bad lines", entries.len())?;
            if entries.iter().all(|entry| entry.marks == Marks::NONE) {
                writeln!(output, "{}", text::NO_MARKS)?;
            }
            Ok(ExitCode::SUCCESS)
        }
        Err(TextError { lines, total }) => {
            let mut output = io::stderr().lock();
            for line in &lines {
                writeln!(output, "{}: {line}", file.display())?;
            }
            match total {
                0 => writeln!(output, "{}: the text has no words", file.display())?,
                _ => writeln!(output, "{total} bad lines; {} are listed", lines.len())?,
            }
            writeln!(
                output,
                "`wordcourt lexicon import {}` reads lists like this",
                file.display()
            )?;
            Ok(ExitCode::FAILURE)
        }
    }
}

/// Prints a lexicon text, by default the embedded one, with definitions from `WordNet` added.
fn lexicon_gloss(file: Option<&Path>, directory: &Path) -> Outcome {
    let text = file.map_or_else(|| Ok(source::embedded().words.into_owned()), read_input)?;
    let file_of = |kind: &str, part: &str| read_input(&directory.join(format!("{kind}.{part}")));
    let mut files = Vec::with_capacity(PARTS.len());
    for part in PARTS {
        files.push((part, file_of("index", part)?, file_of("data", part)?));
    }
    let mut glosses = Glosses::default();
    for (part, index, data) in &files {
        glosses.add(part, index, data)?;
    }
    let (defined, count) = wordnet::with_definitions(&text, &glosses)?;
    io::stdout().write_all(defined.as_bytes())?;
    writeln!(io::stderr(), "definitions added to {count} words")?;
    Ok(ExitCode::SUCCESS)
}
