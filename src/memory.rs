//! The memory of the process: the allocator, and giving back to the system what a big build has left behind.

/// The allocator that the service is made for; the binary installs it.
pub use mimalloc::MiMalloc as Allocator;

/// Gives memory that was freed back to the system.
///
/// Building a lexicon takes twice what stays of it. The allocator gives the rest back while it hands out more; a server that has just started
/// hands out next to nothing, and would hold on to it. Without [`Allocator`] installed this does nothing.
pub fn give_back() {
    #[expect(unsafe_code, reason = "the allocator's own housekeeping is reached through C only")]
    // SAFETY: mi_collect takes no pointer and may be called by any thread at any time.
    unsafe {
        libmimalloc_sys::mi_collect(true);
    }
}
