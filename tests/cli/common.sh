# Sourced by the tests that run the program. $ADTMAP is the program, $DEMO a demo world. A test that
# cannot run on this machine calls skip.
# shellcheck shell=sh disable=SC2034 # what the tests use

work=$(mktemp -d) || exit 1
out=$work/stdout
err=$work/stderr
failures=0
cleanup() { rm -rf "$work"; }
trap 'cleanup' EXIT

# skip REASON: what was wrong before counts.
skip() {
    [ "$failures" -eq 0 ] || exit 1
    echo "skipped: $*"
    exit 77
}

# find_chromium: prints the program's path. Without the browser's windows it opens pages in three quarters of the time.
find_chromium() { command -v chromium-headless-shell || command -v chromium || command -v chromium-browser; }

# python3 by its own path where the build knows it: a program that looks for it each time takes longer than most
# scripts that it runs.
python3() { command "${PYTHON:-python3}" "$@"; }

wrong() {
    echo "WRONG: $*"
    sed 's/^/    stdout: /' "$out" | head -n 20
    sed 's/^/    stderr: /' "$err" | head -n 20
    failures=$((failures + 1))
}

# runs STATUS ARGUMENT...: the program must exit with this status.
runs() {
    wanted=$1
    shift
    "$ADTMAP" "$@" >"$out" 2>"$err"
    got=$?
    [ "$got" -eq "$wanted" ] || wrong "adtmap $*: exit status $got, wanted $wanted"
    [ "$got" -eq "$wanted" ]
}

# says TEXT, prints TEXT: the last run wrote this on stderr, stdout.
says() { grep -qF -e "$1" "$err" || wrong "stderr lacks: $1"; }
prints() { grep -qF -e "$1" "$out" || wrong "stdout lacks: $1"; }
says_nothing() { [ ! -s "$err" ] || wrong "stderr is not empty"; }
says_one_line() { [ "$(wc -l <"$err")" -eq 1 ] || wrong "stderr is not one line"; }

# same FILE FILE, is_file FILE, no_file FILE
same() { cmp -s "$1" "$2" || wrong "$1 and $2 differ"; }
is_file() { [ -f "$1" ] || wrong "no file $1"; }
no_file() { [ ! -e "$1" ] || wrong "$1 is there"; }

# same_tree DIRECTORY DIRECTORY: the same files with the same bytes, except the records of the runs.
same_tree() { diff -r -x .adtmap "$1" "$2" >"$work/diff" || wrong "$1 and $2 differ: $(head -n 3 "$work/diff")"; }

# npm_modules FOLDER PACKAGE.JSON: installs npm packages in FOLDER, once, and sets $MODULES to the
# path of their folder. Where they cannot be had the test is skipped.
npm_modules() {
    for program in node npm; do
        command -v $program >/dev/null || skip "$program is not installed"
    done
    mkdir -p "$1" || exit 1
    if ! cmp -s "$2" "$1/package.json"; then
        cp "$2" "$1/package.json"
        npm install --prefix "$1" --no-audit --no-fund --no-package-lock >"$out" 2>&1 || {
            rm -f "$1/package.json"
            skip "npm cannot install: $(tail -n 1 "$out")"
        }
    fi
    MODULES=$(CDPATH='' cd -- "$1" && pwd)/node_modules
}

# The first map of the demo world and one of its tiles, as map, tile (X_Y) and tile_png (name).
pick_tile() {
    runs 0 maps -d "$DEMO" --json || exit 1
    cp "$out" "$work/maps"
    map=$(jq -r '.maps[0].name' "$out")
    tile=$(jq -r '.maps[0].tiles | .[length * 0.52 | floor]' "$out")
    tile_png=$(printf '%s_%02d_%02d.png' "$map" "${tile%_*}" "${tile#*_}")
}

# shared_world ERA [mpq|casc]: sets $shared to the demo world of an era, in folders, archives or a
# storage, which tests do not change. Any world but $DEMO is written here where the build shares none.
shared_world() {
    shared=$("$(dirname "$0")/../cli/shared_world" "${WORLDS:-$work/worlds}" "$@" 2>"$err") ||
        wrong "no demo world: $*"
}

