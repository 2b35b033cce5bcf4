/*
 * Four layouts, little endian. Blocks follow the header up to the end:
 *
 *     6.0      no header
 *     8.2      "TSFM", u32 files, u32 files with a name
 *     10.1.7   "TSFM", u32 bytes of the header, u32 version (1), u32 files, u32 with a name, u32 0
 *     11.1     the same with version 2
 *
 *     block    u32 n, u32 content flags, u32 locale flags
 *     of 11.1  u32 n, u32 locale flags, u32 a, u32 b, u8 c; content flags are a | b | c << 17
 *              n x i32: an id is the one before + 1 + this number, the first "before" is -1
 *     of 6.0   n x {content key, u64 hash of the name}
 *     others   n x content key, n x u64 hash unless the content flags say that there are none
 *
 * Blocks are gone through twice: for the number of entries of the locale, and for their ids, which
 * are sorted by id and by place, 8 bytes each; the first of an id stays. Only for those content and
 * name are taken, 40 bytes each. A client of 2025 has three million; zeros that zlib packs to
 * nothing may claim any number, so that there is a limit.
 */
#include "assets/sources/casc/root.h"

#include <stdlib.h>

#include "base/array.h"
#include "base/reader.h"
#include "base/size.h"

enum { ID_BYTES = 4, HASH_BYTES = 8, HEADER_BYTES_MAX = 100 };

struct locale {
    char name[5];
    uint32_t flag;
};

static const struct locale locales[] = {
    {"enUS", 0x2},    {"koKR", 0x4},    {"frFR", 0x10},    {"deDE", 0x20},   {"zhCN", 0x40},
    {"esES", 0x80},   {"zhTW", 0x100},  {"enGB", 0x200},   {"esMX", 0x1000}, {"ruRU", 0x2000},
    {"ptBR", 0x4000}, {"itIT", 0x8000}, {"ptPT", 0x10000},
};

uint32_t root_locale_flag(const char *locale)
{
    for (size_t i = 0; i < COUNT_OF(locales); i++) {
        if (strcmp(locales[i].name, locale) == 0) {
            return locales[i].flag;
        }
    }
    return 0;
}

const char *root_locale_names(void)
{
    return "enUS, koKR, frFR, deDE, zhCN, esES, zhTW, enGB, esMX, ruRU, ptBR, itIT, ptPT";
}

const char *root_kind_name(enum root_kind kind)
{
    static const char *const names[] = {
        [ROOT_6_0] = "without header (6.0)",
        [ROOT_8_2] = "TSFM (8.2)",
        [ROOT_10_1_7] = "TSFM, version 1 (10.1.7)",
        [ROOT_11_1] = "TSFM, version 2 (11.1)",
    };
    return names[kind];
}

struct root_block {
    uint32_t count;
    uint32_t content_flags;
    uint32_t locale_flags;
};

/* The parts of a block: where its ids, its keys and its hashes begin, and how far apart they are.
 */
struct block_columns {
    struct reader ids;
    const uint8_t *keys;
    const uint8_t *hashes; /* or NULL */
    size_t key_stride;
    size_t hash_stride;
};

/* A block whose files are wanted. */
struct wanted_block {
    uint32_t first; /* of its entries, among all that are wanted */
    uint32_t content_flags;
    struct block_columns columns;
};

struct root_reading {
    struct root *root;
    uint32_t locale_flag;
    struct wanted_block *blocks;
    size_t block_count;
    uint64_t *order; /* of each entry id << 32 | which of those that are wanted */
    uint32_t count;
};

static enum adtmap_status root_read_header(struct reader *reader, const struct diag *diag,
                                           enum root_kind *kind)
{
    struct reader look = *reader;
    const uint8_t *magic = reader_bytes(&look, 4);
    *kind = ROOT_6_0;
    if (!magic || memcmp(magic, "TSFM", 4) != 0) {
        return ADTMAP_OK;
    }
    uint32_t header_bytes = reader_u32(&look);
    uint32_t version = reader_u32(&look);
    bool is_sized = header_bytes >= 16 && header_bytes <= HEADER_BYTES_MAX;
    if (is_sized && version > 2 && version < 16) {
        return diag_fail(diag, ADTMAP_UNSUPPORTED, NULL, 8, "a root of version %u; up to 2 is read",
                         version);
    }
    bool has_version = is_sized && (version == 1 || version == 2);
    if (has_version) {
        *kind = version == 1 ? ROOT_10_1_7 : ROOT_11_1;
    } else {
        *kind = ROOT_8_2;
    }
    reader_seek(reader, has_version ? header_bytes : 12);
    return ADTMAP_OK;
}

