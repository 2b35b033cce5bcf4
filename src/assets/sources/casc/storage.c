#include "assets/sources/casc/storage.h"

#include <stdio.h>
#include <stdlib.h>

#include "assets/sources/casc/build_config.h"
#include "base/array.h"
#include "base/path.h"
#include "os/part_read.h"

static const char build_info_name[] = ".build.info";

static bool has_file(const char *folder, const char *name)
{
    char *path = path_join(folder, name);
    bool has = path && file_exists(path) && !file_is_directory(path);
    free(path);
    return has;
}

/* The product of a game's folder, whose storage is one above; "" if it is not such a folder. */
static void read_flavor(const char *folder, char product[BUILD_TEXT_BYTES])
{
    struct blob bytes = {0};
    char *path = path_join(folder, ".flavor.info");
    product[0] = '\0';
    if (path &&
        part_read_file(folder, path, CASC_TEXT_BYTES_MAX, &diag_silent, &bytes) == ADTMAP_OK) {
        flavor_info_read(bytes.data, bytes.size, product);
    }
    blob_release(&bytes);
    free(path);
}

bool storage_locate(const char *path, struct storage_place *place)
{
    *place = (struct storage_place){0};
    if (has_file(path, build_info_name)) {
        place->folder = strdup(path);
        return place->folder != NULL;
    }
    char *above = path_join(path, "..");
    char *index_folder = path_join(path, "data");
    read_flavor(path, place->product);
    bool is_below = place->product[0] || (index_folder && file_is_directory(index_folder));
    free(index_folder);
    if (above && is_below && has_file(above, build_info_name)) {
        place->folder = above;
        return true;
    }
    free(above);
    return false;
}

void storage_place_free(struct storage_place *place)
{
    free(place->folder);
    *place = (struct storage_place){0};
}

/* Reads a file of text below the storage's folder. */
static enum adtmap_status read_text(const char *folder, const char *name, const struct diag *diag,
                                    struct blob *bytes, char **path)
{
    *path = path_join(folder, name);
    *bytes = (struct blob){0};
    return *path ? part_read_file(folder, *path, CASC_TEXT_BYTES_MAX, diag, bytes)
                 : diag_fail_memory(diag);
}

static enum adtmap_status choose_build(struct storage *storage, const char *product,
                                       const struct diag *diag)
{
    char *path;
    struct blob bytes;
    struct build_info info;
    const struct casc_build *build;
    enum adtmap_status status = read_text(storage->folder, build_info_name, diag, &bytes, &path);
    struct diag at_path = diag_at(diag, path);
    if (status) {
        goto end;
    }
    status = build_info_read(bytes.data, bytes.size, &at_path, &info);
    if (status) {
        goto end;
    }
    status = build_info_choose(&info, product, &at_path, &build);
    if (!status) {
        storage->build = *build;
    }
end:
    blob_release(&bytes);
    free(path);
    return status;
}

static enum adtmap_status choose_locale(struct storage *storage, const char *locale,
                                        const struct diag *diag)
{
    const char *installed = storage->build.locale;
    if (locale && !root_locale_flag(locale)) {
        struct diag at_folder = diag_at(diag, storage->folder);
        return diag_fail(&at_folder, ADTMAP_BAD_ARGUMENT, NULL, NO_OFFSET,
                         "no locale \"%.8s\"; there are: %s", locale, root_locale_names());
    }
    if (!locale) {
        locale = root_locale_flag(installed) ? installed : "enUS";
    }
    snprintf(storage->locale, sizeof storage->locale, "%s", locale);
    return ADTMAP_OK;
}

static enum adtmap_status read_keys(struct storage *storage, const char *path,
                                    const struct diag *diag)
{
    struct blob bytes = {0};
    struct diag at_path = diag_at(diag, path);
    enum adtmap_status status =
        path ? part_read_file(NULL, path, CASC_KEY_FILE_BYTES_MAX, diag, &bytes) : ADTMAP_OK;
    if (!status && path) {
        status = key_ring_read(bytes.data, bytes.size, &at_path, &storage->ring);
    }
    blob_release(&bytes);
    return status;
}

