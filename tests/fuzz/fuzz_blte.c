/* BLTE, with a key; and as an encoding table, of which every key on its pages is looked up. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "assets/sources/casc/encoding.h"
#include "fuzz/fuzz.h"

enum { CONTENT_MOST = 1 << 20 };

static struct ring_key keys[] = {{UINT64_C(0x0123456789ABCDEF), {0, 1, 2, 3}}};
static const struct key_ring ring = {keys, 1};

static void unpack_all(const struct packed_file *file, const struct diag *diag)
{
    if (file->blte.content_bytes <= CONTENT_MOST) {
        uint8_t *content = malloc((size_t)file->blte.content_bytes + 1);
        if (content) {
            packed_file_read(file, &ring, NULL, diag, content);
        }
        free(content);
    }
}

static void visit(void *user, const struct content_key *content, const struct encoding_entry *entry)
{
    struct encoding_entry found;
    const struct diag nobody = {0};
    (void)entry;
    encoding_find(user, content, &nobody, &found);
}

/* Takes the file over. */
static void read_table(struct packed_file file, const struct diag *diag)
{
    struct packed_view view;
    struct encoding encoding;
    if (packed_view_open(file, &ring, diag, &view) == ADTMAP_OK &&
        encoding_open(view, diag, &encoding) == ADTMAP_OK) {
        encoding_walk(&encoding, diag, visit, &encoding);
        encoding_close(&encoding);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct fuzz_diag listener;
    char path[FUZZ_PATH_BYTES];
    size_t head = size >= BLTE_START_BYTES ? blte_head_bytes(data) : 0;
    if (head == 0 || head > size) {
        return -1;
    }
    struct packed_file file = {.file = {fuzz_file(data, size, path)}};
    struct open_file bytes = file.file;
    fuzz_listen(&listener);
    /* Without a list of chunks the size is known from elsewhere. */
    uint64_t known = head > BLTE_START_BYTES ? 0 : 100;
    if (blte_read_head(data, head, size, known, &listener.diag, &file.blte) == ADTMAP_OK) {
        unpack_all(&file, &listener.diag);
        read_table(file, &listener.diag);
    }
    open_file_close(&bytes);
    return 0;
}
