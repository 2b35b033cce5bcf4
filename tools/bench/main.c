#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "adtmap/status.h"
#include "base/size.h"
#include "bench.h"

void bench_fail(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    fputs("bench: ", stderr);
    vfprintf(stderr, format, arguments);
    fputc('\n', stderr);
    va_end(arguments);
    exit(2);
}

void bench_check(enum adtmap_status status, const struct adtmap_message *failure)
{
    char text[sizeof *failure];
    if (status) {
        adtmap_message_format(failure, text, sizeof text);
        bench_fail("%s", text);
    }
}

unsigned bench_number(const char *text)
{
    char *end;
    unsigned long number = strtoul(text, &end, 10);
    if (*end || number < 1 || number > 1000000) {
        bench_fail("%s is not a whole number of at least 1", text);
    }
    return (unsigned)number;
}

void *bench_alloc(size_t count, size_t size)
{
    void *memory = calloc(count ? count : 1, size);
    if (!memory) {
        bench_fail("out of memory");
    }
    return memory;
}

void bench_print(cJSON *value)
{
    char *text = cJSON_Print(value);
    if (!text || puts(text) < 0) {
        bench_fail("cannot print the result");
    }
    cJSON_free(text);
    cJSON_Delete(value);
}

double bench_cpu_seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

double bench_least(double least, double seconds)
{
    return least > 0.0 && least < seconds ? least : seconds;
}

static const struct {
    const char *name;
    bench_command *run;
    int arguments;
    const char *usage;
} commands[] = {
    {"runs", bench_runs, 2, "ADTMAP ROUNDS < CASES"},
    {"floor", bench_floor, 7, "ADTMAP ROUNDS THREADS SIZE DATA MAP none|minimap|all"},
    {"gl", bench_gl, 9, "ROUNDS THREADS SIZE DATA MAP X Y PICTURES terrain|objects"},
    {"grow", bench_grow, 6, "DATA MAP X Y OUT LARGEST"},
    {"city", bench_city, 6, "DATA MAP X Y OUT COUNT"},
    {"forest", bench_forest, 6, "DATA MAP X Y OUT COUNT"},
    {"points", bench_points, 7, "ADTMAP ROUNDS COUNT WORLD DATA FOLDER MAP"},
};

int main(int argc, char **argv)
{
    for (size_t i = 0; i < COUNT_OF(commands) && argc > 1; i++) {
        if (strcmp(argv[1], commands[i].name) != 0) {
            continue;
        }
        if (argc - 2 != commands[i].arguments) {
            bench_fail("usage: bench %s %s", commands[i].name, commands[i].usage);
        }
        commands[i].run(argc - 2, argv + 2);
        return 0;
    }
    bench_fail("commands are runs, floor, gl, grow, city, forest, points");
}
