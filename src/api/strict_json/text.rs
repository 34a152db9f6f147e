//! The tokens of a JSON text (RFC 8259), and the places of errors in it.

use std::borrow::Cow;
use std::fmt;

use super::decimal::Decimal;

/// The most lists and objects that may be inside of each other.
const MAX_DEPTH: u8 = 127;

/// A scalar value, or the beginning of a list or an object.
#[derive(Debug, PartialEq)]
pub(in crate::api) enum Token<'t> {
    Null,
    Bool(bool),
    /// A whole number from 0 up, also one that is written with a decimal point or an exponent.
    Unsigned(u64),
    /// A whole number below 0.
    Signed(i64),
    /// Any other number, as it is written.
    Number(&'t str),
    /// A string, borrowed from the text unless it contains escapes.
    String(Cow<'t, str>),
    List,
    Object,
}

/// The reason why a text is not JSON, and the number of bytes up to and including the one at fault.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::api) struct SyntaxError {
    pub(in crate::api) fault: SyntaxFault,
    pub(in crate::api) end: usize,
}

/// A reason why a text is not JSON.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::api) enum SyntaxFault {
    End,
    Value,
    Name,
    Key,
    Colon,
    ListSeparator,
    ObjectSeparator,
    TrailingComma,
    TrailingCharacters,
    Number,
    ControlCharacter,
    Escape,
    LoneSurrogate,
    UnpairedSurrogate,
    Depth,
}

impl fmt::Display for SyntaxFault {
    /// Writes the fault as `serde_json` does.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::End => "the text ends",
            Self::Value => "expected value",
            Self::Name => "expected ident",
            Self::Key => "key must be a string",
            Self::Colon => "expected `:`",
            Self::ListSeparator => "expected `,` or `]`",
            Self::ObjectSeparator => "expected `,` or `}`",
            Self::TrailingComma => "trailing comma",
            Self::TrailingCharacters => "trailing characters",
            Self::Number => "invalid number",
            Self::ControlCharacter => {
                "control character (\\u0000-\\u001F) found while parsing a string"
            }
            Self::Escape => "invalid escape",
            Self::LoneSurrogate => "lone leading surrogate in hex escape",
            Self::UnpairedSurrogate => "unexpected end of hex escape",
            Self::Depth => "recursion limit exceeded",
        })
    }
}

/// A JSON text that is read from its beginning to its end.
#[derive(Debug)]
pub(in crate::api) struct Text<'t> {
    json: &'t str,
    /// The number of bytes that have been read.
    at: usize,
    /// The number of lists and objects that the next token is inside of.
    depth: u8,
}

impl<'t> Text<'t> {
    pub(in crate::api) const fn new(text: &'t str) -> Self {
        Self { json: text, at: 0, depth: 0 }
    }

    /// Returns the number of bytes that have been read.
    pub(in crate::api) const fn offset(&self) -> usize {
        self.at
    }

    /// Returns the next byte.
    #[inline]
    fn peek(&self) -> Option<u8> {
        self.json.as_bytes().get(self.at).copied()
    }

    /// Skips white space and returns the next byte.
    #[inline]
    fn peek_token(&mut self) -> Option<u8> {
        loop {
            match self.peek() {
                Some(b' ' | b'\n' | b'\t' | b'\r') => self.at += 1,
                byte => return byte,
            }
        }
    }

    /// Returns the error that the next byte is at fault, or that there is none.
    #[cold]
    fn error(&self, fault: SyntaxFault) -> SyntaxError {
        if self.at < self.json.len() {
            SyntaxError { fault, end: self.at + 1 }
        } else {
            SyntaxError { fault: SyntaxFault::End, end: self.at }
        }
    }

    /// Returns the error that the last byte is at fault.
    #[cold]
    const fn error_before(&self, fault: SyntaxFault) -> SyntaxError {
        SyntaxError { fault, end: self.at }
    }

