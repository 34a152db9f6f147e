//! Schemas of bounded values.

use std::borrow::Cow;

use utoipa::ToSchema;
use utoipa::openapi::schema::{KnownFormat, ObjectBuilder, SchemaFormat, SchemaType, Type};
use utoipa::openapi::{ArrayBuilder, Object, Ref, RefOr, Schema};

/// The prefix of the names of schemas that are inlined: a bound is not a type that clients should
/// see.
pub(crate) const INLINE: &str = "inline:";

/// Implements the schema traits for a bounded type. Its schema is inlined where it is used.
macro_rules! inline_schema {
    ($type:ty where [$($generics:tt)*], $name:expr, $schema:expr $(, $item:ty)?) => {
        // `ComposeSchema` implies `PartialSchema`, and types with parameters need it of their members.
        impl<$($generics)*> utoipa::__dev::ComposeSchema for $type {
            fn compose(
                _: Vec<utoipa::openapi::RefOr<utoipa::openapi::Schema>>,
            ) -> utoipa::openapi::RefOr<utoipa::openapi::Schema> {
                $schema.into()
            }
        }

        impl<$($generics)*> utoipa::ToSchema for $type {
            fn name() -> std::borrow::Cow<'static, str> {
                format!("{}{}", $crate::api::bounds::INLINE, $name).into()
            }

            #[allow(unused_variables, reason = "plain values refer to no other schema")]
            fn schemas(
                schemas: &mut Vec<(
                    String,
                    utoipa::openapi::RefOr<utoipa::openapi::Schema>,
                )>,
            ) {
                $($crate::api::bounds::collect::<$item>(schemas);)?
            }
        }
    };
    ($type:ty, $name:expr, $schema:expr) => {
        inline_schema!($type where [], $name, $schema);
    };
}

pub(crate) use inline_schema;

/// Adds the schema of a type and all schemas that it refers to.
pub(crate) fn collect<T: ToSchema>(schemas: &mut Vec<(String, RefOr<Schema>)>) {
    collect_as::<T>(T::name(), schemas);
}

/// Adds the schema of a type by another name than its own, and all schemas that it refers to.
pub(crate) fn collect_as<T: ToSchema>(
    name: Cow<'_, str>,
    schemas: &mut Vec<(String, RefOr<Schema>)>,
) {
    add(name, T::schema(), schemas);
    T::schemas(schemas);
}

fn add(name: Cow<'_, str>, schema: RefOr<Schema>, schemas: &mut Vec<(String, RefOr<Schema>)>) {
    if !is_plain(&schema) || name.starts_with(INLINE) {
        schemas.push((name.into_owned(), schema));
    }
}

/// Returns true if a schema is a plain value or a list, which has no name of its own.
fn is_plain(schema: &RefOr<Schema>) -> bool {
    match schema {
        RefOr::T(Schema::Object(object)) => {
            object.properties.is_empty() && object.enum_values.is_none()
        }
        RefOr::T(Schema::Array(_)) => true,
        _ => false,
    }
}

/// Returns the schema of a string of `min` to `max` characters, optionally with a pattern.
pub(crate) fn string(min: usize, max: usize, pattern: Option<&str>) -> Object {
    ObjectBuilder::new()
        .schema_type(SchemaType::new(Type::String))
        .min_length((min > 0).then_some(min))
        .max_length(Some(max))
        .pattern(pattern)
        .build()
}

/// Returns the schema of a day of the calendar: `2026-05-01`.
pub(crate) fn date() -> Object {
    ObjectBuilder::new()
        .schema_type(SchemaType::new(Type::String))
        .format(Some(SchemaFormat::KnownFormat(KnownFormat::Date)))
        .build()
}

/// Returns the schema of a whole number within bounds.
pub(crate) fn integer(format: &str, min: Option<i64>, max: i64) -> Object {
    let format = match format {
        "int32" => KnownFormat::Int32,
        _ => KnownFormat::Int64,
    };
    ObjectBuilder::new()
        .schema_type(SchemaType::new(Type::Integer))
        .format(Some(SchemaFormat::KnownFormat(format)))
        .minimum(min)
        .maximum(Some(max))
        .build()
}

/// Returns the schema of a list of values of a type.
pub(crate) fn array_of<T: ToSchema>(
    min: Option<usize>,
    max: Option<usize>,
) -> utoipa::openapi::Array {
    ArrayBuilder::new().items(reference::<T>()).min_items(min).max_items(max).build()
}

/// Returns the schema of a plain value, or a reference to any other schema.
fn reference<T: ToSchema>() -> RefOr<Schema> {
    let schema = T::schema();
    if is_plain(&schema) { schema } else { Ref::from_schema_name(T::name()).into() }
}
