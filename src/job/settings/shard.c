/*
 * A shard is a range of the tiles in the order of drawing: I/N of M tiles begins at M * (I - 1) /
 * N, so lengths differ by one at most, and any machine finds the same cut. What a cluster says of
 * itself comes through a function, so that tests can say it.
 */
#include "job/settings/shard.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void shard_slice(const struct job_shard *shard, struct tile_set *tiles)
{
    uint64_t count = tile_set_count(tiles);
    uint64_t begin = count * (shard->index - 1) / shard->count;
    uint64_t end = count * shard->index / shard->count;
    uint64_t at = 0;
    for (struct tile_step tile = {0}; tile_set_next(tiles, &tile);) {
        if (at < begin || at >= end) {
            tiles->rows[tile.y] &= ~(UINT64_C(1) << tile.x);
        }
        at++;
    }
}

/* Reads a number without a sign; false beyond `most`. */
static bool read_number(const char **text, uint32_t most, uint32_t *value)
{
    char *end;
    errno = 0;
    if (**text < '0' || **text > '9') {
        return false;
    }
    unsigned long number = strtoul(*text, &end, 10);
    *text = end;
    *value = (uint32_t)number;
    return !errno && number <= most;
}

static bool skip_text(const char **text, const char *wanted)
{
    size_t length = strlen(wanted);
    bool fine = strncmp(*text, wanted, length) == 0;
    *text += fine ? length : 0;
    return fine;
}

bool shard_of_name(const char *name, const char *prefix, struct job_shard *shard)
{
    return skip_text(&name, prefix) && read_number(&name, SHARDS_MAX, &shard->index) &&
           skip_text(&name, "-of-") && read_number(&name, SHARDS_MAX, &shard->count) &&
           *name == '\0' && shard->index >= 1 && shard->index <= shard->count;
}

static bool read_variable(shard_variable *variable, const char *name, uint32_t *value,
                          char problem[SHARD_PROBLEM_BYTES])
{
    const char *text = variable(name);
    if (text && read_number(&text, UINT32_MAX - 1, value) && *text == '\0') {
        return true;
    }
    snprintf(problem, SHARD_PROBLEM_BYTES, "%s is %s", name,
             variable(name) ? "no number" : "not set");
    return false;
}

/* Array tasks may begin anywhere and leave numbers out: "--array=0-7", "--array=2-16:2". */
static bool read_slurm(shard_variable *variable, struct job_shard *shard,
                       char problem[SHARD_PROBLEM_BYTES])
{
    uint32_t id;
    uint32_t low;
    uint32_t high;
    uint32_t step = 1;
    uint32_t count;
    if (!read_variable(variable, "SLURM_ARRAY_TASK_ID", &id, problem) ||
        !read_variable(variable, "SLURM_ARRAY_TASK_MIN", &low, problem) ||
        !read_variable(variable, "SLURM_ARRAY_TASK_MAX", &high, problem) ||
        !read_variable(variable, "SLURM_ARRAY_TASK_COUNT", &count, problem)) {
        return false;
    }
    if (variable("SLURM_ARRAY_TASK_STEP") &&
        !read_variable(variable, "SLURM_ARRAY_TASK_STEP", &step, problem)) {
        return false;
    }
    if (step == 0 || id < low || id > high || (id - low) % step != 0 ||
        (high - low) / step + 1 != count) {
        snprintf(problem, SHARD_PROBLEM_BYTES,
                 "Slurm's tasks %u to %u are %u, which is no even array: which shard task %u has "
                 "cannot be known",
                 (unsigned)low, (unsigned)high, (unsigned)count, (unsigned)id);
        return false;
    }
    *shard = (struct job_shard){(id - low) / step + 1, count};
    return true;
}

static bool read_kubernetes(shard_variable *variable, struct job_shard *shard,
                            char problem[SHARD_PROBLEM_BYTES])
{
    uint32_t index;
    if (!read_variable(variable, "JOB_COMPLETION_INDEX", &index, problem)) {
        return false;
    }
    if (!variable("ADTMAP_SHARDS")) {
        snprintf(problem, SHARD_PROBLEM_BYTES,
                 "ADTMAP_SHARDS is not set: the Job's manifest must set it to its completions");
        return false;
    }
    if (!read_variable(variable, "ADTMAP_SHARDS", &shard->count, problem)) {
        return false;
    }
    shard->index = index + 1;
    return true;
}

static bool read_environment(shard_variable *variable, struct job_shard *shard,
                             char problem[SHARD_PROBLEM_BYTES])
{
    if (variable("SLURM_ARRAY_TASK_ID")) {
        return read_slurm(variable, shard, problem);
    }
    if (variable("JOB_COMPLETION_INDEX")) {
        return read_kubernetes(variable, shard, problem);
    }
    snprintf(
        problem, SHARD_PROBLEM_BYTES,
        "auto: neither a task of a Slurm array nor a pod of a Kubernetes Indexed Job: say I/N");
    return false;
}

bool shard_read(const char *text, shard_variable *variable, struct job_shard *shard,
                char problem[SHARD_PROBLEM_BYTES])
{
    *shard = (struct job_shard){0};
    if (strcmp(text, "auto") == 0) {
        if (!read_environment(variable, shard, problem)) {
            return false;
        }
    } else if (!read_number(&text, UINT32_MAX - 1, &shard->index) || !skip_text(&text, "/") ||
               !read_number(&text, UINT32_MAX - 1, &shard->count) || *text != '\0') {
        snprintf(problem, SHARD_PROBLEM_BYTES, "is I/N, as 3/8 for the third of eight, or auto");
        return false;
    }
    if (shard->count < 1 || shard->count > SHARDS_MAX || shard->index < 1 ||
        shard->index > shard->count) {
        snprintf(problem, SHARD_PROBLEM_BYTES,
                 "there is no shard %u of %u: they go from 1/N to N/N, N up to %d",
                 (unsigned)shard->index, (unsigned)shard->count, SHARDS_MAX);
        return false;
    }
    return true;
}
