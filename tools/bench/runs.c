/*
 * Measures whole runs of the program. Each line on stdin is a case:
 *
 *     GROUP|NAME|SIZE|THREADS|arguments of 'adtmap render'
 *
 * Each round runs each case once, so that changes of the machine's speed affect all cases. The
 * fastest run of each counts. Cases of the group "again" find what the case before has written.
 */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench.h"
#include "child.h"
#include "out_folder.h"

enum { CASES_MAX = 64, WORDS_MAX = 64 };

struct bench_case {
    char *line; /* memory of the strings below */
    char *group, *name, *size, *threads;
    char *words[WORDS_MAX]; /* of the command line, NULL-terminated */
    double *seconds;        /* of each round */
    struct child_result best;
};

static char *field(char **rest)
{
    char *text = strsep(rest, "|");
    if (!text || !*rest) {
        bench_fail("a case is GROUP|NAME|SIZE|THREADS|arguments");
    }
    return text;
}

static void parse_case(char *line, char *program, unsigned rounds, struct bench_case *one)
{
    *one = (struct bench_case){.line = line, .seconds = bench_alloc(rounds, sizeof(double))};
    char *rest = line;
    one->group = field(&rest);
    one->name = field(&rest);
    one->size = field(&rest);
    one->threads = field(&rest);
    char *const fixed[] = {program, "render",  "--json", "-q",         "-o", out_folder(),
                           "-s",    one->size, "-j",     one->threads, NULL};
    size_t count = 0;
    while (fixed[count]) {
        one->words[count] = fixed[count];
        count++;
    }
    for (char *word; (word = strsep(&rest, " \n")) && count < WORDS_MAX - 1;) {
        if (*word) {
            one->words[count++] = word;
        }
    }
}

static unsigned read_cases(char *program, unsigned rounds, struct bench_case cases[CASES_MAX])
{
    unsigned count = 0;
    char *line = NULL;
    size_t capacity = 0;
    while (count < CASES_MAX && getline(&line, &capacity, stdin) > 0) {
        parse_case(line, program, rounds, &cases[count++]);
        line = NULL;
        capacity = 0;
    }
    free(line);
    return count;
}

static void run_case(struct bench_case *one, unsigned round)
{
    if (strcmp(one->group, "again") != 0) {
        out_folder_put_aside();
    }
    struct child_result now = child_run(one->words);
    one->seconds[round] = now.seconds;
    bool better = round == 0 || now.seconds < one->best.seconds;
    cJSON_Delete(better ? one->best.report : now.report);
    one->best = better ? now : one->best;
}

/* Those that were drawn, and those that stay. */
static double tiles_of(const cJSON *report)
{
    return cJSON_GetNumberValue(cJSON_GetObjectItem(report, "tiles")) +
           cJSON_GetNumberValue(cJSON_GetObjectItem(report, "unchanged"));
}

static cJSON *case_json(const struct bench_case *one, unsigned rounds)
{
    cJSON *object = cJSON_CreateObject();
    cJSON_AddStringToObject(object, "group", one->group);
    cJSON_AddStringToObject(object, "name", one->name);
    cJSON_AddNumberToObject(object, "size_px", strtod(one->size, NULL));
    cJSON_AddNumberToObject(object, "threads", strtod(one->threads, NULL));
    cJSON_AddNumberToObject(object, "seconds", one->best.seconds);
    cJSON_AddNumberToObject(object, "cpu_seconds", one->best.cpu_seconds);
    cJSON_AddNumberToObject(object, "peak_bytes", one->best.peak_bytes);
    cJSON_AddNumberToObject(object, "tiles", tiles_of(one->best.report));
    cJSON_AddItemToObject(object, "stage_seconds",
                          cJSON_DetachItemFromObject(one->best.report, "stage_seconds"));
    cJSON_AddItemToObject(object, "rounds", cJSON_CreateDoubleArray(one->seconds, (int)rounds));
    return object;
}

void bench_runs(int argc, char **argv)
{
    static struct bench_case cases[CASES_MAX];
    (void)argc;
    unsigned rounds = bench_number(argv[1]);
    unsigned count = read_cases(argv[0], rounds, cases);
    for (unsigned round = 0; round < rounds; round++) {
        for (unsigned i = 0; i < count; i++) {
            run_case(&cases[i], round);
        }
    }
    cJSON *array = cJSON_CreateArray();
    for (unsigned i = 0; i < count; i++) {
        cJSON_AddItemToArray(array, case_json(&cases[i], rounds));
        cJSON_Delete(cases[i].best.report);
        free(cases[i].seconds);
        free(cases[i].line);
    }
    bench_print(array);
}
