//! The macro that declares requests with a JSON body.

/// Declares the request of an operation: the given members, then those that select its dictionary.
///
/// `request! { pub struct … }` adds a lexicon and an overlay. `request! { @lexicon_only pub struct
/// … }` adds only a lexicon: the response does not depend on it, but a client can send the same
/// lexicon with every request. It must be active.
macro_rules! request {
    (
        $(#[$meta:meta])*
        $visibility:vis struct $name:ident {
            $($(#[$field_meta:meta])* $field_visibility:vis $field:ident: $type:ty,)*
        }
    ) => {
        $(#[$meta])*
        #[derive(Debug, Clone, serde::Deserialize, utoipa::ToSchema)]
        #[serde(deny_unknown_fields)]
        $visibility struct $name {
            $($(#[$field_meta])* $field_visibility $field: $type,)*
            /// The lexicon, by name (`en`) or pinned to an edition (`en@sha256:1f3a`). Defaults to
            /// the server's default lexicon.
            lexicon: Option<$crate::api::bounds::LexiconSelector>,
            /// Words to add to and remove from the lexicon for this request.
            overlay: Option<$crate::api::dictionary::OverlayRequest>,
        }

        impl $crate::api::operation::Request for $name {
            fn dictionary(&self) -> $crate::api::dictionary::DictionarySelector<'_> {
                $crate::api::dictionary::DictionarySelector::in_body(
                    self.lexicon.as_ref(),
                    self.overlay.as_ref(),
                )
            }
        }
    };
    (
        @lexicon_only
        $(#[$meta:meta])*
        $visibility:vis struct $name:ident {
            $($(#[$field_meta:meta])* $field_visibility:vis $field:ident: $type:ty,)*
        }
    ) => {
        $(#[$meta])*
        #[derive(Debug, Clone, serde::Deserialize, utoipa::ToSchema)]
        #[serde(deny_unknown_fields)]
        $visibility struct $name {
            $($(#[$field_meta])* $field_visibility $field: $type,)*
            /// A lexicon, which must be active. The response does not depend on it, so a client can
            /// send the same value with every request.
            lexicon: Option<$crate::api::bounds::LexiconSelector>,
        }

        impl $crate::api::operation::Request for $name {
            fn dictionary(&self) -> $crate::api::dictionary::DictionarySelector<'_> {
                $crate::api::dictionary::DictionarySelector::in_body(self.lexicon.as_ref(), None)
            }
        }
    };
}

pub(crate) use request;