static enum adtmap_status read_config(const struct storage *storage, const struct diag *diag,
                                      struct build_config *config)
{
    char name[64 + CASC_KEY_HEX_BYTES];
    char hex[CASC_KEY_HEX_BYTES];
    char *path;
    struct blob bytes;
    config_key_hex(&storage->build.config, hex);
    snprintf(name, sizeof name, "Data/config/%.2s/%.2s/%s", hex, hex + 2, hex);
    enum adtmap_status status = read_text(storage->folder, name, diag, &bytes, &path);
    if (!status) {
        struct diag at_path = diag_at(diag, path);
        status = build_config_read(bytes.data, bytes.size, &at_path, config);
    }
    blob_release(&bytes);
    free(path);
    return status;
}

static enum adtmap_status open_archives(struct storage *storage, const struct diag *diag)
{
    char *folder = path_join(storage->folder, "Data/data");
    enum adtmap_status status =
        folder ? casc_index_open(storage->folder, folder, diag, &storage->index)
               : diag_fail_memory(diag);
    if (!status) {
        status = archives_open(storage->folder, folder, diag, &storage->archives);
        storage->archive_bytes = archives_bytes(&storage->archives);
        storage->named_bytes = casc_index_named_bytes(&storage->index);
    }
    free(folder);
    return status;
}

/* Finds the packed file of an encoding key. A key that the index lacks keeps the place in an
 * archive that no storage has, which archives_find says to be not installed. */
static enum adtmap_status find_packed(const struct storage *storage, const struct encoding_key *key,
                                      uint64_t content_bytes, struct block_pool *pool,
                                      const struct diag *diag, struct packed_file *file)
{
    struct casc_place place = {.archive = ARCHIVES_MAX};
    casc_index_find(&storage->index, key, &place);
    return archives_find(&storage->archives, &place, key, content_bytes, pool, diag, file);
}

/* Finds the packed file of a content key: of its encoding keys the first that is there. */
static enum adtmap_status find_content(struct storage *storage, const struct content_key *content,
                                       struct block_pool *pool, const struct diag *diag,
                                       struct packed_file *file)
{
    struct encoding_entry entry;
    enum adtmap_status status = encoding_find(&storage->encoding, content, diag, &entry);
    if (status) {
        return status;
    }
    status = ADTMAP_NOT_FOUND;
    for (uint32_t i = 0; i < entry.key_count && status == ADTMAP_NOT_FOUND; i++) {
        status = find_packed(storage, &entry.keys[i], entry.content_bytes, pool, diag, file);
    }
    if (status == ADTMAP_NOT_FOUND && entry.keys_left_out > 0) {
        return diag_fail(diag, status, NULL, NO_OFFSET,
                         "in the build, not installed under the first %d of its encoding keys; "
                         "%u more are not looked at",
                         ENCODING_KEYS_MAX, entry.keys_left_out);
    }
    return status;
}

static enum adtmap_status open_encoding(struct storage *storage, const struct build_config *config,
                                        const struct diag *diag)
{
    struct packed_file file;
    struct packed_view view;
    enum adtmap_status status =
        find_packed(storage, &config->encoding, config->encoding_bytes, NULL, diag, &file);
    if (!status) {
        status = packed_view_open(file, &storage->ring, diag, &view);
    }
    return status ? status : encoding_open(view, diag, &storage->encoding);
}

