/* The chunk tree of a file: every chunk, also those that no reader uses. */
#ifndef CLI_REPORT_DESCRIBE_CHUNKS_H
#define CLI_REPORT_DESCRIBE_CHUNKS_H

#include <stddef.h>
#include <stdint.h>

struct json;

/*
 * Adds the array "chunk_tree": an object a kind of chunk, in the order they first occur, with its
 * id, how many there are, their bytes without headers, and where the first stands. MCNK, MOGP and
 * MOMO have an array "chunks" with the same about what is in them. Bytes between chunks are
 * "stray_bytes".
 */
void describe_chunks(const uint8_t *data, size_t size, struct json *facts);

#endif
