#include "demo/pack/casc_write.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/lookup3.h"
#include "demo/bytes/chunk_write.h"
#include "demo/pack/blte_write.h"
#include "demo/pack/casc_tables_write.h"

enum {
    HEAD_BYTES = 30,
    KEY_BYTES = 16,
    ARCHIVE_BYTES = 64 << 20, /* an archive that has so many is full */
};

struct casc_writer {
    char *directory;
    const struct casc_product *product;
    const struct diag *diag;
    struct buffer archive; /* the one that is being filled */
    uint32_t archive_number;
    struct buffer root;     /* of struct casc_root_entry */
    struct buffer encoding; /* of struct casc_encoding_entry */
    struct buffer index;    /* of struct casc_index_entry */
};

enum adtmap_status casc_writer_open(const char *directory, const struct casc_product *product,
                                    const struct diag *diag, struct casc_writer **writer)
{
    struct casc_writer *opened = calloc(1, sizeof *opened);
    char *copy = strdup(directory);
    *writer = opened;
    if (!opened || !copy) {
        free(opened);
        free(copy);
        *writer = NULL;
        return diag_fail_memory(diag);
    }
    opened->directory = copy;
    opened->product = product;
    opened->diag = diag;
    return ADTMAP_OK;
}

void casc_writer_abort(struct casc_writer *writer)
{
    if (writer) {
        buffer_free(&writer->archive);
        buffer_free(&writer->root);
        buffer_free(&writer->encoding);
        buffer_free(&writer->index);
        free(writer->directory);
        free(writer);
    }
}

/* Writes the archive that is full, and begins the next. */
static enum adtmap_status end_archive(struct casc_writer *writer)
{
    char name[32];
    snprintf(name, sizeof name, "Data/data/data.%03u", writer->archive_number++);
    return chunk_write_file(writer->directory, name, &writer->archive, writer->diag);
}

/* Puts packed bytes into the archive, with the head that clients skip. */
static enum adtmap_status store(struct casc_writer *writer, const struct buffer *packed,
                                struct md5 key)
{
    struct buffer *archive = &writer->archive;
    const struct casc_index_entry entry = {key, writer->archive_number, (uint32_t)archive->size,
                                           (uint32_t)(packed->size + HEAD_BYTES)};
    for (size_t i = KEY_BYTES; i > 0; i--) {
        buffer_u8(archive, key.bytes[i - 1]);
    }
    buffer_u32le(archive, entry.bytes);
    chunk_zeros(archive, HEAD_BYTES - KEY_BYTES - 4);
    buffer_append(archive, packed->data, packed->size);
    buffer_append(&writer->index, &entry, sizeof entry);
    if (archive->failed || packed->failed) {
        return diag_fail_memory(writer->diag);
    }
    return archive->size >= ARCHIVE_BYTES ? end_archive(writer) : ADTMAP_OK;
}

/* Packs and stores bytes, and enters them in the encoding table. */
static enum adtmap_status add_content(struct casc_writer *writer, const struct casc_file *file,
                                      struct md5 *content)
{
    struct buffer packed = {0};
    struct casc_encoding_entry entry = {.content_bytes = file->size};
    enum adtmap_status status = ADTMAP_OK;
    *content = md5_of(file->data, file->size);
    entry.content = *content;
    if (file->packed) {
        buffer_append(&packed, file->packed->data, file->packed->size);
        entry.key = blte_key(file->packed);
    } else {
        entry.key = blte_write(&packed, file->data, file->size, file->packing);
    }
    buffer_append(&writer->encoding, &entry, sizeof entry);
    if (packed.failed) {
        status = diag_fail_memory(writer->diag);
    } else if (!file->is_absent) {
        status = store(writer, &packed, entry.key);
    }
    buffer_free(&packed);
    return status;
}

enum adtmap_status casc_writer_add(struct casc_writer *writer, const struct casc_file *file)
{
    struct casc_root_entry entry = {
        .id = file->id,
        .content_flags = file->content_flags | (file->name ? 0 : CASC_NO_HASHES),
        .locale_flags = file->locale_flags,
        .hash = file->name ? lookup3_name(file->name) : 0,
    };
    enum adtmap_status status = add_content(writer, file, &entry.content);
    buffer_append(&writer->root, &entry, sizeof entry);
    return status;
}

struct hex {
    char text[2 * KEY_BYTES + 1];
};

static struct hex hex_of(const struct md5 *key)
{
    struct hex hex;
    for (size_t i = 0; i < KEY_BYTES; i++) {
        snprintf(hex.text + 2 * i, 3, "%02x", key->bytes[i]);
    }
    return hex;
}

static enum adtmap_status write_root(struct casc_writer *writer, struct md5 *content)
{
    struct buffer root = {0};
    casc_put_root(&root, (const void *)writer->root.data,
                  writer->root.size / sizeof(struct casc_root_entry), writer->product->root);
    struct casc_file file = {.data = root.data, .size = root.size, .packing = CASC_CHUNKED};
    enum adtmap_status status = root.failed || writer->root.failed
                                    ? diag_fail_memory(writer->diag)
                                    : add_content(writer, &file, content);
    buffer_free(&root);
    return status;
}

