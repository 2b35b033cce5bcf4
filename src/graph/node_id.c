/*
 * The patterns of paths. One reading of them prints a path, another takes it apart, and no two
 * nodes have the same path. What stands for a part of a node:
 *
 *     $m  the map         $n  the name            $f  the format, as the end of a file's name
 *     $s  the series      $k  the key, 16 digits of base 16
 *     $z  the number      $g  the number, of three digits at least
 *     $x  $y              $X  $Y  of two digits
 *
 * Numbers are decimal, without zeros in front beyond these. The patterns of the map's own files say
 * what output/paths.h says.
 */
#include "graph/node_id.h"

#include "base/hash.h"
#include "base/number.h"
#include "output/paths.h"

#define ZOOM PATH_ZOOM_FOLDER "/"
#define AXES ".aux.xml"

/* Where the file of a node lies. */
enum node_place {
    IN_MAP,
    IN_OUT, /* next to the folders of maps */
    IN_CLIENT,
};

/* Of pictures and what has no series, and of data layers. */
static const struct {
    const char *plain;
    const char *layer;
    enum node_place place;
} patterns[NODE_KINDS] = {
    [NODE_FILE] = {"$n", NULL, IN_MAP},
    [NODE_ARCHIVE] = {"$m.pmtiles", NULL, IN_MAP},
    [NODE_TILE] = {PATH_TILES "$m_$X_$Y.png", PATH_LAYERS "$s/$m_$X_$Y.png", IN_MAP},
    [NODE_STITCHED] = {"$m.png", "$m.$s.png", IN_MAP},
    [NODE_WORLD] = {"$m.pgw", "$m.$s.pgw", IN_MAP},
    [NODE_AXES] = {"$m.png" AXES, "$m.$s.png" AXES, IN_MAP},
    [NODE_ZOOM] = {ZOOM PATH_ZOOM_COLOR "/$z/$x/$y.$f", ZOOM "$s/$z/$x/$y.$f", IN_MAP},
    [NODE_VALUES] = {NULL, ZOOM "$s/values/$x_$y.js", IN_MAP},
    [NODE_ZONE] = {"zones/$n.png", NULL, IN_MAP},
    [NODE_TILE_WORLD] = {PATH_TILES "$m_$X_$Y.pgw", PATH_LAYERS "$s/$m_$X_$Y.pgw", IN_MAP},
    [NODE_TILE_AXES] = {PATH_TILES "$m_$X_$Y.png" AXES, PATH_LAYERS "$s/$m_$X_$Y.png" AXES, IN_MAP},
    [NODE_ZONE_WORLD] = {"zones/$n.pgw", NULL, IN_MAP},
    [NODE_ZONE_AXES] = {"zones/$n.png" AXES, NULL, IN_MAP},
    [NODE_MARKERS] = {"markers.geojson", NULL, IN_MAP},
    [NODE_PICTURE] = {"pictures/$n", NULL, IN_MAP},
    [NODE_POINTS] = {"points/$z.js", NULL, IN_MAP},
    [NODE_SHARED] = {"@/$n", NULL, IN_OUT},
    [NODE_MINIMAP_TILE] = {"@minimap/$k/$X_$Y", NULL, IN_CLIENT},
    [NODE_MINIMAP_NO_LIQUID] = {"@minimap/$k/noliquid_$X_$Y", NULL, IN_CLIENT},
    [NODE_MINIMAP_TABLE] = {"@minimap/$k/table", NULL, IN_CLIENT},
    [NODE_MINIMAP_WMOS] = {"@minimap/$k/interiors", NULL, IN_CLIENT},
    [NODE_MINIMAP_WMO] = {"@minimap/$k/$n.wmo", NULL, IN_CLIENT},
    [NODE_MINIMAP_ROOM] = {"@minimap/$k/$n_$g_$X_$Y.blp", NULL, IN_CLIENT},
    [NODE_WORLDMAP] = {"@worldmap/$k/$n/$z.blp", NULL, IN_CLIENT},
    [NODE_CLIENT_OTHER] = {"@$n", NULL, IN_CLIENT},
};

