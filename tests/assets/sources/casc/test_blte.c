/* BLTE: packings, encryption, and heads that contradict themselves. */
#include "assets/sources/casc/casc_test.h"

#include "assets/sources/casc/blte.h"
#include "assets/sources/casc/encrypted.h"
#include "assets/sources/casc/salsa20.h"
#include "demo/pack/blte_write.h"

enum { CONTENT_BYTES = 200000 };

static uint8_t content[CONTENT_BYTES];
static uint8_t got[CONTENT_BYTES];

static void make_content(void)
{
    for (size_t i = 0; i < sizeof content; i++) {
        content[i] = (uint8_t)(i / 7 * (i >> 9));
    }
    memset(got, 0xAA, sizeof got);
}

/* Unpacks a whole BLTE of `known` bytes into `got`. */
static enum adtmap_status unpack(const struct buffer *packed, uint64_t known,
                                 const struct key_ring *ring, struct listener *l)
{
    struct blte blte;
    listen(l);
    size_t head = packed->size >= BLTE_START_BYTES ? blte_head_bytes(packed->data) : 0;
    if (head == 0 || head > packed->size) {
        return ADTMAP_BAD_DATA;
    }
    enum adtmap_status status =
        blte_read_head(packed->data, head, packed->size, known, &l->diag, &blte);
    if (!status && blte.content_bytes > sizeof got) {
        blte_free(&blte);
        return ADTMAP_LIMIT;
    }
    for (uint32_t i = 0; i < blte.count && !status; i++) {
        status = blte_unpack(&blte, i, packed->data + blte.chunks[i].packed_at, ring, &l->diag,
                             got + blte.chunks[i].content_at);
    }
    blte_free(&blte);
    return status;
}

static const struct key_ring no_keys = {0};

static void test_packings_give_the_content(void **state)
{
    (void)state;
    for (enum casc_packing packing = CASC_DEFLATED; packing <= CASC_STORED; packing++) {
        struct buffer packed = {0};
        struct listener l;
        make_content();
        blte_write(&packed, content, sizeof content, packing);
        assert_int_equal(unpack(&packed, sizeof content, &no_keys, &l), ADTMAP_OK);
        assert_memory_equal(got, content, sizeof content);
        buffer_free(&packed);
    }
}

static void test_stream_that_gives_less_is_filled_with_zeros(void **state)
{
    struct buffer packed = {0};
    struct listener l;
    (void)state;
    make_content();
    blte_write(&packed, content, 1000, CASC_DEFLATED);
    assert_int_equal(unpack(&packed, 1010, &no_keys, &l), ADTMAP_OK);
    assert_memory_equal(got, content, 1000);
    assert_memory_equal(got + 1000, "\0\0\0\0\0\0\0\0\0\0", 10);
    buffer_free(&packed);
}

static void test_damage_is_found(void **state)
{
    struct buffer packed = {0};
    struct listener l;
    (void)state;
    make_content();
    blte_write(&packed, content, sizeof content, CASC_CHUNKED);
    packed.data[packed.size - 1] ^= 1;
    assert_int_equal(unpack(&packed, sizeof content, &no_keys, &l), ADTMAP_BAD_DATA);
    assert_says(l.failure.what, "chunk 3");
    packed.data[packed.size - 1] ^= 1;
    packed.data[12 + 4 * 24 + 500] ^= 1;
    assert_int_equal(unpack(&packed, sizeof content, &no_keys, &l), ADTMAP_BAD_DATA);
    assert_says(l.failure.what, "chunk 0 does not inflate");
    buffer_free(&packed);
}

