//! The `wordcourt` binary: arguments, then what they ask for.

use std::process::ExitCode;

use clap::Parser as _;
use wordcourt::commands;
use wordcourt::config::{Cli, Command, LexiconCommand, ServeArgs};
use wordcourt::memory::{self, Allocator};
use wordcourt::{serve, telemetry};

#[global_allocator]
static ALLOCATOR: Allocator = Allocator;

fn main() -> ExitCode {
    let cli = Cli::parse();
    let done = match cli.command.unwrap_or(Command::Serve(Box::new(cli.serve))) {
        Command::Serve(args) => run(*args),
        Command::Openapi => commands::openapi(),
        Command::Lexicon(LexiconCommand::Info) => commands::lexicon_info(),
        Command::Lexicon(LexiconCommand::Check { file }) => commands::lexicon_check(&file),
        Command::Key { name } => commands::key(&name),
        Command::Lexicon(LexiconCommand::Gloss { file, wordnet }) => commands::lexicon_gloss(file.as_deref(), &wordnet),
        Command::Check(args) => commands::check(&args),
    };
    done.unwrap_or_else(|error| {
        eprintln!("wordcourt: {error}");
        ExitCode::FAILURE
    })
}

fn run(args: ServeArgs) -> Result<ExitCode, Box<dyn std::error::Error>> {
    memory::use_small_pages();
    telemetry::start(&args.log)?;
    actix_web::rt::System::new().block_on(serve::serve(args))?;
    Ok(ExitCode::SUCCESS)
}
