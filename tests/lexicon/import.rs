//! The import of word lists that people have.

use std::io::Write as _;

use flate2::Compression;
use flate2::write::GzEncoder;
use wordcourt::lexicon::import::{File, ImportError, Imported, Kind, Options, import};
use wordcourt::lexicon::{Lexicon, text};

const LIMIT: usize = 1 << 13;

fn file(name: &str, bytes: impl Into<Vec<u8>>) -> File {
    File { name: name.to_owned(), bytes: bytes.into() }
}

fn import_with(files: Vec<File>, fold: bool) -> Result<Imported, ImportError> {
    import(files, &Options { fold, marks_from: None, max_bytes: LIMIT })
}

/// Imports one file. The result must be a text in the strict form.
fn imported(name: &str, bytes: impl Into<Vec<u8>>) -> Imported {
    let imported = import_with(vec![file(name, bytes)], false).unwrap();
    assert_eq!(text::parse(&imported.text).unwrap().len(), imported.report.words);
    imported
}

fn words(name: &str, bytes: impl Into<Vec<u8>>) -> Vec<String> {
    let text = imported(name, bytes).text;
    text.lines().map(|line| line.split('\t').next().unwrap().to_owned()).collect()
}

fn left_out(imported: &Imported) -> Vec<(Kind, usize)> {
    imported.report.left_out.iter().map(|left| (left.kind, left.count)).collect()
}

#[test]
fn encodings_and_line_ends_are_read() {
    let utf16 = |to_bytes: fn(u16) -> [u8; 2], text: &str| -> Vec<u8> {
        text.encode_utf16().flat_map(to_bytes).collect()
    };
    let lists: [(&[u8], &str); 9] = [
        (b"hen\nhens\n", "UTF-8"),
        (b"\xef\xbb\xbfhen\r\nhens\r\n", "UTF-8 with a byte order mark"),
        (b"hen\rhens\r", "UTF-8"),
        (b"# birds\n\n  hen \n\t\nhens\n\x1a", "UTF-8"),
        (b"hen\nhens\ncaf\xe9\n", "Latin-1"),
        (&utf16(u16::to_le_bytes, "\u{feff}hen\r\nhens\r\n"), "UTF-16LE"),
        (&utf16(u16::to_be_bytes, "\u{feff}hen\r\nhens\r\n"), "UTF-16BE"),
        (&utf16(u16::to_le_bytes, "hen\nhens\n"), "UTF-16LE"),
        (&utf16(u16::to_be_bytes, "hen\nhens\n"), "UTF-16BE"),
    ];
    for (bytes, encoding) in lists {
        assert_eq!(words("list.txt", bytes), ["HEN", "HENS"], "{bytes:?}");
        assert_eq!(imported("list.txt", bytes).report.encodings, [encoding], "{bytes:?}");
    }
}

#[test]
fn words_that_cannot_be_are_counted_by_kind() {
    let list = "hen\nhen\nhen's\nhen\u{2019}s\nhen-house\nhen house\ncafé\nB2B\ne.g.\nкот\na\n";
    let list = format!("{list}{}\n", "x".repeat(46));
    let imported = imported("list.txt", list);
    assert_eq!(imported.text, "HEN\n");
    assert_eq!(imported.report.read, 12);
    let expected = [
        (Kind::Apostrophe, 2),
        (Kind::Repeated, 1),
        (Kind::Hyphen, 1),
        (Kind::Phrase, 1),
        (Kind::Accents, 1),
        (Kind::Digits, 1),
        (Kind::FullStop, 1),
        (Kind::Characters, 1),
        (Kind::OneLetter, 1),
        (Kind::TooLong, 1),
    ];
    assert_eq!(left_out(&imported), expected);
    assert_eq!(imported.report.left_out[0].examples, ["hen's", "hen\u{2019}s"]);
}

#[test]
fn accents_are_folded_on_request() {
    let list = vec![file("list.txt", "café\nGroße\nŁódź\nœuvre\n")];
    let imported = import_with(list, true).unwrap();
    assert_eq!(imported.text, "CAFE\nGROSSE\nLODZ\nOEUVRE\n");
}

