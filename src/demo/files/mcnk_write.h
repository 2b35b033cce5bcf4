/* Writes MCNK chunks (ADT/v18 and ADT/alpha of the wowdev wiki). */
#ifndef DEMO_FILES_MCNK_WRITE_H
#define DEMO_FILES_MCNK_WRITE_H

#include "demo/files/file_ids.h"
#include "demo/files/tile_write.h"

/* Appends the current chunk of a tile; to the files of split tiles, each of which has its part. */
void mcnk_write(struct buffer files[SPLIT_FILE_COUNT], struct tile *tile);

#endif
