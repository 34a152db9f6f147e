//! Seeds, from which games are dealt (RULEBOOK F7, F8).

use std::fmt;
use std::str::FromStr;

use hmac::{Hmac, KeyInit as _, Mac as _};
use sha2::Sha256;
use thiserror::Error;

use crate::lexicon::Digest;
use crate::rules::variant::Variant;

/// The 32 bytes from which all chance in a game follows. Whoever knows them knows every shuffle.
///
/// ```
/// use wordcourt::rules::Variant;
/// use wordcourt::rules::flow::Seed;
/// let seed: Seed = "00".repeat(32).parse()?;
/// let deck = Variant::MyWord.rule_data().deck;
/// let mut cards: Vec<String> = Vec::new();
/// for card in deck {
///     cards.extend((0..card.count).map(|_| card.card.clone()));
/// }
/// seed.shuffle(Variant::MyWord, 0, &mut cards);
/// assert_eq!(cards[..4], ["R", "O", "A", "EA"], "the first card is the top");
/// # Ok::<(), wordcourt::rules::flow::SeedError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Default, Hash)]
pub struct Seed([u8; 32]);

/// The error for a text that is not a seed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error("a seed has 64 hexadecimal digits; draw it at random, for example by openssl rand -hex 32")]
pub struct SeedError;

impl Seed {
    /// Returns the commitment to a secret, which the host shows before the players contribute their
    /// texts (RULEBOOK F8).
    #[must_use]
    pub fn commitment(secret: &Self) -> Digest {
        Digest::of(&[b"wordcourt/commitment/1\0", &secret.0])
    }

    /// Makes the seed of a game from a secret of the host and a text of each player, in seat order
    /// (RULEBOOK F8). Nobody can choose it alone.
    ///
    /// ```
    /// use wordcourt::rules::flow::Seed;
    /// let secret: Seed = "00".repeat(32).parse()?;
    /// let seed = Seed::in_common(&secret, &["ann's lucky text", "bob"]);
    /// assert!(seed.to_string().starts_with("a307cdc7f1c8fef2"));
    /// # Ok::<(), wordcourt::rules::flow::SeedError>(())
    /// ```
    #[must_use]
    pub fn in_common(secret: &Self, contributions: &[&str]) -> Self {
        let mut bytes = b"wordcourt/seed/1\0".to_vec();
        bytes.extend(secret.0);
        for text in contributions {
            // Texts have at most 64 bytes.
            bytes.extend(u32::try_from(text.len()).unwrap_or(u32::MAX).to_be_bytes());
            bytes.extend(text.as_bytes());
        }
        Self(Digest::of(&[&bytes]).bytes())
    }

    /// Returns the bytes.
    pub(crate) const fn bytes(&self) -> &[u8; 32] {
        &self.0
    }

    /// Makes the seed of a puzzle from texts without zeros.
    pub(crate) fn of_puzzle<const N: usize>(texts: [&str; N]) -> Self {
        Self(Digest::of(&[b"wordcourt/puzzle/1\0", texts.join("\0").as_bytes()]).bytes())
    }

    /// Carries out a shuffle of a game, counted from 0 (RULEBOOK F7). The cards must be in the order of
    /// the published deck. Afterwards the first card is the top.
    pub fn shuffle<C>(&self, game: Variant, number: u32, cards: &mut [C]) {
        let mut stream = Stream::new(self, game, number);
        for last in (1..cards.len()).rev() {
            cards.swap(last, stream.below(last + 1));
        }
    }

    /// Returns numbers below `bound`, every one as likely, in place of a shuffle of a game.
    ///
    /// # Panics
    /// The iterator panics if the bound is 0.
    pub(crate) fn numbers(
        &self,
        game: Variant,
        number: u32,
        bound: usize,
    ) -> impl Iterator<Item = usize> + use<> {
        let mut stream = Stream::new(self, game, number);
        std::iter::repeat_with(move || stream.below(bound))
    }
}

impl From<Digest> for Seed {
    fn from(digest: Digest) -> Self {
        Self(digest.bytes())
    }
}

impl FromStr for Seed {
    type Err = SeedError;

    fn from_str(text: &str) -> Result<Self, SeedError> {
        let mut bytes = [0; 32];
        let decoded = base16ct::mixed::decode(text, &mut bytes).map_err(|_| SeedError)?;
        if decoded.len() == 32 { Ok(Self(bytes)) } else { Err(SeedError) }
    }
}

impl fmt::Display for Seed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&base16ct::lower::encode_string(&self.0))
    }
}

impl fmt::Debug for Seed {
    /// Hides the seed, which would give away the cards of all players.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Seed(…)")
    }
}

/// The numbers of one shuffle.
struct Stream {
    mac: Hmac<Sha256>,
    /// The number of the next block of eight numbers.
    counter: u32,
    block: [u8; 32],
    /// The place of the next number in the block.
    next: usize,
}

impl Stream {
    fn new(seed: &Seed, game: Variant, number: u32) -> Self {
        // HMAC pads a shorter key with zeros.
        let mut key = [0; 64];
        key[..32].copy_from_slice(&seed.0);
        let mut mac = Hmac::<Sha256>::new(&key.into());
        mac.update(format!("wordcourt/shuffle/1/{}/{number}\0", game.slug()).as_bytes());
        Self { mac, counter: 0, block: [0; 32], next: 32 }
    }

    fn next_number(&mut self) -> u32 {
        if self.next == self.block.len() {
            let block = self.mac.clone().chain_update(self.counter.to_be_bytes()).finalize();
            self.block = block.into_bytes().into();
            (self.counter, self.next) = (self.counter.wrapping_add(1), 0);
        }
        let bytes = std::array::from_fn(|byte| self.block[self.next + byte]);
        self.next += 4;
        u32::from_be_bytes(bytes)
    }

    /// Returns a number below `bound`, which is at most the number of words of a lexicon. Every number
    /// is equally likely.
    fn below(&mut self, bound: usize) -> usize {
        const NUMBERS: u64 = 1 << u32::BITS;
        let bound = bound as u64;
        let fair = NUMBERS - NUMBERS % bound;
        // Ends: a number is dropped with a probability below 1 in 2⁸, and the numbers never repeat.
        loop {
            let number = u64::from(self.next_number());
            if number < fair {
                #[expect(clippy::cast_possible_truncation, reason = "smaller than the bound")]
                return (number % bound) as usize;
            }
        }
    }
}
