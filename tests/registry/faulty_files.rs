//! File operations with faults, as in the test VFS of `SQLite`: the nth call fails, is short, or is
//! the last one before the process dies.

use std::fs::{self, File};
use std::io::{self, ErrorKind, Read as _};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard};

use wordcourt::registry::files::{Files, OpenFile, OsFiles, Stamp};

/// A fault of one call.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fault {
    /// The call has no effect and fails.
    Fail,
    /// The call has its effect and fails.
    FailAfter,
    /// The call reads half of the content or of the names, without an error, or writes half of the
    /// content and fails. Any other call fails.
    Short,
    /// The process dies before the call.
    Die,
    /// The process dies in the middle of the call.
    DieHalfway,
    /// The process dies after the call.
    DieAfter,
    /// The machine loses power before the call: names that are not synced are lost.
    PowerLoss,
    /// The call has its effect and fails, and so does every later change, without an effect.
    FailFromNowOn,
}

impl Fault {
    /// The faults of a single call.
    pub const ALL: [Self; 7] = [
        Self::Fail,
        Self::FailAfter,
        Self::Short,
        Self::Die,
        Self::DieHalfway,
        Self::DieAfter,
        Self::PowerLoss,
    ];

    pub fn is_death(self) -> bool {
        matches!(self, Self::Die | Self::DieHalfway | Self::DieAfter | Self::PowerLoss)
    }
}

/// The files of the operating system, with at most one fault.
#[derive(Debug, Default)]
pub struct FaultyFiles(Mutex<State>);

#[derive(Debug, Default)]
struct State {
    calls: usize,
    plan: Option<(usize, Fault)>,
    disk: Disk,
    /// The call with the fault, once it was made.
    struck: Option<String>,
    is_dead: bool,
    /// The files before the changes of names that are not synced, the last change first.
    unsynced: Vec<(PathBuf, Option<Vec<u8>>)>,
}

/// The state of the disk.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub enum Disk {
    #[default]
    Writable,
    /// Existing files can be opened for writing, but there is no space for the second half of their content.
    Full,
    /// The file system is mounted read-only.
    ReadOnly,
}

impl Disk {
    fn error(self) -> io::Error {
        let full = self == Self::Full;
        let kind = if full { ErrorKind::StorageFull } else { ErrorKind::ReadOnlyFilesystem };
        kind.into()
    }
}

impl FaultyFiles {
    /// A disk without single faults.
    pub fn on(disk: Disk) -> Arc<Self> {
        Arc::new(Self(Mutex::new(State { disk, ..State::default() })))
    }

    /// Removes the faults.
    pub fn repair(&self) {
        let state = &mut *self.0.lock().unwrap();
        (state.disk, state.plan) = (Disk::Writable, None);
    }

    /// The call `number`, counted from 0, has the fault.
    pub fn with(number: usize, fault: Fault) -> Arc<Self> {
        Arc::new(Self(Mutex::new(State { plan: Some((number, fault)), ..State::default() })))
    }

    /// The call `number`, counted from the next one, has the fault.
    pub fn plan(&self, number: usize, fault: Fault) {
        let state = &mut *self.0.lock().unwrap();
        state.plan = Some((state.calls + number, fault));
    }

    pub fn calls(&self) -> usize {
        self.0.lock().unwrap().calls
    }

    pub fn is_dead(&self) -> bool {
        self.0.lock().unwrap().is_dead
    }

    /// Returns the call that had the fault, if it was made.
    pub fn struck(&self) -> Option<String> {
        self.0.lock().unwrap().struck.clone()
    }

