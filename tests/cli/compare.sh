#!/bin/sh
# adtmap compare: exit status 0 for equal pictures, 1 for different ones, 2 for unreadable ones.
. "$(dirname "$0")/common.sh"
pick_tile
for light in neutral unlit; do
    runs 0 render -d "$DEMO" -m "$map" -o "$work/$light" -s 64 -t "$tile" --light "$light"
done
a=$work/neutral/$map/tiles/$tile_png
b=$work/unlit/$map/tiles/$tile_png

runs 0 compare "$a" "$a"
runs 1 compare "$a" "$b" --diff "$work/diff.png"
is_file "$work/diff.png"
runs 0 compare "$a" "$b" --max-diff 255
runs 1 compare "$a" "$b" --min-psnr 90
runs 1 compare "$a" "$b" --json
jq -e '.same == false and .max_diff > 0 and .psnr_db > 0 and .ssim < 1' "$out" >/dev/null || wrong 'the JSON result'
runs 0 compare "$a" "$a" --json
jq -e '.same == true and .max_diff == 0' "$out" >/dev/null || wrong 'the JSON result'
runs 0 render -d "$DEMO" -m "$map" -o "$work/small" -s 32 -t "$tile"
runs 1 compare "$a" "$work/small/$map/tiles/$tile_png" --diff "$work/none.png"
prints 'sizes differ, 64x64 and 32x32'
no_file "$work/none.png"
runs 2 compare "$a" "$work/none.png"
says none.png
head -c 100 "$a" >"$work/cut.png"
runs 2 compare "$a" "$work/cut.png"
says cut.png

