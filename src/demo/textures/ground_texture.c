#include "demo/textures/ground_texture.h"

#include <math.h>

#include "base/portable_math.h"
#include "demo/textures/noise.h"
#include "demo/textures/paint.h"

static const struct ground_texture_file files[GROUND_MATERIAL_COUNT] = {
    [SEABED] = {"Tileset/Demo/DemoSeabed.blp", BLP_PALETTE_OPAQUE},
    [SAND] = {"Tileset/Demo/DemoSand.blp", BLP_DXT1},
    [GRASS] = {"Tileset/Demo/DemoGrass.blp", BLP_DXT1},
    [MEADOW] = {"Tileset/Demo/DemoMeadow.blp", BLP_DXT5},
    [HEATH] = {"Tileset/Demo/DemoHeath.blp", BLP_PALETTE_ALPHA8},
    [FOREST] = {"Tileset/Demo/DemoForestFloor.blp", BLP_DXT3},
    [MUD] = {"Tileset/Demo/DemoMud.blp", BLP_PALETTE_ALPHA1},
    [SCREE] = {"Tileset/Demo/DemoScree.blp", BLP_DXT1_ALPHA},
    [ROCK] = {"Tileset/Demo/DemoRock.blp", BLP_BGRA8},
    [ASH] = {"Tileset/Demo/DemoAsh.blp", BLP_PALETTE_ALPHA4},
    [BASALT] = {"Tileset/Demo/DemoBasalt.blp", BLP_DXT1},
    [SNOW] = {"Tileset/Demo/DemoSnow.blp", BLP_PALETTE_OPAQUE},
    [PLOUGHED] = {"Tileset/Demo/DemoPloughed.blp", BLP_DXT1},
    [GREENS] = {"Tileset/Demo/DemoGreens.blp", BLP_PALETTE_ALPHA8},
    [WHEAT] = {"Tileset/Demo/DemoWheat.blp", BLP_DXT5},
    [DIRT] = {"Tileset/Demo/DemoDirt.blp", BLP_DXT1},
    [COBBLES] = {"Tileset/Demo/DemoCobbles.blp", BLP_DXT3},
    [PAVING] = {"Tileset/Demo/DemoPaving.blp", BLP_BGRA8},
    [CANOPY] = {"Tileset/Demo/DemoCanopy.blp", BLP_DXT1},
};

const struct ground_texture_file *ground_texture_file(enum ground_material material)
{
    return &files[material];
}

/* Grass: tufts of colour `high` on ground of colour `low`, lit from the north-west. */
static struct colour tufts(double x, double y, int cells, struct colour low, struct colour high)
{
    struct noise_cell cell = noise_cellular(x * cells, y * cells, 201u, cells);
    double height = 1.0 - cell.nearest * 1.25;
    double side = (cell.at_x - x * cells) + (cell.at_y - y * cells);
    double fine = paint_grain(x, y, 48, 2, 202u);
    double light = 0.92 + 0.16 * fine + 0.22 * side;
    return paint_lit(paint_blend(low, high, noise_clamp(height + 0.35 * fine, 0.0, 1.0)), light);
}

static struct colour paint_seabed(double x, double y)
{
    struct colour silt = {74, 92, 92};
    struct colour weed = {46, 70, 66};
    double patch = 0.5 + 0.9 * paint_grain(x, y, 4, 4, 211u);
    return paint_lit(paint_blend(silt, weed, noise_clamp(patch, 0.0, 1.0)),
                     1.0 + 0.2 * paint_grain(x, y, 40, 2, 212u));
}

static struct colour paint_sand(double x, double y)
{
    struct colour crest = {222, 203, 158};
    struct colour trough = {190, 166, 120};
    double bend = 0.35 * paint_grain(x, y, 3, 3, 221u);
    double wave = 0.5 + 0.5 * paint_ripple(x * 3.0 + y * 9.0 + bend * 2.0);
    struct colour sand = paint_blend(trough, crest, 0.35 + 0.5 * wave);
    return paint_lit(sand, 1.0 + 0.10 * paint_grain(x, y, 64, 2, 222u));
}

static struct colour paint_grass(double x, double y)
{
    return tufts(x, y, 18, (struct colour){62, 84, 34}, (struct colour){112, 138, 58});
}

static struct colour paint_meadow(double x, double y)
{
    struct colour grass =
        tufts(x, y, 15, (struct colour){86, 104, 42}, (struct colour){138, 152, 68});
    struct noise_cell cell = noise_cellular(x * 22.0, y * 22.0, 231u, 22);
    uint32_t pick = noise_hash(cell.x, cell.y, 232u) & 15;
    if (pick > 4 || cell.nearest > 0.26) {
        return grass;
    }
    static const struct colour petals[5] = {
        {238, 226, 120}, {240, 238, 228}, {226, 196, 80}, {196, 120, 160}, {236, 232, 210}};
    return petals[pick];
}

