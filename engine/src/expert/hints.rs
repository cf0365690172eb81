//! What the system and the processor are told about memory that a search waits for. Hints change
//! nothing but the time.

/// Asks the system to back `memory`, best before anything is written to it, with pages of 2 MiB
/// instead of 4 KiB. Nearly every look at a large table is at a page that the processor has no
/// translation for, and there are fewer to find then: 2 to 3 % of the time of FForum #40–#49 for
/// the shared table at 512 MiB, 1 % for the network's rows. A system without huge pages does
/// nothing, and nothing else depends on it.
#[cfg(all(target_os = "linux", not(miri)))]
#[allow(unsafe_code)]
pub(super) fn ask_for_huge_pages<T>(memory: &mut [T]) {
    const PAGE: usize = 2 << 20;
    let bytes = memory.as_mut_ptr_range();
    let start = bytes.start.addr().next_multiple_of(PAGE);
    let length = bytes.end.addr().saturating_sub(start) / PAGE * PAGE;
    if length > 0 {
        // SAFETY: these pages lie in `memory`, which is borrowed for writing, and the advice
        // changes nothing that is in them. Where it cannot be followed the call only says so.
        unsafe { libc::madvise(bytes.start.with_addr(start).cast(), length, libc::MADV_HUGEPAGE) };
    }
}

#[cfg(not(all(target_os = "linux", not(miri))))]
pub(super) fn ask_for_huge_pages<T>(_memory: &mut [T]) {}

/// Tells the processor that `item` will be read.
#[cfg(all(target_arch = "x86_64", not(miri)))]
#[allow(unsafe_code)]
#[inline]
pub(super) fn fetch<T>(item: &T) {
    use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
    // SAFETY: a hint that reads and writes nothing, and every x86-64 processor knows it.
    unsafe { _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(item).cast()) };
}

#[cfg(not(all(target_arch = "x86_64", not(miri))))]
pub(super) fn fetch<T>(_item: &T) {}
