//! CRC-32 for WebAssembly, with tables that are computed. The library has tables of 16 kB, which
//! hardly compress.

const TABLES: usize = 8;
/// The polynomial of CRC-32 (ISO-HDLC), with its bits in reverse order.
const POLYNOMIAL: u32 = 0xedb8_8320;

/// Computes a checksum as `crc32fast::Hasher` does.
pub(super) struct Hasher {
    /// `tables[n][byte]` is the remainder of a byte that `n` bytes follow.
    tables: [[u32; 256]; TABLES],
    state: u32,
}

impl Hasher {
    pub(super) fn new() -> Self {
        let mut tables = [[0; 256]; TABLES];
        for (byte, remainder) in (0_u32..).zip(&mut tables[0]) {
            *remainder = (0..u8::BITS)
                .fold(byte, |bits, _| (bits >> 1) ^ if bits & 1 == 1 { POLYNOMIAL } else { 0 });
        }
        for table in 1..TABLES {
            for byte in 0..256 {
                let before = tables[table - 1][byte];
                tables[table][byte] = (before >> 8) ^ tables[0][(before & 0xff) as usize];
            }
        }
        Self { tables, state: u32::MAX }
    }

    pub(super) fn update(&mut self, bytes: &[u8]) {
        let (eights, rest) = bytes.as_chunks::<TABLES>();
        for &eight in eights {
            let eight = u64::from_le_bytes(eight) ^ u64::from(self.state);
            let remainders = self.tables.iter().rev().zip(eight.to_le_bytes());
            self.state =
                remainders.fold(0, |state, (table, byte)| state ^ table[usize::from(byte)]);
        }
        for &byte in rest {
            let index = (self.state & 0xff) as u8 ^ byte;
            self.state = (self.state >> 8) ^ self.tables[0][usize::from(index)];
        }
    }

    pub(super) fn finalize(self) -> u32 {
        !self.state
    }
}
