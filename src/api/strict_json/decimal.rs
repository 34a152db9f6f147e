//! Decimal numbers.

/// The limit (2^53) up to which every whole number is an exact `f64`, as other readers of JSON need.
const MAX_EXACT: u64 = 1 << 53;

/// A decimal number without a sign: `digits` times 10 to the power of `exponent`.
#[derive(Debug, Default)]
pub(super) struct Decimal {
    pub(super) digits: u64,
    pub(super) exponent: i32,
    /// True if there are more digits than `digits` can hold.
    pub(super) is_full: bool,
    /// True if one of these is not 0.
    is_rounded: bool,
}

impl Decimal {
    /// Appends a digit, which is before the decimal point or after it.
    pub(super) fn push(&mut self, digit: u8, is_fraction: bool) {
        let longer = self.digits.checked_mul(10).filter(|_| !self.is_full);
        if let Some(digits) = longer.and_then(|digits| digits.checked_add(digit.into())) {
            self.digits = digits;
            self.exponent -= i32::from(is_fraction);
        } else {
            self.is_full = true;
            self.is_rounded |= digit != 0;
            self.exponent += i32::from(!is_fraction);
        }
    }

    /// Returns the number if it is a whole number of at most [`MAX_EXACT`].
    pub(super) fn whole(mut self) -> Option<i64> {
        if self.is_rounded {
            return None;
        }
        if self.digits == 0 {
            return Some(0);
        }
        while self.exponent < 0 {
            if !self.digits.is_multiple_of(10) {
                return None;
            }
            self.digits /= 10;
            self.exponent += 1;
        }
        let factor = 10_u64.checked_pow(self.exponent.unsigned_abs())?;
        let whole = self.digits.checked_mul(factor).filter(|&whole| whole <= MAX_EXACT)?;
        i64::try_from(whole).ok()
    }
}
