/*
 * What the client's tables say of a map: names and frames of areas, maps of zones, landmarks,
 * flights; and which tiles are those of other maps. A run reads it from the tables; `diff`, which
 * has no data, reads it from the private file that the run leaves next to its build log,
 * OUT/MAP/.adtmap/places.
 *
 *     adtmap-places 1
 *     tables HASH                     of all that the tables say
 *     area ID ZONE W E N S, tab, NAME
 *     zone AREA W E N S, tab, NAME
 *     also MAP                        files of the last zone's name are a zone's of that map, too
 *     parent NAME, tab, TITLE, tab, ROW ...   the tiles taken from it, 64 rows of bits
 *     landmark ICON X Y, tab, NAME
 *     flight FROM, tab, TO, tab, X Y X Y ...
 *     end HASH                        of the bytes before
 *
 * The file has the areas of the tiles on record only: a client has 10,000, a map few. Texts are up
 * to date by `tables`, which does not depend on the tiles. The hash at the end tells a damaged
 * file: the caller then says so and leaves the texts as they are. A run with the data writes it
 * again.
 */
#ifndef JOB_FACTS_PLACES_H
#define JOB_FACTS_PLACES_H

#include "base/diag.h"
#include "base/hash.h"
#include "map/client_landmarks.h"
#include "output/areas/area_map.h"
#include "output/web/flights.h"
#include "output/web/markers.h"
#include "output/web/web_map.h"

/* Bounds, see docs/security.md. */
enum {
    PLACES_BYTES_MAX = 64 << 20,
};

/* In any order, also repeated. */
struct area_ids {
    const uint32_t *items;
    size_t count;
};

enum { ZONE_NAME_BYTES = 64 };
#define ZONE_NAME_LETTERS "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-"

/* A map of its own that the client's tables give a zone, the continent or a dungeon. */
struct zone_map {
    char name[ZONE_NAME_BYTES]; /* of its files: letters, digits, - and _ */
    uint32_t area;              /* 0: the continent, or a dungeon */
    int64_t frame[4];           /* as of struct area_name */
    bool is_shared;             /* its files have the name of those of a zone of another map: */
    uint32_t other_map;         /* that map's number */
};

/* A zeroed struct has no places. */
struct places {
    struct hash128 tables;
    struct area_name *areas; /* by id, each once; from malloc */
    uint32_t area_count;
    struct zone_map *zones; /* those of the map, no two of a name; from malloc */
    uint32_t zone_count;
    struct markers landmarks; /* those of a kind in succession */
    struct flights flights;
    struct web_parent *parents; /* nearest first; from malloc */
    uint32_t parent_count;
    bool is_partial; /* a table could not be read, and nobody was warned: not to be kept */
};

/* Landmarks and flights while they are gathered. Zero-initialised: none. */
struct place_marks {
    struct buffer landmarks; /* struct marker */
    struct text_pool names;  /* of these */
    struct buffer flights;   /* struct flight */
    struct buffer points;    /* int32_t[2], of these */
};

/* Hands them over to `places`, which owns them in any case. False when out of memory. */
bool places_take_marks(struct places *places, const struct place_marks *marks);

/* NULL-safe. */
void places_free(struct places *places);

/* Sets icon, colour and group of a landmark. */
void places_set_look(enum landmark_kind kind, struct marker *marker);

/* The area with an id; NULL: not known. */
const struct area_name *places_area(const struct places *places, uint32_t id);

/* Sets `tables` from all that there is. False when out of memory. */
bool places_hash(struct places *places);

/* Reads the bytes of such a file. ADTMAP_NOT_FOUND, without a message, if they are damaged;
 * ADTMAP_NO_MEMORY. */
enum adtmap_status places_read(const uint8_t *data, size_t size, const struct diag *diag,
                               struct places *places);

/*
 * Reads or writes the file that belongs to the build log at `log_path`; the same bytes are not
 * written again. `ids` are the areas that are written, with their zones; NULL: all. places_load:
 * ADTMAP_NOT_FOUND, without a message, if the file is missing or damaged. Both: ADTMAP_IO,
 * ADTMAP_NO_MEMORY.
 */
enum adtmap_status places_load(const char *log_path, const struct diag *diag,
                               struct places *places);
enum adtmap_status places_save(const char *log_path, const struct places *places,
                               const struct area_ids *ids, const struct diag *diag);

/* Removes the file. */
enum adtmap_status places_remove(const char *log_path, const struct diag *diag);

#endif
