//! The memory of the process: huge pages, and the return of freed memory to the OS.

/// Disables transparent huge pages for the process; call it before building lexicons.
///
/// The allocator uses huge pages for large allocations. After a build, many of these pages of 2 MiB
/// are only partly in use and cannot be returned to the OS. They would be a third of the service's
/// memory, and searches would be only a few per cent faster.
pub(crate) fn disable_huge_pages() {
    // A kernel without huge pages has nothing to disable.
    #[cfg(target_os = "linux")]
    let _ = rustix::thread::disable_transparent_huge_pages(true);
}

/// Returns freed memory to the OS, if the process allocates with mimalloc.
///
/// Building a lexicon takes twice the memory of the result. The allocator returns the rest only
/// during further allocations, and a service that has just started makes hardly any.
pub(crate) fn release_free_pages() {
    #[expect(unsafe_code, reason = "mimalloc offers this only as a C function")]
    // SAFETY: mi_collect takes no pointer and may be called by any thread at any time.
    unsafe {
        libmimalloc_sys::mi_collect(true);
    }
}
