#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include <cjson/cJSON.h>

#include "base/path.h"
#include "cli/report/describe_parts.h"
#include "scene/doodad/doodad_rule.h"

/* The name that placements have for the file at `path`: from "world/" on, or its last part. */
static void name_of_path(const char *path, char name[NAME_BYTES])
{
    snprintf(name, NAME_BYTES, "%s", path);
    for (char *at = name; *at; at++) {
        *at = (char)(*at == '\\' ? '/' : tolower((unsigned char)*at));
    }
    const char *from = strstr(name, "world/");
    from = from ? from : path_base(name);
    memmove(name, from, strlen(from) + 1);
}

void describe_minimap(const char *path, const struct m2_model *model, cJSON *facts)
{
    static const struct adtmap_doodad_rules no_rules;
    char name[NAME_BYTES];
    struct doodad_verdict verdict;
    name_of_path(path, name);
    if (!doodad_judge_name(&no_rules, name, &verdict)) {
        verdict = doodad_judge_model(model);
    }
    cJSON_AddBoolToObject(facts, "minimap", verdict.is_drawn);
    cJSON_AddStringToObject(facts, "minimap_reason", doodad_reason_name(verdict.reason));
    if (verdict.word) {
        cJSON_AddStringToObject(facts, "minimap_word", verdict.word);
    }
    cJSON_AddNumberToObject(facts, "cut_share", (double)doodad_cut_share(model));
    cJSON_AddNumberToObject(facts, "longest_side_yd", (double)doodad_longest_side(model));
}
