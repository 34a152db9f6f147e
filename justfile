# What CI runs, step by step; `just` alone lists the recipes.
default:
    @just --list

# Starts the service on its embedded lexicon.
serve *args:
    cargo run --release -- {{ args }}

# Runs all tests.
test:
    cargo test

# Checks format, lints, docs, the pure core and the supply chain.
check:
    cargo fmt --check
    cargo clippy --all-targets -- -D warnings
    cargo check --no-default-features
    RUSTDOCFLAGS="-D warnings" cargo doc --no-deps
    cargo deny check bans licenses sources

# Lints the document, holds the service to it, and generates, checks and runs clients.
contract:
    cargo build
    tests/contract/run target/debug/wordcourt
    tests/clients/run target/debug/wordcourt

# Writes down what clients rely on from now on; to be done at a release.
released:
    WORDCOURT_RELEASE=1 cargo test --test api compatibility

# Brings the committed examples and the committed document up to date.
update:
    WORDCOURT_UPDATE=1 cargo test --test api examples
    WORDCOURT_UPDATE=1 cargo test --test api the_committed_copy

# Compares with peers, side by side.
bench:
    cargo bench --bench hands --bench words --bench board --bench calls --bench turns

# Fuzzes every parser for a minute each (needs cargo-fuzz and a nightly toolchain). The router keeps its patterns' names for good, which
# the leak detector takes for a leak.
fuzz seconds="60":
    cd fuzz && for target in lexicon_text cards board my_word turns word_search requests; do ASAN_OPTIONS=detect_leaks=0 cargo +nightly fuzz run $target -- -max_total_time={{ seconds }}; done

# Makes the default lexicon anew and says whether the committed one is it.
lexicon-check:
    python3 data/import.py --check
