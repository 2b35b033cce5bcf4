/*
 * A section takes over whole tables of options and leaves out those that belong to a run: a new
 * option of `render` is a key of the site file without a line here.
 */
#include "cli/site/site_keys.h"

#include <stdlib.h>
#include <string.h>

#include "base/size.h"
#include "cli/site/site_title.h"

#define FIELD(member) .offset = offsetof(struct site_entry, member)

static const struct option_row top_rows[] = {
    {.name = "version",
     .argument = "N",
     .kind = &option_whole,
     FIELD(version),
     .low = SITE_VERSION,
     .high = SITE_VERSION,
     .help = "version of this file's format"},
    {.name = "title", .argument = "TEXT", .kind = &site_title, FIELD(title), .help = "heading"},
    {.name = "out",
     .argument = "DIR",
     .kind = &option_string,
     FIELD(out),
     .is_path = true,
     .help = "folder of the site"},
    {.name = "address",
     .argument = "URL",
     .kind = &option_address,
     FIELD(address),
     .help = "where 'out' is published, so that links to pages show a picture of the map"},
    {.name = "groups",
     .argument = "TEXT",
     .kind = &site_titles,
     FIELD(groups),
     .help = "headings of the list of maps, in this order"},
    {.name = "description",
     .argument = "TEXT",
     .kind = &site_title,
     FIELD(description),
     .help = "a sentence below the heading, also for links to the first page"},
    {.name = "logo",
     .argument = "FILE",
     .kind = &option_string,
     FIELD(logo),
     .is_path = true,
     .help = "a picture of at most 256 KiB, PNG, JPEG or WebP, shown with the heading"},
    {.name = "accent",
     .argument = "#RRGGBB",
     .kind = &site_color,
     FIELD(accent),
     .help = "colour of links and of what is chosen; made lighter or darker where it could not be "
             "read"},
    {.name = "footer",
     .argument = "TEXT",
     .kind = &site_title,
     FIELD(footer),
     .help = "a line at the foot of pages"},
    {.name = "language",
     .argument = "TAG",
     .kind = &site_language,
     FIELD(language),
     .help = "language of titles and texts in this file, as in HTML: en, de, pt-BR"},
};

static const struct option_row build_rows[] = {
    {.name = "name",
     .argument = "NAME",
     .kind = &option_string,
     FIELD(name),
     .help = "how renderings refer to these data"},
};

static const struct option_row rendering_rows[] = {
    {.name = "name",
     .argument = "NAME",
     .kind = &option_string,
     FIELD(name),
     .help = "its folder below 'out': small letters, digits, - and _"},
    {.name = "title",
     .argument = "TEXT",
     .kind = &site_title,
     FIELD(title),
     .help = "its name on the pages"},
    {.name = "build",
     .argument = "NAME",
     .kind = &option_string,
     FIELD(build),
     .help = "the entry of 'builds' that it is drawn from; without it, the first"},
    {.name = "date",
     .argument = "YYYY-MM-DD",
     .kind = &site_date,
     FIELD(date),
     .help = "day of its build: pages list renderings by it"},
};

static const struct option_row map_rows[] = {
    {.name = "name",
     .argument = "NAME",
     .kind = &option_string,
     FIELD(name),
     .help = "the map's folder below World/Maps, or a pattern with * and ?; '*' is every map that "
             "has tiles"},
    {.name = "title",
     .argument = "TEXT",
     .kind = &site_title,
     FIELD(title),
     .help = "its name on the pages; without it, the name in the client's map table"},
    {.name = "group",
     .argument = "TEXT",
     .kind = &site_title,
     FIELD(group),
     .help = "the heading it is listed under"},
    {.name = "order",
     .argument = "N",
     .kind = &option_whole,
     FIELD(order),
     .low = 0,
     .high = 9999,
     .help = "maps with lower numbers are listed first; equal numbers, in order of this file"},
    {.name = "renderings",
     .argument = "NAME",
     .kind = &site_names,
     FIELD(renderings),
     .help = "which renderings there are of this map; without it, all"},
    {.name = "entrance",
     .argument = "MAP,X,Y",
     .kind = &option_list,
     FIELD(entrance),
     .help = "a map, X and Y on it, where people enter this map; without it, as the client's map "
             "table says"},
};

static const struct option_row world_rows[] = {
    {.name = "name",
     .argument = "NAME",
     .kind = &option_string,
     FIELD(name),
     .help = "its page is world-NAME: small letters, digits, - and _"},
    {.name = "title",
     .argument = "TEXT",
     .kind = &site_title,
     FIELD(title),
     .help = "its name on the pages"},
    {.name = "transforms",
     .kind = &option_flag,
     FIELD(transforms),
     .help = "whether parts of maps are shown on others as the client's WorldMapTransforms says"},
};

