/* Rules for which ground material covers a lattice node: height, slope, coast, roads, sites.
 * ground.c refines the result to texels. */

#include "base/portable_math.h"
#include "demo/textures/noise.h"
#include "demo/world/ground.h"
#include "demo/world/sites.h"
#include "demo/world/surface.h"

#define LOW noise_low
#define HIGH noise_high

/* The inputs of the rules, at one node. */
struct surroundings {
    double x, y; /* tiles */
    double height;
    double steep;       /* rise over run */
    double hollow;      /* see struct world */
    double coast;       /* yards, positive on land */
    double broad;       /* noise with features of hundreds of yards, -1..1 */
    double local;       /* noise with features of tens of yards, -1..1 */
    double road, river; /* yards to the edge, negative on it */
    double swamp, crater, lake, village, castle;
};

static struct surroundings surroundings_of(const struct world *world, int32_t i, int32_t j)
{
    int32_t node = lattice_node(i, j);
    double x = (double)i / NODES_PER_TILE;
    double y = (double)j / NODES_PER_TILE;
    double slope[2];
    surface_slope(world, i, j, slope);
    return (struct surroundings){
        .x = x,
        .y = y,
        .height = (double)world->height_yd[node],
        .steep = portable_sqrt(slope[0] * slope[0] + slope[1] * slope[1]),
        .hollow = (double)world->hollow[node],
        .coast = (double)world->coast_yd[node],
        .broad = noise_fractal(x * 2.3, y * 2.3, 111, 3),
        .local = noise_fractal(x * 13.0, y * 13.0, 112, 3),
        .road = (double)world->road.distance_yd[node] - (double)world->road.half_width_yd[node],
        .river = (double)world->river.distance_yd[node] - (double)world->river.half_width_yd[node],
        .swamp = swamp_distance_yd(x, y) - SWAMP_RADIUS_YD,
        .crater = crater_distance_yd(x, y),
        .lake = lake_inside_yd(x, y),
        .village = site_distance_yd(SITE_VILLAGE, x, y),
        .castle = site_distance_yd(SITE_CASTLE, x, y),
    };
}

static double away_from(const struct surroundings *at, enum site_name name, double yards,
                        double blend)
{
    return (site_distance_yd(name, at->x, at->y) - yards) / blend;
}

/* Sand and grass: the two materials of the open land. */
static void cover_shore(const struct surroundings *at, double cover[GROUND_MATERIAL_COUNT])
{
    double shoal = (at->height + 5.0 + 2.5 * at->local + 3.0 * at->broad) / 6.0;
    cover[SAND] = LOW(shoal, at->lake > 8.0 ? (12.0 - at->lake) / 16.0 : 1.0);
    double above_tide = (at->height - 2.4 - 1.6 * at->broad - 0.8 * at->local) / 1.4;
    double dry = LOW(HIGH(above_tide, (at->coast - 90.0) / 20.0),
                     (at->coast - 34.0 - 30.0 * at->broad - 10.0 * at->local) / 16.0);
    double bank = at->crater < 600.0 ? 1.0 : (at->river - 1.2 - 0.8 * at->local) / 1.6;
    cover[GRASS] = LOW(dry, LOW((-at->lake - 2.0) / 6.0, bank));
}

/* Meadow, heath, forest floor and trees, kept clear of settlements and roads. */
static void cover_plants(const struct surroundings *at, double cover[GROUND_MATERIAL_COUNT])
{
    double grass = cover[GRASS];
    double highland = (at->height - 52.0 - 25.0 * at->broad - 16.0 * at->local) / 22.0;
    double east = (at->x - 5.75 - 0.22 * (at->y - 3.2) + 0.9 * at->broad + 0.35 * at->local) / 0.35;
    double north = (4.75 - at->y + 0.6 * at->broad + 0.4 * at->local) / 0.3;
    double woods = 1.9 * at->broad + 1.1 * at->local + (3.1 - at->x) * 0.10 - 0.12;
    woods = LOW(woods, (112.0 - at->height + 26.0 * at->local) / 18.0);
    woods = LOW(woods, (0.72 - at->steep) / 0.08);
    double fens = HIGH(at->swamp / 60.0, (at->height - SWAMP_LEVEL_YD - 1.6) / 0.6);
    double clear = LOW((at->village - 190.0) / 60.0, (at->road - 6.0) / 5.0);
    clear = LOW(clear, LOW((at->crater - 330.0 - 60.0 * at->local) / 50.0, fens));
    clear = LOW(clear, LOW(away_from(at, SITE_RUINS, 70.0, 30.0), (at->castle - 92.0) / 20.0));
    clear = LOW(clear, LOW(away_from(at, SITE_HARBOUR, 60.0, 10.0), (at->river - 3.0) / 4.0));
    clear = LOW(clear, LOW(away_from(at, SITE_HAMLET, 90.0, 20.0),
                           away_from(at, SITE_LIGHTHOUSE, 40.0, 10.0)));
    double gentle = LOW((0.40 - at->steep) / 0.05, (70.0 - at->height) / 6.0);
    cover[CANOPY] = LOW(grass, LOW(woods, clear));
    cover[FOREST] = LOW(cover[CANOPY] + 0.3, gentle);
    cover[MEADOW] = LOW(LOW(grass, 1.6 * (at->local * 0.6 - at->broad * 0.9) - 0.25), gentle);
    cover[HEATH] = LOW(grass, HIGH(highland, LOW(east, north)));
    cover[HEATH] = LOW(cover[HEATH], -2.0 * cover[CANOPY] - 0.5);
}

