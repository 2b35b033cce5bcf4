# Sourced by the scripts in tools/: packages, timed steps, builds. A script in a subfolder sets
# `to_root`, the path from there to the project.
# shellcheck shell=sh

root=$(CDPATH='' cd -- "$(dirname -- "$0")/${to_root:-..}" && pwd)
failed_steps=0

say() { printf '%s\n' "$*"; }
die() {
    printf '%s: %s\n' "${0##*/}" "$*" >&2
    exit 2
}

# packages_of GROUP...: prints the packages of these groups.
packages_of() {
    for group in "$@"; do
        awk -v group="$group" '$1 == group { print $2 }' "$root/tools/packages"
    done
}

# True if the package, or another that provides it, is installed.
package_present() {
    dpkg-query -W -f '${db:Status-Status} ${Package}, ${Provides},\n' 2>/dev/null |
        grep -E "^installed (.*[ ,])?$1( \\([^)]*\\))?," >/dev/null
}

# need_packages GROUP...: installs what is missing, by apt-get, as root or through sudo.
need_packages() {
    if ! command -v dpkg-query >/dev/null; then
        say "Not a Debian system: expecting the likes of $(packages_of "$@" | tr '\n' ' ')"
        return 0
    fi
    missing=
    for package in $(packages_of "$@"); do
        package_present "$package" || missing="$missing $package"
    done
    [ -z "$missing" ] && return 0
    as_root=
    if [ "$(id -u)" -ne 0 ]; then
        command -v sudo >/dev/null ||
            die "missing packages, and no sudo to install them; as root, run: apt-get install$missing"
        as_root=sudo
    fi
    say "Installing:$missing"
    $as_root apt-get update -q || die "apt-get update failed: is there a network?"
    # shellcheck disable=SC2086 # one word a package
    $as_root env DEBIAN_FRONTEND=noninteractive apt-get install -q -y --no-install-recommends \
        $missing || die "apt-get could not install:$missing"
}

# step NAME COMMAND...: runs the command with its output in a log and prints its time; prints the log
# if it fails.
step() {
    name=$1
    shift
    log=$root/build/log/$(printf '%s' "$name" | tr -c 'A-Za-z0-9' '-').log
    mkdir -p "$root/build/log" || die "cannot write below $root/build"
    begun=$(date +%s)
    if "$@" >"$log" 2>&1; then
        printf '%-28s ok      %4d s\n' "$name" $(($(date +%s) - begun))
        return 0
    fi
    printf '%-28s FAILED  %4d s\n' "$name" $(($(date +%s) - begun))
    cat "$log"
    failed_steps=$((failed_steps + 1))
    return 1
}

# build_with COMPILER DIRECTORY OPTION...: configures and builds below build/.
build_with() {
    compiler=$1
    directory=$root/build/$2
    shift 2
    cmake -S "$root" -B "$directory" -G Ninja -DCMAKE_BUILD_TYPE=Release \
        -DCMAKE_C_COMPILER="$compiler" "$@" && cmake --build "$directory"
}
