/* The options that say how a tile is drawn, shared by the commands that draw. */
#ifndef CLI_OPTIONS_PICTURE_OPTIONS_H
#define CLI_OPTIONS_PICTURE_OPTIONS_H

#include "adtmap/settings.h"
#include "cli/options/option_kinds.h"

/* Which doodads; PICTURE_DOODADS_AUTO: `minimap`, or `none` with the light of noggit-red. */
enum picture_doodads {
    PICTURE_DOODADS_AUTO,
    PICTURE_DOODADS_MINIMAP,
    PICTURE_DOODADS_ALL,
    PICTURE_DOODADS_NONE,
};

struct picture_options {
    struct adtmap_settings settings; /* its light comes from the fields below */
    enum adtmap_light_preset preset;
    struct option_optional_light ambient;
    struct option_optional_light diffuse;
    struct option_optional_direction sun;
    struct option_optional_real shadow_strength;
    struct option_strings hide;
    struct option_strings only;
    struct option_numbers hide_ids;
    struct option_optional_real cut_height;
    enum picture_doodads doodads;
    struct option_optional_real doodad_min_size;
    struct option_doodad_rules doodad_rules;
    struct option_optional_colors liquids[ADTMAP_LIQUID_CLASSES];
};

/* Fills in the library's defaults. */
void picture_options_default(struct picture_options *options);

/* The rows for the picture as a whole, writing to `options`. */
struct option_table picture_options_table(struct picture_options *options);

/* The rows for buildings and liquids. */
struct option_table picture_options_objects_table(struct picture_options *options);

/*
 * The settings: the preset, changed by the other options, in any order. They borrow from `options`.
 * Fails with ADTMAP_BAD_ARGUMENT, as adtmap_settings_check.
 */
enum adtmap_status picture_options_settings(const struct picture_options *options,
                                            struct adtmap_settings *settings,
                                            struct adtmap_message *failure);

#endif
