//! The requests that both games share, and functions that read cards and house rules.

use serde::Deserialize;

use super::cards::{PlayCards, PrintedCard, SaidCards, said_cards};
use super::category::CategoryChoice;
use crate::api::bounds::{Chips, Count, List, PlayerName, WordText, bound, each};
use crate::api::challenges::{Challengers, Parties};
use crate::api::letter_values::LetterValueTable;
use crate::api::request;
use crate::rules::word_poker::values::{MAX_CARDS, MIN_CARDS};
use crate::rules::word_poker::{
    self, Card, Deck, Declaration, Hand, LookUp, Play, Remainder, Rules, Seat,
};
use crate::rules::{Refused, ViolationCode, Violations, counted, limits, players};
use crate::word::Word;

/// A number of votes, at most one for each player.
pub type Votes = Count<0, { bound(limits::PLAYERS) }>;

/// House rules: options that the rule sheets leave open.
#[derive(Debug, Clone, Default, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct WordPokerRules {
    /// The values of letters that differ from the default values, from 0 to 1,000.
    letter_values: Option<LetterValueTable>,
    /// The receiver of chips that cannot be split evenly in a tie. Defaults to `stay`.
    remainder: Option<Remainder>,
    /// Set to `true` if more cards than the published deck has, such as five wilds, are a breach.
    /// Otherwise they are only a remark, because real decks differ. Defaults to `false`.
    strict_deck: Option<bool>,
}

impl WordPokerRules {
    /// Returns the rules of a whole game, whose deck is the published one.
    pub(super) fn of_game(
        letter_values: Option<&LetterValueTable>,
        remainder: Option<Remainder>,
    ) -> Self {
        Self { letter_values: letter_values.cloned(), remainder, strict_deck: None }
    }

    /// Returns true if no more cards may be shown than the deck has.
    pub(super) fn has_strict_deck(&self) -> bool {
        self.strict_deck == Some(true)
    }

    /// Reads the rules of a request.
    pub(crate) fn read(
        choice: Option<&Self>,
        violations: &mut Violations,
    ) -> Result<Rules, Refused> {
        let mut rules = Rules::default();
        let Some(choice) = choice else { return Ok(rules) };
        rules.remainder = choice.remainder.unwrap_or_default();
        rules.strict_deck = choice.strict_deck.unwrap_or(rules.strict_deck);
        if let Some(values) = &choice.letter_values {
            let mut place = violations.at("rules");
            for (letter, value) in values.read("O4", &mut place.at("letter_values"))? {
                // `read` has checked the bound.
                let _ = rules.letter_values.set(letter, value);
            }
        }
        Ok(rules)
    }

    /// Checks that the deck has all the cards, which are given with the member that contains them.
    /// Only a strict deck is checked.
    pub(super) fn check_deck<const N: usize>(
        choice: Option<&Self>,
        lists: [(&'static str, &[Card]); N],
        violations: &mut Violations,
    ) -> Result<(), Refused> {
        let mut checked = Ok(());
        if !choice.is_some_and(Self::has_strict_deck) {
            return checked;
        }
        let mut deck = Deck::new();
        for (member, cards) in lists {
            let taken = deck.take(cards.iter().copied(), &mut violations.at(member));
            checked = checked.and(taken);
        }
        checked
    }
}

/// A player who paid the ante.
#[derive(Debug, Clone, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct WordPokerSeat {
    /// The player's name.
    pub(super) name: PlayerName,
    /// The player's chips when the next round begins, after this pot has been paid out. If absent,
    /// the player has enough to pay.
    chips: Option<Chips>,
}

/// A word that a player looked up in the dictionary.
#[derive(Debug, Clone, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct WordPokerLookUp {
    /// The player.
    player: PlayerName,
    /// The word.
    word: WordText,
}

