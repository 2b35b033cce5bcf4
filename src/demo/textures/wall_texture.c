#include "demo/textures/wall_texture.h"

#include <math.h>
#include <stdbool.h>

#include "base/portable_math.h"
#include "demo/textures/noise.h"
#include "demo/textures/paint.h"

/* A colour with alpha, 0..255. */
struct texel {
    struct colour colour;
    double alpha;
};

/* The two colours of a pattern. */
struct tones {
    struct colour main, second;
};

typedef struct texel pattern_function(double x, double y, const struct tones *tones);

static struct texel solid(struct colour colour)
{
    return (struct texel){colour, 255.0};
}

static double fraction(double x)
{
    return x - portable_floor(x);
}

static struct texel plaster(double x, double y, const struct tones *tones)
{
    double stain = noise_step(0.0, 0.7, paint_grain(x, y, 4, 4, 401u));
    return solid(paint_lit(paint_blend(tones->main, tones->second, 0.6 * stain),
                           1.0 + 0.10 * paint_grain(x, y, 32, 2, 402u)));
}

static struct texel timbered(double x, double y, const struct tones *tones)
{
    static const struct tones wall = {{226, 212, 180}, {196, 178, 142}};
    double post = fabs(fraction(x * 2.0) - 0.5);
    double rail = fabs(fraction(y) - 0.5);
    double brace = fabs(fraction(x * 2.0) - fraction(y * 2.0)) * (y < 0.5 ? 1.0 : 9.0);
    bool beam = post > 0.42 || rail > 0.46 || brace < 0.09;
    double grained = 1.0 + 0.25 * paint_grain(x, y, 24, 2, 403u);
    return beam ? solid(paint_lit(tones->main, grained)) : plaster(x, y, &wall);
}

static struct texel boards(double x, double y, const struct tones *tones)
{
    double column = portable_floor(x * 8.0);
    double across = fabs(fraction(x * 8.0) - 0.5) * 2.0;
    double shade = 0.82 + 0.32 * noise_unit((int32_t)column, 0, 404u);
    double fibre = paint_grain(x * 4.0, y, 16, 3, 405u);
    double gap = noise_step(1.0, 0.88, across);
    double butt = fraction(y + 0.37 * column);
    gap *= butt < 0.02 ? 0.55 : 1.0;
    struct colour wood = paint_blend(tones->second, tones->main, 0.5 + 0.5 * fibre);
    return solid(paint_lit(wood, shade * (0.45 + 0.55 * gap)));
}

/* Roof tiles in overlapping rows, each with a round lower edge and its own shade. */
static struct texel tiles(double x, double y, const struct tones *tones)
{
    const double rows = 10.0;
    const double columns = 8.0;
    double row = portable_floor(y * rows);
    double down = fraction(y * rows);
    double shifted = x * columns + ((int64_t)row & 1 ? 0.5 : 0.0);
    int32_t column = (int32_t)portable_floor(shifted) % (int32_t)columns;
    double across = fabs(fraction(shifted) - 0.5) * 2.0;
    double foot = down + 0.22 * across * across;
    double light = 0.86 + 0.24 * noise_unit(column, (int32_t)row, 406u) + 0.10 * down;
    light *= noise_step(1.02, 0.93, foot) * 0.5 + 0.5;
    light *= noise_step(1.0, 0.86, across) * 0.25 + 0.75;
    double old = noise_step(0.1, 0.7, paint_grain(x, y, 3, 3, 407u));
    double odd = noise_unit(column, (int32_t)row, 408u) > 0.82 ? 0.6 : 0.0;
    return solid(paint_lit(
        paint_blend(tones->main, tones->second, noise_clamp(old + odd, 0.0, 1.0)), light));
}

static struct colour straw(double x, double y, const struct tones *tones)
{
    double stalk = paint_grain(x, y * 0.25 + 0.05 * paint_grain(x, y, 4, 2, 409u), 48, 2, 410u);
    double layer = fraction(y * 3.0 + 0.05 * paint_grain(x, y, 12, 2, 411u));
    double moss = noise_step(0.25, 0.8, paint_grain(x, y, 3, 3, 412u));
    struct colour reed =
        paint_blend(tones->second, tones->main, noise_clamp(0.55 + 0.9 * stalk, 0.0, 1.0));
    reed = paint_blend(reed, (struct colour){112, 116, 62}, 0.35 * moss);
    return paint_lit(reed, 0.84 + 0.22 * layer);
}