static struct colour paint_heath(double x, double y)
{
    struct colour heath =
        tufts(x, y, 13, (struct colour){92, 84, 48}, (struct colour){142, 132, 76});
    double bloom = noise_step(0.25, 0.55, paint_grain(x, y, 10, 3, 241u));
    return paint_blend(heath, (struct colour){124, 92, 92}, 0.45 * bloom);
}

static struct colour paint_forest(double x, double y)
{
    struct colour floor = {58, 60, 32};
    struct colour moss = {62, 80, 36};
    double patch = noise_step(-0.2, 0.5, paint_grain(x, y, 6, 3, 251u));
    struct noise_cell leaf = noise_cellular(x * 30.0, y * 30.0, 252u, 30);
    struct colour ground = paint_blend(floor, moss, patch);
    double light = 1.15 - 0.5 * leaf.nearest + 0.25 * (noise_unit(leaf.x, leaf.y, 253u) - 0.5);
    struct colour litter = {96, 74, 42};
    bool brown = (noise_hash(leaf.x, leaf.y, 254u) & 3) == 0;
    return paint_lit(brown ? paint_blend(ground, litter, 0.6) : ground, light);
}

static struct colour paint_mud(double x, double y)
{
    struct colour mud = {74, 66, 42};
    struct colour moss = {82, 92, 44};
    double wet = noise_step(0.05, 0.35, paint_grain(x, y, 5, 4, 261u));
    double green = noise_step(0.0, 0.5, paint_grain(x, y, 7, 3, 262u));
    struct colour ground = paint_blend(mud, moss, green);
    return paint_lit(paint_blend(ground, (struct colour){44, 50, 38}, wet),
                     1.0 + 0.22 * paint_grain(x, y, 32, 3, 263u));
}

static struct colour paint_scree(double x, double y)
{
    return paint_stones(x, y, 20, (struct colour){142, 134, 118}, 0.25);
}

static struct colour paint_rock(double x, double y)
{
    struct colour pale = {138, 128, 116};
    struct colour dark = {92, 86, 82};
    double bend = paint_grain(x, y, 3, 4, 281u);
    double strata = 0.5 + 0.5 * paint_ripple(y * 7.0 + x + bend * 1.3);
    double thin = 0.5 + 0.5 * paint_ripple(y * 23.0 + x * 2.0 + bend * 3.0);
    double crack = 1.0 - fabs(paint_grain(x, y, 6, 4, 282u));
    double light =
        1.0 - 0.45 * noise_step(0.90, 1.0, crack) + 0.22 * paint_grain(x, y, 24, 3, 283u);
    return paint_lit(paint_blend(dark, pale, 0.55 * strata + 0.3 * thin), light);
}

static struct colour paint_ash(double x, double y)
{
    struct colour ash = {82, 76, 74};
    struct colour cinder = {50, 46, 46};
    double patch = noise_step(-0.35, 0.5, paint_grain(x, y, 5, 4, 291u));
    return paint_lit(paint_blend(ash, cinder, patch), 1.0 + 0.28 * paint_grain(x, y, 56, 2, 292u));
}

static struct colour paint_basalt(double x, double y)
{
    struct colour rock = paint_stones(x, y, 9, (struct colour){58, 52, 52}, 0.2);
    struct noise_cell cell = noise_cellular(x * 9.0, y * 9.0, 271u, 9);
    double seam = 1.0 - noise_step(0.0, 0.09, cell.second - cell.nearest);
    double glow = seam * noise_step(0.0, 0.4, paint_grain(x, y, 3, 3, 302u));
    return paint_blend(rock, (struct colour){214, 84, 22}, glow);
}

static struct colour paint_snow(double x, double y)
{
    struct colour snow = {218, 225, 236};
    struct colour blue = {186, 201, 222};
    double drift =
        0.5 + 0.5 * paint_ripple(x * 2.0 - y * 5.0 + 0.8 * paint_grain(x, y, 3, 3, 311u));
    return paint_lit(paint_blend(blue, snow, 0.35 + 0.6 * drift),
                     1.0 + 0.03 * paint_grain(x, y, 64, 1, 312u));
}

static struct colour paint_ploughed(double x, double y)
{
    struct colour ridge = {128, 94, 62};
    struct colour furrow = {82, 58, 38};
    double wave = 0.5 + 0.5 * paint_ripple(x * 6.0 + 0.10 * paint_grain(x, y, 4, 2, 321u));
    double clod = paint_grain(x, y, 40, 2, 322u);
    return paint_lit(paint_blend(furrow, ridge, wave), 1.0 + 0.25 * clod);
}

static struct colour paint_greens(double x, double y)
{
    struct colour soil = {96, 78, 48};
    struct colour leaf = {92, 142, 56};
    double row = fabs(y * 8.0 - portable_floor(y * 8.0) - 0.5) * 2.0;
    double plant = noise_step(0.85, 0.35, row + 0.35 * paint_grain(x, y, 24, 2, 331u));
    return paint_lit(paint_blend(leaf, soil, 1.0 - plant),
                     1.0 + 0.22 * paint_grain(x, y, 48, 2, 332u));
}

