/*
 * What the data's Map.dbc or Map.db2 says of the maps: what players call them, what kind of place
 * they are, how their folders are spelled, and that they exist where archives do not list what they
 * hold.
 */
#ifndef MAP_MAP_NAMES_H
#define MAP_MAP_NAMES_H

#include "assets/assets.h"
#include "formats/tables/table_records.h"

struct map_names {
    struct blob blob;
    struct table table; /* borrows the blob; no records without a table */
};

/* Reads the table. There may be none; one that cannot be read is a warning and counts as none.
 * Fails with ADTMAP_NO_MEMORY only. */
enum adtmap_status map_names_open(const struct assets *assets, const struct diag *diag,
                                  struct map_names *names);
void map_names_close(struct map_names *names);

/*
 * Of data in several folders the table of a later one hides that of an earlier one. Warns of each
 * that alone names maps which the data have. `names` is the table that is read. Fails with
 * ADTMAP_NO_MEMORY only.
 */
enum adtmap_status map_names_report_hidden(const struct map_names *names,
                                           const struct assets *assets, const struct diag *diag);

/* How many records there are, and one of them; false for one that cannot be read. */
uint32_t map_names_count(const struct map_names *names);
bool map_names_at(const struct map_names *names, uint32_t index, struct dbc_map *map);

/* The map with this folder, case ignored; its strings are borrowed from the table. */
bool map_names_find(const struct map_names *names, const char *folder, struct dbc_map *map);

/*
 * Opens the table for this question alone: the id of the map with this folder. `*is_known` is
 * false if the table does not have it. Fails with ADTMAP_NO_MEMORY only.
 */
enum adtmap_status map_names_id_of(const struct assets *assets, const char *folder,
                                   const struct diag *diag, bool *is_known, uint32_t *id);

/* The map with this id; its strings are borrowed from the table. */
bool map_names_find_id(const struct map_names *names, uint32_t id, struct dbc_map *map);

/*
 * Gives a folder the spelling of the table if it has no capitals: so archives without a list name
 * their files, and so tools write them.
 */
void map_names_spell(const struct map_names *names, char *folder);

#endif
