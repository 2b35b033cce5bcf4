#!/bin/sh
# The Python binding, by its own tests, and the example of docs/library.md. Arguments: the build
# directory.
. "$(dirname "$0")/../cli/common.sh"
root=$(CDPATH='' cd -- "$(dirname "$0")/../.." && pwd)
python=
for program in python3 /usr/bin/python3; do
    "$program" -c 'import numpy, pytest' 2>/dev/null && python=$program
done
[ -n "$python" ] || skip 'no python3-numpy or python3-pytest'
ADTMAP_LIBRARY=$(find "$1" -name libadtmap.so | head -n 1)
PYTHONPATH=$root/bindings/python
export ADTMAP_LIBRARY PYTHONPATH DEMO PYTHONDONTWRITEBYTECODE=1
"$python" -m pytest -q -p no:cacheprovider "$root/bindings/python" >"$out" 2>&1 ||
    wrong 'the tests of the binding'

# Installed, the binding finds the library of its prefix, which may be moved.
cmake --install "$1" --prefix "$work/first" >"$out" 2>"$err" || wrong 'cmake --install'
mv "$work/first" "$work/prefix"
(
    unset ADTMAP_LIBRARY
    PYTHONPATH=$work/prefix/share/adtmap/python "$python" -c 'import adtmap; print(adtmap.version(), adtmap._library._name)'
) >"$out" 2>"$err" || wrong 'the installed binding'
prints "$("$ADTMAP" --version | sed -n '1s/^adtmap \([0-9.]*\).*/\1/p') $work/prefix/"

# pip installs it from the sources; the library is that of a prefix that pkg-config knows, or it says what to do.
if "$python" -c 'import setuptools, wheel, pip' 2>/dev/null; then
    mkdir -p "$work/sources/bindings"
    cp -r "$root/include" "$work/sources/"
    cp -r "$root/bindings/python" "$work/sources/bindings/"
    (
        unset ADTMAP_LIBRARY PYTHONPATH
        "$python" -m pip install -q --no-build-isolation --no-deps --no-index --target "$work/pip" "$work/sources/bindings/python"
    ) >"$out" 2>"$err" || wrong 'pip install'
    (
        unset ADTMAP_LIBRARY
        PYTHONPATH=$work/pip PKG_CONFIG_PATH=$(dirname "$(find "$work/prefix" -name adtmap.pc)") "$python" -c 'import importlib.metadata
import adtmap; print(adtmap.__version__, importlib.metadata.version("adtmap"), adtmap._library._name)'
    ) >"$out" 2>"$err" || wrong 'the binding that pip installs'
    version=$("$ADTMAP" --version | sed -n '1s/^adtmap \([0-9.]*\).*/\1/p')
    prints "$version $version $work/prefix/"
    (unset ADTMAP_LIBRARY && PYTHONPATH=$work/pip PATH=$work "$(command -v "$python")" -c 'import adtmap') >"$out" 2>"$err" &&
        wrong 'a binding without a library'
    says 'OSError: libadtmap is not found: install adtmap, let PKG_CONFIG_PATH name'

    # What sdist packs is whole. The folder alone lacks the header that has the version.
    (cd "$work/sources/bindings/python" && "$python" setup.py -q sdist --formats tar -d "$work" && tar -xf "$work/adtmap-$version.tar" -C "$work" &&
        cd "$work/adtmap-$version" && "$python" setup.py --version) >"$out" 2>"$err" || wrong 'what sdist packs'
    prints "$version"
    cp -r "$root/bindings/python" "$work/alone"
    (cd "$work/alone" && "$python" setup.py --version) >"$out" 2>"$err" && wrong 'the folder of the binding alone'
    says 'include/adtmap/version.h is missing, which has the version: install bindings/python from a whole copy of the sources'
    says_one_line
fi

# Its types, also those of what it hides.
if command -v mypy >/dev/null; then
    mypy --strict --cache-dir "$work/mypy" "$root/bindings/python/adtmap/__init__.py" >"$out" 2>"$err" || wrong 'mypy --strict'
fi

# The example expects the demo world in the current folder.
# shellcheck disable=SC2016 # the dollar is sed's
sed -n '/^```python$/,/^```$/p' "$root/docs/library.md" | sed '/^```/d' >"$work/example.py"
ln -s "$DEMO" "$work/world"
(cd "$work" && "$python" example.py) >"$out" 2>"$err" || wrong 'the example of docs/library.md'
prints '(256, 256, 4)'
cp "$out" "$work/with_numpy"
rm -r "$work/out"
(cd "$work" && "$python" -c 'import sys
sys.modules["numpy"] = None
exec(open("example.py").read())') >"$out" 2>"$err" || wrong 'the example of docs/library.md without numpy'
same "$out" "$work/with_numpy"
finish
