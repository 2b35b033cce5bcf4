/* The kinds of values options take. Each line names the type of the row's destination. */
#ifndef CLI_OPTIONS_OPTION_KINDS_H
#define CLI_OPTIONS_OPTION_KINDS_H

#include <stdbool.h>
#include <stddef.h>

#include "adtmap/layers.h"
#include "adtmap/settings.h"
#include "base/tile_set.h"
#include "cli/options/options.h"
#include "job/settings/job_settings.h"

/* A value that may be repeated. */
struct option_strings {
    const char *items[OPTION_STRINGS_MAX]; /* of argv */
    size_t count;
};

/* A number that may be left out; with a row of is_value_optional `value` holds the default. */
struct option_optional_real {
    bool given;
    float value;
};

/* Whole numbers that may be repeated. */
struct option_numbers {
    uint32_t items[OPTION_STRINGS_MAX];
    size_t count;
};

/* A shallow and a deep colour that may be left out: red, green, blue, alpha, 0..1. */
struct option_optional_colors {
    bool given;
    float shallow[4];
    float deep[4];
};

/* A colour that may be left out: red, green, blue, alpha. */
struct option_optional_background {
    bool given;
    uint8_t rgba[4];
};

/* Tiles that may be left out. */
struct option_optional_tiles {
    bool given;
    struct tile_set set;
    struct tile_set named; /* of these, those that were given as `X_Y` */
};

enum {
    OPTION_DOODAD_RULES_MAX = 512,
    OPTION_DOODAD_TEXT_BYTES = 32 << 10,
};

/* Rules for doodads from a file; the patterns stand in `text`. Both are from malloc. */
struct option_doodad_rules {
    const char *path; /* borrowed; NULL: no rules are asked for */
    struct adtmap_doodad_rule *items;
    size_t count;
    char *text;
};

/* Zeroed rules may be freed. */
void option_doodad_rules_free(struct option_doodad_rules *rules);

/* Reads the rules from their path, if there is one, in place of those that they hold, which stay
 * where the file cannot be taken: false, explained in `problem`. */
bool option_doodad_rules_read(struct option_doodad_rules *rules,
                              char problem[OPTION_PROBLEM_BYTES]);

extern const struct option_kind option_flag;       /* bool: becomes true */
extern const struct option_kind option_assign;     /* enum: becomes row->value */
extern const struct option_kind option_set_bits;   /* uint32_t: gets row->value's bits */
extern const struct option_kind option_clear_bits; /* uint32_t: loses row->value's bits */
extern const struct option_kind option_string;     /* const char * */
extern const struct option_kind option_list;       /* struct option_strings */
extern const struct option_kind option_whole;      /* uint32_t in low..high */
extern const struct option_kind option_real;       /* struct option_optional_real in low..high */
extern const struct option_kind option_float;      /* float in low..high */
extern const struct option_kind option_clock;      /* float: HH:MM as minutes since midnight */
extern const struct option_kind option_bytes;      /* uint64_t: `N`, `NK`, `NM`, `NG`, `NT` */
extern const struct option_kind option_choice;     /* enum: index in row->choices */

/* float[3] red, green, blue: one number, `R,G,B` in low..high, or `#RRGGBB`. */
extern const struct option_kind option_light;

/*
 * float[3] north, west, up: `AZIMUTH,ELEVATION` in degrees, azimuth clockwise from north,
 * elevation above the horizon; or `N,W,U`, a vector of any length but 0.
 */
extern const struct option_kind option_direction;

/* struct option_optional_background: `#RRGGBB` (opaque) or `transparent`. */
extern const struct option_kind option_background;

/* const char *: an address of at most OPTION_ADDRESS_MAX bytes that begins with https:// or
 * http:// and names a host, without query, fragment, spaces and quotes; or ''. */
enum { OPTION_ADDRESS_MAX = 250 };
extern const struct option_kind option_address;

/* const char *: an address from which pages load a file: https:// or http://, or relative to the
 * page; without spaces and quotes; or ''. */
extern const struct option_kind option_page_address;

extern const struct option_kind option_numbers; /* struct option_numbers */

/* uint32_t: `on` sets row->value's bits, `off` clears them. */
extern const struct option_kind option_on_off;

/* struct option_optional_colors: `SHALLOW,DEEP`, or one colour for both, each #RRGGBB or #RRGGBBAA;
 * without AA the colour is opaque. */
extern const struct option_kind option_colors;

/*
 * struct option_optional_tiles: `X_Y` and `X1-X2_Y1-Y2`, comma-separated, 0..63, leading zeros
 * allowed; repeats add up.
 */
extern const struct option_kind option_tiles;

/* struct job_floors: `auto`, `none`, or `LOW..HIGH`, comma-separated, from the lowest floor up.
 */
extern const struct option_kind option_floors;

/* struct option_doodad_rules: a file with lines `include PATTERN` and `exclude PATTERN`; empty
 * lines and lines from # on do not count. */
extern const struct option_kind option_doodad_rules;

#endif
