#include "demo/textures/texture.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/path.h"
#include "base/portable_math.h"
#include "demo/textures/noise.h"
#include "os/file.h"

enum { GROUND_SIZE = 256, WALL_SIZE = 128 };

/* A colour and alpha, 0..255. */
struct texel {
    double red, green, blue, alpha;
};

/* A row of the table of textures. What `cells`, `more` and `amount` are is the pattern's. */
struct paint {
    const char *name;
    enum blp_kind kind;
    struct texel (*pattern)(double x, double y, const struct paint *paint);
    int cells, more;
    double amount;
    uint32_t main, second, third; /* 0xRRGGBB */
};

/* ---- the vocabulary ---- */

static struct texel rgb(uint32_t colour)
{
    return (struct texel){colour >> 16, colour >> 8 & 0xFF, colour & 0xFF, 255.0};
}

static struct texel lit(struct texel a, double light)
{
    return (struct texel){a.red * light, a.green * light, a.blue * light, a.alpha};
}

static struct texel blend(struct texel a, struct texel b, double t)
{
    t = noise_clamp(t, 0.0, 1.0);
    return (struct texel){noise_mix(a.red, b.red, t), noise_mix(a.green, b.green, t),
                          noise_mix(a.blue, b.blue, t), noise_mix(a.alpha, b.alpha, t)};
}

/* From the paint's second colour (t = 0) to its main one (t = 1). */
static struct texel ramp(const struct paint *paint, double t)
{
    return blend(rgb(paint->second), rgb(paint->main), t);
}

static struct texel keyed(struct texel a, bool is_there)
{
    a.alpha = is_there ? 255.0 : 0.0;
    return a;
}

static double fraction(double x)
{
    return x - portable_floor(x);
}

/* Distance from the middle of the cell: 0 there, 1 at its edges. */
static double off_middle(double x)
{
    return fabs(fraction(x) - 0.5) * 2.0;
}

static double radius(double x, double y)
{
    return portable_sqrt((x - 0.5) * (x - 0.5) + (y - 0.5) * (y - 0.5)) * 2.0;
}

/* Noise of `cells` cells a texture in the first octave, about -1..1. */
static double grain(double x, double y, int cells, int octaves, uint32_t seed)
{
    return noise_sum(x * cells, y * cells, seed, octaves, cells, 0.6);
}

/* A cell of `cells` a texture, and how far (x, y) lies from its point towards the north-west. */
static struct noise_cell cell_at(double x, double y, int cells, uint32_t seed, double *side)
{
    struct noise_cell cell = noise_cellular(x * cells, y * cells, seed, cells);
    *side = (cell.at_x - x * cells) + (cell.at_y - y * cells);
    return cell;
}

/* ---- patterns ---- */

/* Tufts of the main colour on ground of the second, lit from the north-west; `more` of 16 cells of
 * a finer grid have flowers of the third. */
static struct texel tufts(double x, double y, const struct paint *paint)
{
    double side;
    struct noise_cell tuft = cell_at(x, y, paint->cells, 201u, &side);
    double fine = grain(x, y, 48, 2, 202u);
    double aside;
    struct noise_cell flower = cell_at(x, y, 22, 231u, &aside);
    uint32_t pick = noise_hash(flower.x, flower.y, 232u) & 15;
    if ((int)pick < paint->more && flower.nearest < 0.26) {
        return lit(rgb(paint->third), 1.08 - 0.08 * pick);
    }
    return lit(ramp(paint, 1.0 - tuft.nearest * 1.25 + 0.35 * fine),
               0.92 + 0.16 * fine + paint->amount * side);
}

/* Patches of two colours, `amount` sharp, with fine grain; a third in patches `more` cells wide. */
static struct texel patches(double x, double y, const struct paint *paint)
{
    double patch = 0.5 + paint->amount * grain(x, y, paint->cells, 4, 211u);
    struct texel ground = ramp(paint, patch);
    if (paint->more) {
        double spot = noise_step(0.05, 0.4, grain(x, y, paint->more, 4, 261u));
        ground = blend(ground, rgb(paint->third), spot);
    }
    return lit(ground, 1.0 + 0.16 * grain(x, y, 40, 2, 212u));
}

/* Litter or pebbles: a quarter of small cells have the third colour, on patches. */
static struct texel litter(double x, double y, const struct paint *paint)
{
    double side;
    struct noise_cell leaf = cell_at(x, y, paint->more, 252u, &side);
    bool other = (noise_hash(leaf.x, leaf.y, 254u) & 3) == 0 && leaf.nearest < paint->amount;
    struct texel ground = ramp(paint, 0.5 + 0.8 * grain(x, y, paint->cells, 4, 251u));
    double light = 1.12 - 0.4 * leaf.nearest + 0.2 * (noise_unit(leaf.x, leaf.y, 253u) - 0.5);
    return lit(other ? blend(ground, rgb(paint->third), 0.75) : ground, light);
}