static struct texel thatch(double x, double y, const struct tones *tones)
{
    return solid(straw(x, y, tones));
}

/* Straw ends: opaque at the top, sparser downwards. */
static struct texel fringe(double x, double y, const struct tones *tones)
{
    double stalk =
        0.55 + 0.45 * paint_grain(x, 0.5, 24, 2, 413u) + 0.25 * paint_grain(x, 0.25, 56, 1, 414u);
    return (struct texel){straw(x, y, tones), y < stalk ? 255.0 : 0.0};
}

/* Courses of cut blocks. */
static struct texel ashlar(double x, double y, const struct tones *tones)
{
    double row = portable_floor(y * 6.0);
    double shifted = x * 3.0 + ((int64_t)row & 1 ? 0.5 : 0.0);
    int32_t column = (int32_t)portable_floor(shifted) % 3;
    double across = fabs(fraction(shifted) - 0.5) * 2.0;
    double down = fabs(fraction(y * 6.0) - 0.5) * 2.0;
    double face = noise_step(0.99, 0.94, across) * noise_step(0.98, 0.86, down);
    double shade = 0.88 + 0.20 * noise_unit(column, (int32_t)row, 415u);
    double worn = 1.0 + 0.14 * paint_grain(x, y, 16, 3, 416u);
    return solid(paint_blend(tones->second, paint_lit(tones->main, shade * worn), face));
}

static struct texel rubble(double x, double y, const struct tones *tones)
{
    return solid(paint_stones(x, y, 9, tones->main, 0.18));
}

static struct texel cobbles(double x, double y, const struct tones *tones)
{
    return solid(paint_stones(x, y, 14, tones->main, 0.18));
}

static struct texel veined(double x, double y, const struct tones *tones)
{
    double vein = 1.0 - fabs(paint_grain(x, y, 4, 4, 417u));
    return solid(paint_blend(tones->main, tones->second, 0.7 * noise_step(0.86, 1.0, vein)));
}

static struct texel sheets(double x, double y, const struct tones *tones)
{
    double seam = fabs(fraction(x * 4.0) - 0.5) * 2.0;
    double streak = noise_step(-0.3, 0.6, paint_grain(x, y * 0.5, 6, 3, 418u));
    double ridge = seam > 0.9 ? 1.18 : seam > 0.82 ? 0.78 : 1.0;
    return solid(paint_lit(paint_blend(tones->main, tones->second, streak), ridge));
}

static struct texel grimy(double x, double y, const struct tones *tones)
{
    double patch = noise_clamp(0.5 + 0.8 * paint_grain(x, y, 6, 4, 419u), 0.0, 1.0);
    return solid(paint_blend(tones->main, tones->second, patch));
}

static struct texel lattice(double x, double y, const struct tones *tones)
{
    double up = fabs(fraction((x + y) * 4.0) - 0.5) * 2.0;
    double down = fabs(fraction((x - y) * 4.0) - 0.5) * 2.0;
    double bar = up > down ? up : down;
    double light = 0.8 + 0.3 * (up > down ? 1.0 : 0.0) + 0.2 * paint_grain(x, y, 24, 2, 420u);
    return (struct texel){paint_lit(tones->main, light), bar > 0.68 ? 255.0 : 0.0};
}

/* Window panes between bars, lit from inside. */
static struct texel window(double x, double y, const struct tones *tones)
{
    double bar_x = fabs(fraction(x * 2.0) - 0.5) * 2.0;
    double bar_y = fabs(fraction(y * 3.0) - 0.5) * 2.0;
    if (bar_x > 0.84 || bar_y > 0.84) {
        return solid((struct colour){58, 42, 28});
    }
    double glow = 1.0 - 0.5 * ((x - 0.5) * (x - 0.5) + (y - 0.5) * (y - 0.5)) * 2.0;
    return solid(paint_lit(paint_blend(tones->second, tones->main, glow), glow));
}

static struct texel glass(double x, double y, const struct tones *tones)
{
    double bar = fabs(fraction(x * 2.0) - 0.5) * 2.0;
    double sheen = noise_step(0.82, 1.0, fabs(fraction(x + y) - 0.5) * 2.0);
    if (bar > 0.9) {
        return solid((struct colour){52, 50, 48});
    }
    return (struct texel){paint_blend(tones->main, tones->second, sheen), 96.0 + 90.0 * sheen};
}

