/* Storages of a few files, written to a temporary folder by the demo's writer. */
#ifndef TESTS_ASSETS_SOURCES_CASC_STORAGE_BUILDER_H
#define TESTS_ASSETS_SOURCES_CASC_STORAGE_BUILDER_H

#include "demo/pack/casc_write.h"

/*
 * Writes the storage to `directory`:
 *
 *     1  world/one.txt    "one", deflated
 *     2  world/two.txt    300000 bytes in chunks, storage_two()
 *     3  no name          "three", stored
 *     4  world/four.txt   in the tables, in no archive
 *     5  world/five.txt   "five", encrypted by the key of encrypted.h
 *     6  world/six.txt    "sechs" in German, "six" for all
 *     8  world/eight.txt  "open" and "shut", of which the second is encrypted
 *     7  world/seven.txt  "sieben", German only
 */
void storage_build(const char *directory, enum casc_root root);

enum { STORAGE_TWO_BYTES = 300000 };

/* The byte at `index` of file 2. */
uint8_t storage_two(size_t index);

#endif
