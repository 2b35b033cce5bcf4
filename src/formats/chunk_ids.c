#include "formats/chunk_ids.h"

#define CHUNK_ID_DEFINE(id) const struct chunk_id id_##id = {#id};
CHUNK_IDS(CHUNK_ID_DEFINE)
