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

# packages_of GROUP...: prints the packages of these groups, each once.
packages_of() {
    awk -v groups=" $* " 'index(groups, " " $1 " ") && !seen[$2]++ { print $2 }' "$root/tools/packages"
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
    log=$root/build/log/packages.log
    mkdir -p "$root/build/log" || die "cannot write below $root/build"
    # Another program that installs packages is waited for. A source of packages that does not answer
    # matters only if the packages cannot be had.
    wait_for_lock='-o DPkg::Lock::Timeout=600'
    question='; is there a network?'
    attempts=60
    while :; do
        # shellcheck disable=SC2086 # two words
        $as_root apt-get $wait_for_lock update -q --error-on=any >"$log" 2>&1 && question= && break
        # The lists have a lock of their own, for which apt-get does not wait.
        grep -q 'Could not get lock' "$log" || break
        attempts=$((attempts - 1))
        [ $attempts -gt 0 ] || break
        sleep 10
    done
    # shellcheck disable=SC2086 # one word a package
    $as_root env DEBIAN_FRONTEND=noninteractive apt-get $wait_for_lock install -q -y \
        --no-install-recommends $missing >>"$log" 2>&1 ||
        die "apt-get could not install:$missing (see $log)$question"
}

# apt_apart FOLDER ARCHITECTURE TYPE: from here on, apt's commands know Debian's packages (TYPE deb) or sources
# (deb-src) of the release that is installed here, with its security updates, and have all they keep in
# FOLDER. They need no root, and change nothing outside it. Lists of today are not fetched again.
apt_apart() {
    debian=$(sed -n 's/^VERSION_CODENAME=//p' /etc/os-release)
    mkdir -p "$1/lists/partial" "$1/archives/partial" && : >"$1/status" || return 1
    for source in "debian $debian" "debian $debian-updates" "debian-security $debian-security"; do
        echo "$3 [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] http://deb.debian.org/$source main"
    done >"$1/sources.list"
    cat >"$1/apt.conf" <<END_OF_CONFIGURATION
APT::Architecture "$2";
APT::Architectures { "$2"; };
APT::Sandbox::User "";
Dir::State "$1";
Dir::State::status "$1/status";
Dir::Cache "$1";
Dir::Etc::sourcelist "$1/sources.list";
Dir::Etc::sourceparts "/dev/null";
END_OF_CONFIGURATION
    export APT_CONFIG="$1/apt.conf"
    [ -z "$(find "$1/updated" -mtime -1 2>/dev/null)" ] || return 0
    # One of the lists may be missing for a while: what is needed may be in the others.
    if apt-get update -q --error-on=any; then
        : >"$1/updated"
    else
        say "apt-get update: not all lists could be read"
    fi
}

# cpu_seconds: sets $cpu to the processor time of all commands that ended, in seconds. `times` counts in the shell
# that it runs in, so that there is a file in place of a pipe.
cpu=0
cpu_seconds() {
    counted=$(mktemp) || die "no temporary folder"
    times >"$counted"
    cpu=$(awk 'NR == 2 { gsub(/[ms]/, " "); split($0, part, " ")
        printf "%d", part[1] * 60 + part[2] + part[3] * 60 + part[4] }' "$counted")
    rm -f "$counted"
}

# took NAME RESULT BEGUN: prints how long a part took, with its processor time since the part before, and adds
# it to $times, for a closing line.
times=
took() {
    step_seconds=$(($(date +%s) - $3))
    cpu_before=$cpu
    cpu_seconds
    printf '%-28s %-6s %5d s %6d s of processor time\n' "$1" "$2" "$step_seconds" $((cpu - cpu_before))
    times="$times${times:+, }$1 $step_seconds s"
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
        took "$name" ok "$begun"
        return 0
    fi
    took "$name" FAILED "$begun"
    cat "$log"
    failed_steps=$((failed_steps + 1))
    return 1
}

# configure COMPILER DIRECTORY OPTION...: configures a build below build/, with ccache where it is found.
configure() {
    compiler=$1
    directory=$root/build/$2
    shift 2
    cmake -S "$root" -B "$directory" -G Ninja -DCMAKE_BUILD_TYPE=Release \
        -DCMAKE_C_COMPILER="$compiler" -DCMAKE_C_COMPILER_LAUNCHER="$(command -v ccache)" "$@"
}

# build_with COMPILER DIRECTORY OPTION...: configures and builds.
build_with() { configure "$@" && cmake --build "$directory"; }

# configure_checked: the build by clang that sees most: sanitizers, and what a fuzzer takes. Optimised a
# little, as all tests together then take least. lld links its 45 programs in a third of the time.
configure_checked() {
    configure clang checked -DCMAKE_BUILD_TYPE=Debug -DCMAKE_C_FLAGS_DEBUG='-O1 -gline-tables-only' \
        -DADTMAP_WERROR=ON -DADTMAP_FUZZ=ON -DCMAKE_EXE_LINKER_FLAGS=-fuse-ld=lld -DCMAKE_SHARED_LINKER_FLAGS=-fuse-ld=lld \
        -DADTMAP_SANITIZE=fuzzer-no-link,address,undefined,float-cast-overflow
}