/* Waves of the main colour with troughs of the second: `cells` a texture to the right, `more` down;
 * `amount` bends them. */
static struct texel waves(double x, double y, const struct paint *paint)
{
    double bend = paint->amount * grain(x, y, 3, 3, 221u);
    double phase = x * paint->cells + y * paint->more + bend;
    double wave = 0.5 + 0.5 * portable_sin(phase * 2.0 * PORTABLE_PI);
    double clod = grain(x, y, 48, 2, 222u);
    return lit(ramp(paint, 0.25 + 0.6 * wave + 0.2 * clod), 1.0 + 0.1 * clod);
}

/* Packed stones of different shades, lit from the north-west, with joints of width `amount`; some
 * joints glow in the third colour. */
static struct texel stones(double x, double y, const struct paint *paint)
{
    double side;
    struct noise_cell cell = cell_at(x, y, paint->cells, 271u, &side);
    double gap = cell.second - cell.nearest;
    double rim = noise_step(0.02, paint->amount, gap);
    double light = (0.80 + 0.34 * noise_unit(cell.x, cell.y, 272u)) * (0.42 + 0.58 * rim) +
                   0.35 * side * rim + 0.12 * grain(x, y, 48, 2, 274u);
    double warm = noise_unit(cell.x, cell.y, 273u) - 0.5;
    struct texel stone = rgb(paint->main);
    stone = lit((struct texel){stone.red + 14.0 * warm, stone.green + 4.0 * warm,
                               stone.blue - 12.0 * warm, 255.0},
                light);
    double seam = 1.0 - noise_step(0.0, 0.09, gap);
    double glow = paint->third ? seam * noise_step(0.0, 0.4, grain(x, y, 3, 3, 302u)) : 0.0;
    return blend(stone, rgb(paint->third), glow);
}

/* Rock with cracks, and `more` layers with strength `amount`. */
static struct texel crags(double x, double y, const struct paint *paint)
{
    double bend = grain(x, y, 3, 4, 281u);
    double layer = portable_sin((y * paint->more + x + bend * 1.3) * 2.0 * PORTABLE_PI);
    double crack = 1.0 - fabs(grain(x, y, paint->cells, 4, 424u));
    double light = 1.0 - 0.45 * noise_step(0.88, 1.0, crack) + 0.25 * grain(x, y, 16, 3, 425u);
    return lit(ramp(paint, 0.5 + paint->amount * layer + 0.8 * grain(x, y, 3, 3, 426u)), light);
}

/* Courses of cut blocks, `more` rows of `cells`, with joints of the second colour; `amount` is how
 * worn their edges are. */
static struct texel ashlar(double x, double y, const struct paint *paint)
{
    double row = portable_floor(y * paint->more);
    double shifted = x * paint->cells + ((int64_t)row & 1 ? 0.5 : 0.0);
    int32_t column = (int32_t)portable_floor(shifted) % paint->cells;
    double worn = paint->amount * grain(x, y, 12, 3, 361u);
    double face = noise_step(0.99, 0.93, off_middle(shifted) - worn) *
                  noise_step(0.98, 0.87, off_middle(y * paint->more) - worn);
    double shade = 0.88 + 0.20 * noise_unit(column, (int32_t)row, 415u);
    shade *= 1.0 + 0.14 * grain(x, y, 16, 3, 416u);
    return blend(rgb(paint->second), lit(rgb(paint->main), shade), face);
}

static struct texel timbered(double x, double y, const struct paint *paint)
{
    double brace = fabs(fraction(x * 2.0) - fraction(y * 2.0)) * (y < 0.5 ? 1.0 : 9.0);
    bool beam = off_middle(x * 2.0) > 0.84 || off_middle(y) > 0.92 || brace < 0.09;
    double stain = noise_step(0.0, 0.7, grain(x, y, 4, 4, 401u));
    struct texel wall = blend(rgb(paint->second), rgb(paint->third), 0.6 * stain);
    return beam ? lit(rgb(paint->main), 1.0 + 0.25 * grain(x, y, 24, 2, 403u)) : wall;
}

