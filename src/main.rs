//! The `wordcourt` binary.

use std::process::ExitCode;

use mimalloc::MiMalloc;
use wordcourt::commands;
use wordcourt::config::Cli;

#[global_allocator]
static ALLOCATOR: MiMalloc = MiMalloc;

fn main() -> ExitCode {
    commands::run(Cli::from_process()).unwrap_or_else(|error| commands::report(&*error))
}
