/*
 * Unpacks what the Data Compression Library of PKWARE packed ("implode", not the method of ZIP
 * files of that name). Described in public by Ben Rudiak-Gould, comp.compression, 2001.
 */
#ifndef ASSETS_SOURCES_MPQ_EXPLODE_H
#define ASSETS_SOURCES_MPQ_EXPLODE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Unpacks up to *size bytes into `data`, and sets *size to how many it gave. False if the stream is
 * damaged or would give more. */
bool explode(const uint8_t *packed, size_t packed_bytes, uint8_t *data, size_t *size);

#endif
