//! Escapes in texts.

/// Returns true if JSON needs an escape for a byte of a text.
pub(super) const fn needs_escape(byte: u8) -> bool {
    byte < b' ' || byte == b'"' || byte == b'\\'
}

/// Returns a number other than 0 if one of eight bytes needs an escape or is not ASCII.
const fn escapes(bytes: [u8; 8]) -> u64 {
    const ONES: u64 = u64::MAX / 0xFF;
    const HIGH_BITS: u64 = ONES * 0x80;
    let word = u64::from_le_bytes(bytes);
    // Subtracting from a byte sets its highest bit if the byte was smaller.
    let is_control = word.wrapping_sub(ONES * b' ' as u64);
    let is_quote = (word ^ (ONES * b'"' as u64)).wrapping_sub(ONES);
    let is_backslash = (word ^ (ONES * b'\\' as u64)).wrapping_sub(ONES);
    (is_control | is_quote | is_backslash | word) & HIGH_BITS
}

/// Returns true if no byte needs an escape. May return false for texts beyond ASCII.
fn is_plain(bytes: &[u8]) -> bool {
    let found = match (bytes.first_chunk(), bytes.last_chunk()) {
        // Both may have bytes in common.
        (Some(first), Some(last)) if bytes.len() <= 16 => escapes(*first) | escapes(*last),
        (_, Some(last)) => {
            // No word ends the loop, so that the processor can look at several at once.
            let (words, _) = bytes.as_chunks();
            words.iter().fold(escapes(*last), |found, &word| found | escapes(word))
        }
        _ => return !bytes.iter().fold(false, |found, &byte| found | needs_escape(byte)),
    };
    found == 0
}

/// Writes a text, with escapes where JSON needs them.
pub(super) fn push_escaped(buffer: &mut Vec<u8>, text: &str) {
    if is_plain(text.as_bytes()) {
        buffer.extend_from_slice(text.as_bytes());
    } else {
        push_escapes(buffer, text);
    }
}

#[cold]
fn push_escapes(buffer: &mut Vec<u8>, text: &str) {
    for &byte in text.as_bytes() {
        match byte {
            b'"' | b'\\' => buffer.extend([b'\\', byte]),
            b'\n' => buffer.extend(b"\\n"),
            b'\r' => buffer.extend(b"\\r"),
            b'\t' => buffer.extend(b"\\t"),
            0x08 => buffer.extend(b"\\b"),
            0x0C => buffer.extend(b"\\f"),
            _ if needs_escape(byte) => {
                let digit = |digit: u8| b"0123456789abcdef"[usize::from(digit)];
                buffer.extend(b"\\u00");
                buffer.extend([digit(byte >> 4), digit(byte & 0xF)]);
            }
            _ => buffer.push(byte),
        }
    }
}
