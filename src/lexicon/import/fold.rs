//! Letters with accents as letters from A to Z.

use unicode_normalization::UnicodeNormalization as _;
use unicode_normalization::char::is_combining_mark;

/// Returns the text without accents and ligatures. Letters of other scripts stay as they are.
pub(super) fn fold(text: &str) -> String {
    let mut folded = String::with_capacity(text.len());
    for character in text.nfkd().filter(|character| !is_combining_mark(*character)) {
        match character {
            'ß' | 'ẞ' => folded.push_str("SS"),
            'æ' | 'Æ' => folded.push_str("AE"),
            'œ' | 'Œ' => folded.push_str("OE"),
            'þ' | 'Þ' => folded.push_str("TH"),
            'ø' | 'Ø' => folded.push('O'),
            'ł' | 'Ł' => folded.push('L'),
            'đ' | 'Đ' | 'ð' | 'Ð' => folded.push('D'),
            'ħ' | 'Ħ' => folded.push('H'),
            'ı' => folded.push('I'),
            other => folded.push(other),
        }
    }
    folded
}
