//! A strict deserializer that wraps another one.

use std::borrow::Cow;
use std::cell::Cell;
use std::fmt;

use serde::de::value::{CowStrDeserializer, StringDeserializer};
use serde::de::{DeserializeSeed, Deserializer, IgnoredAny, MapAccess, SeqAccess, Visitor};

use super::error::ReadError;

/// The limit (2^53) up to which an `f64` represents every whole number exactly.
const MAX_EXACT: f64 = 9_007_199_254_740_992.0;

/// The error of an inner visitor while it passes through `serde_json`, whose own error type holds
/// only text.
pub(super) type Failure = Cell<Option<ReadError>>;

/// A deserializer, visitor, seed or access that reads strictly at every level.
pub(super) struct Strict<'f, T> {
    inner: T,
    failure: &'f Failure,
}

impl<'f, T> Strict<'f, T> {
    pub(super) const fn new(inner: T, failure: &'f Failure) -> Self {
        Self { inner, failure }
    }

    const fn wrap<U>(&self, inner: U) -> Strict<'f, U> {
        Strict { inner, failure: self.failure }
    }

    /// Stores an error, and returns a placeholder in the error type of the inner deserializer.
    fn fail<E: serde::de::Error>(&self, error: ReadError) -> E {
        self.failure.set(Some(error));
        E::custom("the value has the wrong shape")
    }

    /// Returns the stored error or, if there is none, the error of the inner deserializer.
    fn failed(failure: &Failure, error: impl std::error::Error) -> ReadError {
        failure.take().unwrap_or_else(|| ReadError::foreign(error))
    }
}

/// Forwards to `deserialize_any`: the visitor rejects values of the wrong type, so all errors about
/// types are created in one place.
macro_rules! forward_to_any {
    ($($method:ident($($argument:ident: $kind:ty),*);)*) => {$(
        fn $method<V: Visitor<'de>>(
            self,
            $($argument: $kind,)*
            visitor: V,
        ) -> Result<V::Value, ReadError> {
            self.deserialize_any(visitor)
        }
    )*};
}

impl<'de, D: Deserializer<'de>> Deserializer<'de> for Strict<'_, D> {
    type Error = ReadError;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ReadError> {
        let visitor = self.wrap(visitor);
        let failure = self.failure;
        self.inner.deserialize_any(visitor).map_err(|error| Self::failed(failure, error))
    }

    forward_to_any! {
        deserialize_bool();
        deserialize_i8();
        deserialize_i16();
        deserialize_i32();
        deserialize_i64();
        deserialize_i128();
        deserialize_u8();
        deserialize_u16();
        deserialize_u32();
        deserialize_u64();
        deserialize_u128();
        deserialize_f32();
        deserialize_f64();
        deserialize_char();
        deserialize_str();
        deserialize_string();
        deserialize_bytes();
        deserialize_byte_buf();
        deserialize_unit();
        deserialize_unit_struct(_name: &'static str);
        deserialize_seq();
        deserialize_tuple(_len: usize);
        deserialize_tuple_struct(_name: &'static str, _len: usize);
        deserialize_map();
        deserialize_identifier();
    }

    /// Accepts only objects; serde's structs also accept lists of their fields.
    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        _fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, ReadError> {
        self.deserialize_any(Object(visitor))
    }

    /// Reads `null` as an absent member.
    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ReadError> {
        let visitor = self.wrap(visitor);
        let failure = self.failure;
        self.inner.deserialize_option(visitor).map_err(|error| Self::failed(failure, error))
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        visitor: V,
    ) -> Result<V::Value, ReadError> {
        visitor.visit_newtype_struct(self)
    }

    /// Accepts only strings, because no enum of a request has variants with data.
    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _name: &'static str,
        _variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, ReadError> {
        let name = <String as serde::Deserialize>::deserialize(self)?;
        visitor.visit_enum(StringDeserializer::<ReadError>::new(name))
    }

    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ReadError> {
        let failure = self.failure;
        let ignored = self.inner.deserialize_ignored_any(IgnoredAny);
        ignored.map_err(|error| Self::failed(failure, error))?;
        visitor.visit_unit()
    }
}

/// A visitor of objects only.
struct Object<V>(V);

impl<'de, V: Visitor<'de>> Visitor<'de> for Object<V> {
    type Value = V::Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.expecting(f)
    }

    fn visit_map<A: MapAccess<'de>>(self, members: A) -> Result<V::Value, A::Error> {
        self.0.visit_map(members)
    }
}

macro_rules! visit {
    ($($method:ident: $kind:ty;)*) => {$(
        fn $method<E: serde::de::Error>(self, value: $kind) -> Result<V::Value, E> {
            let Self { inner, failure } = self;
            let outer = Strict { inner: (), failure };
            inner.$method(value).map_err(|error| outer.fail(error))
        }
    )*};
}

