/* Call sites of a command, and a file of those at which any command has had faults. */
#ifndef TESTS_FAULTS_TRIED_H
#define TESTS_FAULTS_TRIED_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct call_site {
    uint64_t place; /* the hash of preload.c */
    size_t calls;   /* how many come from there */
    size_t seen;    /* of these, so far on a walk through all calls */
    bool known;     /* another command had faults there */
};

/*
 * Sets `known` of the sites that the file `path` has, and adds the others to it: who asks first is
 * to try all that can be tried there. Several may ask at the same time. Exits on failure.
 */
void tried_claim(const char *path, struct call_site *sites, size_t count);

#endif