static struct texel boards(double x, double y, const struct paint *paint)
{
    double column = portable_floor(x * 8.0);
    double shade = 0.82 + 0.32 * noise_unit((int32_t)column, 0, 404u);
    double gap = noise_step(1.0, 0.88, off_middle(x * 8.0));
    gap *= fraction(y + 0.37 * column) < 0.02 ? 0.55 : 1.0;
    struct texel wood = ramp(paint, 0.5 + 0.5 * grain(x * 4.0, y, 16, 3, 405u));
    return lit(wood, shade * (0.45 + 0.55 * gap));
}

/* Roof tiles in overlapping rows, each with a round lower edge and its own shade. */
static struct texel tiles(double x, double y, const struct paint *paint)
{
    double row = portable_floor(y * paint->more);
    double down = fraction(y * paint->more);
    double shifted = x * paint->cells + ((int64_t)row & 1 ? 0.5 : 0.0);
    int32_t column = (int32_t)portable_floor(shifted) % paint->cells;
    double across = off_middle(shifted);
    double light = 0.86 + 0.24 * noise_unit(column, (int32_t)row, 406u) + 0.10 * down;
    light *= noise_step(1.02, 0.93, down + 0.22 * across * across) * 0.5 + 0.5;
    light *= noise_step(1.0, 0.86, across) * 0.25 + 0.75;
    double old = noise_step(0.1, 0.7, grain(x, y, 3, 3, 407u));
    double odd = noise_unit(column, (int32_t)row, 408u) > 0.82 ? 0.6 : 0.0;
    return lit(ramp(paint, 1.0 - old - odd), light);
}

/* Layers of straw; ends of straw, opaque at the top and sparser downwards, if there are `cells`. */
static struct texel straw(double x, double y, const struct paint *paint)
{
    double stalk = grain(x, y * 0.25 + 0.05 * grain(x, y, 4, 2, 409u), 48, 2, 410u);
    double layer = fraction(y * 3.0 + 0.05 * grain(x, y, 12, 2, 411u));
    double moss = noise_step(0.25, 0.8, grain(x, y, 3, 3, 412u));
    struct texel reed = blend(ramp(paint, 0.55 + 0.9 * stalk), rgb(0x70743E), 0.35 * moss);
    double end = 0.55 + 0.45 * grain(x, 0.5, 24, 2, 413u) + 0.25 * grain(x, 0.25, 56, 1, 414u);
    return keyed(lit(reed, 0.84 + 0.22 * layer), !paint->cells || y < end);
}

static struct texel veined(double x, double y, const struct paint *paint)
{
    double vein = 1.0 - fabs(grain(x, y, 4, 4, 417u));
    return ramp(paint, 1.0 - 0.7 * noise_step(0.86, 1.0, vein));
}

/* Sheets of metal, or lengths of cloth, with seams. */
static struct texel sheets(double x, double y, const struct paint *paint)
{
    double seam = off_middle(x * 4.0);
    double streak = noise_step(-0.3, 0.6, grain(x, y * 0.5, 6, 3, 418u));
    return lit(ramp(paint, 1.0 - paint->amount * streak), seam > 0.93   ? 1.18
                                                          : seam > 0.86 ? 0.8
                                                                        : 1.0);
}

static struct texel lattice(double x, double y, const struct paint *paint)
{
    double up = off_middle((x + y) * 4.0);
    double down = off_middle((x - y) * 4.0);
    double light = 0.8 + 0.3 * (up > down ? 1.0 : 0.0) + 0.2 * grain(x, y, 24, 2, 420u);
    return keyed(lit(rgb(paint->main), light), noise_high(up, down) > 0.68);
}

/* Panes between bars of the third colour, lit from inside, or clear with a sheen. */
static struct texel window(double x, double y, const struct paint *paint)
{
    if (off_middle(x * 2.0) > 0.86 || (paint->more && off_middle(y * paint->more) > 0.84)) {
        return rgb(paint->third);
    }
    double sheen = noise_step(0.82, 1.0, off_middle(x + y));
    double glow = 1.0 - 0.25 * radius(x, y) * radius(x, y);
    struct texel pane = ramp(paint, paint->more ? glow : 1.0 - sheen);
    pane.alpha = paint->more ? 255.0 : 96.0 + 90.0 * sheen;
    return paint->more ? lit(pane, glow) : pane;
}

/* From the main colour in the middle to the second; `cells` rings, or light that fades to nothing
 * if `more` is set. */
static struct texel disc(double x, double y, const struct paint *paint)
{
    double far = radius(x, y);
    double light = noise_step(1.0, 0.0, far);
    struct texel at = paint->cells ? ramp(paint, fraction(far * paint->cells) < 0.5)
                                   : ramp(paint, paint->more ? light : 1.0 - 0.8 * far);
    at = lit(at, paint->more ? light : 1.0);
    at.alpha = paint->cells  ? noise_clamp(1.25 - far, 0.0, 1.0) * 255.0
               : paint->more ? 255.0 * light
                             : 255.0;
    return at;
}