static struct colour paint_wheat(double x, double y)
{
    struct colour straw = {214, 178, 84};
    struct colour stalk = {168, 132, 56};
    double row = 0.5 + 0.5 * paint_ripple(x * 12.0 + 0.3 * paint_grain(x, y, 8, 2, 341u));
    double ear = paint_grain(x, y, 64, 2, 342u);
    return paint_lit(paint_blend(stalk, straw, noise_clamp(0.5 * row + 0.5 + 0.4 * ear, 0.0, 1.0)),
                     1.0 + 0.10 * ear);
}

static struct colour paint_dirt(double x, double y)
{
    struct colour pale = {162, 132, 94};
    struct colour dark = {122, 94, 64};
    double patch = 0.5 + 0.8 * paint_grain(x, y, 5, 4, 351u);
    struct noise_cell pebble = noise_cellular(x * 26.0, y * 26.0, 352u, 26);
    bool stony = (noise_hash(pebble.x, pebble.y, 353u) & 3) == 0 && pebble.nearest < 0.3;
    struct colour dirt = paint_blend(dark, pale, noise_clamp(patch, 0.0, 1.0));
    return stony ? paint_lit((struct colour){168, 156, 138}, 1.1 - pebble.nearest) : dirt;
}

static struct colour paint_cobbles(double x, double y)
{
    return paint_stones(x, y, 12, (struct colour){160, 152, 142}, 0.16);
}

/* Slabs in staggered rows with moss in the joints. */
static struct colour paint_paving(double x, double y)
{
    double row = portable_floor(y * 6.0);
    double shifted = x * 4.0 + ((int64_t)row & 1 ? 0.5 : 0.0);
    double column = portable_floor(shifted);
    double in_x = fabs(shifted - column - 0.5) * 2.0;
    double in_y = fabs(y * 6.0 - row - 0.5) * 2.0;
    double worn = 0.06 * paint_grain(x, y, 12, 3, 361u);
    double slab =
        noise_step(0.0, 0.06, 0.93 + worn - in_x) * noise_step(0.0, 0.06, 0.90 + worn - in_y);
    int32_t wrapped = (int32_t)column % 4;
    double shade = 0.86 + 0.24 * noise_unit(wrapped, (int32_t)row, 362u);
    struct colour stone =
        paint_lit((struct colour){188, 178, 154}, shade + 0.14 * paint_grain(x, y, 16, 4, 363u));
    return paint_blend((struct colour){84, 88, 56}, stone, slab);
}

static struct colour paint_canopy(double x, double y)
{
    struct colour leaf = {72, 98, 38};
    struct colour deep = {30, 46, 20};
    struct noise_cell cell = noise_cellular(x * 10.0, y * 10.0, 371u, 10);
    double side = (cell.at_x - x * 10.0) + (cell.at_y - y * 10.0);
    double height = noise_clamp(
        1.1 - cell.nearest + 0.4 * side + 0.35 * paint_grain(x, y, 32, 2, 372u), 0.0, 1.0);
    return paint_blend(deep, leaf, height);
}

typedef struct colour paint_function(double x, double y);

static paint_function *const painters[GROUND_MATERIAL_COUNT] = {
    [SEABED] = paint_seabed,     [SAND] = paint_sand,       [GRASS] = paint_grass,
    [MEADOW] = paint_meadow,     [HEATH] = paint_heath,     [FOREST] = paint_forest,
    [MUD] = paint_mud,           [SCREE] = paint_scree,     [ROCK] = paint_rock,
    [ASH] = paint_ash,           [BASALT] = paint_basalt,   [SNOW] = paint_snow,
    [PLOUGHED] = paint_ploughed, [GREENS] = paint_greens,   [WHEAT] = paint_wheat,
    [DIRT] = paint_dirt,         [COBBLES] = paint_cobbles, [PAVING] = paint_paving,
    [CANOPY] = paint_canopy,
};

static double brightness(struct colour colour)
{
    return 0.3 * (colour.red + colour.green + colour.blue);
}

void ground_texture_paint(enum ground_material material, uint8_t rgba[GROUND_TEXTURE_BYTES])
{
    for (int32_t i = 0; i < GROUND_TEXTURE_SIZE * GROUND_TEXTURE_SIZE; i++) {
        double x = (i % GROUND_TEXTURE_SIZE + 0.5) / GROUND_TEXTURE_SIZE;
        double y = (i / GROUND_TEXTURE_SIZE + 0.5) / GROUND_TEXTURE_SIZE;
        struct colour colour = painters[material](x, y);
        rgba[4 * i] = paint_byte(colour.red);
        rgba[4 * i + 1] = paint_byte(colour.green);
        rgba[4 * i + 2] = paint_byte(colour.blue);
        rgba[4 * i + 3] =
            files[material].kind == BLP_DXT1_ALPHA ? 255 : paint_byte(brightness(colour));
    }
    paint_flatten(rgba, GROUND_TEXTURE_SIZE);
}
