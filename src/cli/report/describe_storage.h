/* What a client's storage (CASC) holds, as named facts for people and programs. */
#ifndef CLI_REPORT_DESCRIBE_STORAGE_H
#define CLI_REPORT_DESCRIBE_STORAGE_H

#include <stdbool.h>

#include "adtmap/client.h"
#include "adtmap/status.h"
#include "base/diag.h"

struct json;

/* Opens the storage that the folder `path` is of, and adds members to `facts`. *is_storage is false
 * when it is of none, and the call does nothing. Fails as storage_open and storage_count. */
enum adtmap_status describe_storage(const char *path, const struct adtmap_client *client,
                                    const struct diag *diag, struct json *facts, bool *is_storage);

#endif
