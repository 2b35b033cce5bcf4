#include "demo/pack/casc_write.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/lookup3.h"
#include "base/path.h"
#include "demo/pack/blte_write.h"
#include "demo/pack/casc_tables_write.h"
#include "os/file.h"

enum {
    HEAD_BYTES = 30,
    KEY_BYTES = 16,
    HEX_BYTES = 2 * KEY_BYTES + 1,
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

static enum adtmap_status write_file(const struct casc_writer *writer, const char *name,
                                     const struct buffer *bytes)
{
    char *path = path_join(writer->directory, name);
    char *folder = path ? path_directory(path) : NULL;
    enum adtmap_status status =
        folder && !bytes->failed ? ADTMAP_OK : diag_fail_memory(writer->diag);
    status = status ? status : file_make_directory(folder, writer->diag);
    status = status ? status : file_write_atomic(path, bytes->data, bytes->size, writer->diag);
    free(path);
    free(folder);
    return status;
}

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
    enum adtmap_status status = write_file(writer, name, &writer->archive);
    buffer_clear(&writer->archive);
    return status;
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
    for (size_t i = KEY_BYTES + 4; i < HEAD_BYTES; i++) {
        buffer_u8(archive, 0);
    }
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

static void print_hex(const struct md5 *key, char hex[HEX_BYTES])
{
    for (size_t i = 0; i < KEY_BYTES; i++) {
        snprintf(hex + 2 * i, 3, "%02x", key->bytes[i]);
    }
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
        status = write_file(writer, name, &out);
        buffer_free(&out);
    }
    return status;
}

/* Writes a configuration under the key that its bytes have. */
static enum adtmap_status write_config(struct casc_writer *writer, const struct buffer *text,
                                       struct md5 *key)
{
    char name[64 + HEX_BYTES];
    char hex[HEX_BYTES];
    *key = md5_of(text->data, text->size);
    print_hex(key, hex);
    snprintf(name, sizeof name, "Data/config/%.2s/%.2s/%s", hex, hex + 2, hex);
    return write_file(writer, name, text);
}

/* The number behind the last point of the version. */
static const char *build_number(const struct casc_product *product)
{
    const char *point = strrchr(product->version, '.');
    return point ? point + 1 : product->version;
}

/* What no reader here needs, other readers ask for: a name with the build's number, and install
 * and download tables. */
static enum adtmap_status write_build(struct casc_writer *writer, const struct md5 *root,
                                      const struct encoding_facts *facts, struct md5 *build)
{
    struct buffer out = {0};
    char hex[HEX_BYTES];
    print_hex(root, hex);
    buffer_printf(&out, "# Build Configuration\n\nroot = %s\n", hex);
    print_hex(&facts->content, hex);
    buffer_printf(&out, "encoding = %s ", hex);
    print_hex(&facts->key, hex);
    buffer_printf(&out, "%s\nencoding-size = %zu %zu\n", hex, facts->content_bytes,
                  facts->packed_bytes);
    buffer_printf(&out, "install = %032d\ndownload = %032d\n", 0, 0);
    buffer_printf(&out, "build-name = WOW-%spatch%s\nbuild-uid = %s\nbuild-product = WoW\n",
                  build_number(writer->product), writer->product->version, writer->product->name);
    enum adtmap_status status = write_config(writer, &out, build);
    buffer_free(&out);
    return status;
}

/* The configuration of the servers, which has nothing to tell. */
static enum adtmap_status write_servers(struct casc_writer *writer, struct md5 *servers)
{
    struct buffer out = {0};
    buffer_printf(&out, "# CDN Configuration\n\narchives = %032d\narchive-group = %032d\n", 0, 0);
    enum adtmap_status status = write_config(writer, &out, servers);
    buffer_free(&out);
    return status;
}

static enum adtmap_status write_build_info(struct casc_writer *writer, const struct md5 *build,
                                           const struct md5 *servers)
{
    struct buffer out = {0};
    char hex[HEX_BYTES];
    char servers_hex[HEX_BYTES];
    print_hex(build, hex);
    print_hex(servers, servers_hex);
    buffer_printf(
        &out,
        "Branch!STRING:0|Active!DEC:1|Build Key!HEX:16|CDN "
        "Key!HEX:16|Tags!STRING:0|Version!STRING:0|"
        "Product!STRING:0\neu|1|%s|%s|Windows x86_64 EU? %s speech?:Windows x86_64 EU? %s "
        "text?|%s|%s\n",
        hex, servers_hex, writer->product->locale, writer->product->locale,
        writer->product->version, writer->product->name);
    enum adtmap_status status = write_file(writer, ".build.info", &out);
    buffer_free(&out);
    return status;
}

enum adtmap_status casc_writer_finish(struct casc_writer *writer)
{
    struct md5 root;
    struct md5 build;
    struct md5 servers;
    struct encoding_facts facts;
    enum adtmap_status status = write_root(writer, &root);
    status = status ? status : write_encoding(writer, &facts);
    status = status ? status : end_archive(writer);
    status = status ? status : write_indexes(writer);
    status = status ? status : write_build(writer, &root, &facts, &build);
    status = status ? status : write_servers(writer, &servers);
    status = status ? status : write_build_info(writer, &build, &servers);
    casc_writer_abort(writer);
    return status;
}