static const struct option_row frame_rows[] = {
    {.name = "map",
     .argument = "NAME",
     .kind = &option_string,
     FIELD(map),
     .help = "a map of the site, by its folder"},
    {.name = "offset",
     .argument = "X,Y",
     .kind = &option_list,
     FIELD(offset),
     .help = "yards to the north and west that are added to places of the map; without it, the map "
             "lies east of those before it"},
    {.name = "scale",
     .argument = "N",
     .kind = &option_real,
     FIELD(scale),
     .low = 0.01,
     .high = 100,
     .help = "how many times larger the map is shown, about its X 0 Y 0; 1 without it"},
    {.name = "part",
     .argument = "TILES",
     .kind = &option_tiles,
     FIELD(part),
     .help = "tiles of the map that are shown; without it, all"},
};

#define ROWS(table) .rows = (table), .row_count = COUNT_OF(table)

const struct site_section_row site_sections[SITE_SECTIONS] = {
    [SITE_TOP] = {.name = "",
                  .about = "A website of maps, for 'adtmap publish'",
                  ROWS(top_rows),
                  .has_data = true},
    [SITE_ALL] = {.name = "all",
                  .about = "what is drawn of all maps: options of 'adtmap render'",
                  .draws = true},
    [SITE_BUILD] = {.name = "builds",
                    .about = "client data with a name, for sites with more than one client",
                    .required = "name",
                    .entries_max = SITE_RENDERINGS_MAX,
                    ROWS(build_rows),
                    .has_data = true},
    [SITE_RENDERING] = {.name = "renderings",
                        .about = "pictures of every map: what differs from 'all'",
                        .draws = true,
                        .required = "name",
                        .entries_max = SITE_RENDERINGS_MAX,
                        ROWS(rendering_rows)},
    [SITE_MAP] = {.name = "maps",
                  .about = "the maps; what differs from 'all' and from the rendering",
                  .is_needed = true,
                  .draws = true,
                  .required = "name",
                  .is_alone = true,
                  .entries_max = SITE_ENTRIES_MAX,
                  ROWS(map_rows)},
    [SITE_WORLD] = {.name = "worlds",
                    .about = "pages that show several maps in one frame",
                    .required = "name",
                    .is_alone = true,
                    .entries_max = SITE_WORLDS_MAX,
                    ROWS(world_rows)},
    [SITE_FRAME] = {.name = "maps",
                    .about = "the maps that a world shows, or parts of them; later ones lie above",
                    .parent = SITE_WORLD,
                    .is_needed = true,
                    .required = "map",
                    .is_alone = true,
                    .entries_max = SITE_ENTRIES_MAX,
                    ROWS(frame_rows)},
};

#define OF_PUBLISH "it is an option of 'adtmap publish'"

/* Options that belong to a run, or to one output folder, and not to what is drawn. */
static const struct {
    const char *name;
    const char *why_not;
} run_options[] = {
    {"jobs", OF_PUBLISH},
    {"memory", OF_PUBLISH},
    {"no-sync", OF_PUBLISH},
    {"leaflet", OF_PUBLISH},
    {"force", OF_PUBLISH},
    {"changed", "each map has its list of changed files"},
    {"web", "a site always has pages"},
    {"no-picture", "a site always has pages, which show the picture"},
    {"site-url", "the address of the site is 'address' at the top"},
};

const char *site_keys_why_not(const char *name)
{
    for (size_t i = 0; i < COUNT_OF(run_options); i++) {
        if (strcmp(name, run_options[i].name) == 0) {
            return run_options[i].why_not;
        }
    }
    return strncmp(name, "client-", strlen("client-")) == 0
               ? "'adtmap render' writes files of a client"
               : NULL;
}

static void add_rows(const struct option_row *rows, size_t count, void *into,
                     struct site_keys *keys)
{
    for (size_t i = 0; i < count; i++) {
        if (site_keys_why_not(rows[i].name)) {
            continue;
        }
        if (keys->count == SITE_KEYS_MAX) {
            abort();
        }
        keys->items[keys->count++] = (struct site_key){&rows[i], into};
    }
}

void site_keys_own(enum site_section section, struct site_entry *entry, struct site_keys *keys)
{
    const struct site_section_row *row = &site_sections[section];
    add_rows(row->rows, row->row_count, entry, keys);
    if (row->has_data) {
        const struct option_table data = session_data_table(&entry->data);
        add_rows(data.rows, data.count, data.into, keys);
    }
}

void site_keys_drawing(struct render_request *request, struct site_keys *keys)
{
    struct option_table tables[RENDER_REQUEST_TABLES];
    render_request_tables(request, tables);
    for (size_t i = 0; i < COUNT_OF(tables); i++) {
        add_rows(tables[i].rows, tables[i].count, tables[i].into, keys);
    }
}