#[test]
fn lists_of_tournaments_keep_their_definitions() {
    let list = "AA a volcanic rock [n AAS]\nCAT to hoist an anchor [v CATS, CATTED]\nZA\tpizza\n";
    let expected = "AA\t\t\ta volcanic rock [n AAS]\nCAT\t\t\tto hoist an anchor [v CATS, CATTED]\nZA\t\t\tpizza\n";
    assert_eq!(imported("list.txt", list).text, expected);
    // A few entries of several words don't make a list with definitions.
    assert_eq!(words("list.txt", "hen\nice cream\nroad\n"), ["HEN", "ROAD"]);
    assert_eq!(words("list.txt", "the 231\nof 131\n"), ["OF", "THE"]);
    assert_eq!(words("list.txt", "HEN ROAD CAT\n"), ["CAT", "HEN", "ROAD"]);
}

#[test]
fn the_strict_form_is_kept() {
    let list = "CATS\tplural_s\tCAT\ta pet\t10\n";
    assert_eq!(imported("list.tsv", list).text, list);
}

#[test]
fn tables_are_read() {
    let table = "Word,Length,Definition\nhen,3,\"a bird, female\"\nroad,4,\n";
    assert_eq!(imported("list.csv", table).text, "HEN\t\t\ta bird, female\nROAD\n");
    assert_eq!(words("list.csv", "id;word\n1;hen\n2;road\n"), ["HEN", "ROAD"]);
    assert_eq!(words("list.csv", "hen,3\nroad,4\n"), ["HEN", "ROAD"]);
    assert_eq!(words("list.csv", "hen,road,cat\n"), ["CAT", "HEN", "ROAD"]);
}

