# Time against map size, both logarithmic, as SVG.
include "text";
include "figures";

def at_x: 80 + (log2 * 66);
def row($bottom): 360 - ((log10 - $bottom) * 110);

growth as $runs |
($runs | map(.seconds) | min | log10 * 2 | floor / 2) as $bottom |
def at_y: row($bottom);
($runs[-1].tiles | at_x) as $right |
($runs | map(.seconds, $runs[0].seconds * $runs[-1].tiles) | max) as $top |
($top | at_y - 30) as $ceiling |
"<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 \($ceiling - 40 | fixed(0)) 690 \(460 - $ceiling | fixed(0))\" font-family=\"sans-serif\" font-size=\"12\">",
"<rect x=\"0\" y=\"\($ceiling - 40 | fixed(0))\" width=\"690\" height=\"\(460 - $ceiling | fixed(0))\" fill=\"#fff\"/>",
"<text x=\"80\" y=\"\($ceiling - 14 | fixed(1))\" font-size=\"15\">Seconds for a map of so many tiles, \($runs[0].size_px) px each, \($runs[0].threads) threads</text>",
([range(-3; 4) | pow(10; .) | (., . * 3)] | map(select(at_y <= 361 and at_y >= $ceiling))[] |
    "<line x1=\"80\" x2=\"\($right | fixed(1))\" y1=\"\(at_y | fixed(1))\" y2=\"\(at_y | fixed(1))\" stroke=\"#ddd\"/>",
    "<text x=\"72\" y=\"\(at_y + 4 | fixed(1))\" text-anchor=\"end\">\(fixed(if . < 0.1 then 2 elif . < 1 then 1 else 0 end)) s</text>"),
"<line x1=\"80\" x2=\"\($right | fixed(1))\" y1=\"\($runs[0].seconds | at_y | fixed(1))\" y2=\"\($runs[0].seconds * $runs[-1].tiles | at_y | fixed(1))\" stroke=\"#b33\" stroke-dasharray=\"5 4\"/>",
"<text x=\"\($right - 40 | fixed(1))\" y=\"\(($runs[0].seconds * $runs[-1].tiles | at_y) + 8 | fixed(1))\" text-anchor=\"end\" fill=\"#b33\">as many times the time of one tile</text>",
"<polyline fill=\"none\" stroke=\"#264\" stroke-width=\"2\" points=\"\([$runs[] | "\(.tiles | at_x | fixed(1)),\(.seconds | at_y | fixed(1))"] | join(" "))\"/>",
($runs[] | (.tiles | at_x) as $x | (.seconds | at_y) as $y |
    "<circle cx=\"\($x | fixed(1))\" cy=\"\($y | fixed(1))\" r=\"4\" fill=\"#264\"/>",
    "<text x=\"\($x + 6 | fixed(1))\" y=\"\($y + 18 | fixed(1))\" fill=\"#264\">\(.seconds * 1000 / .tiles | fixed(1)) ms</text>",
    "<text x=\"\($x | fixed(1))\" y=\"382\" text-anchor=\"middle\">\(.tiles)</text>"),
"<text x=\"80\" y=\"406\" fill=\"#555\">tiles; the points show milliseconds a tile. Time grows by the power \($runs | exponent(.seconds) | fixed(2)) of the tiles.</text>",
"</svg>"
