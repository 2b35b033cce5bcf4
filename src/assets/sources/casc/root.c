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
 * Blocks of all locales are read into one list, then sorted by id and by place; the first of an id
 * stays. A client of 2025 has three million entries: 24 bytes each.
 */
#include "assets/sources/casc/root.h"

#include <stdlib.h>

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

/* An entry while the root is read. */
struct entry {
    struct root_file file;
    uint64_t hash;
    bool has_hash;
};

struct reading {
    struct root *root;
    struct entry *entries;
    size_t count;
    size_t capacity;
    uint32_t locale_flag;
};

struct block {
    uint32_t count;
    uint32_t content_flags;
    uint32_t locale_flags;
};

static enum adtmap_status read_header(struct reader *reader, const struct diag *diag,
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

static struct block read_block_head(struct reader *reader, enum root_kind kind)
{
    struct block block = {.count = reader_u32(reader)};
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

static bool is_wanted(const struct reading *reading, const struct block *block)
{
    return (block->locale_flags & reading->locale_flag) &&
           !(block->content_flags & (ROOT_LOW_VIOLENCE | ROOT_DO_NOT_LOAD));
}

static bool reserve(struct reading *reading, size_t more)
{
    size_t wanted = reading->count + more;
    if (wanted <= reading->capacity) {
        return true;
    }
    size_t capacity = size_max(wanted, 2 * reading->capacity);
    struct entry *entries = reallocarray(reading->entries, capacity, sizeof *entries);
    if (entries) {
        reading->entries = entries;
        reading->capacity = capacity;
    }
    return entries != NULL;
}

/* The parts of a block: where its ids, its keys and its hashes begin, and how far apart they are.
 */
struct columns {
    struct reader ids;
    const uint8_t *keys;
    const uint8_t *hashes; /* or NULL */
    size_t key_stride;
    size_t hash_stride;
};

static struct columns read_columns(struct reader *reader, const struct block *block,
                                   enum root_kind kind)
{
    size_t n = block->count;
    struct columns columns = {.key_stride = CASC_KEY_BYTES, .hash_stride = HASH_BYTES};
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

static void add_entries(struct reading *reading, const struct block *block, struct columns columns)
{
    uint32_t id = UINT32_MAX;
    for (size_t i = 0; i < block->count; i++) {
        struct entry *entry = &reading->entries[reading->count++];
        id += 1 + reader_u32(&columns.ids);
        *entry = (struct entry){.file = {.id = id, .content_flags = block->content_flags}};
        memcpy(entry->file.content.bytes, columns.keys + i * columns.key_stride, CASC_KEY_BYTES);
        if (columns.hashes) {
            struct reader hash = reader_make(columns.hashes + i * columns.hash_stride, HASH_BYTES);
            entry->hash = reader_u64(&hash);
            entry->has_hash = true;
        }
    }
}

static enum adtmap_status read_blocks(struct reading *reading, struct reader *reader,
                                      const struct diag *diag)
{
    while (reader_left(reader) > 0) {
        int64_t at = (int64_t)reader_offset(reader);
        struct block block = read_block_head(reader, reading->root->kind);
        struct columns columns = read_columns(reader, &block, reading->root->kind);
        if (reader->bad) {
            diag_warn(diag, NULL, at, "a block of %u files is cut off", block.count);
            break;
        }
        if (!is_wanted(reading, &block)) {
            continue;
        }
        if (!reserve(reading, block.count)) {
            return diag_fail_memory(diag);
        }
        add_entries(reading, &block, columns);
    }
    return ADTMAP_OK;
}

/* Of equal ids the one that was read first comes first: entries move, but keep their order. */
static int compare_ids(const void *a, const void *b)
{
    const struct entry *const *x = a;
    const struct entry *const *y = b;
    if ((*x)->file.id != (*y)->file.id) {
        return (*x)->file.id < (*y)->file.id ? -1 : 1;
    }
    return (*x > *y) - (*x < *y);
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

static void take_entries(struct root *root, const struct entry *const *order, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const struct entry *entry = order[i];
        if (i > 0 && order[i - 1]->file.id == entry->file.id) {
            continue;
        }
        if (entry->has_hash) {
            root->names[root->name_count++] =
                (struct root_name){entry->hash, (uint32_t)root->file_count};
        }
        root->files[root->file_count++] = entry->file;
    }
    qsort(root->names, root->name_count, sizeof *root->names, compare_hashes);
}

static enum adtmap_status build_tables(struct reading *reading, const struct diag *diag)
{
    struct root *root = reading->root;
    size_t named = 0;
    for (size_t i = 0; i < reading->count; i++) {
        named += reading->entries[i].has_hash;
    }
    const struct entry **order = calloc(reading->count + 1, sizeof *order);
    root->files = calloc(reading->count + 1, sizeof *root->files);
    root->names = calloc(named + 1, sizeof *root->names);
    if (!order || !root->files || !root->names) {
        free(order);
        return diag_fail_memory(diag);
    }
    for (size_t i = 0; i < reading->count; i++) {
        order[i] = &reading->entries[i];
    }
    qsort(order, reading->count, sizeof *order, compare_ids);
    take_entries(root, order, reading->count);
    free(order);
    return ADTMAP_OK;
}

enum adtmap_status root_read(const uint8_t *data, size_t size, uint32_t locale_flag,
                             const struct diag *diag, struct root *root)
{
    struct reader reader = reader_make(data, size);
    struct reading reading = {.root = root, .locale_flag = locale_flag};
    *root = (struct root){0};
    enum adtmap_status status = read_header(&reader, diag, &root->kind);
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
    free(reading.entries);
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
    uint32_t wanted = *(const uint32_t *)id;
    uint32_t other = ((const struct root_file *)file)->id;
    return (wanted > other) - (wanted < other);
}

bool root_find_id(const struct root *root, uint32_t id, size_t *file)
{
    const struct root_file *found =
        root->file_count > 0
            ? bsearch(&id, root->files, root->file_count, sizeof *found, compare_file_id)
            : NULL;
    *file = found ? (size_t)(found - root->files) : 0;
    return found != NULL;
}

bool root_find_hash(const struct root *root, uint64_t hash, size_t *file)
{
    size_t low = 0;
    size_t high = root->name_count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (root->names[middle].hash < hash) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    bool found = low < root->name_count && root->names[low].hash == hash;
    *file = found ? root->names[low].file : 0;
    return found;
}