static struct texel lamp(double x, double y, const struct tones *tones)
{
    double far = portable_sqrt((x - 0.5) * (x - 0.5) + (y - 0.5) * (y - 0.5)) * 1.6;
    return solid(paint_blend(tones->main, tones->second, noise_clamp(far, 0.0, 1.0)));
}

static struct texel striped(double x, double y, const struct tones *tones)
{
    bool second = fraction(x * 4.0) > 0.5;
    double weave = 1.0 + 0.06 * paint_ripple(x * 64.0) * paint_ripple(y * 64.0);
    double dirt = 1.0 - 0.16 * noise_step(0.0, 0.8, paint_grain(x, y, 3, 3, 421u));
    return solid(paint_lit(second ? tones->second : tones->main, weave * dirt));
}

static struct texel sailcloth(double x, double y, const struct tones *tones)
{
    double seam = fabs(fraction(x * 4.0) - 0.5) * 2.0;
    double stain = noise_step(0.0, 0.8, paint_grain(x, y, 4, 3, 422u));
    struct colour cloth = paint_blend(tones->main, tones->second, 0.5 * stain);
    return solid(paint_lit(cloth, seam > 0.94 ? 0.82 : 1.0));
}

static struct texel carpet(double x, double y, const struct tones *tones)
{
    double in_x = fabs(x - 0.5) * 2.0;
    double in_y = fabs(y - 0.5) * 2.0;
    double edge = in_x > in_y ? in_x : in_y;
    double lozenge = fabs(fraction(in_x * 3.0) - 0.5) + fabs(fraction(in_y * 3.0) - 0.5);
    bool gold = (edge > 0.82 && edge < 0.9) || (edge < 0.76 && lozenge < 0.2);
    double pile = 1.0 + 0.12 * paint_grain(x, y, 48, 1, 423u);
    return solid(paint_lit(gold ? tones->second : tones->main, pile));
}

static struct texel crags(double x, double y, const struct tones *tones)
{
    double crack = 1.0 - fabs(paint_grain(x, y, 5, 4, 424u));
    double light = 1.0 - 0.5 * noise_step(0.88, 1.0, crack) + 0.3 * paint_grain(x, y, 12, 3, 425u);
    double patch = noise_clamp(0.5 + paint_grain(x, y, 3, 3, 426u), 0.0, 1.0);
    return solid(paint_lit(paint_blend(tones->main, tones->second, patch), light));
}

static struct texel facets(double x, double y, const struct tones *tones)
{
    struct noise_cell cell = noise_cellular(x * 6.0, y * 6.0, 427u, 6);
    double edge = noise_step(0.0, 0.12, cell.second - cell.nearest);
    double light = 0.75 + 0.5 * noise_unit(cell.x, cell.y, 428u);
    return solid(paint_lit(paint_blend(tones->second, tones->main, edge), light));
}

/* A swallow-tailed flag with an emblem, transparent around it. */
static struct texel banner(double x, double y, const struct tones *tones)
{
    double in_x = fabs(x - 0.5) * 2.0;
    bool cloth = in_x < 0.86 && y > 0.04 && y < 0.95 - 0.2 * (1.0 - in_x);
    double round = portable_sqrt((x - 0.5) * (x - 0.5) + (y - 0.42) * (y - 0.42));
    bool device = (round < 0.26 && round > 0.18) || round < 0.08 || (in_x > 0.68 && in_x < 0.78);
    return (struct texel){device ? tones->second : tones->main, cloth ? 255.0 : 0.0};
}

/* Bark: long fissures upwards. */
static struct texel bark(double x, double y, const struct tones *tones)
{
    double fissure = noise_step(-0.2, 0.5, paint_grain(x, y * 0.25, 24, 3, 431u));
    return solid(paint_blend(tones->second, tones->main, fissure));
}

/*
 * Leaves on a twig, a card of a crown: a leaf in each cell of a noise, lit from above its own
 * middle. Cells are dropped towards the edge of the card, so that no card shows its outline.
 */
