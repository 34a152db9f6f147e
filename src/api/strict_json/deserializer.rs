//! A strict deserializer of JSON texts.
//!
//! It is the only deserializer of requests with a body, and its methods ask for tokens by functions
//! that are not generic, because everything generic in it is compiled once for each type that a
//! request contains.

use std::borrow::Cow;

use serde::de::value::{CowStrDeserializer, StrDeserializer};
use serde::de::{
    DeserializeSeed, Deserializer, Error as _, Expected, MapAccess, SeqAccess, Unexpected, Visitor,
};
use serde::forward_to_deserialize_any;

use super::error::ReadError;
use super::text::{Text, Token};

/// Deserializes the next value of a text.
#[derive(Debug)]
pub(super) struct Reader<'t>(Text<'t>);

impl<'t> Reader<'t> {
    pub(super) const fn new(text: &'t str) -> Self {
        Self(Text::new(text))
    }

    /// Returns the number of bytes that have been read.
    pub(super) const fn offset(&self) -> usize {
        self.0.offset()
    }

    /// Reads the end of the text.
    pub(super) fn end(&mut self) -> Result<(), ReadError> {
        Ok(self.0.end()?)
    }

    /// Returns the error for a token of another type than expected.
    #[cold]
    fn mismatch(&mut self, found: &Token<'_>, expected: &dyn Expected) -> ReadError {
        let found = match found {
            Token::Null => Unexpected::Unit,
            Token::Bool(value) => Unexpected::Bool(*value),
            Token::Unsigned(number) => Unexpected::Unsigned(*number),
            Token::Signed(number) => Unexpected::Signed(*number),
            Token::Number(text) => Unexpected::Other(text),
            Token::String(text) => Unexpected::Str(text),
            Token::List => {
                // The place of the error is after everything that has been read.
                let _ = self.0.end_list();
                Unexpected::Seq
            }
            Token::Object => {
                let _ = self.0.end_object();
                Unexpected::Map
            }
        };
        ReadError::invalid_type(found, expected)
    }

    fn bool(&mut self, expected: &dyn Expected) -> Result<bool, ReadError> {
        match self.0.token()? {
            Token::Bool(value) => Ok(value),
            other => Err(self.mismatch(&other, expected)),
        }
    }

    fn unsigned(&mut self, expected: &dyn Expected) -> Result<u64, ReadError> {
        match self.0.token()? {
            Token::Unsigned(number) => Ok(number),
            other => Err(self.mismatch(&other, expected)),
        }
    }

    fn signed(&mut self, expected: &dyn Expected) -> Result<i64, ReadError> {
        let token = self.0.token()?;
        let number = match token {
            Token::Unsigned(number) => i64::try_from(number).ok(),
            Token::Signed(number) => Some(number),
            _ => None,
        };
        number.ok_or_else(|| self.mismatch(&token, expected))
    }

    fn string(&mut self, expected: &dyn Expected) -> Result<Cow<'t, str>, ReadError> {
        match self.0.token()? {
            Token::String(text) => Ok(text),
            other => Err(self.mismatch(&other, expected)),
        }
    }

    fn begin_list(&mut self, expected: &dyn Expected) -> Result<(), ReadError> {
        match self.0.token()? {
            Token::List => Ok(()),
            other => Err(self.mismatch(&other, expected)),
        }
    }

    fn begin_object(&mut self, expected: &dyn Expected) -> Result<(), ReadError> {
        match self.0.token()? {
            Token::Object => Ok(()),
            other => Err(self.mismatch(&other, expected)),
        }
    }

    /// Visits a list after its bracket.
    fn rest_of_list<V: Visitor<'t>>(&mut self, visitor: V) -> Result<V::Value, ReadError> {
        let value = visitor.visit_seq(Items { reader: self, next: 0 });
        let end = self.0.end_list();
        let value = value?;
        end?;
        Ok(value)
    }

    /// Visits an object after its bracket.
    fn rest_of_object<V: Visitor<'t>>(&mut self, visitor: V) -> Result<V::Value, ReadError> {
        let members = Members { reader: self, name: Cow::Borrowed(""), is_first: true };
        let value = visitor.visit_map(members);
        let end = self.0.end_object();
        let value = value?;
        end?;
        Ok(value)
    }
}

/// Reads whole numbers. The visitors of narrower types check the range.
macro_rules! integers {
    ($($method:ident: $read:ident, $visit:ident;)*) => {$(
        fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ReadError> {
            let number = self.$read(&visitor)?;
            visitor.$visit(number)
        }
    )*};
}