static struct texel canvas(double x, double y, const struct paint *paint)
{
    double weave = portable_sin(x * 128.0 * PORTABLE_PI) * portable_sin(y * 128.0 * PORTABLE_PI);
    double dirt = 1.0 - 0.16 * noise_step(0.0, 0.8, grain(x, y, 3, 3, 421u));
    return lit(ramp(paint, fraction(x * 4.0) <= 0.5), (1.0 + 0.06 * weave) * dirt);
}

static struct texel carpet(double x, double y, const struct paint *paint)
{
    double in_x = off_middle(x);
    double in_y = off_middle(y);
    double edge = noise_high(in_x, in_y);
    double lozenge = fabs(fraction(in_x * 3.0) - 0.5) + fabs(fraction(in_y * 3.0) - 0.5);
    bool gold = (edge > 0.82 && edge < 0.9) || (edge < 0.76 && lozenge < 0.2);
    return lit(ramp(paint, !gold), 1.0 + 0.12 * grain(x, y, 48, 1, 423u));
}

static struct texel facets(double x, double y, const struct paint *paint)
{
    double side;
    struct noise_cell cell = cell_at(x, y, 6, 427u, &side);
    return lit(ramp(paint, noise_step(0.0, 0.12, cell.second - cell.nearest)),
               0.75 + 0.5 * noise_unit(cell.x, cell.y, 428u));
}

/* A swallow-tailed flag with an emblem, transparent around it. */
static struct texel banner(double x, double y, const struct paint *paint)
{
    double in_x = off_middle(x);
    bool cloth = in_x < 0.86 && y > 0.04 && y < 0.95 - 0.2 * (1.0 - in_x);
    double round = radius(x, y + 0.08) / 2.0;
    bool device = (round < 0.26 && round > 0.18) || round < 0.08 || (in_x > 0.68 && in_x < 0.78);
    return keyed(ramp(paint, !device), cloth);
}

static struct texel bark(double x, double y, const struct paint *paint)
{
    return ramp(paint, noise_step(-0.2, 0.5, grain(x, y * 0.25, 24, 3, 431u)));
}

/*
 * Leaves on a twig, a card of a crown: a leaf in each cell of a noise, lit from above its own
 * middle. Cells are dropped towards the edge of the card, so that no card shows its outline.
 */
static struct texel foliage(double x, double y, const struct paint *paint)
{
    double side;
    struct noise_cell leaf = cell_at(x, y, 7, 432u, &side);
    double far = radius(x, y);
    double size = 0.62 - 0.55 * noise_step(0.55, 1.0, far);
    double kept = noise_unit(leaf.x, leaf.y, 433u) + 0.25 - 0.9 * noise_step(0.4, 1.05, far);
    double light = 0.72 + 0.5 * noise_unit(leaf.x, leaf.y, 434u) - 0.25 * leaf.nearest;
    return keyed(lit(ramp(paint, 1.0 - noise_unit(leaf.x, leaf.y, 435u)), light),
                 leaf.nearest < size && kept > 0.0);
}

/* A fir twig: needles on both sides of a stem that runs up the middle. */
static struct texel needles(double x, double y, const struct paint *paint)
{
    double aside = off_middle(x);
    bool comb = fraction((y + 0.45 * aside) * 14.0) < 0.62;
    double light = 0.75 + 0.4 * grain(x, y, 16, 2, 436u) + 0.25 * aside;
    return keyed(lit(ramp(paint, 1.0 - aside), light),
                 aside < 0.95 * (1.0 - 0.75 * y) && (comb || aside < 0.10));
}

/* Ears of corn on their stalks, sparser towards the top. */
static struct texel stalks(double x, double y, const struct paint *paint)
{
    double top = 0.3 * noise_unit((int32_t)(x * 12.0), 0, 437u);
    return keyed(ramp(paint, 1.0 - y),
                 y > top && off_middle(x * 12.0) < (y < top + 0.3 ? 0.8 : 0.35));
}

/* Glowing lava: bright streams between darker skin. */
static struct texel molten(double x, double y, const struct paint *paint)
{
    double bend = 0.25 * grain(x, y, 2, 3, 438u);
    double stream = 1.0 - fabs(grain(x + bend, y - bend, 3, 3, 439u)) * 2.0;
    double heat = noise_clamp(0.3 + 0.5 * stream + 0.3 * grain(x, y, 8, 3, 440u), 0.0, 1.0);
    return heat < 0.5 ? blend(rgb(paint->second), rgb(paint->third), 2.0 * heat)
                      : blend(rgb(paint->third), rgb(paint->main), 2.0 * heat - 1.0);
}