/* Counts what a file has cost, and says so when the storage has cost too much. */
static void count_work(struct storage *storage, enum adtmap_status status, const struct blte *blte,
                       const struct diag *diag)
{
    uint64_t packed_bytes = blte_packed_bytes(blte);
    uint64_t work = packed_bytes + blte->content_bytes;
    uint64_t fair =
        unpack_waste_fair_bytes(packed_bytes, storage->archive_bytes, storage->named_bytes);
    bool is_last = status == ADTMAP_BAD_DATA
                       ? unpack_waste_add_damaged(&storage->waste, work)
                       : unpack_waste_add_sound(&storage->waste, work, fair, blte->content_bytes);
    if (is_last) {
        const struct diag at_storage = diag_at(diag, storage->folder);
        diag_warn(&at_storage, NULL, NO_OFFSET,
                  "a damaged storage: unpacking its files takes too long; no more of them are "
                  "read");
    }
}

static enum adtmap_status unpack_content(struct storage *storage, const struct packed_file *file,
                                         struct block_pool *pool, const struct diag *diag,
                                         struct blob *blob)
{
    uint64_t bytes = blte_packed_bytes(&file->blte) + file->blte.content_bytes;
    if (bytes > UNPACK_BYTES_MAX) {
        return diag_fail(diag, ADTMAP_LIMIT, NULL, NO_OFFSET,
                         "more than %d MiB with its packed bytes, which no file needs that is read",
                         UNPACK_BYTES_MAX >> 20);
    }
    if (unpack_waste_is_too_much(&storage->waste)) {
        return diag_fail(diag, ADTMAP_BAD_DATA, NULL, NO_OFFSET,
                         "not read: too much of its storage is damaged");
    }
    uint8_t *content = blob_reserve(blob, (size_t)file->blte.content_bytes, pool);
    enum adtmap_status status = content
                                    ? packed_file_read(file, &storage->ring, pool, diag, content)
                                    : diag_fail_memory(diag);
    count_work(storage, status, &file->blte, diag);
    return status;
}

static enum adtmap_status read_content(struct storage *storage, const struct content_key *content,
                                       struct block_pool *pool, const struct diag *diag,
                                       struct blob *blob)
{
    struct packed_file file;
    *blob = (struct blob){0};
    enum adtmap_status status = find_content(storage, content, pool, diag, &file);
    if (status) {
        return status;
    }
    status = unpack_content(storage, &file, pool, diag, blob);
    packed_file_close(&file);
    if (status) {
        blob_release(blob);
    }
    return status;
}

static enum adtmap_status read_root(struct storage *storage, const struct build_config *config,
                                    const struct diag *diag)
{
    struct blob bytes;
    enum adtmap_status status = read_content(storage, &config->root, NULL, diag, &bytes);
    if (!status) {
        status = root_read(bytes.data, bytes.size, root_locale_flag(storage->locale), diag,
                           &storage->root);
    }
    blob_release(&bytes);
    return status;
}

/* The tables of the build, which messages name with the product. */
static enum adtmap_status open_tables(struct storage *storage, const struct diag *diag)
{
    struct build_config config;
    char name[256] = "";
    struct diag at_table = diag_at(diag, name);
    enum adtmap_status status = read_config(storage, diag, &config);
    if (status) {
        return status;
    }
    status = open_archives(storage, diag);
    if (status) {
        return status;
    }
    snprintf(name, sizeof name, "%.150s (%s): the encoding table", storage->folder,
             storage->build.product);
    status = open_encoding(storage, &config, &at_table);
    if (status) {
        return status;
    }
    snprintf(name, sizeof name, "%.150s (%s): the root", storage->folder, storage->build.product);
    return read_root(storage, &config, &at_table);
}

/* The build of a product, its language, and the keys for its encrypted files. */
static enum adtmap_status storage_choose(struct storage *storage, const struct storage_place *place,
                                         const struct adtmap_client *client,
                                         const struct diag *diag)
{
    const char *product = client->product ? client->product : place->product;
    enum adtmap_status status = choose_build(storage, product[0] ? product : NULL, diag);
    if (status) {
        return status;
    }
    status = choose_locale(storage, client->locale, diag);
    if (status) {
        return status;
    }
    return read_keys(storage, client->key_file, diag);
}