/// The words that players looked up.
pub type LookUps = List<WordPokerLookUp, 0, { limits::LOOK_UPS }>;
/// The cuts of all players.
pub type Cuts = List<WordPokerCutCard, 2, { limits::PLAYERS }>;
/// The players of a table.
pub type Seats = List<WordPokerSeat, 2, { limits::PLAYERS }>;

request! {
    @judged
    /// A challenged word, or look-ups without a challenge.
    pub struct WordPokerChallengeRequest {
        /// The challenged word, as the player said it. Give either this field or `play`. If players
        /// looked words up without a challenge, leave out both.
        pub(super) word: Option<WordText>,
        /// The cards of the challenged word, as the player declared them. Give either this field or
        /// `word`.
        pub(super) play: Option<SaidCards>,
        /// The player who makes the challenge. Without a name, the ruling calls the player
        /// `challenger`.
        pub(super) challenger: Option<PlayerName>,
        /// Several players who make the challenge, in place of `challenger`. The consequences
        /// apply to each of them.
        pub(super) challengers: Option<Challengers>,
        /// The player who declared the word. Without a name, the ruling calls the player
        /// `challenged`.
        pub(super) challenged: Option<PlayerName>,
        /// The pot at the end of the round, in whole chips. Required if a word is challenged.
        pub(super) pot: Option<Chips>,
        /// The ante of the next round, which is due together with what a challenger owes. Defaults
        /// to 0.
        pub(super) ante: Option<Chips>,
        /// All players who paid the ante, in seat order, clockwise.
        pub(super) players: Seats,
        /// The active bonus category. A category that requires proper nouns makes its words valid.
        pub(super) category: Option<CategoryChoice>,
        /// The words that players looked up. A player who looked up anything but the challenged
        /// word folds (O15).
        pub(super) look_ups: Option<LookUps>,
        /// Set to `true` to get only the verdict and its consequences, without the reason. Defaults
        /// to `false`.
        pub(super) quiet: Option<bool>,
        /// House rules. Only `strict_deck` makes a difference, but a client can send the same value
        /// with every request.
        pub(super) rules: Option<WordPokerRules>,
    }
}

request! {
    /// A word that is challenged as not belonging to the category.
    pub struct WordPokerCategoryChallengeRequest {
        /// The challenged word, as the player said it.
        pub(super) word: WordText,
        /// The category that the word is said to belong to.
        pub(super) category: CategoryChoice,
        /// The player who makes the challenge.
        pub(super) challenger: Option<PlayerName>,
        /// Several players who make the challenge, in place of `challenger`.
        pub(super) challengers: Option<Challengers>,
        /// The player who declared the word. Without a name, the ruling calls the player
        /// `challenged`.
        pub(super) challenged: Option<PlayerName>,
        /// The number of votes that the word does not belong to the category.
        pub(super) votes_for_challenger: Votes,
        /// The number of votes that the word belongs to the category.
        pub(super) votes_against: Votes,
        /// House rules. The ruling does not depend on them, so a client can send the same value
        /// with every request.
        pub(super) rules: Option<WordPokerRules>,
    }
}

/// The card that a player cut.
#[derive(Debug, Clone, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct WordPokerCutCard {
    /// The player.
    pub(super) player: PlayerName,
    /// The card.
    pub(super) card: PrintedCard,
}

request! {
    @lexicon_only
    /// A cut for the deal.
    pub struct WordPokerCutRequest {
        /// The cuts of all players, in seat order.
        pub(super) cuts: Cuts,
        /// House rules.
        pub(super) rules: Option<WordPokerRules>,
    }
}

/// Reads a play of 2 to 7 announced cards.
pub(super) fn play(cards: &PlayCards, violations: &mut Violations) -> Result<Play, Refused> {
    let read = cards.read("O1", violations);
    let too_few = |violations: &mut Violations| {
        let given = counted(cards.len(), "card");
        let detail = format_args!("{given}; a word has {MIN_CARDS} to {MAX_CARDS}");
        violations.refuse(ViolationCode::TooFew, "O2", detail)
    };
    if cards.len() < MIN_CARDS {
        return Err(too_few(violations));
    }
    Play::new(&read?).map_err(|_| too_few(violations))
}

