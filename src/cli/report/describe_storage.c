#include "cli/report/describe_storage.h"

#include <cjson/cJSON.h>

#include "assets/sources/casc/storage.h"

static void add_build(const struct storage *storage, cJSON *facts)
{
    char key[CASC_KEY_HEX_BYTES];
    casc_key_hex(&storage->build.config, key);
    cJSON_AddStringToObject(facts, "kind", "storage");
    cJSON_AddStringToObject(facts, "product", storage->build.product);
    cJSON_AddStringToObject(facts, "version", storage->build.version);
    cJSON_AddStringToObject(facts, "build_key", key);
    cJSON_AddStringToObject(facts, "locale", storage->locale);
    cJSON_AddStringToObject(facts, "root", root_kind_name(storage->root.kind));
    cJSON_AddNumberToObject(facts, "index_files", (double)storage->index.files);
    cJSON_AddNumberToObject(facts, "keys", (double)storage->ring.count);
    cJSON_AddNumberToObject(facts, "file_count", (double)storage->root.file_count);
    cJSON_AddNumberToObject(facts, "files_with_a_name", (double)storage->root.name_count);
}

enum adtmap_status describe_storage(const char *path, const struct adtmap_client *client,
                                    const struct diag *diag, struct cJSON *facts, bool *is_storage)
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
        cJSON_AddNumberToObject(facts, "files_present", (double)counts.present);
        cJSON_AddNumberToObject(facts, "files_absent", (double)counts.absent);
        cJSON_AddNumberToObject(facts, "files_encrypted", (double)counts.encrypted);
    }
    storage_close(storage);
    return status;
}
