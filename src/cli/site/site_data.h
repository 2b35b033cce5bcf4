/* The client data of a site's builds. What is wrong with them is said at the
 * key that names them. */
#ifndef CLI_SITE_SITE_DATA_H
#define CLI_SITE_SITE_DATA_H

#include "cli/site/site_file.h"

/* Whether the files and folders that the builds name exist: ADTMAP_BAD_ARGUMENT. */
enum adtmap_status site_data_check(const struct site_file *file, const struct diag *diag);

/* Opens a build as session->data. ADTMAP_BAD_ARGUMENT for data that cannot be opened,
 * ADTMAP_NO_MEMORY. */
enum adtmap_status site_data_open(struct session *session, const struct site_file *file,
                                  size_t build, const struct diag *diag);

#endif