impl<'de, V: Visitor<'de>> Visitor<'de> for Strict<'_, V> {
    type Value = V::Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.inner.expecting(f)
    }

    visit! {
        visit_bool: bool;
        visit_i64: i64;
        visit_i128: i128;
        visit_u64: u64;
        visit_u128: u128;
        visit_str: &str;
        visit_borrowed_str: &'de str;
        visit_string: String;
    }

    /// Reads a number without a fraction as an integer, as JSON Schema defines it: some clients
    /// write 10 as `10.0`.
    fn visit_f64<E: serde::de::Error>(self, value: f64) -> Result<V::Value, E> {
        let outer = self.wrap(());
        let visited = if value.fract() == 0.0 && value.abs() <= MAX_EXACT {
            #[expect(clippy::cast_possible_truncation, reason = "it is a whole number in range")]
            self.inner.visit_i64(value as i64)
        } else {
            self.inner.visit_f64(value)
        };
        visited.map_err(|error| outer.fail(error))
    }

    fn visit_unit<E: serde::de::Error>(self) -> Result<V::Value, E> {
        let outer = self.wrap(());
        self.inner.visit_unit().map_err(|error| outer.fail(error))
    }

    fn visit_none<E: serde::de::Error>(self) -> Result<V::Value, E> {
        let outer = self.wrap(());
        self.inner.visit_none().map_err(|error| outer.fail(error))
    }

    fn visit_some<D: Deserializer<'de>>(self, deserializer: D) -> Result<V::Value, D::Error> {
        let outer = self.wrap(());
        let deserializer = outer.wrap(deserializer);
        self.inner.visit_some(deserializer).map_err(|error| outer.fail(error))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, list: A) -> Result<V::Value, A::Error> {
        let outer = self.wrap(());
        let items = Items { list: outer.wrap(list), next: 0 };
        self.inner.visit_seq(items).map_err(|error| outer.fail(error))
    }

    fn visit_map<A: MapAccess<'de>>(self, members: A) -> Result<V::Value, A::Error> {
        let outer = self.wrap(());
        let members = Members { members: outer.wrap(members), key: Cow::Borrowed("") };
        self.inner.visit_map(members).map_err(|error| outer.fail(error))
    }
}

/// The items of a list, and the index of the next one.
struct Items<'f, A> {
    list: Strict<'f, A>,
    next: usize,
}

impl<'de, A: SeqAccess<'de>> SeqAccess<'de> for Items<'_, A> {
    type Error = ReadError;

    fn next_element_seed<S: DeserializeSeed<'de>>(
        &mut self,
        seed: S,
    ) -> Result<Option<S::Value>, ReadError> {
        let index = self.next;
        self.next += 1;
        let failure = self.list.failure;
        let item = self.list.inner.next_element_seed(Strict { inner: seed, failure });
        item.map_err(|error| Strict::<A>::failed(failure, error).within(index))
    }

    fn size_hint(&self) -> Option<usize> {
        self.list.inner.size_hint()
    }
}

/// The members of an object, and the name of the member that is being read.
struct Members<'de, 'f, A> {
    members: Strict<'f, A>,
    key: Cow<'de, str>,
}

impl<'de, A: MapAccess<'de>> MapAccess<'de> for Members<'de, '_, A> {
    type Error = ReadError;

    fn next_key_seed<S: DeserializeSeed<'de>>(
        &mut self,
        seed: S,
    ) -> Result<Option<S::Value>, ReadError> {
        let failure = self.members.failure;
        match self.members.inner.next_key_seed(Key) {
            Ok(None) => Ok(None),
            Ok(Some(key)) => {
                self.key = key;
                let known = seed.deserialize(CowStrDeserializer::new(self.key.clone()));
                known.map(Some).map_err(|error: ReadError| error.within(self.key.to_string()))
            }
            Err(error) => Err(Strict::<A>::failed(failure, error)),
        }
    }

    fn next_value_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<S::Value, ReadError> {
        let failure = self.members.failure;
        let value = self.members.inner.next_value_seed(Strict { inner: seed, failure });
        value.map_err(|error| {
            let key = std::mem::take(&mut self.key).into_owned();
            Strict::<A>::failed(failure, error).within(key)
        })
    }

    fn size_hint(&self) -> Option<usize> {
        self.members.inner.size_hint()
    }
}

/// Reads the name of a member, borrowed from the body unless it contains escapes.
struct Key;

impl<'de> DeserializeSeed<'de> for Key {
    type Value = Cow<'de, str>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
        deserializer.deserialize_str(self)
    }
}

impl<'de> Visitor<'de> for Key {
    type Value = Cow<'de, str>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the name of a member")
    }

    fn visit_borrowed_str<E>(self, name: &'de str) -> Result<Self::Value, E> {
        Ok(Cow::Borrowed(name))
    }

    fn visit_str<E>(self, name: &str) -> Result<Self::Value, E> {
        Ok(Cow::Owned(name.to_owned()))
    }
}

impl<'de, S: DeserializeSeed<'de>> DeserializeSeed<'de> for Strict<'_, S> {
    type Value = S::Value;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<S::Value, D::Error> {
        let outer = self.wrap(());
        let deserializer = outer.wrap(deserializer);
        self.inner.deserialize(deserializer).map_err(|error| outer.fail(error))
    }
}
