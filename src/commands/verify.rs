//! `wordcourt verify`: computes recorded answers again.

mod editions;
mod signatures;

use std::error::Error;
use std::io::{self, StdoutLock, Write};
use std::process::ExitCode;

use serde::Deserialize;
use serde::de::IgnoredAny;

use super::{Outcome, read_input, unusable};
use crate::api::verification::{Chain, Record, Verdict, verify};
use crate::config::VerifyArgs;
use crate::server::sheet;
use editions::StoredEditions;
use signatures::{Checked, Signatures};

/// The exit code if an answer differs or a chain is broken.
const DIFFERS: u8 = 1;
/// The exit code if a record can't be read, its answer can't be computed here, or the answer is
/// signed and no keys are given.
const NOT_VERIFIABLE: u8 = 2;
/// The exit code if a signature is invalid, or missing although keys are given.
const INVALID_SIGNATURE: u8 = 3;

/// Verifies the records of a file and prints what is wrong with them.
pub(super) fn run(args: &VerifyArgs) -> Outcome {
    let (mut verifier, text) = match open(args) {
        Ok(opened) => opened,
        Err(error) => return Ok(unusable(&*error)),
    };
    verifier.verify(&text)?;
    verifier.finish()
}

fn open(args: &VerifyArgs) -> Result<(Verifier<StdoutLock<'static>>, String), Box<dyn Error>> {
    let verifier = Verifier {
        name: args.file.display().to_string(),
        editions: StoredEditions::open(&args.editions)?,
        signatures: Signatures::open(args.keys.as_deref())?,
        output: io::stdout().lock(),
        tally: Tally::default(),
    };
    Ok((verifier, read_input(&args.file)?))
}

/// The numbers of records by result.
#[derive(Debug, Default)]
struct Tally {
    same: u64,
    differing: u64,
    unreadable: u64,
    unavailable: u64,
    invalid_signatures: u64,
    breaks: u64,
}

struct Verifier<W> {
    /// The name of the file in messages.
    name: String,
    editions: StoredEditions,
    signatures: Signatures,
    output: W,
    tally: Tally,
}

impl<W: Write> Verifier<W> {
    fn verify(&mut self, text: &str) -> io::Result<()> {
        if text.contains(sheet::BEGIN) {
            return self.sheets(text);
        }
        let lines = || {
            let lines = text.split('\n').map(|line| line.strip_suffix('\r').unwrap_or(line));
            (1..).zip(lines).filter(|(_, line)| !line.trim_ascii().is_empty())
        };
        let is_one_record = lines().next().is_none_or(|(_, first)| !is_json(first));
        if is_one_record {
            return self.record(None, text);
        }
        if lines().any(|(_, line)| Chain::has_link(line)) {
            let mut chain = Chain::default();
            for (number, line) in lines() {
                if let Err(broken) = chain.add(line) {
                    self.tally.breaks += 1;
                    self.report(Some(number), &broken)?;
                }
                if !is_event(line) {
                    self.record(Some(number), line)?;
                }
            }
            return self.end_of_chain(&chain);
        }
        lines().try_for_each(|(number, line)| self.record(Some(number), line))
    }

    /// Verifies ruling sheets, as HTML or as the text of the page.
    fn sheets(&mut self, text: &str) -> io::Result<()> {
        let mut rest = text;
        while let Some((shown, record)) = rest.split_once(sheet::BEGIN) {
            let (record, after) = record.split_once(sheet::END).unwrap_or((record, ""));
            rest = after;
            let same = self.tally.same;
            self.record(None, record)?;
            if self.tally.same > same && !shows(shown, record) {
                self.tally.same = same;
                self.tally.differing += 1;
                self.report(None, &"the sheet shows another ruling than its record")?;
            }
        }
        Ok(())
    }

