# Prints bench.json as tables: jq -r -L tools/bench -f tools/bench/table.jq bench.json
include "text";
include "figures";

def section($title; $rows): "", $title, ($rows | columns);

# Raw RGB bytes drawn per second, in millions.
def rate: .tiles * .size_px * .size_px * 3 / 1e6 / .seconds;

def run_row:
    (.tiles / 1000) as $per |
    ["\(.name), \(.size_px) px, -j \(.threads)", "\(.tiles)", (.seconds / $per | fixed(2)),
     (.cpu_seconds / $per | fixed(2)), (.tiles / .seconds | fixed(1)), (rate | fixed(0)), (.peak_bytes | mib | fixed(0))] +
    (.stage_seconds | [.read, .decode, .draw, .encode, .write] | map(. / $per | fixed(2)));

def runs_table:
    section("Runs: from the program's start to its end; stages in ms a tile, added up over threads";
        [["", "tiles", "ms/tile", "CPU ms", "tiles/s", "MB/s", "peak MiB",
          "read", "decode", "draw", "encode", "write"]] + [.runs[] | run_row]);

def floor_table:
    section("Against the floor: reading the same files and compressing the same pixels";
        [["", "tiles", "run ms/tile", "floor ms/tile", "read", "encode", "ratio", "CPU ratio",
          "CPU to libdeflate", "dB to 4096 px", "detail", "mean", "files", "opened", "faults a tile"]] +
        [.floor[] | (.tiles / 1000) as $per |
            ["\(.map), doodads: \(.doodads), \(.size_px) px, -j \(.threads)", "\(.tiles)",
             (.whole.seconds / $per | fixed(2)), (.floor.seconds / $per | fixed(2)),
             (.floor.read_seconds / $per | fixed(2)), (.floor.encode_seconds / $per | fixed(2)),
             (.whole.seconds / .floor.seconds | fixed(2)),
             (.whole.cpu_seconds / .floor.cpu_seconds | fixed(2)),
             (.whole.cpu_seconds / (.floor.read_seconds + .png.libdeflate_seconds) | fixed(2)),
             (.distances | worst(.psnr_db) | fixed(2)), (.distances | worst(.detail) | fixed(3)),
             (.distances | worst_mean | fixed(2)), "\(.input_files)", "\(.files_opened)",
             (.whole.page_faults / .tiles | fixed(0))]]);

def gl_table:
    section("Drawing one tile against OpenGL, \(.gl[0].renderer), \(.gl[0].version | sub("^.*Mesa"; "Mesa"))";
        [["", "layers", "triangles", "ms", "llvmpipe ms", "and read back", "ratio", "CPU ratio", "alike, dB"]] +
        [.gl[] | ["\(.map), \(gl_subject), \(.size_px) px, \(.threads) threads",
            (.layers_per_chunk | fixed(1)), "\(.triangles)", (.seconds * 1000 | fixed(2)),
            (.gl_seconds * 1000 | fixed(2)), (.gl_read_seconds * 1000 | fixed(2)),
            (.gl_seconds / .seconds | fixed(1)), (.gl_cpu_seconds / .cpu_seconds | fixed(1)),
            (.psnr_db | fixed(1))]]);

def png_table:
    section("PNG files against libpng \(.machine.versions.libpng) as it comes, one thread";
        [["", "time", "size"]] +
        [.floor[] | select(.threads > 1) | ["tiles of \(.size_px) px",
            "\(.png.libpng_seconds / .png.seconds | fixed(1)) times as fast",
            "\(.png.bytes / .png.libpng_bytes * 100 | fixed(1)) %"]]);

def thread_table:
    section("Threads, against one";
        [["", "threads", "times as fast", "CPU ratio"]] +
        [thread_pairs[] | [.name, "\(.threads)", (.speedup | fixed(2)), (.cpu | fixed(2))]]);

def growth_line:
    growth | select(length > 1) | "",
    "From \(.[0].tiles) to \(.[-1].tiles) tiles time grows by the power \(exponent(.seconds) | fixed(2)) of the tiles, CPU time by \(exponent(.cpu_seconds) | fixed(2))";

def small_line:
    growth_of("again") as $again | growth_of("small") | select(length > 1) |
    "From \(.[0].tiles) to \(.[-1].tiles) tiles of \(.[0].size_px) px CPU time grows by the power \(exponent(.cpu_seconds) | fixed(2)), that of a second run by \($again | exponent(.cpu_seconds) | fixed(2)), memory by \(exponent(.peak_bytes) | fixed(2))";

"\(.machine.cpu), \(.machine.cores) cores, \(.machine.compiler), libdeflate \(.machine.versions.libdeflate)",
"\(.machine.rounds) rounds, the fastest counts; load before the last of them \(.machine.load)",
runs_table,
if .floor == [] then empty else
    floor_table, gl_table, png_table, thread_table, growth_line, small_line,
    section("Numbers to hold"; [["", "goal", "now", ""]] + goals)
end