/// Reads a word of 2 to 7 letters.
pub(super) fn word(text: &WordText, violations: &mut Violations) -> Result<Word, Refused> {
    let word = text.read(violations)?;
    if (MIN_CARDS..=MAX_CARDS).contains(&word.len()) {
        return Ok(word);
    }
    let is_long = word.len() > MAX_CARDS;
    let code = if is_long { ViolationCode::TooMany } else { ViolationCode::TooFew };
    let letters = counted(word.len(), "letter");
    let detail = format_args!("{letters}; a word has {MIN_CARDS} to {MAX_CARDS}");
    Err(violations.refuse(code, "O2", detail))
}

/// Reads a word as a player said it (RULEBOOK W6).
pub(super) fn said(text: &WordText, violations: &mut Violations) -> Result<Declaration, Refused> {
    text.read_text(violations).map(Declaration::word)
}

/// Records a violation for each card of a play that is not in the hand.
pub(super) fn check_held(
    play: &Play,
    hand: &Hand,
    violations: &mut Violations,
) -> Result<(), Refused> {
    let mut checked = Ok(());
    for position in play.missing_from(hand) {
        let card = play[position];
        let face = card.face();
        let detail = format_args!(
            "{card} is played, but {face} is not in the hand or has been used already"
        );
        let mut place = violations.at(position);
        let (code, missing) = (ViolationCode::CardNotInHand, vec![face.to_string()]);
        checked = Err(place.refuse_missing(code, "O1", missing, detail));
    }
    checked
}

/// Reads the players of a table.
pub(super) fn seats(seats: &Seats, violations: &mut Violations) -> Result<Vec<Seat>, Refused> {
    let names = seats.raw().iter().map(|seat| seat.name.as_str());
    let checked = players::check_table(names, 2, Some("name"), violations);
    let mut read = Ok(Vec::new());
    for (index, seat) in seats.raw().iter().take(limits::PLAYERS).enumerate() {
        let mut place = violations.at(index);
        let chips = seat.chips.map(|chips| chips.read("chips", &mut place.at("chips"))).transpose();
        match (chips, &mut read) {
            (Ok(chips), Ok(read)) => read.push(Seat { name: seat.name.as_str().to_owned(), chips }),
            (Err(refused), _) => read = Err(refused),
            (Ok(_), Err(_)) => {}
        }
    }
    checked.and(read)
}

impl WordPokerChallengeRequest {
    /// Reads the challenged word; `None` if players only looked words up.
    pub(super) fn declaration(
        &self,
        violations: &mut Violations,
    ) -> Result<Option<Declaration>, Refused> {
        match (&self.word, &self.play) {
            (Some(text), None) => said(text, &mut violations.at("word")).map(Some),
            (None, Some(cards)) => {
                let cards = said_cards(cards, &mut violations.at("play"))?;
                Ok(Some(Declaration::Cards(cards)))
            }
            (Some(_), Some(_)) => {
                let detail = "give either a word or a play, not both";
                Err(violations.refuse_form(ViolationCode::ConflictingFields, detail))
            }
            (None, None) if self.is_look_up_only() => Ok(None),
            (None, None) => {
                let detail = "give the challenged word or its play, or only look_ups and players";
                Err(violations.refuse_form(ViolationCode::MissingField, detail))
            }
        }
    }

    /// Returns whether players looked words up without a challenge (RULEBOOK O15).
    fn is_look_up_only(&self) -> bool {
        let parties = [&self.challenger, &self.challenged];
        self.look_ups.as_ref().is_some_and(|look_ups| !look_ups.raw().is_empty())
            && self.challengers.is_none()
            && parties.iter().all(|player| player.is_none())
    }

