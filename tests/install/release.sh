#!/bin/sh
# tools/release and tools/packaging: what is wrong is one line, and nothing half-made is left; one place has
# the version. The release itself takes minutes: tests/install/deb.sh makes one.
. "$(dirname "$0")/../cli/common.sh"
root=$(CDPATH='' cd -- "$(dirname "$0")/../.." && pwd)
command -v git >/dev/null || skip 'no git'
HOME=$work
export HOME GIT_CONFIG_NOSYSTEM=1 GIT_CEILING_DIRECTORIES="$work"
unset DEBFULLNAME DEBEMAIL

tree=$work/tree
mkdir "$tree"
cp -r "$root/tools" "$root/include" "$root/CHANGELOG.md" "$root/LICENSE" "$tree/"
version=$("$tree/tools/packaging/version")
[ "$version" = "$("$ADTMAP" --version | sed -n '1s/^adtmap //p')" ] || wrong "the version $version"
# commit TREE: prints the commit that a build of it names.
commit() {
    cmake -D SOURCE="$1" -D OUT="$work/commit.c" -P "$root/tools/cmake/commit.cmake" >"$out" 2>"$err" &&
        "${CC:-cc}" -I"$root/src" "$work/commit.c" "$work/say.c" -o "$work/say" && "$work/say"
}
printf '#include "cli/version.h"\n#include <stdio.h>\nint main(void) { puts(version_commit); }\n' >"$work/say.c"
[ "$(commit "$tree")" = unknown ] || wrong "the commit of a tree without git is $(commit "$tree")"
# A change of the header changes it everywhere.
sed -i 's/^\(#define ADTMAP_VERSION_MINOR\) .*/\1 77/' "$tree/include/adtmap/version.h"
[ "$("$tree/tools/packaging/version")" = "$(echo "$version" | sed 's/\.[0-9]*\./.77./')" ] ||
    wrong 'the version of the header is not the version'
cp "$root/include/adtmap/version.h" "$tree/include/adtmap/"

# refuses TEXT COMMAND...: one line, exit status 2, nothing made.
refuses() {
    text=$1
    shift
    "$@" >"$out" 2>"$err"
    got=$?
    [ "$got" -eq 2 ] || wrong "exit status $got: $*"
    says "$text"
    says_one_line
    [ "$(find "$work" -maxdepth 1 \( -name 'new*' -o -name '.release*' \))" = '' ] || wrong "$* left something"
}
release=$tree/tools/release
refuses "release: $tree is no git repository" "$release" "$work/new"
git init -q "$tree" 2>/dev/null
refuses 'files are not committed' "$release" "$work/new"
printf '/build/\n' >"$tree/.gitignore"
git -C "$tree" add -A
git -C "$tree" -c user.name=Test -c user.email=test@example.com commit -qm all
printf 'tools/packaging/commit export-subst\n' >"$tree/.git/info/attributes"
hash=$(git -C "$tree" rev-parse HEAD)
short=$(git -C "$tree" rev-parse --short=12 HEAD)
[ "$(commit "$tree")" = "$short" ] || wrong "the commit of a tree is $(commit "$tree")"
mkdir "$work/exported"
git -C "$tree" archive HEAD tools/packaging/commit | tar -xf - -C "$work/exported"
[ "$(commit "$work/exported")" = "$(printf %.12s "$hash")" ] || wrong "the commit of an archive is $(commit "$work/exported")"
echo >>"$tree/LICENSE"
[ "$(commit "$tree")" = "$short-changed" ] || wrong "the commit of a changed tree is $(commit "$tree")"
git -C "$tree" checkout -q LICENSE
refuses "$work/tree is there already" "$release" "$tree"
refuses "there is no folder $work/none" "$release" "$work/none/new"
refuses '--tiral is no option' "$release" --tiral "$work/new"
refuses 'which folder?' "$release"
echo '## 99.0.0' >"$tree/CHANGELOG.md"
git -C "$tree" -c user.name=Test -c user.email=test@example.com commit -qam 'another version'
refuses "CHANGELOG.md begins with 99.0.0, and the version is $version" "$release" "$work/new"

# A system without a program: PATH has the others.
mkdir "$work/bin"
for program in sh dirname sed head cat git paste mktemp rm awk id grep mkdir date tr; do
    ln -s "$(command -v $program)" "$work/bin/$program"
done
refuses 'dpkg-buildpackage is not installed' env PATH="$work/bin" "$release" --trial "$work/new"
refuses 'dpkg-buildpackage is not installed' env PATH="$work/bin" "$tree/tools/packaging/deb" "$work/new"
rm "$work/bin/git"
refuses 'git is not installed' env PATH="$work/bin" "$release" --trial "$work/new"
if command -v dpkg-buildpackage >/dev/null && command -v dh >/dev/null; then
    refuses 'no maintainer: set DEBFULLNAME and DEBEMAIL' "$release" --trial "$work/new"
    refuses 'no maintainer: set DEBFULLNAME and DEBEMAIL' "$tree/tools/packaging/deb" "$work/new"
fi

# A build that fails leaves nothing.
"$release" --trial --no-deb "$work/new" >"$out" 2>"$err"
[ $? -eq 1 ] || wrong 'sources that cannot be built are released'
prints 'build of the archive         FAILED'
no_file "$work/new"
[ -z "$(find "$work" -maxdepth 1 -name '.release*')" ] || wrong 'a failed release left its files'
finish