/* Stripes whose alpha grows downwards; checks that are half transparent, if there are `cells`. */
static struct texel marks(double x, double y, const struct paint *paint)
{
    bool odd = paint->cells ? (fraction(x * 4.0) < 0.5) != (fraction(y * 4.0) < 0.5)
                            : fraction(x * 4.0) < 0.5;
    struct texel at = ramp(paint, odd);
    at.alpha = !paint->cells ? y * 255.0 : odd ? 255.0 : 90.0;
    return at;
}

/* ---- the textures ---- */

#define GROUND "Tileset/Demo/Demo"
#define VILLAGE "World/Demo/Textures/Demo"
#define MASONRY "Dungeons/Textures/Demo/Demo"

/* One row: the texture, its path, encoding, pattern with its numbers, and up to three colours. */
#define PAINT(texture, path, encoding, ...) [texture] = {path ".blp", BLP_##encoding, __VA_ARGS__}

static const struct paint paints[TEXTURE_COUNT] = {
    PAINT(SEABED, GROUND "Seabed", PALETTE_OPAQUE, patches, 4, 0, 0.9, 0x4A5C5C, 0x2E4642, 0),
    PAINT(SAND, GROUND "Sand", DXT1, waves, 3, 9, 0.7, 0xDCC99C, 0xC4AC7E, 0),
    PAINT(GRASS, GROUND "Grass", DXT1, tufts, 18, 0, 0.20, 0x708A3A, 0x425826, 0),
    PAINT(MEADOW, GROUND "Meadow", DXT5, tufts, 15, 4, 0.20, 0x8A9844, 0x5A6C2E, 0xE8E0A0),
    PAINT(HEATH, GROUND "Heath", PALETTE_ALPHA8, tufts, 13, 7, 0.2, 0x8E844C, 0x5C5430, 0x7E5E62),
    PAINT(FOREST, GROUND "ForestFloor", DXT3, litter, 6, 30, 0.9, 0x3E5024, 0x3A3C20, 0x604A2A),
    PAINT(MUD, GROUND "Mud", PALETTE_ALPHA1, patches, 7, 5, 0.9, 0x525C2C, 0x4A422A, 0x2C3226),
    PAINT(SCREE, GROUND "Scree", DXT1_ALPHA, stones, 20, 0, 0.25, 0x8E8676, 0, 0),
    PAINT(ROCK, GROUND "Rock", BGRA8, crags, 6, 7, 0.22, 0x8A8074, 0x605A54, 0),
    PAINT(ASH, GROUND "Ash", PALETTE_ALPHA4, patches, 5, 0, 1.0, 0x524C4A, 0x343030, 0),
    PAINT(BASALT, GROUND "Basalt", DXT1, stones, 9, 0, 0.2, 0x3A3434, 0, 0xD65416),
    PAINT(SNOW, GROUND "Snow", PALETTE_OPAQUE, waves, 2, -5, 0.8, 0xDCE3EE, 0xC0CEE2, 0),
    PAINT(PLOUGHED, GROUND "Ploughed", DXT1, waves, 6, 0, 0.1, 0x805E3E, 0x523A26, 0),
    PAINT(GREENS, GROUND "Greens", PALETTE_ALPHA8, waves, 0, 8, 0.2, 0x5C8E38, 0x604E30, 0),
    PAINT(WHEAT, GROUND "Wheat", DXT5, waves, 12, 0, 0.3, 0xD6B254, 0xA88438, 0),
    PAINT(DIRT, GROUND "Dirt", DXT1, litter, 5, 26, 0.3, 0xA2845E, 0x7A5E40, 0xA89C8A),
    PAINT(COBBLES, GROUND "Cobbles", DXT3, stones, 12, 0, 0.16, 0xA0988E, 0, 0),
    PAINT(PAVING, GROUND "Paving", BGRA8, ashlar, 4, 6, 0.08, 0xBCB29A, 0x545838, 0),
    PAINT(CANOPY, GROUND "Canopy", DXT1, tufts, 10, 0, 0.3, 0x486226, 0x1E2E14, 0),

    PAINT(TEXTURE_STUCCO, VILLAGE "Stucco", DXT1, patches, 4, 0, 0.5, 0xDECEAC, 0xC4B28E, 0),
    PAINT(TEXTURE_TIMBERED, VILLAGE "Timbered", DXT1, timbered, 0, 0, 0, 0x4E3624, 0xE2D4B4,
          0xC4B28E),
    PAINT(TEXTURE_WHITEWASH, VILLAGE "Whitewash", PALETTE_OPAQUE, patches, 4, 0, 0.5, 0xF0ECE2,
          0xDCD4C8, 0),
    PAINT(TEXTURE_RED_PAINT, VILLAGE "RedPaint", PALETTE_OPAQUE, patches, 4, 0, 0.5, 0xB23226,
          0x982A22, 0),
    PAINT(TEXTURE_PLANKS, VILLAGE "Planks", DXT1, boards, 0, 0, 0, 0xAC8254, 0x7E5A38, 0),
    PAINT(TEXTURE_OAK, VILLAGE "Oak", DXT1, boards, 0, 0, 0, 0x704E30, 0x4A3220, 0),
    PAINT(TEXTURE_DRESSED, MASONRY "DressedStone", DXT1, ashlar, 3, 6, 0.0, 0xB2AA9A, 0x70685C, 0),
    PAINT(TEXTURE_RUBBLE, MASONRY "Rubble", DXT5, stones, 9, 0, 0.18, 0x968E80, 0, 0),
    PAINT(TEXTURE_MARBLE, MASONRY "Marble", BGRA8, veined, 0, 0, 0, 0xE2DCCE, 0x9E9282, 0),
    PAINT(TEXTURE_COBBLES, MASONRY "YardCobbles", DXT3, stones, 14, 0, 0.18, 0x8C847A, 0, 0),
    PAINT(TEXTURE_FLAGSTONES, MASONRY "Flagstones", PALETTE_ALPHA8, ashlar, 3, 6, 0.03, 0x968E80,
          0x544E44, 0),
    PAINT(TEXTURE_TILES_RED, VILLAGE "ShinglesRed", DXT1, tiles, 8, 10, 0, 0xB85236, 0x883E30, 0),
    PAINT(TEXTURE_TILES_BROWN, VILLAGE "ShinglesBrown", DXT1, tiles, 8, 10, 0, 0x966A42, 0x684E36,
          0),
    PAINT(TEXTURE_SLATE, VILLAGE "ShinglesSlate", DXT1, tiles, 8, 10, 0, 0x606E80, 0x465062, 0),
    PAINT(TEXTURE_THATCH, VILLAGE "Thatch", DXT1, straw, 0, 0, 0, 0xCEAC64, 0x8A6C3A, 0),
    PAINT(TEXTURE_FRINGE, VILLAGE "ThatchFringe", DXT1_ALPHA, straw, 1, 0, 0, 0xC4A05A, 0x806234,
          0),
    PAINT(TEXTURE_COPPER, MASONRY "Copper", PALETTE_ALPHA4, sheets, 0, 0, 1, 0x5C9E88, 0x7A8062, 0),
    PAINT(TEXTURE_IRON, MASONRY "Iron", DXT1, sheets, 0, 0, 1, 0x5C5A5A, 0x464242, 0),
    PAINT(TEXTURE_SOOT, VILLAGE "Soot", PALETTE_OPAQUE, patches, 6, 0, 0.8, 0x221E1C, 0x121010, 0),
    PAINT(TEXTURE_LATTICE, VILLAGE "Lattice", PALETTE_ALPHA1, lattice, 0, 0, 0, 0x96764E, 0, 0),
    PAINT(TEXTURE_WINDOW, VILLAGE "Window", PALETTE_OPAQUE, window, 0, 3, 0, 0xFFE296, 0xE8963E,
          0x3A2A1C),
    PAINT(TEXTURE_GLASS, VILLAGE "Glass", DXT5, window, 0, 0, 0, 0x96C4D0, 0xF0FAFC, 0x343230),
    PAINT(TEXTURE_LAMP, VILLAGE "Lamp", PALETTE_OPAQUE, disc, 0, 0, 0, 0xFFFAE2, 0xFFC460, 0),
    PAINT(TEXTURE_CANVAS_RED, VILLAGE "CanvasRed", DXT1, canvas, 0, 0, 0, 0xC4342C, 0xECE2CC, 0),
    PAINT(TEXTURE_CANVAS_BLUE, VILLAGE "CanvasBlue", DXT1, canvas, 0, 0, 0, 0x345C9A, 0xE8E4D4, 0),
    PAINT(TEXTURE_CANVAS_OCHRE, VILLAGE "CanvasOchre", DXT1, canvas, 0, 0, 0, 0xD89E34, 0xECE2CC,
          0),
    PAINT(TEXTURE_SAIL, VILLAGE "Sailcloth", DXT1, sheets, 0, 0, 0.5, 0xECE2CA, 0xC6B694, 0),
    PAINT(TEXTURE_CARPET, MASONRY "Carpet", PALETTE_OPAQUE, carpet, 0, 0, 0, 0x8C1C26, 0xD4A84E, 0),
    PAINT(TEXTURE_EARTH, MASONRY "Earth", DXT1, crags, 5, 0, 0, 0x7E6244, 0x624C36, 0),
    PAINT(TEXTURE_CAVE, MASONRY "Cave", DXT1, crags, 5, 0, 0, 0x8A827C, 0x646062, 0),
    PAINT(TEXTURE_CRYSTAL, MASONRY "Crystal", PALETTE_OPAQUE, facets, 0, 0, 0, 0x6CC4FF, 0xE2FAFF,
          0),
    PAINT(TEXTURE_BANNER, VILLAGE "Banner", PALETTE_ALPHA8, banner, 0, 0, 0, 0x263E8A, 0xE8BE4A, 0),
    PAINT(TEXTURE_BARK, VILLAGE "Bark", DXT1, bark, 0, 0, 0, 0x7A624A, 0x463628, 0),
    PAINT(TEXTURE_LEAVES, VILLAGE "Leaves", DXT5, foliage, 0, 0, 0, 0x4A7028, 0x748E38, 0),
    PAINT(TEXTURE_LEAVES_ORCHARD, VILLAGE "LeavesOrchard", DXT5, foliage, 0, 0, 0, 0x608634,
          0xA8963E, 0),
    PAINT(TEXTURE_LEAVES_AUTUMN, VILLAGE "LeavesAutumn", DXT5, foliage, 0, 0, 0, 0x92642C, 0xB88A3E,
          0),
    PAINT(TEXTURE_LEAVES_BIRCH, VILLAGE "LeavesBirch", DXT5, foliage, 0, 0, 0, 0x76923E, 0x9EAA54,
          0),
    PAINT(TEXTURE_NEEDLES, VILLAGE "Needles", DXT3, needles, 0, 0, 0, 0x284E30, 0x3E683A, 0),
    PAINT(TEXTURE_BUSH, VILLAGE "Bush", PALETTE_ALPHA8, foliage, 0, 0, 0, 0x54682E, 0x848A46, 0),
    PAINT(TEXTURE_WHEAT, VILLAGE "WheatTuft", DXT1_ALPHA, stalks, 0, 0, 0, 0xE2BE60, 0xAC9246, 0),
    PAINT(TEXTURE_ROCK, VILLAGE "RockFace", DXT1, crags, 5, 0, 0, 0x948E86, 0x706C68, 0),
    PAINT(TEXTURE_GLOW, VILLAGE "Glow", BGRA8, disc, 0, 1, 0, 0xFFECB4, 0xFF963C, 0),
    PAINT(TEXTURE_LAVA, "XTextures/lava/lava.1", DXT1, molten, 0, 0, 0, 0xFFA83A, 0x8A2A14,
          0xDC5A1C),
    PAINT(TEXTURE_SLIME, "XTextures/slime/slime.1", DXT1, patches, 4, 0, 0.6, 0x545632, 0x3E4428,
          0),
    PAINT(TEXTURE_SAMPLE_RINGS, VILLAGE "SampleRings", BGRA8, disc, 4, 0, 0, 0xE64632, 0xFAC83C, 0),
    PAINT(TEXTURE_SAMPLE_STRIPES, VILLAGE "SampleStripes", BGRA8, marks, 0, 0, 0, 0x326EDC,
          0x5AD296, 0),
    PAINT(TEXTURE_SAMPLE_STRIPES_S, VILLAGE "SampleStripes_s", BGRA8, marks, 0, 0, 0, 0x326EDC,
          0x5AD296, 0),
    PAINT(TEXTURE_SAMPLE_CHECKS, VILLAGE "SampleChecks", BGRA8, marks, 1, 0, 0, 0x965ABE, 0x787C82,
          0),
};

