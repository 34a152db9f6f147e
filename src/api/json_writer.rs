//! Writes responses as JSON: byte for byte what `serde_json` writes, in less time. Names of members
//! and variants are constants that need no escapes, and most texts have nothing to escape. The
//! writer of `serde_json` looks at each of their bytes, which takes a third of the time of a score.

mod escapes;

use std::fmt::{self, Write as _};
use std::mem;

use serde::ser::{
    Error as _, Serialize, SerializeMap, SerializeSeq, SerializeStruct, SerializeStructVariant,
    SerializeTuple, SerializeTupleStruct, SerializeTupleVariant, Serializer,
};
use serde_json::Error;

use escapes::{needs_escape, push_escaped};

/// The name under which a `RawValue` passes its text to the writer of `serde_json`. Another writer
/// would take it for an object.
const RAW_VALUE: &str = "$serde_json::private::RawValue";

/// Appends a value as JSON.
///
/// # Errors
/// A map key is not a string, the value contains a `RawValue` or a 128-bit integer, or its
/// implementation of `Serialize` fails. The buffer then contains a part of the text.
pub(crate) fn write(buffer: &mut Vec<u8>, value: &(impl Serialize + ?Sized)) -> Result<(), Error> {
    value.serialize(Writer(buffer))
}

/// Writes one value.
struct Writer<'b>(&'b mut Vec<u8>);

/// Writes the items of a list or the members of an object, then its end.
struct Items<'b> {
    buffer: &'b mut Vec<u8>,
    is_empty: bool,
    end: &'static [u8],
}

/// Writes text inside of quotes.
struct Escaped<'b>(&'b mut Vec<u8>);

impl fmt::Write for Escaped<'_> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        push_escaped(self.0, text);
        Ok(())
    }
}

/// Writes a name that needs no escapes, after a quote, and a comma unless it is the first; `end` is
/// the closing quote and what follows it.
///
/// Like its callers, this is inlined, because the name is then a constant, which takes a few
/// instructions to write. In WebAssembly, the size of the module matters more.
#[cfg_attr(not(target_family = "wasm"), inline(always))]
fn push_name(buffer: &mut Vec<u8>, is_first: bool, name: &str, end: &str) {
    debug_assert!(!name.bytes().any(needs_escape));
    let start = if is_first { "\"" } else { ",\"" };
    let length = start.len() + name.len() + end.len();
    let mut text = [0; 32];
    if cfg!(not(target_family = "wasm")) && length <= text.len() {
        // One constant takes fewer instructions than three.
        let (name_start, name_end) = (start.len(), start.len() + name.len());
        text[..name_start].copy_from_slice(start.as_bytes());
        text[name_start..name_end].copy_from_slice(name.as_bytes());
        text[name_end..length].copy_from_slice(end.as_bytes());
        buffer.extend_from_slice(&text[..length]);
    } else {
        // A call that copies one or two bytes takes longer than pushing them.
        if !is_first {
            buffer.push(b',');
        }
        buffer.push(b'"');
        buffer.extend_from_slice(name.as_bytes());
        for byte in end.bytes() {
            buffer.push(byte);
        }
    }
}

impl<'b> Writer<'b> {
    /// Leaves a value of a rare kind to `serde_json`.
    fn foreign(self, value: impl Serialize) -> Result<(), Error> {
        serde_json::to_writer(self.0, &value)
    }

    fn begin(self, start: u8, end: &'static [u8]) -> Items<'b> {
        self.0.push(start);
        Items { buffer: self.0, is_empty: true, end }
    }

    /// Begins an object whose only member is named after a variant.
    fn begin_variant(self, variant: &str) -> Self {
        self.0.push(b'{');
        push_name(self.0, true, variant, "\":");
        self
    }
}

macro_rules! integers {
    ($($method:ident: $kind:ty;)*) => {$(
        fn $method(self, value: $kind) -> Result<(), Error> {
            match u8::try_from(value) {
                Ok(digit @ 0..10) => self.0.push(b'0' + digit),
                _ => self.0.extend_from_slice(itoa::Buffer::new().format(value).as_bytes()),
            }
            Ok(())
        }
    )*};
}

impl<'b> Serializer for Writer<'b> {
    type Ok = ();
    type Error = Error;
    type SerializeSeq = Items<'b>;
    type SerializeTuple = Items<'b>;
    type SerializeTupleStruct = Items<'b>;
    type SerializeTupleVariant = Items<'b>;
    type SerializeMap = Items<'b>;
    type SerializeStruct = Items<'b>;
    type SerializeStructVariant = Items<'b>;

    integers! {
        serialize_i8: i8;
        serialize_i16: i16;
        serialize_i32: i32;
        serialize_i64: i64;
        serialize_u8: u8;
        serialize_u16: u16;
        serialize_u32: u32;
        serialize_u64: u64;
    }

    fn serialize_bool(self, value: bool) -> Result<(), Error> {
        self.0.extend_from_slice(if value { b"true" } else { b"false" });
        Ok(())
    }

    fn serialize_f32(self, value: f32) -> Result<(), Error> {
        self.foreign(value)
    }

    fn serialize_f64(self, value: f64) -> Result<(), Error> {
        self.foreign(value)
    }

    fn serialize_char(self, value: char) -> Result<(), Error> {
        match u8::try_from(value) {
            Ok(byte) if byte.is_ascii() && !needs_escape(byte) => {
                self.0.extend_from_slice(&[b'"', byte, b'"']);
                Ok(())
            }
            _ => self.serialize_str(value.encode_utf8(&mut [0; 4])),
        }
    }