/* What the configuration says of the encoding table. */
struct encoding_facts {
    struct md5 content;
    struct md5 key;
    size_t content_bytes;
    size_t packed_bytes;
};

/* The table is one chunk by zlib under the first root, and stored under the others. */
static enum adtmap_status write_encoding(struct casc_writer *writer, struct encoding_facts *facts)
{
    struct buffer table = {0};
    struct buffer packed = {0};
    casc_put_encoding(&table, (void *)writer->encoding.data,
                      writer->encoding.size / sizeof(struct casc_encoding_entry));
    facts->content = md5_of(table.data, table.size);
    facts->key = blte_write(&packed, table.data, table.size,
                            writer->product->root == CASC_ROOT_6_0 ? CASC_DEFLATED : CASC_STORED);
    facts->content_bytes = table.size;
    facts->packed_bytes = packed.size;
    enum adtmap_status status = table.failed || writer->encoding.failed
                                    ? diag_fail_memory(writer->diag)
                                    : store(writer, &packed, facts->key);
    buffer_free(&table);
    buffer_free(&packed);
    return status;
}

static enum adtmap_status write_indexes(struct casc_writer *writer)
{
    enum adtmap_status status = ADTMAP_OK;
    for (unsigned bucket = 0; bucket < 16 && !status; bucket++) {
        char name[48];
        struct buffer out = {0};
        snprintf(name, sizeof name, "Data/data/%02x00000001.idx", bucket);
        casc_put_index(&out, (void *)writer->index.data,
                       writer->index.size / sizeof(struct casc_index_entry), bucket);
        status = chunk_write_file(writer->directory, name, &out, writer->diag);
    }
    return status;
}

/* Writes a configuration under the key that its bytes have, and frees it. */
static enum adtmap_status write_config(struct casc_writer *writer, struct buffer *text,
                                       struct md5 *key)
{
    char name[64 + sizeof(struct hex)];
    *key = md5_of(text->data, text->size);
    struct hex hex = hex_of(key);
    snprintf(name, sizeof name, "Data/config/%.2s/%.2s/%s", hex.text, hex.text + 2, hex.text);
    return chunk_write_file(writer->directory, name, text, writer->diag);
}

/* Writes the configurations of the build and of the servers, which have nothing to tell, and
 * .build.info. What no reader here needs, other readers ask for: a name with the build's number,
 * and install and download tables. */
static enum adtmap_status write_texts(struct casc_writer *writer, const struct md5 *root,
                                      const struct encoding_facts *facts)
{
    const struct casc_product *product = writer->product;
    const char *point = strrchr(product->version, '.'); /* before the build's number */
    struct buffer build = {0};
    struct buffer servers = {0};
    struct buffer info = {0};
    struct md5 build_key;
    struct md5 servers_key;
    buffer_printf(&build,
                  "# Build Configuration\n\nroot = %s\nencoding = %s %s\nencoding-size = %zu %zu\n"
                  "install = %032d\ndownload = %032d\n"
                  "build-name = WOW-%spatch%s\nbuild-uid = %s\nbuild-product = WoW\n",
                  hex_of(root).text, hex_of(&facts->content).text, hex_of(&facts->key).text,
                  facts->content_bytes, facts->packed_bytes, 0, 0,
                  point ? point + 1 : product->version, product->version, product->name);
    buffer_printf(&servers, "# CDN Configuration\n\narchives = %032d\narchive-group = %032d\n", 0,
                  0);
    enum adtmap_status status = write_config(writer, &build, &build_key);
    enum adtmap_status own = write_config(writer, &servers, &servers_key);
    buffer_printf(&info,
                  "Branch!STRING:0|Active!DEC:1|Build Key!HEX:16|CDN Key!HEX:16|Tags!STRING:0|"
                  "Version!STRING:0|Product!STRING:0\n"
                  "eu|1|%s|%s|Windows x86_64 EU? %s speech?:Windows x86_64 EU? %s text?|%s|%s\n",
                  hex_of(&build_key).text, hex_of(&servers_key).text, product->locale,
                  product->locale, product->version, product->name);
    status = status ? status : own;
    own = chunk_write_file(writer->directory, ".build.info", &info, writer->diag);
    return status ? status : own;
}

enum adtmap_status casc_writer_finish(struct casc_writer *writer)
{
    struct md5 root;
    struct encoding_facts facts;
    enum adtmap_status status = write_root(writer, &root);
    if (status) {
        goto end;
    }
    status = write_encoding(writer, &facts);
    if (status) {
        goto end;
    }
    status = end_archive(writer);
    if (status) {
        goto end;
    }
    status = write_indexes(writer);
    if (status) {
        goto end;
    }
    status = write_texts(writer, &root, &facts);
end:
    casc_writer_abort(writer);
    return status;
}