#[test]
fn json_documents_are_read() {
    assert_eq!(words("list.json", r#"["hen", "road"]"#), ["HEN", "ROAD"]);
    assert_eq!(words("list.json", r#"{"hen": 1, "road": 1}"#), ["HEN", "ROAD"]);
    assert_eq!(words("list.json", r#"{"version": 2, "words": ["hen"]}"#), ["HEN"]);
    let objects = r#"[{"word": "hen", "definitions": ["a bird"]}, {"word": "road"}, 7]"#;
    let objects = imported("list.json", objects);
    assert_eq!(objects.text, "HEN\t\t\ta bird\nROAD\n");
    assert_eq!(left_out(&objects), [(Kind::NotText, 1)]);
    let broken = import_with(vec![file("list.json", r#"["hen", "#)], false).unwrap_err();
    assert!(broken.to_string().contains("line 1"), "{broken}");
}

#[test]
fn dictionaries_of_hunspell_are_expanded() {
    let stems = "5\nhen/S\nlike/DU\nfly/S\nbad/X\nun/N\n";
    let affixes = "SET UTF-8\nNEEDAFFIX N\nFORBIDDENWORD X\n\
                   PFX U Y 1\nPFX U 0 dis .\n\
                   SFX S Y 2\nSFX S y ies [^aeiou]y\nSFX S 0 s [^y]\n\
                   SFX D Y 1\nSFX D 0 d e\n";
    let files = vec![file("en.dic", stems), file("en.aff", affixes)];
    let text = import_with(files, false).unwrap().text;
    assert_eq!(text, "DISLIKE\nDISLIKED\nFLIES\nFLY\nHEN\nHENS\nLIKE\nLIKED\n");

    let alone = imported("en.dic", stems);
    assert_eq!(alone.text, "BAD\nFLY\nHEN\nLIKE\nUN\n");
    assert!(alone.report.notes[0].contains(".aff"), "{:?}", alone.report.notes);
    assert_eq!(imported("list.txt", stems).text, alone.text, "the number of stems comes first");
    // A list that begins with a number and has a slash somewhere.
    assert_eq!(words("list.txt", "06\nhen\nkm/h\n"), ["HEN"]);
}

/// Sixty prefixes and a hundred suffixes with two flags each make 24,000 forms of one stem.
#[test]
fn a_stem_has_a_limited_number_of_forms_always_the_same_ones() {
    let letter = |number: usize| char::from(b'a' + u8::try_from(number % 26).unwrap());
    let text = |number: usize| format!("{}{}", letter(number), letter(number / 26));
    let affixes = |kind: &str, flag: char, count: usize| {
        let rules = (0..count).map(|number| format!("{kind} {flag} 0 {} .\n", text(number)));
        format!("{kind} {flag} Y {count}\n{}", rules.collect::<String>())
    };
    let affixes: String =
        [("PFX", 'A', 60), ("PFX", 'B', 60), ("SFX", 'C', 100), ("SFX", 'D', 100)]
            .map(|(kind, flag, count)| affixes(kind, flag, count))
            .concat();
    let expand = || {
        let files = vec![file("en.dic", "1\ncat/DABC\n"), file("en.aff", affixes.clone())];
        import_with(files, false).unwrap()
    };
    let imported = expand();
    let notes = &imported.report.notes;
    assert!(notes[0].contains("more than 20000 forms"), "{notes:?}");
    assert!((3_000..=20_001).contains(&imported.report.words));
    for _ in 0..5 {
        assert_eq!(expand().text, imported.text);
    }
}

#[test]
fn compressed_files_are_decompressed_up_to_the_limit() {
    let gzip = |text: &[u8]| {
        let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
        encoder.write_all(text).unwrap();
        encoder.finish().unwrap()
    };
    assert_eq!(words("list.txt.gz", gzip(b"hen\n")), ["HEN"]);
    let large = file("list.txt.gz", gzip(&[b'\n'; LIMIT + 1]));
    assert!(matches!(import_with(vec![large], false), Err(ImportError::TooLarge(LIMIT))));
    let large = file("list.txt", [b'\n'; LIMIT + 1]);
    assert!(matches!(import_with(vec![large], false), Err(ImportError::TooLarge(LIMIT))));

    // Made by `zip`: `list.txt` with `hen\n`, stored.
    let mut archive = b"PK\x03\x04\x0a\0\0\0\0\0\0\0!\0".to_vec();
    let rest = [&crc32fast::hash(b"hen\n").to_le_bytes()[..], &[4, 0, 0, 0, 4, 0, 0, 0]].concat();
    archive.extend([&rest[..], b"\x08\0\0\0list.txthen\n"].concat());
    let directory = archive.len();
    archive.extend(b"PK\x01\x02\x0a\0\x0a\0\0\0\0\0\0\0!\0");
    archive.extend([&rest[..], b"\x08\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0list.txt"].concat());
    let length = u32::try_from(archive.len() - directory).unwrap();
    archive.extend(b"PK\x05\x06\0\0\0\0\x01\0\x01\0");
    archive.extend(length.to_le_bytes());
    archive.extend(u32::try_from(directory).unwrap().to_le_bytes());
    archive.extend([0, 0]);
    assert_eq!(words("list.zip", archive.clone()), ["HEN"]);
    archive.truncate(40);
    assert!(matches!(
        import_with(vec![file("list.zip", archive)], false),
        Err(ImportError::Compressed { .. })
    ));
}

#[test]
fn words_take_the_marks_of_another_lexicon() {
    let marked =
        Lexicon::from_text("HEN\t\t\t\t35\nHENS\tplural_s\tHEN\nPARIS\tproper\n", "").unwrap();
    let options = Options { fold: false, marks_from: Some(("en", &marked)), max_bytes: LIMIT };
    let list = file("club.txt", "hen\nhens\nroad\nroads\nParis\nZyx\ncat\n");
    let imported = import(vec![list], &options).unwrap();
    let expected =
        "CAT\nHEN\t\t\t\t35\nHENS\tplural_s\tHEN\nPARIS\tproper\nROAD\nROADS\nZYX\tproper\n";
    assert_eq!(imported.text, expected);
    let own = file("club.txt", "HEN\tslang\nHENS\n");
    assert_eq!(import(vec![own], &options).unwrap().text, "HEN\tslang\nHENS\n");
}

#[test]
fn what_has_no_words_is_refused_with_the_reason() {
    let none = import_with(vec![file("list.txt", "café\n")], false).unwrap_err();
    assert!(none.to_string().contains("folding accents would keep them): café"), "{none}");
    let pdf = import_with(vec![file("list.pdf", "%PDF-1.7\n")], false).unwrap_err();
    assert!(pdf.to_string().starts_with("list.pdf: is not a text; it is a PDF"), "{pdf}");
}
