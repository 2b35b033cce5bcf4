/*
 * The settings as rows: their check and defaults, recipes, map.json, the options of the program
 * with their help, the keys of site files and the bindings go over this table. A new setting is a
 * member of struct adtmap_settings, a row here, and the code that uses it.
 */
#ifndef MAP_SETTINGS_SETTINGS_TABLE_H
#define MAP_SETTINGS_SETTINGS_TABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "adtmap/settings.h"

/* What is drawn in another way when a setting changes. */
enum settings_effect {
    SETTINGS_DRAW_PICTURE = 1 << 0,
    SETTINGS_DRAW_LAYERS = 1 << 1,        /* all data layers */
    SETTINGS_DRAW_OBJECT_LAYERS = 1 << 2, /* data layers that need objects */
};

/* A setting that can be off has its value on one side of the range then. */
enum settings_off { SETTINGS_NEVER_OFF, SETTINGS_OFF_BELOW, SETTINGS_OFF_ABOVE };

/* The group of help that has the option. */
enum settings_group { SETTINGS_OF_DRAWING, SETTINGS_OF_OBJECTS, SETTINGS_GROUPS };

struct settings_row {
    struct adtmap_setting setting;
    uint32_t effects; /* enum settings_effect bits; 0: the pixels are the same */
    enum settings_off off;
    bool is_of_preset;    /* adtmap_settings_preset or a style sets it, too */
    const char *json;     /* where map.json has it, "blend" or "light.sun"; NULL: elsewhere */
    const char *option;   /* of the program; NULL: none, or one that sets more than this row */
    char letter;          /* of the option's short form; 0 for none */
    const char *argument; /* the name of the option's value in help */
    const char *help;     /* of the option; NULL: `about` of the setting says it */
    bool is_time;         /* minutes since midnight, which the option has as HH:MM */
    enum settings_group group;
};

enum { SETTINGS_MAX = 64 };

/* In the order of map.json, whose groups are not torn apart. */
extern const struct settings_row settings_rows[];
extern const size_t settings_count; /* at most SETTINGS_MAX */

/* A number of a setting that is no list, and back; the type of the setting can hold the value. */
double settings_number(const struct adtmap_settings *settings, const struct adtmap_setting *setting,
                       size_t index);
void settings_put_number(struct adtmap_settings *settings, const struct adtmap_setting *setting,
                         size_t index, double value);

/* The items of a list. */
struct settings_list {
    const void *items;
    size_t count;
};
struct settings_list settings_list(const struct adtmap_settings *settings,
                                   const struct adtmap_setting *setting);

/* How many bytes of the struct the setting has. */
size_t settings_bytes(const struct adtmap_setting *setting);

/* Whether the setting is switched off. */
bool settings_is_off(const struct adtmap_settings *settings, const struct settings_row *row);

/* How many choices there are. */
size_t settings_choice_count(const struct adtmap_setting *setting);

#endif
