/* The reports of `adtmap info`; the first byte selects the report. */
#include "base/json.h"
#include "cli/report/describe.h"
#include "cli/report/describe_chunks.h"
#include "cli/report/outline.h"
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
    struct outline outline;
    struct buffer texts[2] = {{0}};
    struct json json = json_to(&texts[0], JSON_INDENTED);
    outline_open(&outline, &texts[1], true, true);
    struct json *const facts[] = {&json, &outline.json};
    for (int i = 0; i < 2; i++) {
        json_object(facts[i], NULL);
        describers[data[0] % (sizeof describers / sizeof *describers)](data + 1, size - 1,
                                                                       &listener.diag, facts[i]);
        describe_chunks(data + 1, size - 1, facts[i]);
        json_end(facts[i]);
        buffer_free(&texts[i]);
    }
    return 0;
}
