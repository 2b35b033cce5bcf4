/* The options that say how a tile is drawn, shared by the commands that draw. */
#ifndef CLI_OPTIONS_PICTURE_OPTIONS_H
#define CLI_OPTIONS_PICTURE_OPTIONS_H

#include "adtmap/settings.h"
#include "cli/options/option_kinds.h"
#include "map/settings/settings_table.h"

enum { PICTURE_OPTIONS_MAX = 32, PICTURE_STYLES_MAX = 8 };

/* Which doodads; PICTURE_DOODADS_AUTO: as the style has it, or `none` with the light of noggit-red.
 */
enum picture_doodads {
    PICTURE_DOODADS_AUTO,
    PICTURE_DOODADS_MINIMAP,
    PICTURE_DOODADS_ALL,
    PICTURE_DOODADS_NONE,
};

/* What reflects; PICTURE_REFLECTIONS_AUTO: as the preset or the style has it. */
enum picture_reflections {
    PICTURE_REFLECTIONS_AUTO,
    PICTURE_REFLECTIONS_ON,
    PICTURE_REFLECTIONS_OFF,
    PICTURE_REFLECTIONS_NOGGIT,
};

struct picture_options {
    struct adtmap_settings
        settings;    /* NaN, or a choice beyond the last: left to preset and style */
    unsigned style;  /* by adtmap_style_at */
    unsigned preset; /* enum adtmap_light_preset; beyond the last: left to the style */
    struct option_optional_background background;
    struct option_optional_real shadow_strength;
    struct option_strings hide;
    struct option_strings only;
    struct option_numbers hide_ids;
    enum picture_doodads doodads;
    enum picture_reflections reflections;
    struct option_doodad_rules doodad_rules; /* picture_options_free frees them */
    struct option_optional_colors liquids[ADTMAP_LIQUID_CLASSES];
    const char *style_names[PICTURE_STYLES_MAX + 1];
    struct option_row rows[SETTINGS_GROUPS][PICTURE_OPTIONS_MAX]; /* made of the settings' */
    size_t row_counts[SETTINGS_GROUPS];
};

/* Fills in the library's defaults and the rows. */
void picture_options_default(struct picture_options *options);

/* Frees what reading the options allocated. */
void picture_options_free(struct picture_options *options);

/* The rows of a group, writing to `options`. */
struct option_table picture_options_table(struct picture_options *options,
                                          enum settings_group group);

/*
 * The settings: the style, changed by the preset and then by the other options, in any order. They
 * borrow from `options`. Fails with ADTMAP_BAD_ARGUMENT, as adtmap_settings_check.
 */
enum adtmap_status picture_options_settings(const struct picture_options *options,
                                            struct adtmap_settings *settings,
                                            struct adtmap_message *failure);

#endif
