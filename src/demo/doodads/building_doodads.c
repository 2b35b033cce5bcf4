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

void building_doodads_set(enum building building, struct model *model)
{
    if (building == BUILDING_INN) {
        model->doodads = inn;
        model->doodad_count = (int)COUNT_OF(inn);
    }
}
