#!/bin/sh
# Debian packages: built, checked by lintian, installed by dpkg below an empty root and used from an
# empty folder; installed with their dependencies where debootstrap can make a clean system. It takes
# minutes, so it runs when ADTMAP_DEB is set.
. "$(dirname "$0")/../cli/common.sh"
root=$(CDPATH='' cd -- "$(dirname "$0")/../.." && pwd)
[ -n "${ADTMAP_DEB-}" ] || skip 'ADTMAP_DEB is not set'
for program in dpkg-buildpackage dh lintian; do
    command -v "$program" >/dev/null || skip "no $program"
done
pick_tile

export DEBFULLNAME='adtmap developers' DEBEMAIL=adtmap@debian.org
"$root/tools/packaging/deb" "$work/debs" >"$out" 2>&1 || wrong 'building the packages'
for package in adtmap libadtmap0 libadtmap-dev; do
    found=$(find "$work/debs" -name "${package}_*.deb")
    [ -n "$found" ] || wrong "no package $package"
    lintian --fail-on error,warning "$found" >"$out" 2>&1 || wrong "lintian on $package"
done

# Dependencies are those of this system.
database=$work/system/var/lib/dpkg
mkdir -p "$database/info" "$database/updates" "$database/triggers"
: >"$database/status"
dpkg --root="$work/system" --force-depends --force-not-root -i "$work"/debs/*adtmap*_*.deb \
    >"$out" 2>"$err" || wrong 'dpkg -i'
for package in adtmap libadtmap0 libadtmap-dev; do
    dpkg --root="$work/system" -s "$package" 2>/dev/null | grep -q '^Status: install ok installed' ||
        wrong "$package is not installed"
done
ADTMAP=$work/system/usr/bin/adtmap
runs 0 maps -d "$DEMO"
prints "$map "
for file in man/man1/adtmap.1.gz bash-completion/completions/adtmap zsh/vendor-completions/_adtmap; do
    is_file "$work/system/usr/share/$file"
done
[ -n "$(find "$work/system" -name adtmapConfig.cmake)" ] || wrong 'no CMake config'

# The library, from a folder that holds a program and nothing else.
mkdir "$work/consumer"
cp "$root/tests/install/embed.c" "$work/consumer/"
PKG_CONFIG_PATH=$(dirname "$(find "$work/system" -name adtmap.pc)")
export PKG_CONFIG_PATH
# shellcheck disable=SC2046 # words of flags
(cd "$work/consumer" &&
    "${CC:-cc}" -std=c17 embed.c -o embed $(pkg-config --cflags --libs adtmap)) >"$out" 2>"$err" ||
    wrong 'building with the packages'
LD_LIBRARY_PATH=$(dirname "$PKG_CONFIG_PATH") "$work/consumer/embed" "$DEMO" "$map" "${tile%_*}" \
    "${tile#*_}" >"$out" 2>"$err" || wrong 'running what was built with the packages'

if ! command -v debootstrap >/dev/null || [ "$(id -u)" -ne 0 ]; then
    echo 'not installed in a clean system: no debootstrap, or not root'
    finish
fi
if ! debootstrap --variant=minbase bookworm "$work/clean" >"$out" 2>"$err"; then
    echo 'not installed in a clean system: debootstrap failed'
    finish
fi
cp "$work"/debs/*.deb "$work/clean/tmp/"
cp -r "$DEMO" "$work/clean/tmp/world"
chroot "$work/clean" sh -c 'apt-get install -y /tmp/*.deb' >"$out" 2>"$err" || wrong 'installing'
chroot "$work/clean" adtmap maps -d /tmp/world >"$out" 2>"$err" || wrong 'the installed program'
prints "$map "
finish
