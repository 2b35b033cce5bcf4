/*
 * Maps are gathered over all renderings: a card is a map, each rendering that has pages adds a
 * link. Order is by heading, then by the entry's own number, then as the file lists them, then by
 * title.
 */
#include "cli/site/site_index.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/hash.h"
#include "base/hash_index.h"
#include "base/path.h"
#include "job/phases/site.h"
#include "output/web/web_portal.h"
#include "output/web/web_site.h"

/* A card, and what decides its place. */
struct ordered_card {
    struct web_portal_card card;
    size_t group;
    uint32_t order;
    size_t map;
};

struct index {
    const struct site_file *file;
    const struct site_worlds *worlds;
    const struct diag *diag;
    struct ordered_card *entries;
    size_t count;
    struct hash_index by_name; /* of entries, in lower case */
};

static struct web_portal_link link_of(const struct site_entry *rendering)
{
    return (struct web_portal_link){
        rendering->name, rendering->title ? rendering->title : rendering->name, rendering->date};
}

/* Adds a card for a map, without links. NULL when out of memory. */
static struct ordered_card *add_card(struct index *index, size_t entry,
                                     const struct web_map_card *map)
{
    const struct site_entry *given = &index->file->maps.items[entry];
    const struct option_strings *groups = &index->file->top.groups;
    if (!ARRAY_ROOM(index->entries, index->count)) {
        return NULL;
    }
    struct ordered_card *card = &index->entries[index->count++];
    *card = (struct ordered_card){
        .card = {.group = given->group, .map = *map},
        .group = SIZE_MAX, /* maps without one come last */
        .order = given->order,
        .map = entry,
    };
    if (given->group) { /* one that is not in `groups` comes behind those that are */
        card->group = 0;
        while (card->group < groups->count &&
               strcmp(groups->items[card->group], given->group) != 0) {
            card->group++;
        }
    }
    if (given->title) {
        snprintf(card->card.map.title, sizeof card->card.map.title, "%s", given->title);
    }
    return card;
}

/* Names of maps do not depend on case. */
static uint64_t hash_of_name(const char *name)
{
    char lower[NAME_BYTES];
    return name_canonical(name, lower) ? hash64(lower, strlen(lower)) : 0;
}

static struct ordered_card *find_card(const struct index *index, const char *name)
{
    struct hash_probe probe = hash_index_probe(&index->by_name, hash_of_name(name));
    while (hash_index_next(&index->by_name, &probe)) {
        if (name_compare(index->entries[probe.number].card.map.name, name) == 0) {
            return &index->entries[probe.number];
        }
    }
    return NULL;
}

/* A map without pages in this rendering has no link to it. */
static enum adtmap_status add_item(struct index *index, const struct site_item *item,
                                   size_t rendering)
{
    const struct site_entry *given = &index->file->renderings.items[rendering];
    char *out = path_join(index->file->out, given->name);
    struct web_map_card map;
    bool fine = out != NULL;
    if (out && site_read_card(out, item->name, index->diag, &map) == ADTMAP_OK) {
        struct ordered_card *found = find_card(index, item->name);
        if (!found) {
            found = add_card(index, item->map, &map);
            fine = found && hash_index_add(&index->by_name, hash_of_name(item->name),
                                           (uint32_t)(found - index->entries));
        }
        struct web_portal_card *card = found ? &found->card : NULL;
        fine = fine && card && ARRAY_ROOM(card->links, card->link_count);
        if (fine) {
            card->links[card->link_count++] = link_of(given);
        }
    }
    free(out);
    return fine ? ADTMAP_OK : diag_fail_memory(index->diag);
}

static int compare_entries(const void *a, const void *b)
{
    const struct ordered_card *one = a;
    const struct ordered_card *two = b;
    if (one->group != two->group) {
        return one->group < two->group ? -1 : 1;
    }
    if (one->card.group && two->card.group && strcmp(one->card.group, two->card.group) != 0) {
        return web_title_compare(one->card.group, two->card.group);
    }
    if (one->order != two->order) {
        return one->order < two->order ? -1 : 1;
    }
    if (one->map != two->map) {
        return one->map < two->map ? -1 : 1;
    }
    return web_map_card_compare(&one->card.map, &two->card.map);
}

/* Writes the page, its scripts and the list of those that changed; or, with `is_same`, compares
 * them with what is there. */
static enum adtmap_status put_portal(const struct index *index, const struct buffer *shared,
                                     struct site_leaving *leaving, bool *is_same)
{
    const size_t renderings = index->file->renderings.count;
    struct web_portal_card *cards = malloc((index->count + 1) * sizeof *cards);
    struct web_portal_link *links = malloc((renderings + 1) * sizeof *links);
    if (!cards || !links) {
        free(cards);
        free(links);
        return diag_fail_memory(index->diag);
    }
    for (size_t i = 0; i < renderings; i++) {
        links[i] = link_of(&index->file->renderings.items[i]);
    }
    array_sort(index->entries, index->count, sizeof *index->entries, compare_entries);
    for (size_t i = 0; i < index->count; i++) {
        cards[i] = index->entries[i].card;
    }
    const struct web_portal portal = {
        .title = site_file_title(index->file),
        .brand = {.description = index->file->top.description,
                  .footer = index->file->top.footer,
                  .language = index->file->top.language,
                  .accent = index->file->top.accent,
                  .logo = index->file->logo_name[0] ? index->file->logo_name : NULL,
                  .picture = index->file->logo},
        .cards = cards,
        .count = index->count,
        .renderings = links,
        .rendering_count = renderings,
        .worlds = index->worlds->worlds,
        .world_count = index->worlds->count,
        .entrances = index->worlds->entrances,
        .entrance_count = index->worlds->entrance_count,
    };
    struct buffer files = {0};
    buffer_append(&files, shared->data, shared->size);
    files.failed |= shared->failed;
    enum adtmap_status status =
        is_same ? web_site_compare_portal(index->file->out, &portal, index->diag, is_same)
                : web_site_write_portal(index->file->out, &portal, index->diag, &files);
    if (!status && !is_same) {
        status = site_leaving_take(leaving, index->file->out, &files, index->diag);
    }
    buffer_free(&files);
    free(links);
    free(cards);
    return status;
}

static enum adtmap_status add_items(struct index *index, const struct site_items *builds)
{
    const struct site_file *file = index->file;
    enum adtmap_status status = ADTMAP_OK;
    for (size_t r = 0; r < file->renderings.count; r++) {
        const struct site_items *items = &builds[site_file_build(file, r)];
        for (size_t i = 0; i < items->count && !status; i++) {
            if (site_file_has(file, items->items[i].map, r)) {
                status = add_item(index, &items->items[i], r);
            }
        }
    }
    return status;
}

enum adtmap_status site_index_put(const struct site_file *file, const struct site_items *builds,
                                  const struct site_worlds *worlds, const struct buffer *shared,
                                  struct site_leaving *leaving, const struct diag *diag,
                                  bool *is_same)
{
    struct index index = {.file = file, .worlds = worlds, .diag = diag};
    const struct diag at_out = diag_at(diag, file->out);
    enum adtmap_status status = add_items(&index, builds);
    if (!status && index.count > 0) {
        status = put_portal(&index, shared, leaving, is_same);
    } else if (!status && is_same) {
        *is_same = false;
    } else if (!status) {
        status = diag_fail(&at_out, ADTMAP_NOT_FOUND, NULL, NO_OFFSET, "holds no map with pages");
    }
    for (size_t i = 0; i < index.count; i++) {
        free(index.entries[i].card.links);
    }
    free(index.entries);
    hash_index_free(&index.by_name);
    return status;
}