# copy_world: a copy of the demo world in $world that a test may damage.
copy_world() {
    world=$work/world
    rm -rf "$world"
    cp -r "$DEMO" "$world" || exit 1
}

# small_world: from now on $DEMO is the demo world with 16 tiles of the map Demo alone.
small_world() {
    cp -r "$DEMO" "$work/small" || exit 1
    DEMO=$work/small
    python3 "$(dirname "$0")/../cli/edit_adt.py" "$DEMO/World/Maps/Demo" keep 29-32_30-33 || exit 1
}

# in_world NAME: the file in $world with this name, case ignored.
in_world() { find "$world" -type f -iname "$1" | head -n 1; }

# joins_shards DRAW WHOLE: DRAW FOLDER OPTION... renders into $work/FOLDER. A run that takes over what three shards have
# drawn draws no tile, and is what $work/WHOLE is.
joins_shards() {
    for shard in 1 2 3; do
        "$1" "s$shard" --shard "$shard/3"
    done
    "$1" joined --from "$work/s1" --from "$work/s2" --from "$work/s3" --json
    jq -e '.tiles == 0' "$out" >"$work/jq" || wrong 'tiles of shards are drawn again'
    same_tree "$work/$2" "$work/joined"
}

# pack ARGUMENT...: makes an MPQ archive, see tests/pack/pack_mpq.c. The test is skipped where the
# build cannot write archives.
pack() {
    [ -x "${PACK_MPQ-}" ] || skip 'built without StormLib'
    mkdir -p "$(dirname "$1")"
    "$PACK_MPQ" "$@" >"$out" 2>"$err" || wrong "cannot make $1"
}

# Makes a client in $client from the demo world: a base archive without a list of names, a locale and
# two patches, one of them encrypted. Each archive holds junk for the files that a later one replaces.
pack_client() {
    client=$work/client
    pack "$client/Data/common.MPQ" --unlisted --share 0/4 "$DEMO"
    pack "$client/Data/enUS/locale-enUS.MPQ" --version 4 --share 1/4 "$DEMO"
    pack "$client/Data/patch.MPQ" --encrypted --share 2/4 "$DEMO"
    pack "$client/Data/patch-2.MPQ" --version 2 --share 3/4 "$DEMO"
}

# The folder of real map files, for tests that skip without it.
real=${ADTMAP_REAL:-$(dirname "$0")/../../../shared/real}

# lists DATA [OPTION...]: adds to $answers what ls says of all files, a folder and patterns.
lists() {
    data=$1
    shift
    for arguments in '' 'world/maps/demo' '*.wmo' '*.wdt' 'world/maps/*.wdt tileset'; do
        set -f
        # shellcheck disable=SC2086 # patterns, one a word
        runs 0 ls -d "$data" "$@" $arguments --json
        set +f
        jq -r '.files[] | "\(.name) \(.bytes) \(.id)"' "$out" >>"$answers"
    done
}

# checks DATA [OPTION...]: adds to $answers what maps --check and render --check say.
checks() {
    runs 0 maps -d "$@" --check --json
    cat "$out" >>"$answers"
    runs 1 render -d "$@" -m demo -t 30_31,31_31 -o "$work/unwritten" --check
    cat "$out" "$err" >>"$answers"
}

# same_answers lists|checks A B [OPTION...]: both data give the same answers. Case is lost, as
# storages and archives have their own.
same_answers() {
    asked=$1
    one=$2
    other=$3
    shift 3
    for data in "$one" "$other"; do
        answers=$work/answers
        rm -f "$answers"
        "$asked" "$data" "$@"
        tr '[:upper:]' '[:lower:]' <"$answers" >"$work/answers.${data##*/}"
    done
    [ "$(wc -l <"$work/answers.${one##*/}")" -gt 30 ] || wrong "$asked: few answers"
    diff "$work/answers.${one##*/}" "$work/answers.${other##*/}" >"$work/diff" ||
        wrong "$one and $other, $asked: $(head -n 3 "$work/diff")"
}

finish() { exit $((failures > 0)); }
