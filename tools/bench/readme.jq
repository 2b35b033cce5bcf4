# The README's table: jq -r -L tools/bench -f tools/bench/readme.jq out/bench/bench.json
include "text";
include "figures";

def slashed(f): map(f) | join(" / ");
def speedup($name): thread_pairs[] | select(.name | startswith($name)) | .speedup | fixed(2);

([.floor[] | select(.threads > 1)]) as $floor |
([.gl[] | select(.triangles == 0)]) as $terrain |
"| \(.machine.cpu), \(.machine.cores) cores, \(.machine.compiler | sub(" \\(.*\\)"; "")) | |",
"|---|---|",
"| whole run against its floor, \($floor | slashed("\(.size_px)")) px | \($floor | slashed(.whole.seconds / .floor.seconds | fixed(2))) times as long |",
"| a tile's terrain against llvmpipe, \($terrain | slashed("\(.size_px)")) px, 2 threads each | \($terrain | slashed(.gl_seconds / .seconds | fixed(0))) times as fast |",
([.gl[] | select(.triangles > 0)] | if . == [] then empty else
"| buildings and doodads of a tile against llvmpipe, 512 px, \(slashed(.map)) | \(slashed(.gl_seconds / .seconds | fixed(1))) times as fast |" end),
"| PNG files against libpng's defaults, \($floor | slashed("\(.size_px)")) px | \($floor | slashed(.png.libpng_seconds / .png.seconds | fixed(1))) times as fast, \($floor | slashed(.png.bytes / .png.libpng_bytes * 100 | fixed(1))) % of the size |",
"| two threads against one: a whole map / a tile of 4096 px | \(speedup("whole")) / \(speedup("one tile")) times as fast |",
"| \(growth[-1].tiles) tiles against one | time grows by the power \(growth | exponent(.seconds) | fixed(2)) of the tiles |",
"| memory, \(growth[-1].tiles) tiles stitched, 512 px | \([.runs[] | select(.group == "stitched") | .peak_bytes | mib | fixed(0)][0]) MiB |"