static struct root_block read_block_head(struct reader *reader, enum root_kind kind)
{
    struct root_block block = {.count = reader_u32(reader)};
    if (kind == ROOT_11_1) {
        block.locale_flags = reader_u32(reader);
        block.content_flags = reader_u32(reader);
        block.content_flags |= reader_u32(reader);
        block.content_flags |= (uint32_t)reader_u8(reader) << 17;
    } else {
        block.content_flags = reader_u32(reader);
        block.locale_flags = reader_u32(reader);
    }
    return block;
}

static struct block_columns read_columns(struct reader *reader, const struct root_block *block,
                                         enum root_kind kind)
{
    size_t n = block->count;
    struct block_columns columns = {.key_stride = CASC_KEY_BYTES, .hash_stride = HASH_BYTES};
    const uint8_t *ids = reader_bytes(reader, n * ID_BYTES);
    columns.ids = reader_make(ids, ids ? n * ID_BYTES : 0);
    if (kind == ROOT_6_0) {
        columns.key_stride = CASC_KEY_BYTES + HASH_BYTES;
        columns.hash_stride = columns.key_stride;
        columns.keys = reader_bytes(reader, n * columns.key_stride);
        columns.hashes = columns.keys ? columns.keys + CASC_KEY_BYTES : NULL;
        return columns;
    }
    columns.keys = reader_bytes(reader, n * CASC_KEY_BYTES);
    if (!(block->content_flags & ROOT_NO_HASHES)) {
        columns.hashes = reader_bytes(reader, n * HASH_BYTES);
    }
    return columns;
}

static bool add_block(struct root_reading *reading, const struct root_block *block,
                      struct block_columns columns)
{
    if (!ARRAY_ROOM(reading->blocks, reading->block_count)) {
        return false;
    }
    reading->blocks[reading->block_count++] =
        (struct wanted_block){reading->count, block->content_flags, columns};
    reading->count += block->count;
    return true;
}

static enum adtmap_status read_blocks(struct root_reading *reading, struct reader *reader,
                                      const struct diag *diag)
{
    while (reader_left(reader) > 0) {
        int64_t at = (int64_t)reader_offset(reader);
        struct root_block block = read_block_head(reader, reading->root->kind);
        struct block_columns columns = read_columns(reader, &block, reading->root->kind);
        if (reader->bad) {
            diag_warn(diag, NULL, at, "a block of %u files is cut off", block.count);
            break;
        }
        if (block.count == 0 || !(block.locale_flags & reading->locale_flag) ||
            (block.content_flags & (ROOT_LOW_VIOLENCE | ROOT_DO_NOT_LOAD))) {
            continue;
        }
        if (block.count > ROOT_ENTRIES_MAX - reading->count) {
            return diag_fail(diag, ADTMAP_LIMIT, NULL, at, "a root of more than %d million files",
                             ROOT_ENTRIES_MAX / 1000000);
        }
        if (!add_block(reading, &block, columns)) {
            return diag_fail_memory(diag);
        }
    }
    return ADTMAP_OK;
}

/* Sorts the entries by id; of equal ids the one that was read first comes first. */
static bool sort_entries(struct root_reading *reading)
{
    reading->order = malloc((size_t)reading->count * sizeof *reading->order);
    if (!reading->order) {
        return false;
    }
    for (size_t i = 0; i < reading->block_count; i++) {
        uint32_t end = i + 1 < reading->block_count ? reading->blocks[i + 1].first : reading->count;
        uint32_t id = UINT32_MAX;
        for (uint32_t entry = reading->blocks[i].first; entry < end; entry++) {
            id += 1 + reader_u32(&reading->blocks[i].columns.ids);
            reading->order[entry] = (uint64_t)id << 32 | entry;
        }
    }
    array_sort_u64(reading->order, reading->count);
    size_t kept = 0;
    for (size_t i = 0; i < reading->count; i++) {
        if (kept == 0 || reading->order[kept - 1] >> 32 != reading->order[i] >> 32) {
            reading->order[kept++] = reading->order[i];
        }
    }
    reading->count = (uint32_t)kept;
    return true;
}

