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
    prints '1 pixels'
    prints 'first at 8191,8191'
    is_file "$work/large.png"
fi
finish