    /// Verifies the record on a line, or in the whole file.
    fn record(&mut self, line: Option<u64>, text: &str) -> io::Result<()> {
        let record = match serde_json::from_str::<Record<'_>>(text) {
            Ok(record) => record,
            Err(error) => {
                self.tally.unreadable += 1;
                return self.report(line, &format_args!("not a record: {error}"));
            }
        };
        let checked = self.signatures.check(&record);
        if let Checked::Bad(detail) = checked {
            self.tally.invalid_signatures += 1;
            return self.report(line, &format_args!("invalid signature: {detail}"));
        }
        let verdict = match (verify(&record, &mut self.editions), checked) {
            (Verdict::Same, Checked::NoKeys) => Verdict::Unavailable(
                "the answer is the same, but it is signed; give the keys with --keys".to_owned(),
            ),
            (verdict, _) => verdict,
        };
        match &verdict {
            Verdict::Same => {
                self.tally.same += 1;
                return Ok(());
            }
            Verdict::Differs(_) => self.tally.differing += 1,
            Verdict::Malformed(_) => self.tally.unreadable += 1,
            Verdict::Unavailable(_) => self.tally.unavailable += 1,
        }
        self.report(line, &verdict)
    }

    fn report(&mut self, line: Option<u64>, detail: &impl std::fmt::Display) -> io::Result<()> {
        match line {
            Some(line) => writeln!(self.output, "{}:{line}: {detail}", self.name),
            None => writeln!(self.output, "{}: {detail}", self.name),
        }
    }

    fn end_of_chain(&mut self, chain: &Chain) -> io::Result<()> {
        let Some(last) = chain.last().filter(|_| self.tally.breaks == 0) else { return Ok(()) };
        let lines = chain.lines();
        let lines = if lines == 1 { "1 line".to_owned() } else { format!("{lines} lines") };
        writeln!(
            self.output,
            "{}: the hash chain is intact: {lines}, last digest {last}",
            self.name
        )
    }

    /// Prints the totals and returns the exit code.
    fn finish(mut self) -> Outcome {
        let Tally { same, differing, unreadable, unavailable, invalid_signatures, breaks } =
            self.tally;
        let all = same + differing + unreadable + unavailable + invalid_signatures;
        let mut parts = vec![format!("{same} of {all} answers verified")];
        for (count, one, several) in [
            (differing, "differs", "differ"),
            (invalid_signatures, "has an invalid signature", "have invalid signatures"),
            (unavailable, "can't be verified here", "can't be verified here"),
            (unreadable, "can't be read", "can't be read"),
            (breaks, "break in the hash chain", "breaks in the hash chain"),
        ] {
            if count > 0 {
                parts.push(format!("{count} {}", if count == 1 { one } else { several }));
            }
        }
        writeln!(self.output, "{}: {}", self.name, parts.join(", "))?;
        Ok(if invalid_signatures > 0 {
            INVALID_SIGNATURE.into()
        } else if differing + breaks > 0 {
            DIFFERS.into()
        } else if unavailable + unreadable > 0 {
            NOT_VERIFIABLE.into()
        } else {
            ExitCode::SUCCESS
        })
    }
}

/// Returns true if the text of a sheet shows its record.
fn shows(text: &str, record: &str) -> bool {
    let ruling = serde_json::from_str(record).ok().and_then(|record| sheet::ruling(&record));
    ruling.is_some_and(|ruling| sheet::visible(text).contains(&sheet::visible(&ruling)))
}

/// Returns true if a line is JSON by itself.
fn is_json(line: &str) -> bool {
    serde_json::from_str::<IgnoredAny>(line).is_ok()
}

/// Returns true if a line of a chain is an event, which has no answer.
fn is_event(line: &str) -> bool {
    #[derive(Deserialize)]
    struct Any {
        operation: Option<IgnoredAny>,
        request: Option<IgnoredAny>,
        answer: Option<IgnoredAny>,
    }
    serde_json::from_str(line).is_ok_and(|Any { operation, request, answer }| {
        operation.is_none() && request.is_none() && answer.is_none()
    })
}
