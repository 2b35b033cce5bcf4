/*
 * A texture is a row of a table: a pattern, its numbers and its colours. A pattern is a function of
 * a place, composed of noise that repeats at the texture's edges.
 */
#include "demo/textures/texture.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/portable_math.h"
#include "demo/bytes/chunk_write.h"
#include "demo/textures/noise.h"

enum { GROUND_SIZE = 256, WALL_SIZE = 128 };

/* A colour and alpha, 0..255. */
struct texel {
    double red, green, blue, alpha;
};

/* A row of the table of textures. What `cells`, `more` and `amount` are is the pattern's. */
struct paint {
    const char *name;
    enum blp_layout kind;
    struct texel (*pattern)(double x, double y, const struct paint *paint);
    int cells, more;
    double amount;
    uint32_t main, second, third; /* 0xRRGGBB */
};

/* ---- the vocabulary ---- */

static struct texel rgb(uint32_t color)
{
    return (struct texel){color >> 16, color >> 8 & 0xFF, color & 0xFF, 255.0};
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

static const struct paint paints[TEXTURE_COUNT] = {
#define X(name, path, encoding, ...) {path ".blp", BLP_##encoding, __VA_ARGS__},
    GROUND_MATERIALS(X) WALL_TEXTURES(X)
#undef X
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
    uint8_t *rgba = malloc((size_t)size * size * 4 * (1 + repeats * repeats));
    out.failed = !rgba;
    if (rgba) {
        uint8_t *whole = rgba + (size_t)size * size * 4;
        paint_texture(texture, rgba, (int32_t)size);
        for (size_t row = 0; row < (size_t)size * repeats * repeats; row++) {
            memcpy(whole + row * size * 4, rgba + row / repeats % size * size * 4, size * 4);
        }
        blp_write(&out, variant == TEXTURE_PLAIN ? paints[texture].kind : BLP_BGRA8, whole,
                  size * repeats);
    }
    free(rgba);
    return chunk_write_file(root, name, &out, diag);
}
