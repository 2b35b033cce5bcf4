#include "assets/sources/casc/casc_key.h"

#include <stdio.h>

static int digit_value(char digit)
{
    if (digit >= '0' && digit <= '9') {
        return digit - '0';
    }
    char lower = (char)(digit | 0x20);
    return lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : -1;
}

bool casc_hex_read(const char *text, uint8_t *bytes, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        int high = digit_value(text[2 * i]);
        int low = high < 0 ? -1 : digit_value(text[2 * i + 1]);
        if (low < 0) {
            return false;
        }
        bytes[i] = (uint8_t)(high << 4 | low);
    }
    return true;
}

void config_key_hex(const struct config_key *key, char hex[CASC_KEY_HEX_BYTES])
{
    for (size_t i = 0; i < CASC_KEY_BYTES; i++) {
        snprintf(hex + 2 * i, 3, "%02x", key->bytes[i]);
    }
}
