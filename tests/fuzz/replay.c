/*
 * Replaces libFuzzer in ordinary builds: runs the target once on every given file and every file in
 * a given directory. A crash is a failure, and so is finding no input. With FUZZ_FAILING in the
 * environment, a build that counts lines lets calls fail while it reads them.
 */
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>

#ifdef FUZZ_FAILING
#include "fuzz/failing.h"
#endif
#include "fuzz/fuzz.h"
#include "os/file.h"

static unsigned read_count;

static void read_input(const uint8_t *data, size_t size)
{
#ifdef FUZZ_FAILING
    if (getenv("FUZZ_FAILING")) {
        failing_read(data, size);
        return;
    }
#endif
    LLVMFuzzerTestOneInput(data, size);
}

static int replay(const char *path, const struct stat *info, int type, struct FTW *place)
{
    struct blob blob;
    struct fuzz_part input;
    const struct diag quiet = {0};
    (void)info;
    (void)place;
    if (type != FTW_F) {
        return 0;
    }
    if (file_map(path, &quiet, &blob)) {
        fprintf(stderr, "%s: cannot be read\n", path);
        return 1;
    }
    fuzz_cut(blob.data, 0, &input, 1); /* an empty block, so that sanitizers detect any read */
    read_input(input.data, 0);
    fuzz_free(&input, 1);
    read_input(blob.data, blob.size);
    blob_release(&blob);
    read_count++;
    return 0;
}

int main(int argc, char **argv)
{
    for (int i = 1; i < argc; i++) {
        if (nftw(argv[i], replay, 16, FTW_PHYS)) {
            fprintf(stderr, "%s: no inputs there\n", argv[i]);
            return 2;
        }
    }
    printf("%u inputs\n", read_count);
    return read_count ? 0 : 2;
}