_Static_assert(NODE_FILE == 0, "node_parse tries the kinds behind it");
_Static_assert(NODE_CLIENT_OTHER == NODE_KINDS - 1,
               "its pattern fits paths of other kinds, so it is tried last");

bool node_is_client(struct node_id id)
{
    return patterns[id.kind].place == IN_CLIENT;
}

bool node_is_outside(struct node_id id)
{
    return patterns[id.kind].place != IN_MAP;
}

enum { KEY_DIGITS = NUMBER_HEX_DIGITS, NUMBER_DIGITS = 9 };

bool node_equal(struct node_id a, struct node_id b)
{
    return a.kind == b.kind && a.x == b.x && a.y == b.y && a.number == b.number &&
           a.format == b.format && a.key == b.key &&
           memcmp(a.series, b.series, sizeof a.series) == 0 &&
           (a.name == b.name || (a.name && b.name && strcmp(a.name, b.name) == 0));
}

uint64_t node_hash(struct node_id id)
{
    struct {
        uint32_t kind, format, number, x, y, zero;
        uint64_t key;
        char series[sizeof id.series];
    } parts = {(uint32_t)id.kind, (uint32_t)id.format, id.number, id.x, id.y, 0, id.key, {0}};
    _Static_assert(sizeof parts == 6 * sizeof(uint32_t) + sizeof(uint64_t) + sizeof id.series,
                   "all bytes are hashed, so there is no padding");
    memcpy(parts.series, id.series, sizeof parts.series);
    uint64_t hash = hash64(&parts, sizeof parts);
    return id.name ? hash ^ hash64(id.name, strlen(id.name)) : hash;
}

/* A path being printed; `end` is the place of its NUL. */
struct path_text {
    char *at;
    char *end;
};

static void put_char(struct path_text *text, char c)
{
    if (text->at < text->end) {
        *text->at++ = c;
    }
}

static void put_text(struct path_text *text, const char *added)
{
    while (added && *added) {
        put_char(text, *added++);
    }
}

/* With zeroes before it, if it has fewer digits. */
static void put_number(struct path_text *text, uint64_t value, size_t digits)
{
    char number[NUMBER_BYTES];
    size_t length = (size_t)(number_print_whole(value, number) - number);
    for (; length < digits; length++) {
        put_char(text, '0');
    }
    put_text(text, number);
}

static void put_part(struct path_text *text, char part, const struct node_id *id, const char *map)
{
    char key[KEY_DIGITS + 1] = "";
    switch (part) {
    case 'm':
        put_text(text, map);
        break;
    case 's':
        put_text(text, id->series);
        break;
    case 'n':
        put_text(text, id->name);
        break;
    case 'f':
        put_text(text, image_format_names[id->format]);
        break;
    case 'k':
        number_print_hex(id->key, key);
        put_text(text, key);
        break;
    case 'g':
        put_number(text, id->number, 3);
        break;
    case 'x':
        put_number(text, id->x, 1);
        break;
    case 'y':
        put_number(text, id->y, 1);
        break;
    case 'X':
        put_number(text, id->x, 2);
        break;
    case 'Y':
        put_number(text, id->y, 2);
        break;
    default:
        put_number(text, id->number, 1);
        break;
    }
}

void node_path(struct node_id id, const char *map, char path[NODE_PATH_BYTES])
{
    struct path_text text = {path, path + NODE_PATH_BYTES - 1};
    const char *pattern = node_is_layer(id) ? patterns[id.kind].layer : patterns[id.kind].plain;
    for (; pattern && *pattern; pattern++) {
        if (*pattern == '$') {
            put_part(&text, *++pattern, &id, map);
        } else {
            put_char(&text, *pattern);
        }
    }
    *text.at = '\0';
}

/* A path being taken apart. */
struct path_match {
    const char *map; /* NULL: not known */
    struct node_id id;
    char *name; /* room for it */
};

