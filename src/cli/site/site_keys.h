/*
 * The keys of a site file. Each is a row of an option table: its name, the kind of its value, its
 * range and its help. So the keys that say what is drawn are the options of `adtmap render`, and
 * the reader, the messages and the JSON schema cannot disagree.
 */
#ifndef CLI_SITE_SITE_KEYS_H
#define CLI_SITE_SITE_KEYS_H

#include "cli/render/render_request.h"

/* Bounds, see docs/security.md. */
enum {
    SITE_ENTRIES_MAX = 4096,
    SITE_PATTERNS_MAX = 256, /* of these; each is tried on the name of each map */
    SITE_WORLDS_MAX = 64,
    SITE_RENDERINGS_MAX = 256, /* and builds */
    SITE_PAIRS_MAX = 1 << 16,  /* of an entry of `maps` and a rendering that it has */
};

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
};

/* What a section is; one row for each. */
struct site_section_row {
    const char *name;              /* its key in the section that it stands in; "" for the top */
    const char *about;             /* what it is for, for the JSON schema */
    enum site_section parent;      /* the section whose entries have this one */
    bool is_needed;                /* where it stands, at least one entry is needed */
    bool draws;                    /* has keys that say what is drawn */
    const char *required;          /* the key that each entry needs; NULL: none */
    bool is_alone;                 /* an entry that is wrong concerns no other */
    size_t entries_max;            /* entries, in all; 0: it is no list but has keys of its own */
    const struct option_row *rows; /* its own keys, but for those of client data */
    size_t row_count;
    bool has_data; /* has the keys of client data */
};

extern const struct site_section_row site_sections[SITE_SECTIONS];

/* An entry of a section, or a section that is no list. */
struct site_entry {
    /* What its keys write to, except for those that say what is drawn. */
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
    /* What site_file_read makes of them. */
    size_t world;   /* of a frame: the entry of its world */
    double spot[2]; /* X and Y in yards, of `entrance` or `offset` */
    bool is_wrong;  /* of a map, a world or a frame: reported; it is left out */
};

struct site_key {
    const struct option_row *row;
    void *into;
};

/* Zero-initialised: none. */
struct site_keys {
    struct site_key items[SITE_KEYS_MAX];
    size_t count;
};

/* Adds the keys that a section has of its own, which write to `entry`. */
void site_keys_own(enum site_section section, struct site_entry *entry, struct site_keys *keys);

/* Adds those that say what is drawn, which write to `request`, whose defaults are filled in. */
void site_keys_drawing(struct render_request *request, struct site_keys *keys);

/* Why an option of 'adtmap render' or 'adtmap publish' is no key; NULL for other words. */
const char *site_keys_why_not(const char *name);

#endif