    /// Reads the pot.
    pub(super) fn pot(&self, violations: &mut Violations) -> Result<u64, Refused> {
        let mut place = violations.at("pot");
        let Some(pot) = self.pot else {
            let detail = "a failed challenge costs a share of the pot; give the pot";
            return Err(place.refuse(ViolationCode::MissingField, "O13", detail));
        };
        pot.read("chips", &mut place)
    }

    /// Reads the challengers and the challenged player, and checks that they are at the table.
    pub(super) fn parties(&self, violations: &mut Violations) -> Result<Parties, Refused> {
        let (challenger, challenged) = (self.challenger.as_ref(), self.challenged.as_ref());
        let challengers = self.challengers.as_ref();
        let parties = Parties::read(challenger, challengers, challenged, "word", violations);
        let names = || self.players.raw().iter().map(|seat| seat.name.as_str());
        let check = |player: &PlayerName, place: &mut Violations| {
            players::check_seated(player.as_str(), names(), place).map(drop)
        };
        let mut seated = Ok(());
        for (member, player) in [("challenger", challenger), ("challenged", challenged)] {
            let checked = player.map_or(Ok(()), |player| check(player, &mut violations.at(member)));
            seated = seated.and(checked);
        }
        if let Some(challengers) = challengers {
            seated = seated
                .and(each(challengers.raw(), &mut violations.at("challengers"), check).map(drop));
        }
        seated.and(parties)
    }

    /// Reads the words that players looked up.
    pub(super) fn look_ups(&self, violations: &mut Violations) -> Result<Vec<LookUp>, Refused> {
        let Some(look_ups) = &self.look_ups else { return Ok(Vec::new()) };
        let look_ups = look_ups.read("look-up", violations)?;
        each(look_ups, violations, |look_up, violations| {
            let names = self.players.raw().iter().map(|seat| seat.name.as_str());
            let name = look_up.player.as_str();
            let seated = players::check_seated(name, names, &mut violations.at("player"));
            let word = said(&look_up.word, &mut violations.at("word"));
            seated.and(word).map(|word| LookUp { player: name.to_owned(), word: word.text() })
        })
    }
}

impl WordPokerCategoryChallengeRequest {
    /// Reads the votes: all players vote (RULEBOOK O14).
    pub(super) fn votes(&self, violations: &mut Violations) -> Result<(u32, u32), Refused> {
        let (won, lost) = (self.votes_for_challenger.raw(), self.votes_against.raw());
        let mut place = violations.at("votes_for_challenger");
        let most = bound(limits::PLAYERS);
        match won.saturating_add(lost) {
            0 => {
                let detail = "no votes; give the votes of all players";
                Err(place.refuse(ViolationCode::TooFew, "O14", detail))
            }
            votes if votes > most => {
                let detail = format_args!("{votes} votes; a table has at most {most} players");
                Err(place.refuse_form(ViolationCode::TooMany, detail))
            }
            _ => Ok((won, lost)),
        }
    }
}

impl WordPokerCutRequest {
    /// Reads the cuts.
    pub(super) fn cuts(
        &self,
        violations: &mut Violations,
    ) -> Result<Vec<word_poker::Cut>, Refused> {
        let names = self.cuts.raw().iter().map(|cut| cut.player.as_str());
        let mut place = violations.at("cuts");
        let checked = players::check_table(names, 2, Some("player"), &mut place);
        let cuts = each(self.cuts.raw(), &mut place, |cut, violations| {
            let card = cut.card.read(&mut violations.at("card"))?;
            Ok(word_poker::Cut { player: cut.player.as_str().to_owned(), card })
        });
        drop(place);
        checked?;
        let cuts = cuts?;
        let cards: Vec<Card> = cuts.iter().map(|cut| cut.card).collect();
        WordPokerRules::check_deck(self.rules.as_ref(), [("cuts", &cards)], violations)?;
        Ok(cuts)
    }
}