    /// Reads a token.
    pub(in crate::api) fn token(&mut self) -> Result<Token<'t>, SyntaxError> {
        match self.peek_token() {
            Some(b'"') => self.rest_of_string().map(Token::String),
            Some(b'-' | b'0'..=b'9') => self.number(),
            Some(b'[') => self.begin().map(|()| Token::List),
            Some(b'{') => self.begin().map(|()| Token::Object),
            Some(b't') => self.name("true").map(|()| Token::Bool(true)),
            Some(b'f') => self.name("false").map(|()| Token::Bool(false)),
            Some(b'n') => self.name("null").map(|()| Token::Null),
            _ => Err(self.error(SyntaxFault::Value)),
        }
    }

    /// Reads a `null`, if it is the next token.
    pub(in crate::api) fn is_null(&mut self) -> Result<bool, SyntaxError> {
        match self.peek_token() {
            Some(b'n') => self.name("null").map(|()| true),
            _ => Ok(false),
        }
    }

    fn name(&mut self, name: &str) -> Result<(), SyntaxError> {
        for byte in name.bytes() {
            if self.peek() != Some(byte) {
                return Err(self.error(SyntaxFault::Name));
            }
            self.at += 1;
        }
        Ok(())
    }

    fn begin(&mut self) -> Result<(), SyntaxError> {
        if self.depth == MAX_DEPTH {
            return Err(self.error(SyntaxFault::Depth));
        }
        self.depth += 1;
        self.at += 1;
        Ok(())
    }

    /// Returns true if the list has another item, and reads up to it.
    pub(in crate::api) fn has_item(&mut self, is_first: bool) -> Result<bool, SyntaxError> {
        match self.peek_token() {
            Some(b']') => Ok(false),
            Some(b',') if !is_first => {
                self.at += 1;
                match self.peek_token() {
                    Some(b']') => Err(self.error(SyntaxFault::TrailingComma)),
                    _ => Ok(true),
                }
            }
            Some(_) if is_first => Ok(true),
            _ => Err(self.error(SyntaxFault::ListSeparator)),
        }
    }

    /// Reads the end of a list.
    pub(in crate::api) fn end_list(&mut self) -> Result<(), SyntaxError> {
        self.depth -= 1;
        match self.peek_token() {
            Some(b']') => {
                self.at += 1;
                Ok(())
            }
            Some(b',') => {
                self.at += 1;
                match self.peek_token() {
                    Some(b']') => Err(self.error(SyntaxFault::TrailingComma)),
                    _ => Err(self.error(SyntaxFault::TrailingCharacters)),
                }
            }
            _ => Err(self.error(SyntaxFault::TrailingCharacters)),
        }
    }

    /// Reads the name of the next member and the colon after it. Returns `None` if the object has no
    /// other member.
    pub(in crate::api) fn member(
        &mut self,
        is_first: bool,
    ) -> Result<Option<Cow<'t, str>>, SyntaxError> {
        match self.peek_token() {
            Some(b'}') => return Ok(None),
            Some(b',') if !is_first => {
                self.at += 1;
                if self.peek_token() == Some(b'}') {
                    return Err(self.error(SyntaxFault::TrailingComma));
                }
            }
            Some(_) if is_first => {}
            _ => return Err(self.error(SyntaxFault::ObjectSeparator)),
        }
        if self.peek() != Some(b'"') {
            return Err(self.error(SyntaxFault::Key));
        }
        self.rest_of_string().map(Some)
    }

    /// Reads the colon between the name of a member and its value.
    pub(in crate::api) fn colon(&mut self) -> Result<(), SyntaxError> {
        if self.peek_token() != Some(b':') {
            return Err(self.error(SyntaxFault::Colon));
        }
        self.at += 1;
        Ok(())
    }

    /// Reads the end of an object.
    pub(in crate::api) fn end_object(&mut self) -> Result<(), SyntaxError> {
        self.depth -= 1;
        match self.peek_token() {
            Some(b'}') => {
                self.at += 1;
                Ok(())
            }
            Some(b',') => Err(self.error(SyntaxFault::TrailingComma)),
            _ => Err(self.error(SyntaxFault::TrailingCharacters)),
        }
    }

    /// Reads the white space at the end of the text.
    pub(in crate::api) fn end(&mut self) -> Result<(), SyntaxError> {
        match self.peek_token() {
            None => Ok(()),
            Some(_) => Err(self.error(SyntaxFault::TrailingCharacters)),
        }
    }

    /// Reads a string from its first quote.
    fn rest_of_string(&mut self) -> Result<Cow<'t, str>, SyntaxError> {
        self.at += 1;
        let begin = self.at;
        self.skip_plain();
        if self.peek() == Some(b'"') {
            let string = &self.json[begin..self.at];
            self.at += 1;
            return Ok(Cow::Borrowed(string));
        }
        self.string_with_escapes(begin).map(Cow::Owned)
    }

    /// Skips the bytes of a string that have no meaning of their own.
    #[inline]
    fn skip_plain(&mut self) {
        const ONES: u64 = u64::MAX / 0xFF;
        const HIGH_BITS: u64 = ONES * 0x80;
        let rest = &self.json.as_bytes()[self.at..];
        let (words, _) = rest.as_chunks();
        let mut skipped = 0;
        for word in words {
            let word = u64::from_le_bytes(*word);
            // Subtracting from a byte sets its highest bit if the byte was smaller. A byte beyond
            // ASCII hides this, and a borrow can reach only the bytes after the one that stops.
            let is_control = word.wrapping_sub(ONES * u64::from(b' ')) & !word;
            let quote = word ^ (ONES * u64::from(b'"'));
            let is_quote = quote.wrapping_sub(ONES) & !quote;
            let backslash = word ^ (ONES * u64::from(b'\\'));
            let is_backslash = backslash.wrapping_sub(ONES) & !backslash;
            let stops = (is_control | is_quote | is_backslash) & HIGH_BITS;
            if stops != 0 {
                self.at += skipped + (stops.trailing_zeros() / 8) as usize;
                return;
            }
            skipped += size_of_val(&word);
        }
        let has_meaning = |byte: &u8| matches!(byte, b'"' | b'\\' | 0..b' ');
        skipped += rest[skipped..].iter().position(has_meaning).unwrap_or(rest.len() - skipped);
        self.at += skipped;
    }

    /// Reads the rest of a string that began at `begin`, from the first byte with a meaning.
    #[cold]
    fn string_with_escapes(&mut self, begin: usize) -> Result<String, SyntaxError> {
        let mut string = self.json[begin..self.at].to_owned();
        loop {
            match self.peek() {
                Some(b'"') => break,
                Some(b'\\') => {
                    self.at += 1;
                    string.push(self.escape()?);
                }
                _ => return Err(self.error(SyntaxFault::ControlCharacter)),
            }
            let begin = self.at;
            self.skip_plain();
            string.push_str(&self.json[begin..self.at]);
        }
        self.at += 1;
        Ok(string)
    }

    /// Reads an escape after its backslash.
    fn escape(&mut self) -> Result<char, SyntaxError> {
        let escaped = match self.peek() {
            Some(byte @ (b'"' | b'\\' | b'/')) => char::from(byte),
            Some(b'b') => '\u{8}',
            Some(b'f') => '\u{C}',
            Some(b'n') => '\n',
            Some(b'r') => '\r',
            Some(b't') => '\t',
            Some(b'u') => {
                self.at += 1;
                return self.code_point();
            }
            _ => return Err(self.error(SyntaxFault::Escape)),
        };
        self.at += 1;
        Ok(escaped)
    }

    /// Reads a code point after `\u`: one UTF-16 code unit, or two with another `\u` between them.
    fn code_point(&mut self) -> Result<char, SyntaxError> {
        let mut units = [self.code_unit()?, 0];
        if (0xD800..0xDC00).contains(&units[0]) {
            for byte in [b'\\', b'u'] {
                if self.peek() != Some(byte) {
                    return Err(self.error(SyntaxFault::UnpairedSurrogate));
                }
                self.at += 1;
            }
            units[1] = self.code_unit()?;
        }
        // After a code unit that is not a surrogate, the second one is 0 and not looked at.
        let Some(Ok(code_point)) = char::decode_utf16(units).next() else {
            return Err(self.error_before(SyntaxFault::LoneSurrogate));
        };
        Ok(code_point)
    }

    /// Reads the four hexadecimal digits of a UTF-16 code unit.
    fn code_unit(&mut self) -> Result<u16, SyntaxError> {
        let Some(digits) = self.json.as_bytes().get(self.at..self.at + 4) else {
            self.at = self.json.len();
            return Err(self.error(SyntaxFault::End));
        };
        self.at += 4;
        let unit: Option<u32> = digits.iter().try_fold(0, |unit, &digit| {
            let digit = char::from(digit).to_digit(16)?;
            Some(unit << 4 | digit)
        });
        unit.and_then(|unit| u16::try_from(unit).ok())
            .ok_or_else(|| self.error_before(SyntaxFault::Escape))
    }

    /// Reads a number.
    fn number(&mut self) -> Result<Token<'t>, SyntaxError> {
        let begin = self.at;
        let is_negative = self.peek() == Some(b'-');
        self.at += usize::from(is_negative);
        let mut number = Decimal::default();
        let whole_begin = self.at;
        self.digits(|digit| number.push(digit, false))?;
        if self.json.as_bytes()[whole_begin] == b'0' && self.at > whole_begin + 1 {
            self.at = whole_begin + 1;
            return Err(self.error(SyntaxFault::Number));
        }
        let is_integer = !matches!(self.peek(), Some(b'.' | b'e' | b'E'));
        if is_integer && !number.is_full {
            match (is_negative, i64::try_from(number.digits)) {
                (false, _) => return Ok(Token::Unsigned(number.digits)),
                (true, Ok(0)) => return Ok(Token::Unsigned(0)),
                (true, Ok(magnitude)) => return Ok(Token::Signed(-magnitude)),
                _ => {}
            }
        }
        if !is_integer {
            self.fraction_and_exponent(&mut number)?;
        }
        Ok(match number.whole() {
            Some(magnitude) if is_negative && magnitude > 0 => Token::Signed(-magnitude),
            Some(magnitude) => Token::Unsigned(magnitude.unsigned_abs()),
            None => Token::Number(&self.json[begin..self.at]),
        })
    }

    #[cold]
    fn fraction_and_exponent(&mut self, number: &mut Decimal) -> Result<(), SyntaxError> {
        if self.peek() == Some(b'.') {
            self.at += 1;
            self.digits(|digit| number.push(digit, true))?;
        }
        if matches!(self.peek(), Some(b'e' | b'E')) {
            self.at += 1;
            let is_negative = self.peek() == Some(b'-');
            self.at += usize::from(is_negative || self.peek() == Some(b'+'));
            let mut exponent = 0_i32;
            self.digits(|digit| {
                exponent = exponent.saturating_mul(10).saturating_add(i32::from(digit));
            })?;
            let exponent = if is_negative { -exponent } else { exponent };
            number.exponent = number.exponent.saturating_add(exponent);
        }
        Ok(())
    }

    /// Reads one or more digits.
    fn digits(&mut self, mut read: impl FnMut(u8)) -> Result<(), SyntaxError> {
        let begin = self.at;
        while let Some(digit @ b'0'..=b'9') = self.peek() {
            read(digit - b'0');
            self.at += 1;
        }
        if self.at == begin { Err(self.error(SyntaxFault::Number)) } else { Ok(()) }
    }
}
