//! The published rules.

use wordcourt::rules::Variant;
use wordcourt::rules::play_on_words::Rules;
use wordcourt::rules::rule_data::Provenance;

#[test]
fn barred_classes_are_published_with_their_source() {
    let barred = Variant::PlayOnWords.rule_data().barred;
    let barred =
        barred.iter().map(|class| format!("{} {} {:?}", class.mark, class.rule, class.provenance));
    assert_eq!(
        barred.collect::<Vec<_>>(),
        [
            "plural_s P9 Stated",
            "plural P9 Stated",
            "proper W4 Stated",
            "abbreviation W4 Reading",
            "foreign W4 Stated",
            "profane W4 Stated",
        ]
    );
}

#[test]
fn every_reading_is_published() {
    let rules = Variant::PlayOnWords.rule_data();
    let readings: Vec<&str> = rules.readings.iter().map(|reading| reading.rule).collect();
    assert_eq!(readings, ["P6", "P8", "P11", "P12", "P12"]);
    assert!(rules.readings.iter().all(|reading| reading.provenance == Provenance::Reading));
    let numbers = rules.numbers.iter().filter(|number| number.provenance == Provenance::Reading);
    assert_eq!(numbers.map(|number| number.name).collect::<Vec<_>>(), ["discard_min"]);
}

#[test]
fn the_first_choice_of_every_switch_is_the_default() {
    let default = serde_json::to_value(Rules::default()).unwrap();
    let switches = Variant::PlayOnWords.rule_data().switches;
    assert_eq!(switches.len(), default.as_object().unwrap().len());
    for switch in switches {
        let value = &default[switch.name];
        let value = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
        assert_eq!(switch.choices[0], value, "{}", switch.name);
    }
}
