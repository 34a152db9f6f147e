//! `wordcourt verify`: computes recorded answers again.

mod editions;
mod games;
mod sheets;
mod signatures;

use std::collections::BTreeSet;
use std::error::Error;
use std::io::{self, StdoutLock, Write};
use std::process::ExitCode;

use bytes::Bytes;
use serde::Deserialize;
use serde::de::IgnoredAny;
use serde_json::{Map, Value};

use super::{Outcome, read_input, unusable};
use crate::api::verification::{Chain, GameRecord, Record, Verdict, compare, compute};
use crate::config::VerifyArgs;
use crate::rules::labels;
use editions::StoredEditions;
use signatures::{Checked, Signatures};

/// The exit code if an answer differs or a chain is broken.
const DIFFERS: u8 = 1;
/// The exit code if a record can't be read, its answer can't be computed here, or the answer is
/// signed and no keys are given.
const NOT_VERIFIABLE: u8 = 2;
/// The exit code if a signature is invalid, or missing although keys are given.
const INVALID_SIGNATURE: u8 = 3;
/// The exit code if all answers are genuine, but something beside them was not compared: the page
/// of a sheet, a meaning, or a further member of a record.
const PARTLY_VERIFIED: u8 = 4;

/// The members of a record that are verified.
const RECORD: [&str; 4] = ["operation", "request", "answer", "signature"];
/// The members of a line of a log that make the chain.
const LINK: [&str; 3] = ["n", "at", "prev"];

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
        editions: StoredEditions::open(&args.editions, &args.meanings)?,
        signatures: Signatures::open(args.keys.as_deref())?,
        output: io::stdout().lock(),
        unit: "answers",
        tally: Tally::default(),
    };
    Ok((verifier, read_input(&args.file)?))
}

/// The numbers of records by result.
#[derive(Debug, Default)]
struct Tally {
    same: u64,
    partly: u64,
    differing: u64,
    unreadable: u64,
    unavailable: u64,
    invalid_signatures: u64,
    breaks: u64,
    /// Members of the lines of a log that only its chain covers.
    chained: BTreeSet<String>,
}

/// The place of a record: the number of its line, counted from 1, and if the line is part of a
/// chain.
#[derive(Clone, Copy)]
struct Line {
    number: Option<u64>,
    is_linked: bool,
}

impl Line {
    /// The whole file.
    const WHOLE: Self = Self { number: None, is_linked: false };

    const fn alone(number: u64) -> Self {
        Self { number: Some(number), is_linked: false }
    }

    const fn linked(number: u64) -> Self {
        Self { number: Some(number), is_linked: true }
    }
}

/// A record whose answer and signature are verified.
struct Verified<'t> {
    record: Record<'t>,
    /// The computed answer.
    answer: Bytes,
    /// The signed note, without signatures by unknown keys.
    note: Option<String>,
}

struct Verifier<W> {
    /// The name of the file in messages.
    name: String,
    editions: StoredEditions,
    signatures: Signatures,
    output: W,
    /// The name of what is counted.
    unit: &'static str,
    tally: Tally,
}

impl<W: Write> Verifier<W> {
    fn verify(&mut self, text: &str) -> io::Result<()> {
        if sheets::is_sheet(text) {
            return self.sheets(text);
        }
        let lines = || {
            let lines = text.split('\n').map(|line| line.strip_suffix('\r').unwrap_or(line));
            (1..).zip(lines).filter(|(_, line)| !line.trim_ascii().is_empty())
        };
        if lines().next().is_some_and(|(_, first)| GameRecord::begins(first)) {
            return self.games(&lines().collect::<Vec<_>>());
        }
        let is_one_record = lines().next().is_none_or(|(_, first)| !is_json(first));
        if is_one_record {
            return self.record(Line::WHOLE, text);
        }
        if lines().any(|(_, line)| Chain::has_link(line)) {
            let mut chain = Chain::default();
            for (number, line) in lines() {
                if let Err(broken) = chain.add(line) {
                    self.tally.breaks += 1;
                    self.report(Line::linked(number), &broken)?;
                }
                if !is_event(line) {
                    self.record(Line::linked(number), line)?;
                }
            }
            return self.end_of_chain(&chain);
        }
        lines().try_for_each(|(number, line)| self.record(Line::alone(number), line))
    }

