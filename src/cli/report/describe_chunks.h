/* The chunks of a file, for people who look for what a reader passes over. */
#ifndef CLI_REPORT_DESCRIBE_CHUNKS_H
#define CLI_REPORT_DESCRIBE_CHUNKS_H

#include <stddef.h>
#include <stdint.h>

struct cJSON;

/*
 * Adds the array "chunk_tree": an object a kind of chunk, in the order they first occur, with its
 * id, how many there are, their bytes without headers, and where the first stands; those of map
 * chunks with the same about what is in them. Bytes between chunks are "stray_bytes".
 */
void describe_chunks(const uint8_t *data, size_t size, struct cJSON *facts);

#endif