static struct texel foliage(double x, double y, const struct tones *tones)
{
    struct noise_cell leaf = noise_cellular(x * 7.0, y * 7.0, 432u, 7);
    double from_middle = portable_sqrt((x - 0.5) * (x - 0.5) + (y - 0.5) * (y - 0.5)) * 2.0;
    double size = 0.62 - 0.55 * noise_step(0.55, 1.0, from_middle);
    double kept =
        noise_unit(leaf.x, leaf.y, 433u) + 0.25 - 0.9 * noise_step(0.4, 1.05, from_middle);
    double light = 0.72 + 0.5 * noise_unit(leaf.x, leaf.y, 434u) - 0.25 * leaf.nearest;
    struct colour colour =
        paint_blend(tones->main, tones->second, noise_unit(leaf.x, leaf.y, 435u));
    return (struct texel){paint_lit(colour, light),
                          leaf.nearest < size && kept > 0.0 ? 255.0 : 0.0};
}

/* A fir twig: needles on both sides of a stem that runs up the middle. */
static struct texel needles(double x, double y, const struct tones *tones)
{
    double aside = fabs(x - 0.5) * 2.0;
    double reach = 0.95 * (1.0 - 0.75 * y);
    double comb = fraction((y + 0.45 * aside) * 14.0);
    bool is_needle = aside < reach && (comb < 0.62 || aside < 0.10);
    double light = 0.75 + 0.4 * paint_grain(x, y, 16, 2, 436u) + 0.25 * aside;
    return (struct texel){paint_lit(paint_blend(tones->main, tones->second, aside), light),
                          is_needle ? 255.0 : 0.0};
}

/* Ears of corn on their stalks, sparser towards the top. */
static struct texel stalks(double x, double y, const struct tones *tones)
{
    double stalk = fabs(fraction(x * 12.0) - 0.5) * 2.0;
    double top = 0.3 * noise_unit((int32_t)(x * 12.0), 0, 437u);
    bool is_there = y > top && stalk < (y < top + 0.3 ? 0.8 : 0.35);
    return (struct texel){paint_blend(tones->main, tones->second, y), is_there ? 255.0 : 0.0};
}

/* Plates of crust on glowing lava. */
static struct texel molten(double x, double y, const struct tones *tones)
{
    struct noise_cell plate = noise_cellular(x * 5.0, y * 5.0, 438u, 5);
    double heat = 1.0 - noise_step(0.02, 0.3, plate.second - plate.nearest);
    heat = noise_clamp(heat + 0.35 + 0.5 * paint_grain(x, y, 6, 3, 439u), 0.0, 1.0);
    struct colour red = {206, 66, 20};
    return solid(heat < 0.5 ? paint_blend(tones->second, red, 2.0 * heat)
                            : paint_blend(red, tones->main, 2.0 * heat - 1.0));
}

/* A soft disc of light: black around it, since it is added. */
static struct texel glow(double x, double y, const struct tones *tones)
{
    double far = portable_sqrt((x - 0.5) * (x - 0.5) + (y - 0.5) * (y - 0.5)) * 2.0;
    double light = noise_step(1.0, 0.0, far);
    return (struct texel){paint_lit(paint_blend(tones->second, tones->main, light), light),
                          255.0 * light};
}

/* Coloured rings; alpha falls from the middle outwards. */
static struct texel rings(double x, double y, const struct tones *tones)
{
    double far = portable_sqrt((x - 0.5) * (x - 0.5) + (y - 0.5) * (y - 0.5)) * 2.0;
    struct colour ring = fraction(far * 4.0) < 0.5 ? tones->main : tones->second;
    return (struct texel){ring, noise_clamp(1.25 - far, 0.0, 1.0) * 255.0};
}

static struct texel bars(double x, double y, const struct tones *tones)
{
    double wide = fraction(x * 4.0);
    return (struct texel){wide < 0.5 ? tones->main : tones->second, y * 255.0};
}

static struct texel checks(double x, double y, const struct tones *tones)
{
    bool odd = (fraction(x * 4.0) < 0.5) != (fraction(y * 4.0) < 0.5);
    return (struct texel){odd ? tones->main : tones->second, odd ? 255.0 : 90.0};
}

struct wall_paint {
    const char *name;
    enum blp_kind kind;
    pattern_function *pattern;
    uint32_t main, second; /* 0xRRGGBB */
};

#define VILLAGE "World/Demo/Textures/"
#define MASONRY "Dungeons/Textures/Demo/"

