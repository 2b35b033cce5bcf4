/* The reports of `adtmap info`; the first byte selects the report. */
#include <stdlib.h>

#include <cjson/cJSON.h>

#include "cli/report/describe.h"
#include "cli/report/describe_chunks.h"
#include "fuzz/fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static describe_file *const describers[] = {describe_wdt, describe_adt, describe_wdl,
                                                describe_blp, describe_wmo, describe_model,
                                                describe_skin};
    struct fuzz_diag listener;
    if (size == 0) {
        return -1;
    }
    fuzz_listen(&listener);
    listener.diag.file = "/nowhere/input";
    cJSON *facts = cJSON_CreateObject();
    describers[data[0] % (sizeof describers / sizeof *describers)](data + 1, size - 1,
                                                                   &listener.diag, facts);
    describe_chunks(data + 1, size - 1, facts);
    char *text = cJSON_Print(facts);
    cJSON_free(text);
    cJSON_Delete(facts);
    return 0;
}
