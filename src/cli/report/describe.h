/* Contents of client files as members of a JSON object, which `adtmap info` prints. */
#ifndef CLI_REPORT_DESCRIBE_H
#define CLI_REPORT_DESCRIBE_H

#include <stddef.h>
#include <stdint.h>

#include "adtmap/status.h"
#include "base/diag.h"

struct json;

/*
 * Reads a file's bytes and adds members to the object that has begun in `facts`; fails as the
 * format's reader.
 * diag->file is the file's path; describe_adt looks for the other files of a split tile there. A
 * file without a path has the name DESCRIBE_STDIN.
 */
#define DESCRIBE_STDIN "standard input"
typedef enum adtmap_status describe_file(const uint8_t *data, size_t size, const struct diag *diag,
                                         struct json *facts);

describe_file describe_wdt;
describe_file describe_adt;
describe_file describe_wdl;
describe_file describe_blp;
describe_file describe_wmo;   /* a root, or a v14 file whole */
describe_file describe_model; /* with its skin and skeleton, if they lie next to it */
describe_file describe_skin;

#endif