static bool get_number(const char **at, size_t least, size_t most, uint32_t *value)
{
    size_t digits = strspn(*at, "0123456789");
    if (digits < least || digits > most || (digits > least && **at == '0')) {
        return false;
    }
    for (*value = 0; digits > 0; digits--) {
        *value = 10 * *value + (uint32_t)(*(*at)++ - '0');
    }
    return true;
}

static bool get_key(const char **at, uint64_t *key)
{
    static const char digits[] = "0123456789abcdef";
    if (strspn(*at, digits) != KEY_DIGITS) {
        return false;
    }
    for (int i = 0; i < KEY_DIGITS; i++) {
        *key = *key << 4 | (uint64_t)(strchr(digits, *(*at)++) - digits);
    }
    return true;
}

static bool get_text(const char **at, const char *text)
{
    size_t length = text ? strlen(text) : 0;
    bool is_there = text && strncmp(*at, text, length) == 0;
    *at += is_there ? length : 0;
    return is_there;
}

static bool get_series(const char **at, char series[ADTMAP_LAYER_NAME_BYTES])
{
    size_t length = strcspn(*at, "/.");
    if (length == 0 || length >= ADTMAP_LAYER_NAME_BYTES) {
        return false;
    }
    memcpy(series, *at, length);
    *at += length;
    return true;
}

static bool get_format(const char **at, enum image_format *format)
{
    for (int i = 0; i < IMAGE_FORMATS; i++) {
        if (get_text(at, image_format_names[i])) {
            *format = (enum image_format)i;
            return true;
        }
    }
    return false;
}

static bool get_part(const char **at, char part, struct path_match *match)
{
    struct node_id *id = &match->id;
    switch (part) {
    case 'm':
        return get_text(at, match->map);
    case 's':
        return get_series(at, id->series);
    case 'f':
        return get_format(at, &id->format);
    case 'k':
        return get_key(at, &id->key);
    case 'g':
        return get_number(at, 3, NUMBER_DIGITS, &id->number);
    case 'x':
        return get_number(at, 1, NUMBER_DIGITS, &id->x);
    case 'y':
        return get_number(at, 1, NUMBER_DIGITS, &id->y);
    case 'X':
        return get_number(at, 2, 2, &id->x);
    case 'Y':
        return get_number(at, 2, 2, &id->y);
    default:
        return get_number(at, 1, NUMBER_DIGITS, &id->number);
    }
}

/* Behind a name the pattern has no other: so the longest name that leaves the rest is found. */
static bool matches(const char *pattern, const char *at, struct path_match *match)
{
    for (; *pattern; pattern++) {
        if (*pattern != '$') {
            if (*at++ != *pattern) {
                return false;
            }
        } else if (*++pattern != 'n') {
            if (!get_part(&at, *pattern, match)) {
                return false;
            }
        } else {
            size_t length = strlen(at);
            while (length > 0 && !matches(pattern + 1, at + length, match)) {
                length--;
            }
            memcpy(match->name, at, length);
            match->name[length] = '\0';
            match->id.name = match->name;
            return length > 0;
        }
    }
    return *at == '\0';
}

bool node_parse(const char *path, const char *map, struct node_id *id, char name[NODE_PATH_BYTES])
{
    struct path_match match = {.map = map, .name = name};
    size_t length = strlen(path);
    if (length == 0 || length >= NODE_PATH_BYTES) {
        return false;
    }
    for (int kind = NODE_FILE + 1; kind < NODE_KINDS; kind++) {
        const char *const both[] = {patterns[kind].plain, patterns[kind].layer};
        for (int i = 0; i < 2; i++) {
            match.id = (struct node_id){.kind = (enum node_kind)kind};
            if (both[i] && matches(both[i], path, &match)) {
                *id = match.id;
                return true;
            }
        }
    }
    memcpy(name, path, length + 1);
    *id = node_file(name);
    return true;
}

char *node_full_path(struct node_id id, const char *out, const char *directory, const char *map)
{
    char path[NODE_PATH_BYTES];
    if (id.kind == NODE_SHARED) {
        return path_join(out, id.name);
    }
    node_path(id, map, path);
    return path_join(directory, path);
}
