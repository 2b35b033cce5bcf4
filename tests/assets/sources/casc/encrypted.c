#include "assets/sources/casc/encrypted.h"

#include <string.h>

#include "assets/sources/casc/salsa20.h"
#include "base/md5.h"
#include "demo/pack/blte_write.h"

/* The packed form of a text. */
static void put_chunk(struct buffer *chunk, const char *text, uint8_t number)
{
    static const uint8_t head[] = {'E',  8, 0xEF, 0xCD, 0xAB, 0x89, 0x67, 0x45,
                                   0x23, 1, 4,    9,    8,    7,    6,    'S'};
    static const uint8_t key[16] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
    const uint8_t nonce[8] = {9 ^ number, 8, 7, 6};
    buffer_append(chunk, head, sizeof head);
    buffer_u8(chunk, 'N');
    buffer_append(chunk, text, strlen(text));
    salsa20_apply(key, nonce, chunk->data + sizeof head, chunk->size - sizeof head);
}

static void put_entry(struct buffer *out, const struct buffer *chunk, const char *text)
{
    struct md5 sum = md5_of(chunk->data, chunk->size);
    blte_put_number(out, chunk->size, 4);
    blte_put_number(out, strlen(text), 4);
    buffer_append(out, sum.bytes, sizeof sum.bytes);
}

void encrypted_put(struct buffer *out, const char *text)
{
    struct buffer chunk = {0};
    put_chunk(&chunk, text, 0);
    buffer_append(out, "BLTE", 4);
    blte_put_number(out, 36, 4);
    blte_put_number(out, 0x0F000001, 4);
    put_entry(out, &chunk, text);
    buffer_append(out, chunk.data, chunk.size);
    buffer_free(&chunk);
}

void encrypted_put_half(struct buffer *out, const char *plain, const char *text)
{
    struct buffer first = {0};
    struct buffer second = {0};
    buffer_u8(&first, 'N');
    buffer_append(&first, plain, strlen(plain));
    put_chunk(&second, text, 1);
    buffer_append(out, "BLTE", 4);
    blte_put_number(out, 60, 4);
    blte_put_number(out, 0x0F000002, 4);
    put_entry(out, &first, plain);
    put_entry(out, &second, text);
    buffer_append(out, first.data, first.size);
    buffer_append(out, second.data, second.size);
    buffer_free(&first);
    buffer_free(&second);
}
