/* The keys of a site file as a JSON schema (draft 2020-12), which editors use for completion. */
#ifndef CLI_SITE_SITE_JSON_H
#define CLI_SITE_SITE_JSON_H

#include "base/buffer.h"

/* Appends the schema. */
void site_json_schema(struct buffer *text);

#endif
