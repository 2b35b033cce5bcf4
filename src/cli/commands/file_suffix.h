/* What a client file without a name is, by how it begins. */
#ifndef CLI_COMMANDS_FILE_SUFFIX_H
#define CLI_COMMANDS_FILE_SUFFIX_H

#include <stddef.h>
#include <stdint.h>

/* ".wdt", ".adt", ".wdl", ".wmo" or ".blp", by the magic number or the chunk that follows MVER; ""
 * for anything else. */
const char *file_suffix_of(const uint8_t *data, size_t size);

#endif
