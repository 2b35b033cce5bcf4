#include "job/run/output_record.h"

#include <stdlib.h>

enum adtmap_status output_record(struct run *run, struct build_record *record)
{
    char *path = node_full_path(run->settings->out, run->result->directory, record->path);
    struct diag at_path = diag_at(&run->diag, path);
    enum adtmap_status status = path ? build_file_of(path, &record->file) : ADTMAP_NO_MEMORY;
    record->state = BUILD_MADE;
    record->pixels = record->file.content;
    if (status == ADTMAP_NOT_FOUND || status == ADTMAP_IO) {
        free(record->note);
        status = diag_fail(&at_path, ADTMAP_IO, NULL, NO_OFFSET,
                           "cannot be read: changed while adtmap was at work");
    } else if (status || !build_log_put(run->log, record)) {
        status = diag_fail_memory(&run->diag);
    }
    free(path);
    return status;
}
