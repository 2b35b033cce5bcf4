/*
 * The measuring program of tools/bench/run, with one command per file. Each prints one JSON value
 * on stdout. If a measurement is impossible, the program ends with one message and exit status 2.
 */
#ifndef BENCH_H
#define BENCH_H

#include <stddef.h>
#include <stdint.h>

#include <cjson/cJSON.h>

#include "adtmap/status.h"

/* argv starts after the command's name. */
typedef void bench_command(int argc, char **argv);

/* runs: whole runs of the program, interleaved (runs.c). */
bench_command bench_runs;

/* floor: a whole run compared with its lower bound and with libpng's defaults (floor.c). */
bench_command bench_floor;

/* gl: a tile drawn by adtmap and through OpenGL (versus_gl.c). */
bench_command bench_gl;

/* grow: makes maps of 1, 2, 4, ... tiles from one tile (grow.c). */
bench_command bench_grow;

/* city, forest: a tile with many more WMOs or doodads (crowd.c). */
bench_command bench_city;
bench_command bench_forest;

/* points: points located on a map, against their lower bound (points.c). */
bench_command bench_points;

__attribute__((format(printf, 1, 2))) _Noreturn void bench_fail(const char *format, ...);

/* Ends the program unless `status` is ADTMAP_OK. */
void bench_check(enum adtmap_status status, const struct adtmap_message *failure);

/* Parses a whole number of at least 1. */
unsigned bench_number(const char *text);

/* Zeroed memory; ends the program when out of memory. */
void *bench_alloc(size_t count, size_t size);

/* Prints and frees `value`. */
void bench_print(cJSON *value);

/* The processor time of this process, all threads. */
double bench_cpu_seconds(void);

/* The smaller of two times; 0 means no time yet. */
double bench_least(double least, double seconds);

#endif