/* One row: the texture, its path below the data root, encoding, pattern and two tones. */
#define PAINT(texture, path, kind, pattern, main, second)                                          \
    [TEXTURE_##texture] = {path ".blp", BLP_##kind, pattern, main, second}

static const struct wall_paint paints[WALL_TEXTURE_COUNT] = {
    PAINT(STUCCO, VILLAGE "DemoStucco", DXT1, plaster, 0xDECEAC, 0xB8A480),
    PAINT(TIMBERED, VILLAGE "DemoTimbered", DXT1, timbered, 0x4E3624, 0),
    PAINT(WHITEWASH, VILLAGE "DemoWhitewash", PALETTE_OPAQUE, plaster, 0xF0ECE2, 0xD4CCBE),
    PAINT(RED_PAINT, VILLAGE "DemoRedPaint", PALETTE_OPAQUE, plaster, 0xB23226, 0x8A2620),
    PAINT(PLANKS, VILLAGE "DemoPlanks", DXT1, boards, 0xAC8254, 0x7E5A38),
    PAINT(OAK, VILLAGE "DemoOak", DXT1, boards, 0x704E30, 0x4A3220),
    PAINT(DRESSED, MASONRY "DemoDressedStone", DXT1, ashlar, 0xB2AA9A, 0x70685C),
    PAINT(RUBBLE, MASONRY "DemoRubble", DXT5, rubble, 0x968E80, 0),
    PAINT(MARBLE, MASONRY "DemoMarble", BGRA8, veined, 0xE2DCCE, 0x9E9282),
    PAINT(COBBLES, MASONRY "DemoYardCobbles", DXT3, cobbles, 0x8C847A, 0),
    PAINT(FLAGSTONES, MASONRY "DemoFlagstones", PALETTE_ALPHA8, ashlar, 0x968E80, 0x544E44),
    PAINT(TILES_RED, VILLAGE "DemoShinglesRed", DXT1, tiles, 0xB85236, 0x883E30),
    PAINT(TILES_BROWN, VILLAGE "DemoShinglesBrown", DXT1, tiles, 0x966A42, 0x684E36),
    PAINT(SLATE, VILLAGE "DemoShinglesSlate", DXT1, tiles, 0x606E80, 0x465062),
    PAINT(THATCH, VILLAGE "DemoThatch", DXT1, thatch, 0xCEAC64, 0x8A6C3A),
    PAINT(FRINGE, VILLAGE "DemoThatchFringe", DXT1_ALPHA, fringe, 0xC4A05A, 0x806234),
    PAINT(COPPER, MASONRY "DemoCopper", PALETTE_ALPHA4, sheets, 0x5C9E88, 0x7A8062),
    PAINT(IRON, MASONRY "DemoIron", DXT1, sheets, 0x5C5A5A, 0x464242),
    PAINT(SOOT, VILLAGE "DemoSoot", PALETTE_OPAQUE, grimy, 0x221E1C, 0x121010),
    PAINT(LATTICE, VILLAGE "DemoLattice", PALETTE_ALPHA1, lattice, 0x96764E, 0),
    PAINT(WINDOW, VILLAGE "DemoWindow", PALETTE_OPAQUE, window, 0xFFE296, 0xE8963E),
    PAINT(GLASS, VILLAGE "DemoGlass", DXT5, glass, 0x96C4D0, 0xF0FAFC),
    PAINT(LAMP, VILLAGE "DemoLamp", PALETTE_OPAQUE, lamp, 0xFFFAE2, 0xFFC460),
    PAINT(CANVAS_RED, VILLAGE "DemoCanvasRed", DXT1, striped, 0xC4342C, 0xECE2CC),
    PAINT(CANVAS_BLUE, VILLAGE "DemoCanvasBlue", DXT1, striped, 0x345C9A, 0xE8E4D4),
    PAINT(CANVAS_OCHRE, VILLAGE "DemoCanvasOchre", DXT1, striped, 0xD89E34, 0xECE2CC),
    PAINT(SAIL, VILLAGE "DemoSailcloth", DXT1, sailcloth, 0xECE2CA, 0xC6B694),
    PAINT(CARPET, MASONRY "DemoCarpet", PALETTE_OPAQUE, carpet, 0x8C1C26, 0xD4A84E),
    PAINT(EARTH, MASONRY "DemoEarth", DXT1, crags, 0x7E6244, 0x624C36),
    PAINT(CAVE, MASONRY "DemoCave", DXT1, crags, 0x8A827C, 0x646062),
    PAINT(CRYSTAL, MASONRY "DemoCrystal", PALETTE_OPAQUE, facets, 0x6CC4FF, 0xE2FAFF),
    PAINT(BANNER, VILLAGE "DemoBanner", PALETTE_ALPHA8, banner, 0x263E8A, 0xE8BE4A),
    PAINT(BARK, VILLAGE "DemoBark", DXT1, bark, 0x7A624A, 0x463628),
    PAINT(LEAVES, VILLAGE "DemoLeaves", DXT5, foliage, 0x4A7028, 0x748E38),
    PAINT(LEAVES_ORCHARD, VILLAGE "DemoLeavesOrchard", DXT5, foliage, 0x608634, 0xA8963E),
    PAINT(LEAVES_AUTUMN, VILLAGE "DemoLeavesAutumn", DXT5, foliage, 0x92642C, 0xB88A3E),
    PAINT(LEAVES_BIRCH, VILLAGE "DemoLeavesBirch", DXT5, foliage, 0x76923E, 0x9EAA54),
    PAINT(NEEDLES, VILLAGE "DemoNeedles", DXT3, needles, 0x284E30, 0x3E683A),
    PAINT(BUSH, VILLAGE "DemoBush", PALETTE_ALPHA8, foliage, 0x54682E, 0x848A46),
    PAINT(WHEAT, VILLAGE "DemoWheatTuft", DXT1_ALPHA, stalks, 0xE2BE60, 0xAC9246),
    PAINT(ROCK, VILLAGE "DemoRockFace", DXT1, crags, 0x948E86, 0x706C68),
    PAINT(GLOW, VILLAGE "DemoGlow", BGRA8, glow, 0xFFECB4, 0xFF963C),
    PAINT(LAVA, "XTextures/lava/lava.1", DXT1, molten, 0xFFB23E, 0x46221C),
    PAINT(SLIME, "XTextures/slime/slime.1", DXT1, plaster, 0x545632, 0x3E4428),
    PAINT(SAMPLE_RINGS, VILLAGE "DemoSampleRings", BGRA8, rings, 0xE64632, 0xFAC83C),
    PAINT(SAMPLE_STRIPES, VILLAGE "DemoSampleStripes", BGRA8, bars, 0x326EDC, 0x5AD296),
    PAINT(SAMPLE_STRIPES_S, VILLAGE "DemoSampleStripes_s", BGRA8, bars, 0x326EDC, 0x5AD296),
    PAINT(SAMPLE_CHECKS, VILLAGE "DemoSampleChecks", BGRA8, checks, 0x965ABE, 0x787C82),
};

const char *wall_texture_name(enum wall_texture texture)
{
    return paints[texture].name;
}

enum blp_kind wall_texture_kind(enum wall_texture texture)
{
    return paints[texture].kind;
}

void wall_texture_paint(enum wall_texture texture, uint8_t rgba[WALL_TEXTURE_BYTES])
{
    const struct wall_paint *paint = &paints[texture];
    const struct tones tones = {paint_rgb(paint->main), paint_rgb(paint->second)};
    for (int32_t i = 0; i < WALL_TEXTURE_SIZE * WALL_TEXTURE_SIZE; i++) {
        double x = (i % WALL_TEXTURE_SIZE + 0.5) / WALL_TEXTURE_SIZE;
        double y = (i / WALL_TEXTURE_SIZE + 0.5) / WALL_TEXTURE_SIZE;
        struct texel texel = paint->pattern(x, y, &tones);
        rgba[4 * i] = paint_byte(texel.colour.red);
        rgba[4 * i + 1] = paint_byte(texel.colour.green);
        rgba[4 * i + 2] = paint_byte(texel.colour.blue);
        rgba[4 * i + 3] = paint_byte(texel.alpha);
    }
    bool covers_land = texture == TEXTURE_LAVA || texture == TEXTURE_SLIME;
    if (covers_land || paint->pattern == tiles || paint->pattern == ashlar ||
        paint->pattern == crags || paint->pattern == rubble) {
        paint_flatten(rgba, WALL_TEXTURE_SIZE);
    }
}
