//! A long text or image of an edition, in the forms in which it is sent.

use std::io;
use std::sync::{Arc, OnceLock, Weak};

use bytes::Bytes;
use tokio::sync::Mutex;

use super::blocking;

/// A long text or image of an edition. The compressed forms are made once and kept. The plain form
/// takes several times as much memory: all its readers share one, which the last of them drops.
#[derive(Debug, Default)]
pub struct Download {
    /// The form compressed by zstd, which the others are made of; `None` if making it failed.
    pub(super) zstd: OnceLock<Option<Bytes>>,
    gzip: OnceLock<Bytes>,
    plain_length: OnceLock<usize>,
    plain: Arc<Mutex<Weak<Plain>>>,
    /// Limits the work on the compressed forms to one thread.
    turn: Arc<Mutex<()>>,
}

/// A plain form that is being sent.
#[derive(Debug)]
struct Plain {
    bytes: Vec<u8>,
    /// Nothing else is at the address of the download before its plain form is dropped.
    _download: Arc<Download>,
}

/// A share in a plain form.
struct Shared(Arc<Plain>);

impl AsRef<[u8]> for Shared {
    fn as_ref(&self) -> &[u8] {
        &self.0.bytes
    }
}

impl Download {
    /// Creates a download whose content is not known.
    pub(super) fn without_content() -> Self {
        Self { zstd: OnceLock::from(None), ..Self::default() }
    }

    /// Returns the form compressed by zstd, if it is made already.
    #[must_use]
    pub fn zstd(&self) -> Option<Bytes> {
        self.zstd.get().cloned().flatten()
    }

    /// Returns the form compressed by gzip, if it is made already.
    #[must_use]
    pub fn gzip(&self) -> Option<Bytes> {
        self.gzip.get().cloned()
    }

    /// Returns the form compressed by gzip. `zstd` is the form compressed by zstd.
    ///
    /// # Errors
    /// `zstd` cannot be read.
    pub fn make_gzip(&self, zstd: &[u8]) -> io::Result<Bytes> {
        if let Some(gzip) = self.gzip() {
            return Ok(gzip);
        }
        let output = Vec::with_capacity(zstd.len());
        let mut encoder = flate2::write::GzEncoder::new(output, flate2::Compression::fast());
        zstd::stream::copy_decode(zstd, &mut encoder)?;
        let gzip = Bytes::from(encoder.finish()?);
        Ok(self.gzip.get_or_init(|| gzip).clone())
    }

    /// Returns the form compressed by zstd and the length of the plain form, if both are known
    /// already.
    #[must_use]
    pub fn measured(&self) -> Option<(Bytes, usize)> {
        self.zstd().zip(self.plain_length.get().copied())
    }

    /// Returns the length of the plain form, without making it.
    ///
    /// # Errors
    /// `zstd` cannot be read.
    pub fn plain_length(&self, zstd: &[u8]) -> io::Result<usize> {
        if let Some(length) = self.plain_length.get() {
            return Ok(*length);
        }
        let length = io::copy(&mut zstd::Decoder::new(zstd)?, &mut io::sink())?;
        let length = usize::try_from(length).unwrap_or(usize::MAX);
        Ok(*self.plain_length.get_or_init(|| length))
    }

    /// Runs work on this download on a thread for blocking work, after the work of other requests. It
    /// runs to completion, even if the future is dropped, so that requests of clients that have gone
    /// don't add up.
    pub async fn in_turn<T: Send + 'static>(
        self: &Arc<Self>,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> T {
        let turn = Arc::clone(&self.turn).lock_owned().await;
        let work = move || {
            let result = work();
            drop(turn);
            result
        };
        blocking::run(work).await
    }

    /// Returns the plain form, which all callers share. `reserved` is the claim on its memory: the
    /// thread that makes the form keeps it, even if the future is dropped.
    ///
    /// # Errors
    /// `zstd` cannot be read.
    pub async fn plain<R: Send + 'static>(
        self: &Arc<Self>,
        zstd: Bytes,
        length: usize,
        reserved: R,
    ) -> io::Result<(Bytes, R)> {
        let mut current = Arc::clone(&self.plain).lock_owned().await;
        if let Some(plain) = current.upgrade() {
            return Ok((Bytes::from_owner(Shared(plain)), reserved));
        }
        let download = Arc::clone(self);
        let make = move || {
            let mut bytes = Vec::with_capacity(length);
            zstd::stream::copy_decode(&zstd[..], &mut bytes)?;
            let plain = Arc::new(Plain { bytes, _download: download });
            *current = Arc::downgrade(&plain);
            Ok((Bytes::from_owner(Shared(plain)), reserved))
        };
        blocking::run(make).await
    }

    /// Returns a number that identifies the plain form: no other memory is at this address.
    #[must_use]
    pub fn address(self: &Arc<Self>) -> usize {
        Arc::as_ptr(self).addr()
    }
}
