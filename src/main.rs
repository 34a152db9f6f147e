//! The `wordcourt` binary.

use std::process::ExitCode;

use clap::Parser as _;
use mimalloc::MiMalloc;
use wordcourt::commands;
use wordcourt::config::Cli;

#[global_allocator]
static ALLOCATOR: MiMalloc = MiMalloc;

fn main() -> ExitCode {
    commands::run(Cli::parse()).unwrap_or_else(|error| {
        eprintln!("wordcourt: {error}");
        ExitCode::FAILURE
    })
}
