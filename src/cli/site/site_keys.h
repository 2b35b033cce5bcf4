/*
 * The keys of a site file. Each is a row of an option table: its name, the kind of its value, its
 * range and its help. So the keys that say what is drawn are the options of `adtmap render`, and
 * the reader, the messages and the JSON schema cannot disagree.
 */
#ifndef CLI_SITE_SITE_KEYS_H
#define CLI_SITE_SITE_KEYS_H

#include "cli/report/render_request.h"

/* The parts of a site file that have keys. */
enum site_section {
    SITE_TOP,
    SITE_ALL,       /* what is drawn of all maps */
    SITE_BUILD,     /* an entry of `builds` */
    SITE_RENDERING, /* an entry of `renderings` */
    SITE_MAP,       /* an entry of `maps` */
    SITE_WORLD,     /* an entry of `worlds` */
    SITE_FRAME,     /* an entry of `maps` of a world; those of all worlds in succession */
    SITE_SECTIONS
};

enum {
    SITE_VERSION = 1,
    SITE_KEYS_MAX = 96,
    SITE_ORDER_DEFAULT = 1000,
    SITE_ENTRIES_MAX = 4096, /* of a section */
};

/* What the keys of a section write to, except for those that say what is drawn. */
struct site_values {
    uint32_t version;
    const char *name;
    const char *title;
    const char *description;
    const char *logo;
    const char *accent;
    const char *footer;
    const char *language;
    const char *out;
    const char *address;
    const char *build;
    const char *date;
    const char *group;
    uint32_t order;
    struct option_strings groups;
    struct option_strings renderings;
    struct option_strings entrance;
    bool transforms;
    const char *map;
    struct option_strings offset;
    struct option_optional_real scale;
    struct option_optional_tiles part;
    struct session_input data;
};

struct site_key {
    const struct option_row *row;
    void *into;
};

/* The first `own` keys belong to the section alone; the rest say what is drawn. */
struct site_keys {
    struct site_key items[SITE_KEYS_MAX];
    size_t own;
    size_t count;
};

/* The key of a section in the section that it stands in: "", "all", "builds", "renderings", "maps",
 * "worlds"; "maps" in a world. */
extern const char *const site_section_names[SITE_SECTIONS];

/* What a section is for, for the JSON schema. */
extern const char *const site_section_about[SITE_SECTIONS];

/* Whether the section is a list of entries. */
bool site_section_repeats(enum site_section section);

/* The section whose entries have this one: SITE_TOP, or SITE_WORLD for its maps. */
enum site_section site_section_parent(enum site_section section);

/* Whether the section has keys that say what is drawn. */
bool site_section_draws(enum site_section section);

/* The key that each entry of the section needs; NULL: none. */
const char *site_section_required(enum site_section section);

/* The keys of a section. They write to `values` and to `request`, whose defaults are filled in. */
void site_keys_list(enum site_section section, struct site_values *values,
                    struct render_request *request, struct site_keys *keys);

/* Why an option of 'adtmap render' or 'adtmap publish' is no key; NULL for other words. */
const char *site_keys_why_not(const char *name);

/* The index of a key; keys->count: there is no such key. */
size_t site_keys_find(const struct site_keys *keys, const char *name);

#endif