impl<'de> Deserializer<'de> for &mut Reader<'de> {
    type Error = ReadError;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ReadError> {
        match self.0.token()? {
            Token::Null => visitor.visit_unit(),
            Token::Bool(value) => visitor.visit_bool(value),
            Token::Unsigned(number) => visitor.visit_u64(number),
            Token::Signed(number) => visitor.visit_i64(number),
            Token::Number(number) => visitor.visit_f64(number.parse().map_err(ReadError::custom)?),
            Token::String(Cow::Borrowed(text)) => visitor.visit_borrowed_str(text),
            Token::String(Cow::Owned(text)) => visitor.visit_string(text),
            Token::List => self.rest_of_list(visitor),
            Token::Object => self.rest_of_object(visitor),
        }
    }

    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ReadError> {
        let value = self.bool(&visitor)?;
        visitor.visit_bool(value)
    }

    integers! {
        deserialize_i8: signed, visit_i64;
        deserialize_i16: signed, visit_i64;
        deserialize_i32: signed, visit_i64;
        deserialize_i64: signed, visit_i64;
        deserialize_u8: unsigned, visit_u64;
        deserialize_u16: unsigned, visit_u64;
        deserialize_u32: unsigned, visit_u64;
        deserialize_u64: unsigned, visit_u64;
    }

    fn deserialize_str<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ReadError> {
        match self.string(&visitor)? {
            Cow::Borrowed(text) => visitor.visit_borrowed_str(text),
            Cow::Owned(text) => visitor.visit_str(&text),
        }
    }

    fn deserialize_string<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ReadError> {
        self.deserialize_str(visitor)
    }

    /// Reads `null` as an absent member.
    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ReadError> {
        if self.0.is_null()? { visitor.visit_none() } else { visitor.visit_some(self) }
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        visitor: V,
    ) -> Result<V::Value, ReadError> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ReadError> {
        self.begin_list(&visitor)?;
        self.rest_of_list(visitor)
    }

    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ReadError> {
        self.begin_object(&visitor)?;
        self.rest_of_object(visitor)
    }

    /// Accepts only objects; serde's structs also accept lists of their fields.
    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        _fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, ReadError> {
        self.deserialize_map(visitor)
    }

    /// Accepts only strings, because no enum of a request has variants with data.
    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _name: &'static str,
        _variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, ReadError> {
        let name = self.string(&"a string")?;
        visitor.visit_enum(CowStrDeserializer::new(name))
    }

    forward_to_deserialize_any! {
        i128 u128 f32 f64 char bytes byte_buf unit unit_struct tuple tuple_struct identifier
        ignored_any
    }
}

/// The items of a list, and the index of the next one.
struct Items<'r, 't> {
    reader: &'r mut Reader<'t>,
    next: usize,
}

impl<'de> SeqAccess<'de> for Items<'_, 'de> {
    type Error = ReadError;

    fn next_element_seed<S: DeserializeSeed<'de>>(
        &mut self,
        seed: S,
    ) -> Result<Option<S::Value>, ReadError> {
        if !self.reader.0.has_item(self.next == 0)? {
            return Ok(None);
        }
        self.next += 1;
        let item = seed.deserialize(&mut *self.reader);
        item.map(Some).map_err(|error| error.within((self.next - 1).into()))
    }
}

/// The members of an object, and the name of the member that is being read.
struct Members<'r, 't> {
    reader: &'r mut Reader<'t>,
    name: Cow<'t, str>,
    is_first: bool,
}

impl Members<'_, '_> {
    /// Reads the name of the next member. Returns false if there is none.
    fn advance(&mut self) -> Result<bool, ReadError> {
        let name = self.reader.0.member(self.is_first)?;
        self.is_first = false;
        let has_next = name.is_some();
        self.name = name.unwrap_or_default();
        Ok(has_next)
    }

    /// Places an error inside the member that is being read.
    #[cold]
    fn within(&self, error: ReadError) -> ReadError {
        error.within(self.name.clone().into_owned().into())
    }
}

impl<'de> MapAccess<'de> for Members<'_, 'de> {
    type Error = ReadError;

    fn next_key_seed<S: DeserializeSeed<'de>>(
        &mut self,
        seed: S,
    ) -> Result<Option<S::Value>, ReadError> {
        if !self.advance()? {
            return Ok(None);
        }
        let known = seed.deserialize(StrDeserializer::new(&self.name));
        known.map(Some).map_err(|error| self.within(error))
    }

    fn next_value_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<S::Value, ReadError> {
        self.reader.0.colon()?;
        seed.deserialize(&mut *self.reader).map_err(|error| self.within(error))
    }
}
