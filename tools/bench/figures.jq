# Figures derived from bench.json.
include "text";

def mib: . / 1048576;

# Runs of maps that differ only in the number of tiles: at 512 px; "small" at 64 px, "again" second runs of these.
def growth_of($group): [.runs[] | select(.group == $group)];
def growth: growth_of("growth");

# Least squares: the power of the number of tiles by which a time grows.
def exponent(time):
    map({x: (.tiles | log), y: (time | log)}) |
    (map(.x) | add / length) as $x | (map(.y) | add / length) as $y |
    (map((.x - $x) * (.y - $y)) | add) / (map((.x - $x) * (.x - $x)) | add);

# Pairs of runs that differ only in threads: the efficiency of a thread.
def thread_pairs:
    [.runs | group_by([.group, .name, .size_px])[] | sort_by(.threads) |
     select(length > 1 and .[0].threads == 1) |
     {name: "\(.[0].name), \(.[0].size_px) px", threads: .[-1].threads,
      speedup: (.[0].seconds / .[-1].seconds), cpu: (.[-1].cpu_seconds / .[0].cpu_seconds)}];

# Floors of the demo world, of it enlarged to many different tiles, and of real maps. The demo forest is one tile,
# for which no goal is set.
def demo_floors: [.floor[] | select(.map == "Demo")];
def real_floors: [.floor[] | select(.map != "Demo" and .map != "Forest" and .map != "Varied")];

# The farthest of the tiles that were compared with their own pictures of 4096 px, averaged.
def worst(f): [.[] | f] | min;

def worst_mean: [.[].mean] | max_by(fabs);

# Processor time of runs that differ only in light: of a map, {textured, relief, ...}.
def lights:
    [.runs[] | select(.group == "light") | (.name | split(", ")) as $name | {map: $name[0], what: $name[1], run: .}] |
    group_by(.map) | map({map: .[0].map, tiles: .[0].run.tiles} + (map({key: .what, value: .run.cpu_seconds}) | from_entries));

# What a comparison with OpenGL draws.
def gl_subject: if .triangles > 0 then "buildings and doodads" else "terrain" end;

def goal($what; $goal; $value; $holds):
    ["\($what)", $goal, $value, if $holds then "holds" else "NOT YET" end];

# The project's target figures, as far as this program measures them.
def goals:
    [.gl[] | (.gl_seconds / .seconds) as $ratio |
        (if .triangles > 0 then (if .map | test("^jade"; "i") then 5 else 8 end) elif .size_px > 512 then 18 else 25 end) as $wanted |
        goal("\(.map), \(gl_subject) against llvmpipe, \(.size_px) px"; "\($wanted) x";
            "\($ratio | fixed(1)) x"; $ratio >= $wanted)] +
    [demo_floors[] | (.whole.seconds / .floor.seconds) as $ratio |
        goal("whole run against its floor, \(.size_px) px, -j \(.threads)"; "1.5 x";
            "\($ratio | fixed(2)) x"; $ratio <= 1.5)] +
    [real_floors[] | (if .map | test("^shadow") then {none: 3.0, minimap: 4.0, all: 8.0} else {none: 2.2, minimap: 3.2, all: 6.5} end)[.doodads] as $wanted |
        (.whole.cpu_seconds / (.floor.read_seconds + .png.libdeflate_seconds)) as $ratio |
        goal("\(.map), doodads: \(.doodads), \(.tiles) tiles, against reading and libdeflate, processor time";
            "\($wanted | fixed(1)) x"; "\($ratio | fixed(2)) x"; $ratio <= $wanted)] +
    [real_floors[] | (.distances | worst(.psnr_db)) as $psnr | (.distances | worst(.detail)) as $detail |
        goal("\(.map), doodads: \(.doodads), \(.tiles) tiles, distance to 4096 px averaged"; "36 dB";
            "\($psnr | fixed(2)) dB"; $psnr >= 36),
        goal("... detail"; "0.96"; "\($detail | fixed(3))"; $detail >= 0.96)] +
    [.floor[] | select(.threads > 1) | (.png.libpng_seconds / .png.seconds) as $ratio |
        goal("PNG against libpng's defaults, \(.size_px) px"; "8 x"; "\($ratio | fixed(1)) x";
            $ratio >= 8),
        goal("... at no larger size"; "100 %"; "\(.png.bytes / .png.libpng_bytes * 100 | fixed(1)) %";
            .png.bytes <= .png.libpng_bytes)] +
    [lights[] | (.relief / .textured) as $relief |
        goal("\(.map), relief against textured without doodads, processor time"; "1.3 x"; "\($relief | fixed(2)) x"; $relief <= 1.3)] +
    [lights[] | select(has("sky as well")) | ((.["sky as well"] - .["cast shadows"]) / .tiles * 1000) as $sky |
        goal("\(.map), the light of the sky, per tile above cast shadows"; "6 ms"; "\($sky | fixed(1)) ms"; $sky <= 6)] +
    [.runs[] | select(.name | test("stitched")) |
        goal("memory, \(.tiles) tiles stitched, \(.size_px) px"; "512 MiB";
            "\(.peak_bytes | mib | fixed(0)) MiB"; .peak_bytes <= 512 * 1048576)] +
    [.points // empty | (.cpu_seconds / .floor_cpu_seconds) as $ratio |
        goal("\(.points) points on \(.tiles) tiles against reading these and copying the lines, processor time"; "3.0 x";
            "\($ratio | fixed(2)) x"; $ratio <= 3.0),
        goal("... memory"; "128 MiB"; "\(.peak_bytes | mib | fixed(0)) MiB"; .peak_bytes <= 128 * 1048576)];