# Two files of 8 kB took 512 MiB: 8192 x 8192 pixels of one bit, which differ in the last row.
write_large() {
    node -e '
        const zlib = require("zlib");
        const chunk = (type, data) => {
            const body = Buffer.concat([Buffer.from(type), data]);
            const size = Buffer.alloc(4), sum = Buffer.alloc(4);
            size.writeUInt32BE(data.length);
            let crc = ~0;
            for (const byte of body) {
                crc ^= byte;
                for (let i = 0; i < 8; i++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
            }
            sum.writeUInt32BE(~crc >>> 0);
            return Buffer.concat([size, body, sum]);
        };
        const edge = 8192, head = Buffer.alloc(13), rows = Buffer.alloc((edge / 8 + 1) * edge);
        head.writeUInt32BE(edge), head.writeUInt32BE(edge, 4), (head[8] = 1);
        rows[rows.length - 1] = Number(process.argv[1]);
        process.stdout.write(Buffer.concat([
            Buffer.from("89504e470d0a1a0a", "hex"), chunk("IHDR", head),
            chunk("IDAT", zlib.deflateSync(rows, {level: 9})), chunk("IEND", Buffer.alloc(0))]));
    ' "$1"
}
# Sanitizers take address space by the terabyte.
most_bytes=300000000
limited() { prlimit --as=$most_bytes "$ADTMAP" "$@" >"$out" 2>"$err"; }
if command -v node >/dev/null && limited --version; then
    write_large 0 >"$work/large_a.png" && write_large 1 >"$work/large_b.png"
    limited compare "$work/large_a.png" "$work/large_b.png" --diff "$work/large.png"
    [ $? -eq 1 ] || wrong 'comparing large pictures'
    prints '1 pixel (1.49e-06 %) differs, by up to 255'
    prints 'first at 8191,8191'
    is_file "$work/large.png"
fi

# Folders: pictures by their names, with a page and JUnit XML.
mkdir -p "$work/a/deep & low" "$work/b/deep & low" "$work/a/.hidden"
cp "$a" "$work/a/same.png" && cp "$a" "$work/b/same.png"
cp "$a" "$work/a/deep & low/changed.png" && cp "$b" "$work/b/deep & low/changed.png"
cp "$a" "$work/a/<img src=x onerror=only_a>.png" && cp "$a" "$work/b/only_b.png" && cp "$a" "$work/a/.hidden/x.png"
cp "$a" "$work/a/cut.png" && cp "$work/cut.png" "$work/b/cut.png"
cp "$a" "$work/a/small.png" && cp "$work/small/$map/tiles/$tile_png" "$work/b/small.png"
echo text >"$work/b/notes.txt"
runs 1 compare "$work/a" "$work/b" --report "$work/report" --junit "$work/junit.xml"
prints '6 pictures: 1 the same, 2 different, 1 added, 1 removed, 1 unreadable'
prints 'deep & low/changed.png: '
prints 'small.png: sizes differ, 64x64 and 32x32'
says_nothing
for kind in before after diff; do
    is_file "$work/report/deep & low/changed.$kind.png"
done
same "$work/report/deep & low/changed.before.png" "$a"
is_file "$work/report/small.after.png"
same "$work/report/only_b.after.png" "$a"
no_file "$work/report/only_b.before.png"
is_file "$work/report/<img src=x onerror=only_a>.before.png"
prints 'cut.png: after: PNG: '
for name in report/index.html junit.xml; do
    grep -qF "$work" "$work/$name" && wrong "$name names a folder of this machine"
done
grep -q '<title>5 of 6 pictures differ</title>' "$work/report/index.html" || wrong 'the title of the page'
no_file "$work/report/small.diff.png"
no_file "$work/report/same.before.png"
# A report whose pictures cannot be written is no report of pictures that cannot be read.
for kind in before.png diff.png; do
    mkdir -p "$work/blocked/deep & low/changed.$kind"
    runs 2 compare "$work/a" "$work/b" --report "$work/blocked"
    says "blocked/deep & low/changed.$kind: is a folder; it is not replaced"
    says_one_line
    no_file "$work/blocked/index.html"
    rm -r "$work/blocked"
done
mkdir -p "$work/blocked/only_b.after.png"
runs 2 compare "$work/a" "$work/b" --report "$work/blocked"
says 'blocked/only_b.after.png: is a folder; it is not replaced'
grep -qF 'src="deep%20%26%20low/changed.diff.png"' "$work/report/index.html" || wrong 'the page'
grep -qF 'deep &amp; low/changed.png' "$work/report/index.html" || wrong 'a name on the page'
grep -q '<img src=x' "$work/report/index.html" && wrong 'a name that is markup'
cat >"$work/junit.py" <<'END'
import sys
import xml.etree.ElementTree as tree
suite = tree.parse(sys.argv[1]).getroot()
cases = {case.get('classname') + '/' + case.get('name'): [child.tag for child in case]
         for case in suite}
assert suite.tag == 'testsuite' and suite.get('tests') == '6', suite.attrib
assert suite.get('failures') == '4' and suite.get('errors') == '1', suite.attrib
assert cases == {'./same.png': [], 'deep & low/changed.png': ['failure'], './cut.png': ['error'],
                 './small.png': ['failure'], './<img src=x onerror=only_a>.png': ['failure'],
                 './only_b.png': ['failure']}, cases
END
python3 "$work/junit.py" "$work/junit.xml" >"$out" 2>&1 || wrong 'the JUnit XML'
runs 1 compare "$work/a" "$work/b" --json
jq -e '.counts.different == 2 and (.pictures | length) == 6 and
    (.pictures[] | select(.name == "deep & low/changed.png") | .max_diff > 0)' "$out" >/dev/null ||
    wrong 'the JSON result of folders'
runs 0 compare "$work/a" "$work/a" -q

# Markdown: names cannot leave their cell, make markup or notify anybody.
mkdir "$work/m" "$work/n"
cp "$a" "$work/m/a|b_c_*d*\`e @someone [x](y).png"
cp "$b" "$work/n/a|b_c_*d*\`e @someone [x](y).png"
i=0
while [ $i -lt 101 ]; do
    ln -s "$a" "$work/m/x$i.png"
    i=$((i + 1))
done
runs 1 compare "$work/m" "$work/n" --markdown "$work/summary.md" -q
[ "$(head -n 1 "$work/summary.md")" = '**102 of 102 pictures differ**: 1 different, 101 removed' ] ||
    wrong "the first line of Markdown: $(head -n 1 "$work/summary.md")"
[ "$(grep -c '^| <code>' "$work/summary.md")" -eq 100 ] || wrong 'the rows of Markdown'
grep -qF '| <code>a&#124;b&#95;c&#95;&#42;d&#42;&#96;e &#64;someone &#91;x&#93;&#40;y&#41;.png</code> | <code>' \
    "$work/summary.md" || wrong 'a name in Markdown'
grep -qx '\.\.\. and 2 more\.' "$work/summary.md" || wrong 'the end of Markdown'
runs 0 compare "$work/a" "$work/a" --max-diff 255 --markdown "$work/summary.md" -q
grep -q '^\*\*All [0-9]* pictures are the same' "$work/summary.md" || wrong 'Markdown of equal folders'
# With an address it shows the report's pictures, within the bound of a comment.
runs 1 compare "$work/a" "$work/b" --report "$work/report" --markdown "$work/x.md" --pictures-at 'https://example.org/x/?a&b' -q
! grep -q ' $' "$work/x.md" "$work/summary.md" || wrong "blanks at the ends of lines"
grep -qF '<img width="240" alt="diff" src="https://example.org/x/?a&amp;b/deep%20%26%20low/changed.diff.png">' "$work/x.md" ||
    wrong 'the address of a picture'
[ "$(grep -o '<img' "$work/x.md" | wc -l)" -eq 7 ] || wrong 'the pictures of Markdown'
long=$(printf '%0200d' 0 | tr 0 @)
mkdir -p "$work/m/$long/$long/$long/$long"
mv "$work"/m/x*.png "$work/m/$long/$long/$long/$long/"
runs 1 compare "$work/m" "$work/n" --report "$work/long" --markdown "$work/summary.md" --pictures-at https://example.org/x -q
[ "$(wc -c <"$work/summary.md")" -lt 60100 ] || wrong 'the size of Markdown'
grep -qx '\.\.\. and [0-9]* more\.' "$work/summary.md" || wrong 'the end of Markdown that is long'
runs 2 compare "$work/a" "$work/b" --markdown "$work/x.md" --pictures-at https://example.org/x
says '--pictures-at goes with --markdown and --report'
runs 2 compare "$work/a" "$work/b" --markdown "$work/x.md" --report "$work/report" --pictures-at /pictures
says "--pictures-at: '/pictures' is no address"
runs 2 compare "$a" "$b" --markdown "$work/x.md"
says '--markdown goes with two folders'
runs 2 compare "$work/m" "$work/missing" --markdown "$work/x.md"
says "$work/missing: no such file or folder"
runs 2 compare "$a" "$work/m"
says "$work/m: is a folder, and $a is a file: give two of a kind"
runs 2 compare "$work/m" "$work/n" --markdown "$work/missing/x.md"
says_one_line
mkdir "$work/c" "$work/d"
cp "$a" "$work/c/x.png" && cp "$b" "$work/d/x.png"
runs 0 compare "$work/c" "$work/d" --max-diff 255 --markdown "$work/x.md"
prints '1 picture: 1 the same'
[ "$(cat "$work/x.md")" = '**The picture is the same**' ] || wrong 'Markdown of one picture that is the same'
runs 1 compare "$work/c" "$work/d" --markdown "$work/x.md"
[ "$(head -n 1 "$work/x.md")" = '**1 picture differs**: 1 different' ] || wrong 'Markdown of one picture that differs'
mkdir "$work/none"
runs 2 compare "$work/none" "$work/none"
says 'no PNG file in it'
runs 2 compare "$work/c" "$work/d" --diff "$work/x.png"
says '--diff goes with two files'
runs 2 compare "$a" "$b" --junit "$work/x.xml"
says '--junit goes with two folders'
runs 2 compare "$work/c" "$work/d" --junit "$work/missing/x.xml"
says_one_line
finish
