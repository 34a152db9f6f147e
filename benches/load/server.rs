//! The servers: Wordcourt with the settings for a workload, and the bare endpoint.

use std::fs;
use std::process::Command;

pub(crate) use crate::process::{Server, send};
use crate::workloads::Workload;

impl Server {
    /// Starts the service with the settings for a workload, and others.
    pub(crate) fn for_workload(workload: &Workload, others: &[&str]) -> Self {
        let mut arguments = vec!["--workers", "1"];
        if workload.bodies.len() > 1 {
            arguments.extend(["--response-cache", "0"]);
        }
        Self::wordcourt(&[&arguments, others].concat())
    }

    /// Starts the bare endpoint for a workload, which sends these bytes to every request.
    pub(crate) fn bare(workload: &Workload, response: &str) -> Self {
        let bare = ["bare", workload.path, response];
        Self::start(Command::new(std::env::current_exe().unwrap()).args(bare))
    }

    /// Returns the CPU time used so far, in seconds.
    pub(crate) fn cpu_time(&self) -> f64 {
        let stat = fs::read_to_string(format!("/proc/{}/stat", self.child.id())).unwrap();
        let fields: Vec<&str> = stat.rsplit(')').next().unwrap().split_whitespace().collect();
        let ticks: f64 = fields[11].parse::<f64>().unwrap() + fields[12].parse::<f64>().unwrap();
        ticks / 100.0
    }
}
