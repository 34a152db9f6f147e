# Functions for other scripts: installing pinned tools, starting a server. The tools are installed under target/ and again when
# their pins change.
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)

# venv DIRECTORY REQUIREMENTS: installs the requirements into a virtual environment.
venv() {
    if ! cmp --silent "$2" "$1/requirements.txt"; then
        rm -rf "$1"
        python3 -m venv "$1"
        "$1/bin/pip" install --quiet --disable-pip-version-check --requirement "$2"
        cp "$2" "$1/requirements.txt"
    fi
}

# node_modules DIRECTORY SOURCE: installs the packages of SOURCE/package-lock.json.
node_modules() {
    if ! cmp --silent "$2/package-lock.json" "$1/installed.json"; then
        rm -rf "$1/node_modules" "$1/installed.json"
        mkdir -p "$1"
        cp "$2/package.json" "$2/package-lock.json" "$1"
        (cd "$1" && npm ci --silent --no-audit --no-fund)
        cp "$2/package-lock.json" "$1/installed.json"
    fi
}

# quietly COMMAND...: shows the output of the command only if it fails.
quietly() {
    local output
    output=$(mktemp)
    if "$@" >"$output" 2>&1; then
        rm "$output"
    else
        local status=$?
        printf 'failed (%s): %s\n' "$status" "$*" >&2
        cat "$output" >&2
        rm "$output"
        return "$status"
    fi
}

# start_server BINARY LOG: starts a server and sets $url; the server stops when the script ends.
start_server() {
    # The log must exist before the server writes to it.
    : >"$2"
    # Answers must not depend on whether WordNet is installed.
    WORDCOURT_WORDNET= "$1" --listen 127.0.0.1:0 --ops-listen 127.0.0.1:0 >"$2" 2>&1 &
    server=$!
    trap 'kill "$server" 2>/dev/null; wait "$server" 2>/dev/null || true' EXIT
    local address
    for _ in $(seq 1200); do
        address=$(sed -n 's/.*"message":"serving","address":"\([^"]*\)".*/\1/p' "$2")
        if [ -n "$address" ]; then
            url=http://$address
            return
        fi
        if ! kill -0 "$server" 2>/dev/null; then
            break
        fi
        sleep 0.1
    done
    printf 'the server does not start\n' >&2
    cat "$2" >&2
    return 1
}
