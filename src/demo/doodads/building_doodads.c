#include "demo/doodads/building_doodads.h"

#include "base/size.h"
#include "demo/doodads/doodad.h"

/* Groups of the inn, in the order in which build_inn begins them. */
enum { INN_OUTSIDE, INN_INSIDE, INN_UPSTAIRS };

/* Crates in the yard and upstairs; a feast in set 1; closed shutters, with a cart, in set 2. */
static const struct model_doodad inn[] = {
    {DOODAD_CRATES, 0, INN_OUTSIDE, {5.0F, 3.4F, 0.35F}, 15.0},
    {DOODAD_CRATES, 0, INN_UPSTAIRS, {-6.0F, 8.5F, 3.8F}, 80.0},
    {DOODAD_TABLE, 0, INN_INSIDE, {-5.0F, -4.0F, 0.65F}, 0.0},
    {DOODAD_TABLE, 1, INN_UPSTAIRS, {-3.0F, -5.0F, 3.8F}, 90.0},
    {DOODAD_TABLE, 1, INN_UPSTAIRS, {-3.0F, 0.0F, 3.8F}, 60.0},
    {DOODAD_TABLE, 1, INN_UPSTAIRS, {-3.0F, 5.0F, 3.8F}, 90.0},
    {DOODAD_LAMP_POST, 1, INN_OUTSIDE, {8.0F, -2.4F, 0.35F}, 0.0},
    {DOODAD_CART, 2, INN_OUTSIDE, {5.0F, 0.0F, 0.35F}, 90.0},
};

/* Groups of the castle, of the barn and of the warehouse, in their order. */
enum { CASTLE_WALLS, CASTLE_COURT, CASTLE_KEEP, CASTLE_THRONE_ROOM, CASTLE_SOLAR };
enum { STORE_OUTSIDE, STORE_INSIDE };

/* Lamps at the gate, a cart in the court, tables in the keep; in set 1, the siege, a camp in the
 * court. */
static const struct model_doodad castle[] = {
    {DOODAD_LAMP_POST, 0, CASTLE_COURT, {38.0F, 5.5F, 0.0F}, 0.0},
    {DOODAD_LAMP_POST, 0, CASTLE_COURT, {38.0F, -5.5F, 0.0F}, 0.0},
    {DOODAD_CART, 0, CASTLE_COURT, {27.0F, 16.0F, 0.0F}, 20.0},
    {DOODAD_TABLE, 0, CASTLE_THRONE_ROOM, {-6.0F, -2.0F, 0.7F}, 0.0},
    {DOODAD_TABLE, 0, CASTLE_THRONE_ROOM, {-6.0F, -16.0F, 0.7F}, 0.0},
    {DOODAD_TABLE, 0, CASTLE_SOLAR, {-9.0F, -9.0F, 9.85F}, 90.0},
    {DOODAD_TENT_RED, 1, CASTLE_COURT, {21.0F, 9.0F, 0.0F}, 200.0},
    {DOODAD_TENT_BLUE, 1, CASTLE_COURT, {20.0F, -6.0F, 0.0F}, 160.0},
    {DOODAD_CAMPFIRE, 1, CASTLE_COURT, {27.0F, 1.0F, 0.0F}, 0.0},
    {DOODAD_CRATES, 1, CASTLE_COURT, {31.0F, 9.0F, 0.0F}, 40.0},
};

static const struct model_doodad barn[] = {
    {DOODAD_CART, 0, STORE_INSIDE, {2.0F, 3.0F, 0.65F}, 100.0},
    {DOODAD_CRATES, 0, STORE_INSIDE, {3.0F, -6.0F, 0.65F}, 20.0},
};

static const struct model_doodad warehouse[] = {
    {DOODAD_CRATES, 0, STORE_INSIDE, {2.5F, -6.5F, 0.65F}, 10.0},
    {DOODAD_CRATES, 0, STORE_INSIDE, {2.5F, 7.0F, 0.65F}, 75.0},
    {DOODAD_CART, 0, STORE_INSIDE, {1.0F, 0.5F, 0.65F}, 95.0},
};

/* Glass behind the yard of samples. */
static const struct model_doodad material_samples[] = {
    {DOODAD_GLASS, 0, 0, {-22.0F, 0.0F, 0.0F}, 0.0},
    {DOODAD_GLASS_LATE, 0, 0, {-34.0F, 0.0F, 0.0F}, 0.0},
};

#define ROW(list)                                                                                  \
    {                                                                                              \
        list, COUNT_OF(list)                                                                       \
    }

void building_doodads_set(enum building building, struct model *model)
{
    static const struct {
        const struct model_doodad *doodads;
        size_t count;
    } rows[BUILDING_COUNT] = {
        [BUILDING_INN] = ROW(inn),
        [BUILDING_CASTLE] = ROW(castle),
        [BUILDING_BARN] = ROW(barn),
        [BUILDING_WAREHOUSE] = ROW(warehouse),
        [BUILDING_MATERIAL_SAMPLES] = ROW(material_samples),
    };
    model->doodads = rows[building].doodads;
    model->doodad_count = (int)rows[building].count;
}