const char *texture_name(enum texture texture)
{
    return paints[texture].name;
}

bool texture_is_wide(enum texture texture)
{
    return texture == ROCK || texture == PAVING; /* uncompressed, so that the repeats are exact */
}

/* "a.blp" -> "a<ending>.blp" */
static void variant_name(enum texture texture, const char *ending, char name[TEXTURE_NAME_BYTES])
{
    const char *file = paints[texture].name;
    int stem = (int)(strlen(file) - strlen(".blp"));
    snprintf(name, TEXTURE_NAME_BYTES, "%.*s%s.blp", stem, file, ending);
}

void texture_wide_name(enum texture texture, char name[TEXTURE_NAME_BYTES])
{
    variant_name(texture, texture_is_wide(texture) ? "Wide" : "", name);
}

void texture_height_name(enum texture texture, char name[TEXTURE_NAME_BYTES])
{
    variant_name(texture, texture_is_wide(texture) ? "Wide_h" : "_h", name);
}

static uint8_t byte_of(double value)
{
    return (uint8_t)portable_floor(noise_clamp(value, 0.0, 255.0) + 0.5);
}

/*
 * Evens out what is larger than 1/8 of a picture of size x size pixels. Such patches would repeat
 * as a weave where a picture lies on the ground hundreds of times.
 */