enum adtmap_status storage_open(const struct storage_place *place,
                                const struct adtmap_client *client, const struct diag *diag,
                                struct storage **storage)
{
    *storage = NULL;
    struct storage *opened = calloc(1, sizeof *opened);
    if (!opened) {
        return diag_fail_memory(diag);
    }
    archives_clear(&opened->archives);
    opened->folder = strdup(place->folder);
    enum adtmap_status status =
        opened->folder ? storage_choose(opened, place, client, diag) : diag_fail_memory(diag);
    if (!status) {
        status = open_tables(opened, diag);
    }
    if (status) {
        storage_close(opened);
        return status;
    }
    *storage = opened;
    return ADTMAP_OK;
}

void storage_close(struct storage *storage)
{
    if (storage) {
        root_free(&storage->root);
        encoding_close(&storage->encoding);
        archives_close(&storage->archives);
        casc_index_free(&storage->index);
        key_ring_free(&storage->ring);
        free(storage->folder);
        free(storage);
    }
}

enum adtmap_status storage_read(struct storage *storage, size_t index, struct block_pool *pool,
                                const struct diag *diag, struct blob *blob)
{
    return read_content(storage, &storage->root.files[index].content, pool, diag, blob);
}

bool storage_size(struct storage *storage, size_t index, uint64_t *bytes)
{
    struct packed_file file;
    if (find_content(storage, &storage->root.files[index].content, NULL, &diag_silent, &file)) {
        return false;
    }
    *bytes = file.blte.content_bytes;
    packed_file_close(&file);
    return true;
}

/* The files of the root in order of their contents, as the encoding table has them. */
struct counting {
    const struct storage *storage;
    const struct root_file **order;
    size_t at;
    struct storage_counts counts;
};

static int compare_contents(const void *a, const void *b)
{
    const struct root_file *const *x = a;
    const struct root_file *const *y = b;
    return content_key_compare(&(*x)->content, &(*y)->content);
}

static bool is_indexed(const struct storage *storage, const struct encoding_entry *entry)
{
    struct casc_place place;
    for (uint32_t i = 0; i < entry->key_count; i++) {
        if (casc_index_find(&storage->index, &entry->keys[i], &place) &&
            archives_reach(&storage->archives, &place)) {
            return true;
        }
    }
    return false;
}

static void count_entry(void *user, const struct content_key *content,
                        const struct encoding_entry *entry)
{
    struct counting *counting = user;
    size_t count = counting->storage->root.file_count;
    while (counting->at < count &&
           content_key_compare(&counting->order[counting->at]->content, content) < 0) {
        counting->at++;
    }
    uint64_t same = 0;
    while (counting->at < count &&
           content_key_compare(&counting->order[counting->at]->content, content) == 0) {
        counting->at++;
        same++;
    }
    counting->counts.present += same > 0 && is_indexed(counting->storage, entry) ? same : 0;
}

enum adtmap_status storage_count(struct storage *storage, const struct diag *diag,
                                 struct storage_counts *counts)
{
    const struct root *root = &storage->root;
    struct counting counting = {.storage = storage};
    counting.order = calloc(root->file_count + 1, sizeof *counting.order);
    if (!counting.order) {
        return diag_fail_memory(diag);
    }
    for (size_t i = 0; i < root->file_count; i++) {
        counting.order[i] = &root->files[i];
        counting.counts.encrypted += (root->files[i].content_flags & ROOT_ENCRYPTED) != 0;
    }
    array_sort(counting.order, root->file_count, sizeof *counting.order, compare_contents);
    enum adtmap_status status = encoding_walk(&storage->encoding, diag, count_entry, &counting);
    free(counting.order);
    counting.counts.absent = root->file_count - counting.counts.present;
    *counts = counting.counts;
    return status;
}
