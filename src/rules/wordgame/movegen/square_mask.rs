//! Sets of squares of a line.

/// Iterates over the squares of a line that are set in a mask, in ascending order.
pub(super) struct SquareMask(pub u16);

impl Iterator for SquareMask {
    type Item = usize;

    #[inline(always)]
    fn next(&mut self) -> Option<usize> {
        let square = self.0.trailing_zeros() as usize;
        self.0 &= self.0.wrapping_sub(1);
        (square < 16).then_some(square)
    }
}