    /// Lets every call wait until the guard is dropped, as a network file system does whose server
    /// is away.
    pub fn hang(&self) -> MutexGuard<'_, impl Sized> {
        self.0.lock().unwrap()
    }

    /// Makes a call. `halfway` is the effect of half of it.
    fn call<T>(
        &self,
        what: &str,
        path: &Path,
        whole: impl FnOnce(&mut State) -> io::Result<T>,
        halfway: impl FnOnce() -> Option<T>,
    ) -> io::Result<T> {
        let state = &mut *self.0.lock().unwrap();
        if state.is_dead {
            return Err(io::Error::other("the process is dead"));
        }
        let is_change = !matches!(what, "names" | "stamp" | "read" | "open" | "mkdir" | "lock");
        match state.disk {
            Disk::Full if what == "write" => {
                drop(halfway());
                return Err(state.disk.error());
            }
            Disk::ReadOnly if is_change => return Err(state.disk.error()),
            _ => {}
        }
        let number = state.calls;
        state.calls += 1;
        let Some((_, fault)) = state.plan.filter(|(planned, _)| *planned == number) else {
            return whole(state);
        };
        state.struck = Some(format!("{what} {}", path.display()));
        state.is_dead = fault.is_death();
        match fault {
            Fault::Fail | Fault::Die => {}
            Fault::FailAfter | Fault::DieAfter => drop(whole(state)),
            Fault::FailFromNowOn => {
                drop(whole(state));
                state.disk = Disk::ReadOnly;
            }
            Fault::Short => return halfway().ok_or_else(|| io::Error::other("injected")),
            Fault::DieHalfway => drop(halfway()),
            Fault::PowerLoss => {
                for (path, before) in state.unsynced.drain(..).rev() {
                    match before {
                        Some(content) => fs::write(path, content).unwrap(),
                        None => fs::remove_file(path).unwrap_or_default(),
                    }
                }
            }
        }
        Err(io::Error::other("injected"))
    }
}

impl Files for FaultyFiles {
    fn create_directory(&self, directory: &Path) -> io::Result<()> {
        self.call("mkdir", directory, |_| OsFiles.create_directory(directory), || None)
    }

    fn names(&self, directory: &Path) -> io::Result<Vec<String>> {
        let half = || {
            let mut names = OsFiles.names(directory).ok()?;
            names.sort_unstable();
            names.truncate(names.len() / 2);
            Some(names)
        };
        self.call("names", directory, |_| OsFiles.names(directory), half)
    }

    fn stamp(&self, path: &Path) -> io::Result<Stamp> {
        self.call("stamp", path, |_| OsFiles.stamp(path), || None)
    }

    fn read(&self, path: &Path, max_bytes: usize) -> io::Result<Vec<u8>> {
        let half = || {
            let mut content = OsFiles.read(path, max_bytes).ok()?;
            content.truncate(content.len() / 2);
            Some(content)
        };
        self.call("read", path, |_| OsFiles.read(path, max_bytes), half)
    }

    fn open(&self, path: &Path) -> io::Result<OpenFile> {
        let half = || {
            let OpenFile { content, bytes } = OsFiles.open(path).ok()?;
            Some(OpenFile { content: Box::new(content.take(bytes / 2)), bytes })
        };
        self.call("open", path, |_| OsFiles.open(path), half)
    }

    fn write(&self, path: &Path, content: &[u8]) -> io::Result<()> {
        let half = || {
            OsFiles.write(path, &content[..content.len() / 2]).unwrap();
            None
        };
        self.call("write", path, |_| OsFiles.write(path, content), half)
    }

    fn rename(&self, from: &Path, to: &Path) -> io::Result<()> {
        let whole = |state: &mut State| {
            state.unsynced.push((to.to_owned(), fs::read(to).ok()));
            OsFiles.rename(from, to)
        };
        self.call("rename", to, whole, || None)
    }

    fn sync_directory(&self, directory: &Path) -> io::Result<()> {
        let whole = |state: &mut State| {
            state.unsynced.clear();
            OsFiles.sync_directory(directory)
        };
        self.call("sync", directory, whole, || None)
    }

    fn remove(&self, path: &Path) -> io::Result<()> {
        let whole = |state: &mut State| {
            state
                .unsynced
                .extend(fs::read(path).ok().map(|content| (path.to_owned(), Some(content))));
            OsFiles.remove(path)
        };
        self.call("remove", path, whole, || None)
    }

    fn open_lock(&self, path: &Path, writable: bool) -> io::Result<File> {
        let whole = |state: &mut State| match state.disk {
            Disk::ReadOnly if writable => Err(state.disk.error()),
            Disk::Full if writable && !path.exists() => Err(state.disk.error()),
            _ => OsFiles.open_lock(path, writable),
        };
        self.call("lock", path, whole, || None)
    }
}
