/* The build log of an earlier run: its facts alone, and all of it. */
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "fuzz/fuzz.h"
#include "graph/build_log.h"
#include "os/file.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct fuzz_diag listener;
    char path[] = "/tmp/adtmap_fuzz_log_XXXXXX";
    int descriptor = mkstemp(path);
    struct build_log *log = build_log_create();
    fuzz_listen(&listener);
    if (log && descriptor >= 0 && write(descriptor, data, size) == (ssize_t)size) {
        build_log_destroy(build_log_peek_facts(path, "Demo"));
        build_log_read_earlier(log, path, "all is drawn again", &listener.diag);
        for (uint32_t i = 0; i < log->count; i++) {
            build_log_find(log, log->records[i].id);
        }
    }
    build_log_destroy(log);
    close(descriptor);
    unlink(path);
    return 0;
}
