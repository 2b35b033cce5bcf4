/* The keys of a site file as a JSON schema (draft 2020-12), which editors use for completion. */
#ifndef CLI_SITE_SITE_JSON_H
#define CLI_SITE_SITE_JSON_H

struct cJSON;

/* The schema, for the caller to delete or print. Members that cannot be added without memory
 * are left out; the session notices (cli/common.h). */
struct cJSON *site_json_schema(void);

#endif