    fn serialize_str(self, text: &str) -> Result<(), Error> {
        self.0.push(b'"');
        push_escaped(self.0, text);
        self.0.push(b'"');
        Ok(())
    }

    fn collect_str<T: fmt::Display + ?Sized>(self, text: &T) -> Result<(), Error> {
        self.0.push(b'"');
        write!(Escaped(self.0), "{text}").map_err(Error::custom)?;
        self.0.push(b'"');
        Ok(())
    }

    fn serialize_bytes(self, bytes: &[u8]) -> Result<(), Error> {
        self.foreign(bytes)
    }

    fn serialize_none(self) -> Result<(), Error> {
        self.serialize_unit()
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<(), Error> {
        value.serialize(self)
    }

    fn serialize_unit(self) -> Result<(), Error> {
        self.0.extend_from_slice(b"null");
        Ok(())
    }

    fn serialize_unit_struct(self, _name: &'static str) -> Result<(), Error> {
        self.serialize_unit()
    }

    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn serialize_unit_variant(
        self,
        _name: &'static str,
        _index: u32,
        variant: &'static str,
    ) -> Result<(), Error> {
        push_name(self.0, true, variant, "\"");
        Ok(())
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(
        self,
        _name: &'static str,
        value: &T,
    ) -> Result<(), Error> {
        value.serialize(self)
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _name: &'static str,
        _index: u32,
        variant: &'static str,
        value: &T,
    ) -> Result<(), Error> {
        let Self(buffer) = self.begin_variant(variant);
        value.serialize(Writer(buffer))?;
        buffer.push(b'}');
        Ok(())
    }

    fn serialize_seq(self, _len: Option<usize>) -> Result<Items<'b>, Error> {
        Ok(self.begin(b'[', b"]"))
    }

    fn serialize_tuple(self, _len: usize) -> Result<Items<'b>, Error> {
        Ok(self.begin(b'[', b"]"))
    }

    fn serialize_tuple_struct(self, _name: &'static str, _len: usize) -> Result<Items<'b>, Error> {
        Ok(self.begin(b'[', b"]"))
    }

    fn serialize_tuple_variant(
        self,
        _name: &'static str,
        _index: u32,
        variant: &'static str,
        _len: usize,
    ) -> Result<Items<'b>, Error> {
        Ok(self.begin_variant(variant).begin(b'[', b"]}"))
    }

    fn serialize_map(self, _len: Option<usize>) -> Result<Items<'b>, Error> {
        Ok(self.begin(b'{', b"}"))
    }

    fn serialize_struct(self, name: &'static str, _len: usize) -> Result<Items<'b>, Error> {
        if name == RAW_VALUE {
            return Err(Error::custom("a raw value in a response"));
        }
        Ok(self.begin(b'{', b"}"))
    }

    fn serialize_struct_variant(
        self,
        _name: &'static str,
        _index: u32,
        variant: &'static str,
        _len: usize,
    ) -> Result<Items<'b>, Error> {
        Ok(self.begin_variant(variant).begin(b'{', b"}}"))
    }
}

impl Items<'_> {
    /// Separates an item from the one before it.
    #[inline]
    fn separate(&mut self) {
        if !mem::replace(&mut self.is_empty, false) {
            self.buffer.push(b',');
        }
    }

    fn item<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Error> {
        self.separate();
        value.serialize(Writer(self.buffer))
    }

    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn member<T: Serialize + ?Sized>(&mut self, name: &str, value: &T) -> Result<(), Error> {
        if mem::replace(&mut self.is_empty, false) {
            push_name(self.buffer, true, name, "\":");
        } else {
            push_name(self.buffer, false, name, "\":");
        }
        value.serialize(Writer(self.buffer))
    }

    fn finish(self) {
        self.buffer.extend_from_slice(self.end);
    }
}

macro_rules! lists {
    ($($list:ident::$method:ident;)*) => {$(
        impl $list for Items<'_> {
            type Ok = ();
            type Error = Error;

            fn $method<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Error> {
                self.item(value)
            }

            fn end(self) -> Result<(), Error> {
                self.finish();
                Ok(())
            }
        }
    )*};
}

lists! {
    SerializeSeq::serialize_element;
    SerializeTuple::serialize_element;
    SerializeTupleStruct::serialize_field;
    SerializeTupleVariant::serialize_field;
}

macro_rules! objects {
    ($($object:ident)*) => {$(
        impl $object for Items<'_> {
            type Ok = ();
            type Error = Error;

            #[cfg_attr(not(target_family = "wasm"), inline(always))]
            fn serialize_field<T: Serialize + ?Sized>(
                &mut self,
                name: &'static str,
                value: &T,
            ) -> Result<(), Error> {
                self.member(name, value)
            }

            fn end(self) -> Result<(), Error> {
                self.finish();
                Ok(())
            }
        }
    )*};
}

objects! { SerializeStruct SerializeStructVariant }

impl SerializeMap for Items<'_> {
    type Ok = ();
    type Error = Error;

    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Result<(), Error> {
        self.separate();
        let start = self.buffer.len();
        key.serialize(Writer(self.buffer))?;
        match self.buffer.get(start) {
            Some(b'"') => Ok(()),
            _ => Err(Error::custom("key must be a string")),
        }
    }

    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Error> {
        self.buffer.push(b':');
        value.serialize(Writer(self.buffer))
    }

    fn end(self) -> Result<(), Error> {
        self.finish();
        Ok(())
    }
}
