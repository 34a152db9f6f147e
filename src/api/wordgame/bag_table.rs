//! The tiles of a bag in requests.

use serde::Deserialize;
use utoipa::openapi::schema::{AdditionalProperties, ObjectBuilder};
use utoipa::openapi::{Object, Schema};

use crate::api::bounds::{inline_schema, integer, string};
use crate::api::letter_values::Numbers;
use crate::rules::wordgame::{BLANK, Bag};
use crate::rules::{Refused, ViolationCode, Violations, counted, limits};
use crate::word::Letter;

/// Letters, and `?` for blanks, with the number of their tiles.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(transparent)]
pub struct BagTable(Numbers);

inline_schema!(BagTable, "BagTable", schema());

fn schema() -> Object {
    let tiles = Schema::from(integer("int32", Some(0), i64::from(limits::BAG_LETTER_TILES)));
    ObjectBuilder::new()
        .additional_properties(Some(AdditionalProperties::from(tiles)))
        .property_names(Some(string(1, 1, Some("^[A-Za-z?]$"))))
        .max_properties(Some(Letter::COUNT + 1))
        .build()
}

impl BagTable {
    /// Reads a bag: that of the preset with other numbers of some tiles (RULEBOOK G1).
    ///
    /// # Errors
    /// A key is not a tile or occurs twice, a number is out of bounds, or the bag has too few tiles
    /// for two racks.
    pub(super) fn read(
        &self,
        preset: &Bag,
        rack_size: usize,
        violations: &mut Violations,
    ) -> Result<Bag, Refused> {
        let mut bag = *preset;
        let mut seen = Vec::new();
        let mut read = Ok(());
        let Numbers(members) = &self.0;
        for (key, tiles) in members {
            let mut characters = key.chars();
            let mark = characters.next().filter(|_| characters.next().is_none());
            let mark = mark.map(|mark| mark.to_ascii_uppercase());
            let letter = mark.and_then(|mark| u8::try_from(mark).ok()).and_then(Letter::from_ascii);
            let (count, most) = match letter {
                Some(letter) => (&mut bag.letters[letter.index()], limits::BAG_LETTER_TILES),
                None if mark == Some(BLANK) => (&mut bag.blanks, limits::BAG_BLANKS),
                None => {
                    let detail = "give a letter from A to Z, or \"?\" for blanks";
                    let mut place = violations.at(key.clone());
                    read = Err(place.refuse(ViolationCode::OutOfBounds, "G1", detail));
                    continue;
                }
            };
            let mut place = violations.at(key.clone());
            if seen.contains(&mark) {
                let detail = "the tile is given twice; give it once";
                read = Err(place.refuse(ViolationCode::ConflictingFields, "G1", detail));
            }
            seen.push(mark);
            match u8::try_from(*tiles) {
                Ok(number) if *tiles <= most => *count = number,
                _ => {
                    let detail = format_args!("{tiles}; a bag has 0 to {most} of them");
                    read = Err(place.refuse(ViolationCode::OutOfBounds, "G1", detail));
                }
            }
        }
        read?;
        if bag.len() < 2 * rack_size {
            let detail = format_args!(
                "the bag has {}; it must have enough for two racks of {rack_size}",
                counted(bag.len(), "tile")
            );
            return Err(violations.refuse(ViolationCode::TooFew, "G1", detail));
        }
        Ok(bag)
    }
}