static int compare_hashes(const void *a, const void *b)
{
    const struct root_name *x = a;
    const struct root_name *y = b;
    if (x->hash != y->hash) {
        return x->hash < y->hash ? -1 : 1;
    }
    return (x->file > y->file) - (x->file < y->file);
}

static int compare_first_entry(const void *entry, const void *block)
{
    return array_compare_u32(entry, &((const struct wanted_block *)block)->first);
}

/* The block that holds an entry: the last that does not begin behind it. */
static const struct wanted_block *block_of(const struct root_reading *reading, uint32_t entry)
{
    size_t behind = array_upper_bound(&entry, reading->blocks, reading->block_count,
                                      sizeof *reading->blocks, compare_first_entry);
    return &reading->blocks[behind - 1];
}

static enum adtmap_status build_tables(struct root_reading *reading, const struct diag *diag)
{
    struct root *root = reading->root;
    size_t named = 0;
    if (!sort_entries(reading)) {
        return diag_fail_memory(diag);
    }
    for (size_t i = 0; i < reading->count; i++) {
        named += block_of(reading, (uint32_t)reading->order[i])->columns.hashes != NULL;
    }
    root->files = calloc(reading->count + (size_t)1, sizeof *root->files);
    root->names = calloc(named + 1, sizeof *root->names);
    if (!root->files || !root->names) {
        return diag_fail_memory(diag);
    }
    for (size_t i = 0; i < reading->count; i++) {
        uint32_t entry = (uint32_t)reading->order[i];
        const struct wanted_block *block = block_of(reading, entry);
        const struct block_columns *columns = &block->columns;
        size_t at = entry - block->first;
        struct root_file *file = &root->files[root->file_count];
        *file = (struct root_file){.id = (uint32_t)(reading->order[i] >> 32),
                                   .content_flags = block->content_flags};
        memcpy(file->content.bytes, columns->keys + at * columns->key_stride, CASC_KEY_BYTES);
        if (columns->hashes) {
            struct reader hash =
                reader_make(columns->hashes + at * columns->hash_stride, HASH_BYTES);
            root->names[root->name_count++] =
                (struct root_name){reader_u64(&hash), (uint32_t)root->file_count};
        }
        root->file_count++;
    }
    array_sort(root->names, root->name_count, sizeof *root->names, compare_hashes);
    return ADTMAP_OK;
}

enum adtmap_status root_read(const uint8_t *data, size_t size, uint32_t locale_flag,
                             const struct diag *diag, struct root *root)
{
    struct reader reader = reader_make(data, size);
    struct root_reading reading = {.root = root, .locale_flag = locale_flag};
    *root = (struct root){0};
    enum adtmap_status status = root_read_header(&reader, diag, &root->kind);
    if (!status) {
        status = read_blocks(&reading, &reader, diag);
    }
    if (!status && reading.count == 0) {
        status = diag_fail(diag, ADTMAP_BAD_DATA, NULL, NO_OFFSET,
                           "a root without files of this locale");
    }
    if (!status) {
        status = build_tables(&reading, diag);
    }
    free(reading.blocks);
    free(reading.order);
    return status;
}

void root_free(struct root *root)
{
    free(root->files);
    free(root->names);
    *root = (struct root){0};
}

static int compare_file_id(const void *id, const void *file)
{
    return array_compare_u32(id, &((const struct root_file *)file)->id);
}

bool root_find_id(const struct root *root, uint32_t id, size_t *file)
{
    const struct root_file *found =
        array_find(&id, root->files, root->file_count, sizeof *found, compare_file_id);
    *file = found ? (size_t)(found - root->files) : 0;
    return found != NULL;
}

static int compare_hash(const void *hash, const void *name)
{
    uint64_t wanted = *(const uint64_t *)hash;
    uint64_t other = ((const struct root_name *)name)->hash;
    return (wanted > other) - (wanted < other);
}

bool root_find_hash(const struct root *root, uint64_t hash, size_t *file)
{
    const struct root_name *found =
        array_find(&hash, root->names, root->name_count, sizeof *found, compare_hash);
    *file = found ? found->file : 0;
    return found != NULL;
}
