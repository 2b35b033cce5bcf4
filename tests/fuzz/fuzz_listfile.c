/* Listfiles: all names, and the ids of the first names. */
#include <stdlib.h>
#include <unistd.h>

#include "assets/sources/listfile.h"
#include "fuzz/fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct fuzz_diag listener;
    struct listfile *listfile;
    char path[FUZZ_PATH_BYTES];
    char name[NAME_BYTES];
    char again[NAME_BYTES];
    int descriptor = fuzz_file(data, size, path);
    fuzz_listen(&listener);
    if (listfile_open(path, &listener.diag, &listfile) == ADTMAP_OK) {
        for (size_t i = 0; i < listfile_count(listfile); i++) {
            if (!listfile_name(listfile, i, name)) {
                continue;
            }
            uint32_t id = listfile_id_of_name(listfile, name);
            if (id && listfile_has_ids(listfile) && !name_canonical(name, again)) {
                abort(); /* results must be canonical */
            }
            listfile_name_of_id(listfile, id, again);
        }
        listfile_close(listfile);
    }
    close(descriptor);
    return 0;
}
