/*
 * What is known of a map beyond its nodes, as facts of its build log: what a run was told and later
 * runs are not, and what was measured. A fact is a member here and a row of the table in
 * map_facts.c: reading, recording and the recipe of pages loop over the rows.
 */
#ifndef JOB_FACTS_MAP_FACTS_H
#define JOB_FACTS_MAP_FACTS_H

#include "graph/build_log.h"
#include "output/web/web_map.h"

struct map_facts {
    char title[WEB_TITLE_BYTES];      /* what players call the map; "": not known */
    char address[WEB_ADDRESS_BYTES];  /* where OUT is published, no slash at its end; the same */
    char site_title[WEB_TITLE_BYTES]; /* as struct web_map has it */
    char live[WEB_ADDRESS_BYTES];     /* a file of players, from the page; "": none */
    char watched[4];                  /* "yes": pages look for what changes while they are open */
    bool has_number;
    uint32_t number;      /* of the map in the client's table */
    uint32_t web_quality; /* of zoom levels */
    bool has_look;
    struct web_look look; /* what pages show of the map at first */
};

/* A fact of maps that `publish` was the last to draw: the site file it had, which takes them away
 * when they leave it. Pages do not show it. */
#define MAP_FACT_PUBLISHED "published"

/* Without the slashes at its end. */
void map_facts_set_address(const char *address, struct map_facts *facts);

/* What is not on record, or cannot be read, is not known. */
void map_facts_read(const struct build_log *log, struct map_facts *facts);

/* False when out of memory. */
bool map_facts_record(const struct map_facts *facts, struct build_log *log);

/*
 * The card of a map with pages is a fact too, made of others and of what is there: lists of maps
 * read it alone. It is on record from the end of a run to the beginning of the next one that makes
 * or removes anything, so that it always tells what the other records tell.
 */

/* Records it, or that there is none: NULL; after all other facts, which are part of its sum. False
 * when out of memory. */
bool map_facts_record_card(const struct web_map_card *card, struct build_log *log);

/* Reads the card on record in the folder OUT/MAP of a map. False if there is none, or if it or
 * another fact has changed since. */
bool map_facts_read_card(const char *directory, const char *map, struct web_map_card *card);

/* Of the facts that pages show. */
struct hash128 map_facts_page_hash(const struct map_facts *facts);

#endif
