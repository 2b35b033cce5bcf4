#include "job/records/numbered_facts.h"

#include <stdio.h>

#include "job/settings/recipe.h"

enum { NAME_OF_FACT_BYTES = 32 };

static void print_name(const char *prefix, uint32_t number, char name[NAME_OF_FACT_BYTES])
{
    snprintf(name, NAME_OF_FACT_BYTES, "%.16s%u", prefix, (unsigned)number);
}

const char *numbered_fact(const struct build_log *log, const char *prefix, uint32_t number)
{
    char name[NAME_OF_FACT_BYTES];
    print_name(prefix, number, name);
    return build_log_fact(log, name);
}

bool numbered_fact_set(struct build_log *log, const char *prefix, uint32_t number,
                       const char *value)
{
    char name[NAME_OF_FACT_BYTES];
    print_name(prefix, number, name);
    return build_log_set_fact(log, name, value);
}

bool numbered_facts_end(struct build_log *log, const char *prefix, uint32_t count)
{
    bool fine = true;
    for (uint32_t i = count; numbered_fact(log, prefix, i) && fine; i++) {
        fine = numbered_fact_set(log, prefix, i, NULL);
    }
    return fine;
}

uint32_t numbered_facts_count(const struct build_log *log, const char *prefix, uint32_t max)
{
    uint32_t count = 0;
    while (count < max && numbered_fact(log, prefix, count)) {
        count++;
    }
    return count;
}

struct hash128 numbered_facts_hash(const struct build_log *log, const char *prefix, uint32_t max)
{
    struct hash128 hash = {0};
    const char *value;
    for (uint32_t i = 0; i < max && (value = numbered_fact(log, prefix, i)) != NULL; i++) {
        const struct hash128 parts[] = {hash, recipe_text(value)};
        hash = hash128(parts, sizeof parts);
    }
    return hash;
}
