#include "cli/report/describe_storage.h"

#include "assets/sources/casc/storage.h"
#include "base/json.h"

static void add_build(const struct storage *storage, struct json *facts)
{
    char key[CASC_KEY_HEX_BYTES];
    config_key_hex(&storage->build.config, key);
    json_string(facts, "kind", "storage");
    json_string(facts, "product", storage->build.product);
    json_string(facts, "version", storage->build.version);
    json_string(facts, "build_key", key);
    json_string(facts, "locale", storage->locale);
    json_string(facts, "root", root_kind_name(storage->root.kind));
    json_number(facts, "index_files", (double)storage->index.files);
    json_number(facts, "keys", (double)storage->ring.count);
    json_number(facts, "file_count", (double)storage->root.file_count);
    json_number(facts, "files_with_a_name", (double)storage->root.name_count);
}

enum adtmap_status describe_storage(const char *path, const struct adtmap_client *client,
                                    const struct diag *diag, struct json *facts, bool *is_storage)
{
    struct storage_place place;
    struct storage *storage;
    struct storage_counts counts;
    *is_storage = storage_locate(path, &place);
    if (!*is_storage) {
        return ADTMAP_OK;
    }
    enum adtmap_status status = storage_open(&place, client, diag, &storage);
    storage_place_free(&place);
    if (status) {
        return status;
    }
    add_build(storage, facts);
    status = storage_count(storage, diag, &counts);
    if (!status) {
        json_number(facts, "files_present", (double)counts.present);
        json_number(facts, "files_absent", (double)counts.absent);
        json_number(facts, "files_encrypted", (double)counts.encrypted);
    }
    storage_close(storage);
    return status;
}
