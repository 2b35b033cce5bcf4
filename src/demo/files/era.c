#include "demo/files/era.h"

#include <string.h>

/* Clients of 0.5.3 have textures and models in archives, and each map and WMO in one of its own. */
static const struct archive_client alpha_client = {1,
                                                   {[ARCHIVE_MODELS] = "model.MPQ",
                                                    [ARCHIVE_TEXTURES] = "texture.MPQ",
                                                    [ARCHIVE_TABLES] = "dbc.MPQ"},
                                                   {13, 4, 0}};
static const struct archive_client beta_client = {
    1, {"terrain.MPQ", "wmo.MPQ", "model.MPQ", "texture.MPQ", "dbc.MPQ"}, {13, 4, 0}};
static const struct archive_client vanilla_client = {
    1, {"terrain.MPQ", "wmo.MPQ", "model.MPQ", "texture.MPQ", "dbc.MPQ"}, {42, 4, 0}};
static const struct archive_client wotlk_client = {
    2,
    {"lichking.MPQ", "common-2.MPQ", "common.MPQ", "common.MPQ", "enUS/locale-enUS.MPQ"},
    {66, 5, 59}};
static const struct archive_client cata_client = {
    4, {"world.MPQ", "world.MPQ", "art.MPQ", "art.MPQ", "enUS/locale-enUS.MPQ"}, {20, 6, 0}};
static const struct archive_client mop_client = {
    4, {"world.MPQ", "world.MPQ", "art.MPQ", "art.MPQ", "enUS/locale-enUS.MPQ"}, {19, 5, 0}};
static const struct casc_product legion_storage = {"wow", "7.3.5.26972", "enUS", CASC_ROOT_6_0};
static const struct casc_product bfa_storage = {"wow", "8.2.5.31921", "enUS", CASC_ROOT_8_2};

#define OLD_MAP ALPHA_4BIT, ALPHA_MAP_63X63, LIQUID_MCLQ, false
#define V18_ONLY false, false, false, false, false, false
#define SPLIT_MAP MAP_SPLIT, ALPHA_8BIT, ALPHA_MAP_64X64, LIQUID_MH2O, true

/* Columns from holes_64 to file_ids are the last of V18_ONLY and SPLIT_MAP. 0.6, "beta", has ADTs
 * as in 1.x. */
const struct era eras[ERA_COUNT] = {
    {"wotlk", MAP_V18, ALPHA_8BIT, ALPHA_MAP_64X64, LIQUID_MH2O, true, V18_ONLY, WMO_V17,
     DOODAD_M2_3, CLIENT_TABLES_3_3_5, &wotlk_client, NULL},
    {"wotlk4", MAP_V18, ALPHA_4BIT, ALPHA_MAP_64X64, LIQUID_MH2O, true, V18_ONLY, WMO_V17,
     DOODAD_M2_2, CLIENT_TABLES_NONE, &wotlk_client, NULL},
    {"vanilla", MAP_V18, OLD_MAP, V18_ONLY, WMO_V17, DOODAD_M2_1, CLIENT_TABLES_1_12,
     &vanilla_client, NULL},
    {"beta", MAP_V18, OLD_MAP, V18_ONLY, WMO_V16, DOODAD_MDX, CLIENT_TABLES_LIT, &beta_client,
     NULL},
    {"alpha", MAP_ALPHA, OLD_MAP, V18_ONLY, WMO_V14, DOODAD_MDX, CLIENT_TABLES_LIT, &alpha_client,
     NULL},
    {"cata", SPLIT_MAP, false, false, false, false, false, false, WMO_V17, DOODAD_M2_4,
     CLIENT_TABLES_NONE, &cata_client, NULL},
    {"mop", SPLIT_MAP, true, true, false, false, true, false, WMO_V17, DOODAD_M2_4,
     CLIENT_TABLES_NONE, &mop_client, NULL},
    {"legion", SPLIT_MAP, true, true, true, false, true, false, WMO_V17, DOODAD_M2_7,
     CLIENT_TABLES_NONE, NULL, &legion_storage},
    {"legion-heights", SPLIT_MAP, true, true, true, true, true, false, WMO_V17, DOODAD_M2_7,
     CLIENT_TABLES_NONE, NULL, &legion_storage},
    {"bfa", SPLIT_MAP, true, true, true, false, true, true, WMO_V17_BY_ID, DOODAD_M2_8,
     CLIENT_TABLES_NONE, NULL, &bfa_storage},
};

const struct era *era_find(const char *name, const struct diag *diag)
{
    struct buffer known = {0};
    for (int k = 0; k < ERA_COUNT; k++) {
        if (strcmp(eras[k].name, name) == 0) {
            buffer_free(&known);
            return &eras[k];
        }
        buffer_printf(&known, "%s%s", k ? ", " : "", eras[k].name);
    }
    buffer_u8(&known, 0);
    diag_fail(diag, ADTMAP_BAD_ARGUMENT, NULL, NO_OFFSET, "no era \"%s\"; there are: %s", name,
              known.failed ? "" : (const char *)known.data);
    buffer_free(&known);
    return NULL;
}