static void flatten(uint8_t *rgba, int32_t size)
{
    enum { BLOCKS = 8 };
    double mean[BLOCKS][BLOCKS][3] = {{{0.0}}};
    double whole[3] = {0.0};
    int32_t block = size / BLOCKS;
    for (int32_t i = 0; i < size * size; i++) {
        for (int c = 0; c < 3; c++) {
            double share = rgba[4 * i + c] / (double)(block * block);
            mean[i / size / block][i % size / block][c] += share;
            whole[c] += share / (BLOCKS * BLOCKS);
        }
    }
    for (int32_t i = 0; i < size * size; i++) {
        /* the means count at the middles of their blocks */
        double x = (i % size + 0.5) / block + BLOCKS - 0.5;
        double y = (i / size + 0.5) / block + BLOCKS - 0.5;
        int32_t left = (int32_t)x;
        int32_t top = (int32_t)y;
        for (int c = 0; c < 3; c++) {
            double row[2];
            for (int32_t k = 0; k < 2; k++) {
                row[k] = noise_mix(mean[(top + k) % BLOCKS][left % BLOCKS][c],
                                   mean[(top + k) % BLOCKS][(left + 1) % BLOCKS][c], x - left);
            }
            double here = noise_mix(row[0], row[1], y - top);
            rgba[4 * i + c] = byte_of(rgba[4 * i + c] + whole[c] - here);
        }
    }
}

