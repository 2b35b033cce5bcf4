#!/bin/sh
# A release: made of the working tree, its archive and checksums looked at, its packages checked by lintian,
# installed by dpkg below an empty root and used from an empty folder; installed with their dependencies
# where mmdebstrap can make a clean system. It takes minutes, so it runs when ADTMAP_DEB is set.
. "$(dirname "$0")/../cli/common.sh"
root=$(CDPATH='' cd -- "$(dirname "$0")/../.." && pwd)
[ -n "${ADTMAP_DEB-}" ] || skip 'ADTMAP_DEB is not set'
for program in git dpkg-buildpackage dh lintian; do
    command -v "$program" >/dev/null || skip "no $program"
done
pick_tile

export DEBFULLNAME='adtmap developers' DEBEMAIL=adtmap@debian.org
# The files of the working tree as a commit of their own.
repository=$work/repository
mkdir "$repository"
tar -C "$root" --exclude=./.git --exclude=./build --exclude=./out -cf - . | tar -xf - -C "$repository"
export GIT_CONFIG_NOSYSTEM=1 GIT_CEILING_DIRECTORIES="$work"
git init -q "$repository" 2>/dev/null
git -C "$repository" add -A
git -C "$repository" -c user.name=Test -c user.email=test@example.com commit -qm all
"$repository/tools/release" --trial --no-binary "$work/debs" >"$out" 2>"$err" || wrong 'the release'
version=$("$root/tools/packaging/version")
is_file "$work/debs/adtmap-$version.tar.gz"
(cd "$work/debs" && sha256sum -c --quiet SHA256SUMS) >"$out" 2>"$err" || wrong 'the checksums'
[ "$(grep -c . "$work/debs/SHA256SUMS")" -eq "$(find "$work/debs" -type f ! -name SHA256SUMS | wc -l)" ] ||
    wrong 'a file without a checksum'
for package in adtmap libadtmap0 libadtmap-dev python3-adtmap; do
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
for package in adtmap libadtmap0 libadtmap-dev python3-adtmap; do
    dpkg --root="$work/system" -s "$package" 2>/dev/null | grep -q '^Status: install ok installed' ||
        wrong "$package is not installed"
done
ADTMAP=$work/system/usr/bin/adtmap
is_file "$work/system/usr/share/doc/adtmap/third-party.md"
for package in adtmap libadtmap0; do
    for text in stb_dxt 'Permission is hereby granted' 'FROM,$'; do
        grep -q "$text" "$work/system/usr/share/doc/$package/copyright" || wrong "$package lacks $text"
    done
done
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

# In a clean system, with what the packages ask for and nothing else.
if ! command -v mmdebstrap >/dev/null || [ "$(id -u)" -ne 0 ]; then
    echo 'not installed in a clean system: no mmdebstrap, or not root'
    finish
fi
if ! mmdebstrap --variant=minbase --skip=cleanup/apt bookworm "$work/clean" >"$out" 2>"$err"; then
    echo 'not installed in a clean system: mmdebstrap failed'
    finish
fi
mkdir "$work/clean/tmp/debs"
find "$work/debs" -name '*.deb' ! -name '*dbgsym*' -exec cp {} "$work/clean/tmp/debs/" \;
cp -r "$DEMO" "$work/clean/tmp/world"
cp "$root/tests/install/embed.c" "$work/clean/tmp/"
inside() { chroot "$work/clean" sh -c "$1" >"$out" 2>"$err" || wrong "in a clean system: $1"; }
# The container installs the program as this does: without what is only recommended.
inside 'apt-get install -y --no-install-recommends /tmp/debs/adtmap_*.deb'
inside 'adtmap maps -d /tmp/world'
prints "$map "
inside 'test -x /usr/share/adtmap/ci/changed-tiles'
inside 'apt-get install -y --no-install-recommends /tmp/debs/*.deb gcc libc6-dev pkgconf'
inside 'python3 -c "import adtmap; print(adtmap.version())"'
prints "$version"
inside "cd /tmp && cc embed.c -o shared \$(pkg-config --cflags --libs adtmap) && ./shared world $map ${tile%_*} ${tile#*_}"
inside "cd /tmp && cc embed.c -o static \$(pkg-config --static --cflags --libs adtmap | sed s/-ladtmap/-l:libadtmap.a/) &&
    ./static world $map ${tile%_*} ${tile#*_}"
finish