    /// Verifies the record on a line, or in the whole file.
    fn record(&mut self, line: Line, text: &str) -> io::Result<()> {
        if self.judge(line, text)?.is_none() {
            return Ok(());
        }
        let members: Map<String, Value> = serde_json::from_str(text).unwrap_or_default();
        let names = members.into_iter().map(|(name, _)| name);
        let mut others = names.filter(|name| !RECORD.contains(&&**name));
        if line.is_linked {
            self.tally.same += 1;
            self.tally.chained.extend(others.filter(|name| !LINK.contains(&&**name)));
            return Ok(());
        }
        let Some(other) = others.next() else {
            self.tally.same += 1;
            return Ok(());
        };
        self.tally.partly += 1;
        let detail =
            format!("the answer is the same, but the member {other:?} beside it is not verified");
        self.report(line, &detail)
    }

    /// Verifies the answer and the signature of a record. Counts and reports it if they are wrong.
    fn judge<'t>(&mut self, line: Line, text: &'t str) -> io::Result<Option<Verified<'t>>> {
        let record = match serde_json::from_str::<Record<'_>>(text) {
            Ok(record) => record,
            Err(error) => {
                self.tally.unreadable += 1;
                self.report(line, &format_args!("not a record: {error}"))?;
                return Ok(None);
            }
        };
        let checked = self.signatures.check(&record);
        if let Checked::Bad(detail) = checked {
            self.report_signature(line, &detail)?;
            return Ok(None);
        }
        let computed = compute(&record, &mut self.editions);
        let verdict = match &computed {
            Ok(answer) => compare(&record, answer),
            Err(verdict) => verdict.clone(),
        };
        let verdict = match (verdict, computed, checked) {
            (Verdict::Same, Ok(answer), Checked::Good(note)) => {
                return Ok(Some(Verified { record, answer: answer.body, note }));
            }
            (Verdict::Same | Verdict::SameExceptMeaning(_), _, Checked::NoKeys) => {
                Verdict::Unavailable(
                    "the answer is the same, but it is signed; give the keys with --keys"
                        .to_owned(),
                )
            }
            (verdict, ..) => verdict,
        };
        self.report_verdict(line, &verdict)?;
        Ok(None)
    }

    /// Counts and reports that something is not verified.
    fn report_verdict(&mut self, line: Line, verdict: &Verdict) -> io::Result<()> {
        match verdict {
            Verdict::Same | Verdict::SameExceptMeaning(_) => self.tally.partly += 1,
            Verdict::Differs(_) => self.tally.differing += 1,
            Verdict::Malformed(_) => self.tally.unreadable += 1,
            Verdict::Unavailable(_) => self.tally.unavailable += 1,
        }
        self.report(line, verdict)
    }

    fn report_signature(&mut self, line: Line, detail: &str) -> io::Result<()> {
        self.tally.invalid_signatures += 1;
        self.report(line, &format_args!("invalid signature: {detail}"))
    }

    /// Prints a message. A record can bring characters into it that would change the output.
    fn report(&mut self, line: Line, detail: &impl std::fmt::Display) -> io::Result<()> {
        let detail = detail.to_string();
        let detail = labels::visible(&detail);
        match line.number {
            Some(number) => writeln!(self.output, "{}:{number}: {detail}", self.name),
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
        )?;
        if self.tally.chained.is_empty() {
            return Ok(());
        }
        let names: Vec<String> =
            self.tally.chained.iter().map(|name| format!("{name:?}")).collect();
        let names = names.join(", ");
        writeln!(self.output, "{}: only the chain covers the members {names}", self.name)
    }

    /// Prints the totals and returns the exit code.
    fn finish(mut self) -> Outcome {
        let Tally {
            same,
            partly,
            differing,
            unreadable,
            unavailable,
            invalid_signatures,
            breaks,
            ..
        } = self.tally;
        let all = same + partly + differing + unreadable + unavailable + invalid_signatures;
        let mut parts = vec![format!("{same} of {all} {} verified", self.unit)];
        for (count, one, several) in [
            (partly, "is verified in part", "are verified in part"),
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
        } else if partly > 0 {
            PARTLY_VERIFIED.into()
        } else {
            ExitCode::SUCCESS
        })
    }
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
