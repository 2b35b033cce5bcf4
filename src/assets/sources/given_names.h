/* Names that are known for file ids without a listfile: those of the maps in a client's table. */
#ifndef ASSETS_SOURCES_GIVEN_NAMES_H
#define ASSETS_SOURCES_GIVEN_NAMES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct given_name {
    char *name; /* canonical */
    uint32_t file_id;
};

/* Zero-initialised: none. */
struct given_names {
    struct given_name *items; /* in order of names */
    size_t count;
};

/* Copies the name; of one that is there the id is replaced. False when out of memory. */
bool given_names_add(struct given_names *names, const char *canonical, uint32_t file_id);

/* 0 when there is none. */
uint32_t given_names_find(const struct given_names *names, const char *canonical);

void given_names_free(struct given_names *names);

#endif
