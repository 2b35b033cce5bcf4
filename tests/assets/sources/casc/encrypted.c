#include "assets/sources/casc/encrypted.h"

#include <string.h>

#include "assets/sources/casc/salsa20.h"
#include "base/md5.h"
#include "demo/pack/blte_write.h"

void encrypted_put(struct buffer *out, const char *text)
{
    static const uint8_t head[] = {'E',  8, 0xEF, 0xCD, 0xAB, 0x89, 0x67, 0x45,
                                   0x23, 1, 4,    9,    8,    7,    6,    'S'};
    static const uint8_t nonce[8] = {9, 8, 7, 6};
    static const uint8_t key[16] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
    struct buffer chunk = {0};
    buffer_append(&chunk, head, sizeof head);
    buffer_u8(&chunk, 'N');
    buffer_append(&chunk, text, strlen(text));
    salsa20_apply(key, nonce, chunk.data + sizeof head, chunk.size - sizeof head);
    struct md5 sum = md5_of(chunk.data, chunk.size);
    buffer_append(out, "BLTE", 4);
    blte_put_number(out, 36, 4);
    blte_put_number(out, 0x0F000001, 4);
    blte_put_number(out, chunk.size, 4);
    blte_put_number(out, strlen(text), 4);
    buffer_append(out, sum.bytes, sizeof sum.bytes);
    buffer_append(out, chunk.data, chunk.size);
    buffer_free(&chunk);
}
