//! The macro that declares requests with a JSON body.

/// Declares the request of an operation: the given members, those that select its dictionary, and
/// those that select the form of the response.
///
/// - `request! { pub struct … }` adds a lexicon and an overlay.
/// - `request! { @judged pub struct … }` also adds a second lexicon, whose opinion the response
///   contains besides the ruling.
/// - `request! { @search pub struct … }` also adds a bound on the words that are searched for.
/// - `request! { @lexicon_only pub struct … }` adds only a lexicon: the response does not depend on
///   it, but a client can send the same lexicon with every request. It must be active.
macro_rules! request {
    (@lexicon_only $($request:tt)*) => {
        $crate::api::request::define! { [$($request)*] [
            /// A lexicon, which must be active. The response does not depend on it, so a client can
            /// send the same value with every request.
            lexicon: Option<$crate::api::bounds::LexiconSelector>,
        ] [
            fn dictionary(&self) -> $crate::api::dictionary::DictionarySelector<'_> {
                $crate::api::dictionary::DictionarySelector::in_body(self.lexicon.as_ref(), None)
            }
        ] }
    };
    (@judged $($request:tt)*) => {
        $crate::api::request::define! { [$($request)*] [
            /// The lexicon, by name (`en`) or pinned to an edition (`en@sha256:1f3a`). Defaults to
            /// the server's default lexicon.
            lexicon: Option<$crate::api::bounds::LexiconSelector>,
            /// Words to add to and remove from the lexicon for this request.
            overlay: Option<$crate::api::dictionary::OverlayRequest>,
            /// Another lexicon. The response says what it would decide, without the overlay of the
            /// request; this does not change the ruling.
            second_lexicon: Option<$crate::api::bounds::LexiconSelector>,
        ] [
            fn dictionary(&self) -> $crate::api::dictionary::DictionarySelector<'_> {
                $crate::api::dictionary::DictionarySelector::in_body(
                    self.lexicon.as_ref(),
                    self.overlay.as_ref(),
                )
            }

            fn second_lexicon(&self) -> Option<&$crate::api::bounds::LexiconSelector> {
                self.second_lexicon.as_ref()
            }
        ] }
    };
    (@search $($request:tt)*) => {
        $crate::api::request::define! { [$($request)*] [
            /// The lexicon, by name (`en`) or pinned to an edition (`en@sha256:1f3a`). Defaults to
            /// the server's default lexicon.
            lexicon: Option<$crate::api::bounds::LexiconSelector>,
            /// Words to add to and remove from the lexicon for this request.
            overlay: Option<$crate::api::dictionary::OverlayRequest>,
            /// The highest `tier` of the words to search for. Most people know the words up to 35.
            /// Words of higher tiers stay valid, but the search does not form them. It forms the
            /// words of the overlay in any case, and words without a tier only with 100. Defaults to
            /// 100.
            pub(in crate::api) max_tier: Option<$crate::api::bounds::MaxTier>,
        ] [
            fn dictionary(&self) -> $crate::api::dictionary::DictionarySelector<'_> {
                let selector = $crate::api::dictionary::DictionarySelector::in_body(
                    self.lexicon.as_ref(),
                    self.overlay.as_ref(),
                );
                selector.searching_up_to(self.max_tier)
            }
        ] }
    };
    ($($request:tt)*) => {
        $crate::api::request::define! { [$($request)*] [
            /// The lexicon, by name (`en`) or pinned to an edition (`en@sha256:1f3a`). Defaults to
            /// the server's default lexicon.
            lexicon: Option<$crate::api::bounds::LexiconSelector>,
            /// Words to add to and remove from the lexicon for this request.
            overlay: Option<$crate::api::dictionary::OverlayRequest>,
        ] [
            fn dictionary(&self) -> $crate::api::dictionary::DictionarySelector<'_> {
                $crate::api::dictionary::DictionarySelector::in_body(
                    self.lexicon.as_ref(),
                    self.overlay.as_ref(),
                )
            }
        ] }
    };
}

/// Defines the struct of a request and its methods.
macro_rules! define {
    ([
        $(#[$meta:meta])*
        $visibility:vis struct $name:ident {
            $($(#[$field_meta:meta])* $field_visibility:vis $field:ident: $type:ty,)*
        }
    ] [$($selector:tt)*] [$($method:tt)*]) => {
        $crate::api::request::define! { @struct
            [$(#[$meta])* $visibility struct $name]
            [$($(#[$field_meta])* $field_visibility $field: $type,)* $($selector)*]
        }

        impl $crate::api::operation::Request for $name {
            $($method)*

            fn is_pinned(&self) -> bool {
                let second = $crate::api::operation::Request::second_lexicon(self);
                $crate::api::operation::Request::dictionary(self).is_whole_pin()
                    && second.is_none_or(|second| {
                        $crate::api::bounds::is_whole_pin(second.as_str())
                    })
            }

            fn presentation(
                &self,
                violations: &mut $crate::rules::Violations,
            ) -> $crate::api::presentation::Presentation {
                $crate::api::presentation::Presentation::read(
                    [self.id, self.grounds, self.lines, self.texts],
                    self.reference.as_ref(),
                    violations,
                )
            }
        }
    };
    (@struct [$($head:tt)*] [$($members:tt)*]) => {
        #[derive(Debug, Clone, serde::Deserialize, utoipa::ToSchema)]
        #[serde(deny_unknown_fields)]
        $($head)* {
            $($members)*
            /// Set to `true` to get the `id` of the response. Rulings always have one. Defaults to
            /// `false`.
            id: Option<bool>,
            /// Set to `true` to get the `id` and the `grounds` that it covers. Defaults to `false`.
            grounds: Option<bool>,
            /// Set to `false` to leave out all `lines`. Defaults to `true`.
            lines: Option<bool>,
            /// Set to `true` to get the `texts` of the rules that the response names. Defaults to
            /// `false`.
            texts: Option<bool>,
            /// A text such as the number of a table or a round. The response repeats it, and the
            /// `id` covers it.
            reference: Option<$crate::api::bounds::Reference>,
        }
    };
}

pub(crate) use {define, request};
