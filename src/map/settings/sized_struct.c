#include "map/settings/sized_struct.h"

#include <stdint.h>
#include <string.h>

void sized_struct_fill(void *given, size_t given_bytes, const void *defaults, size_t bytes)
{
    uint32_t known_bytes = (uint32_t)(given_bytes < bytes ? given_bytes : bytes);
    memset(given, 0, given_bytes);
    memcpy(given, defaults, known_bytes);
    memcpy(given, &known_bytes, sizeof known_bytes);
}

bool sized_struct_read(const void *given, size_t least_bytes, void *full, size_t bytes)
{
    uint32_t given_bytes;
    memcpy(&given_bytes, given, sizeof given_bytes);
    if (given_bytes < least_bytes || given_bytes > bytes) {
        return false;
    }
    memcpy((char *)full + sizeof given_bytes, (const char *)given + sizeof given_bytes,
           given_bytes - sizeof given_bytes);
    return true;
}