/* Paints red, green, blue, alpha; rows from the top. The alpha of ground is brightness, which later
 * eras use as height. */
static void paint_texture(enum texture texture, uint8_t *rgba, int32_t size)
{
    const struct paint *paint = &paints[texture];
    bool is_ground = texture < GROUND_MATERIAL_COUNT;
    for (int32_t i = 0; i < size * size; i++) {
        struct texel at = paint->pattern((i % size + 0.5) / size, (i / size + 0.5) / size, paint);
        if (is_ground) {
            at.alpha = paint->kind == BLP_DXT1_ALPHA ? 255.0 : 0.3 * (at.red + at.green + at.blue);
        }
        rgba[4 * i] = byte_of(at.red);
        rgba[4 * i + 1] = byte_of(at.green);
        rgba[4 * i + 2] = byte_of(at.blue);
        rgba[4 * i + 3] = byte_of(at.alpha);
    }
    if (is_ground || texture == TEXTURE_LAVA || texture == TEXTURE_SLIME ||
        paint->pattern == tiles || paint->pattern == ashlar || paint->pattern == crags ||
        paint->pattern == stones) {
        flatten(rgba, size);
    }
}

enum adtmap_status texture_write(const char *root, enum texture texture,
                                 enum texture_variant variant, const struct diag *diag)
{
    uint32_t size = texture < GROUND_MATERIAL_COUNT ? GROUND_SIZE : WALL_SIZE;
    uint32_t repeats = variant != TEXTURE_PLAIN && texture_is_wide(texture) ? 2 : 1;
    char name[TEXTURE_NAME_BYTES];
    if (variant == TEXTURE_HEIGHT) {
        texture_height_name(texture, name);
    } else {
        variant_name(texture, variant == TEXTURE_WIDE ? "Wide" : "", name);
    }
    struct buffer out = {0};
    char *path = path_join(root, name);
    uint8_t *rgba = malloc((size_t)size * size * 4 * (1 + repeats * repeats));
    if (path && rgba) {
        uint8_t *whole = rgba + (size_t)size * size * 4;
        paint_texture(texture, rgba, (int32_t)size);
        for (size_t row = 0; row < (size_t)size * repeats * repeats; row++) {
            memcpy(whole + row * size * 4, rgba + row / repeats % size * size * 4, size * 4);
        }
        blp_write(&out, variant == TEXTURE_PLAIN ? paints[texture].kind : BLP_BGRA8, whole,
                  size * repeats);
    }
    enum adtmap_status status = path && rgba && !out.failed
                                    ? file_write_atomic(path, out.data, out.size, diag)
                                    : diag_fail_memory(diag);
    buffer_free(&out);
    free(rgba);
    free(path);
    return status;
}