static void test_encrypted_chunk_needs_its_key(void **state)
{
    static const char keys[] = ENCRYPTED_KEY_NAME " " ENCRYPTED_KEY "\n";
    struct buffer packed = {0};
    struct key_ring ring;
    struct listener l;
    (void)state;
    encrypted_put(&packed, "not for your eyes");
    listen(&l);
    assert_int_equal(key_ring_read((const uint8_t *)keys, strlen(keys), &l.diag, &ring), ADTMAP_OK);
    assert_int_equal(unpack(&packed, 17, &ring, &l), ADTMAP_OK);
    assert_memory_equal(got, "not for your eyes", 17);
    assert_int_equal(unpack(&packed, 17, &no_keys, &l), ADTMAP_UNSUPPORTED);
    assert_says(l.failure.what, "key " ENCRYPTED_KEY_NAME " is not known");
    key_ring_free(&ring);
    buffer_free(&packed);
}

/* One chunk with the letter in front of nothing. */
static enum adtmap_status unpack_letter(char letter, struct listener *l)
{
    const uint8_t bytes[] = {'B', 'L', 'T', 'E', 0, 0, 0, 0, (uint8_t)letter, 1, 2};
    struct buffer packed = {.data = (uint8_t *)(uintptr_t)bytes, .size = sizeof bytes};
    return unpack(&packed, 5, &no_keys, l);
}

static void test_other_packings_are_named(void **state)
{
    struct listener l;
    (void)state;
    assert_int_equal(unpack_letter('F', &l), ADTMAP_UNSUPPORTED);
    assert_says(l.failure.what, "frames (F)");
    assert_int_equal(unpack_letter('4', &l), ADTMAP_UNSUPPORTED);
    assert_says(l.failure.what, "LZ4");
    assert_int_equal(unpack_letter('x', &l), ADTMAP_BAD_DATA);
    assert_int_equal(unpack_letter('E', &l), ADTMAP_BAD_DATA);
    assert_int_equal(unpack_letter('N', &l), ADTMAP_BAD_DATA);
}

/* Each claimed size is set to what the packed bytes cannot hold. */
static void test_claimed_sizes_take_no_memory(void **state)
{
    static const size_t fields[] = {4, 8, 12, 16};
    struct listener l;
    (void)state;
    for (size_t i = 0; i < sizeof fields / sizeof *fields; i++) {
        struct buffer packed = {0};
        make_content();
        blte_write(&packed, content, 1000, CASC_STORED);
        memset(packed.data + fields[i], 0xFF, 4);
        enum adtmap_status status = unpack(&packed, 0, &no_keys, &l);
        assert_true(status == ADTMAP_BAD_DATA || status == ADTMAP_LIMIT);
        buffer_free(&packed);
    }
}

static void test_other_size_than_the_table_says(void **state)
{
    struct buffer packed = {0};
    struct listener l;
    (void)state;
    make_content();
    blte_write(&packed, content, 1000, CASC_STORED);
    assert_int_equal(unpack(&packed, 1001, &no_keys, &l), ADTMAP_BAD_DATA);
    assert_says(l.failure.what, "the encoding table says 1001");
    buffer_free(&packed);
}

/* The first test vector of ECRYPT's Salsa20 with keys of 128 bits. */
static void test_salsa20_vector(void **state)
{
    static const uint8_t key[16] = {0x80};
    static const uint8_t nonce[8] = {0};
    static const uint8_t stream[] = {0x4D, 0xFA, 0x5E, 0x48, 0x1D, 0xA2, 0x3E, 0xA0,
                                     0x9A, 0x31, 0x02, 0x20, 0x50, 0x85, 0x99, 0x36};
    uint8_t bytes[100] = {0};
    (void)state;
    salsa20_apply(key, nonce, bytes, sizeof bytes);
    assert_memory_equal(bytes, stream, sizeof stream);
}

int test_blte(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_packings_give_the_content),
        cmocka_unit_test(test_stream_that_gives_less_is_filled_with_zeros),
        cmocka_unit_test(test_damage_is_found),
        cmocka_unit_test(test_encrypted_chunk_needs_its_key),
        cmocka_unit_test(test_other_packings_are_named),
        cmocka_unit_test(test_claimed_sizes_take_no_memory),
        cmocka_unit_test(test_other_size_than_the_table_says),
        cmocka_unit_test(test_salsa20_vector),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