/* Scree, rock, snow, ash and basalt, by slope, height and distance to the volcano. Snow lies in
 * hollows before it lies on crests, and slides off steep rock. */
static void cover_heights(const struct surroundings *at, double cover[GROUND_MATERIAL_COUNT])
{
    double inland = at->height > 3.0 ? 1.0 : -1.0;
    double high = (at->height - 135.0 - 25.0 * at->broad - 20.0 * at->local) / 25.0;
    double scree = HIGH((at->steep - 0.62 - 0.16 * at->local) / 0.22, high);
    double rock = (at->steep - 0.76 - 0.20 * at->local - 0.08 * at->broad) / 0.26;
    double cold = (at->height - 132.0 - 20.0 * at->local - 16.0 * at->broad) / 34.0;
    cold += 0.45 * at->hollow;
    double lava = (150.0 - at->crater + 55.0 * at->local) / 30.0;
    double stream = at->crater < 450.0 ? (7.0 - at->river + 3.0 * at->local) / 4.0 : -1.0;
    cover[SCREE] = LOW(LOW(inland, scree), (at->crater - 220.0) / 60.0);
    cover[ROCK] = LOW(LOW(inland, rock), (at->crater - 200.0) / 60.0);
    cover[SNOW] = LOW(cold, (1.7 - at->steep + 0.3 * at->local + 0.25 * at->hollow) / 0.6);
    cover[SNOW] = LOW(cover[SNOW], (at->crater - 300.0) / 40.0);
    cover[ASH] = LOW((345.0 - at->crater + 70.0 * at->local + 60.0 * at->broad) / 60.0, inland);
    cover[BASALT] = LOW(cover[ASH] - 0.3, (at->steep - 0.6 - 0.1 * at->local) / 0.12);
    cover[BASALT] = HIGH(cover[BASALT], LOW(HIGH(lava, stream), inland));
}

/* Fields, mud, dirt, cobbles and paving. */
static void cover_works(const struct surroundings *at, const struct parcel *field,
                        double cover[GROUND_MATERIAL_COUNT])
{
    double clear = LOW((at->road - 4.4) / 4.0, (at->river - 10.0) / 4.0);
    double inside = LOW((field->edge_yd - 2.6) / 2.0, clear);
    bool farm = field->crop != CROP_NONE;
    cover[CANOPY] = farm ? -1.0 : cover[CANOPY];
    cover[FOREST] = farm ? -1.0 : cover[FOREST];
    if (farm && field->hedge && field->edge_yd < 2.4 && clear > 0.0) {
        cover[CANOPY] = 1.0;
    }
    cover[PLOUGHED] = farm && field->crop != CROP_FALLOW ? inside : -1.0;
    cover[GREENS] = field->crop == CROP_GREENS ? inside : -1.0;
    cover[WHEAT] = field->crop == CROP_WHEAT ? inside : -1.0;
    double wet = LOW((-at->swamp + 110.0 * at->local) / 60.0,
                     (SWAMP_LEVEL_YD + 1.2 + 0.7 * at->local - at->height) / 0.7);
    cover[MUD] = at->coast > 45.0 ? wet : -1.0;
    double bed = at->crater < 600.0 ? 1.0 : at->river + 0.5;
    double track = LOW(bed, (0.9 * at->local - at->road) / 2.0 + 0.1);
    double yard = HIGH((46.0 - at->village + 26.0 * at->local) / 16.0,
                       HIGH(-away_from(at, SITE_MINE, 42.0 + 12.0 * at->local, 10.0),
                            -away_from(at, SITE_HAMLET, 26.0 + 14.0 * at->local, 10.0)));
    double gate = LOW((0.2 - at->road) / 1.8, (70.0 - at->castle) / 6.0);
    double street = LOW(LOW(bed, (0.2 - at->road) / 1.8), (150.0 - at->village) / 20.0);
    double quay = -away_from(at, SITE_HARBOUR, 40.0 + 4.0 * at->local, 5.0);
    double castle = (castle_inside_yd(at->x, at->y) + 1.5 * at->local) / 2.0;
    cover[DIRT] = LOW(HIGH(track, yard), at->height > 0.6 ? 1.0 : -1.0);
    cover[COBBLES] =
        HIGH(HIGH(street, castle), HIGH((24.0 - at->village + 5.0 * at->local) / 4.0, quay));
    cover[COBBLES] = HIGH(cover[COBBLES], gate);
    cover[PAVING] = HIGH(-away_from(at, SITE_RUINS, 46.0 - 26.0 * at->local, 8.0),
                         -away_from(at, SITE_LANDING, 18.0, 5.0));
}

void ground_cover_node(const struct world *world, int32_t i, int32_t j,
                       double cover[GROUND_MATERIAL_COUNT])
{
    for (int m = 0; m < GROUND_MATERIAL_COUNT; m++) {
        cover[m] = -1.0;
    }
    cover[SEABED] = 1.0;
    if ((double)world->coast_yd[lattice_node(i, j)] < -250.0) {
        return;
    }
    struct surroundings at = surroundings_of(world, i, j);
    struct parcel field = parcel_at(world, i * NODE_YD, j * NODE_YD);
    cover_shore(&at, cover);
    cover_plants(&at, cover);
    cover_heights(&at, cover);
    cover_works(&at, &field, cover);
}
