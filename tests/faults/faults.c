/*
 * Runs a command of the program many times, each time with another fault, and checks the result: no
 * crash, no incomplete or temporary file, the right exit status, and a message.
 *
 *     faults memory|io|kill [--all] [--most N] [--seed DIR] [--stdout] -- ARGUMENT...
 *     faults whole DIR REFERENCE         only checks that the files below DIR are complete
 *
 * $ADTMAP is the program, $FAULTS_PRELOAD the library of preload.c. `@OUT` in an argument is the
 * output folder. Before each run it is a copy of DIR with --seed, else missing. Faults are tried at
 * the first call from every call site, once alone and once with all later calls failing; with --all
 * also alone at the second call from there, the fourth, the eighth and so on, and at the last.
 * --most N limits them to N sites, evenly chosen. With --stdout the standard output must be the
 * same if the exit status is 0. `kill` ends the program at N (20) calls that change files, with
 * --all at each.
 *
 * $FAULTS_TRIED is a file for all commands of a run of tests: at call sites that another command
 * has tried, which is most of them, this one tries every fourth, alone and with all later calls in
 * turn. A site is a whole stack of callers. What a fault does there is mostly the same in all
 * commands: they differ in what they have written by then.
 *
 * After each fault the command runs again without a fault, with $FAULTS_NEXT if that is set (a
 * faster build of the same program). Its output, including the program's own records, must then
 * equal that of a run without any fault. A run with a fault that ended with status 0 may have lost
 * records, but nothing else: of the files of DIR none is gone. With --once the command cannot run
 * twice: it runs again only if it failed.
 */
#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/hash_index.h"
#include "faults/child.h"
#include "faults/tried.h"
#include "faults/whole.h"

enum { ARGUMENTS_MAX = 64, KILLS = 20, KNOWN_STEP = 4 };

struct trial {
    const char *kind;
    bool all;
    bool same_stdout;
    bool once;
    size_t most; /* 0 for no limit */
    const char *seed;
    struct place place;
    char out[300];       /* @OUT */
    char reference[300]; /* the output of a run without faults */
    char *argv[ARGUMENTS_MAX];
    char *next; /* the program of runs after a fault */
    struct child undisturbed;
    uint64_t *calls; /* the call site of each */
    size_t call_count;
    size_t tried;
    size_t harmless;
    size_t wrong;
};

static void die(const char *what)
{
    fprintf(stderr, "faults: %s\n", what);
    exit(2);
}

static char *fill_in(const char *argument, const char *out)
{
    const char *mark = strstr(argument, "@OUT");
    size_t size = strlen(argument) + strlen(out) + 1;
    char *text = malloc(size);
    if (!text) {
        die("out of memory");
    }
    if (mark) {
        snprintf(text, size, "%.*s%s%s", (int)(mark - argument), argument, out, mark + 4);
    } else {
        snprintf(text, size, "%s", argument);
    }
    return text;
}

static void read_command(struct trial *trial, int argc, char **argv)
{
    const char *temporary = getenv("TMPDIR");
    char *work = trial->place.work;
    int length = snprintf(work, sizeof trial->place.work, "%s/adtmap-faults-XXXXXX",
                          temporary && *temporary ? temporary : "/tmp");
    char *program = getenv("ADTMAP");
    const char *preload = getenv("FAULTS_PRELOAD");
    if (!program || !preload || argc < 1 || argc > ARGUMENTS_MAX - 2 ||
        length >= (int)sizeof trial->place.work || !mkdtemp(work)) {
        die("no command");
    }
    snprintf(trial->place.log, sizeof trial->place.log, "%s/log", work);
    snprintf(trial->out, sizeof trial->out, "%s/out", work);
    snprintf(trial->reference, sizeof trial->reference, "%s/reference", work);
    trial->place.preload = preload;
    trial->argv[0] = fill_in(program, trial->out);
    const char *next = getenv("FAULTS_NEXT");
    trial->next = fill_in(next && *next ? next : program, trial->out);
    for (int i = 0; i < argc; i++) {
        trial->argv[i + 1] = fill_in(argv[i], trial->out);
    }
}

static void read_options(struct trial *trial, int argc, char **argv)
{
    int i = 2;
    trial->kind = argc > 1 ? argv[1] : "";
    for (; i < argc && strcmp(argv[i], "--") != 0; i++) {
        if (strcmp(argv[i], "--all") == 0) {
            trial->all = true;
        } else if (strcmp(argv[i], "--stdout") == 0) {
            trial->same_stdout = true;
        } else if (strcmp(argv[i], "--once") == 0) {
            trial->once = true;
        } else if (strcmp(argv[i], "--most") == 0 && i + 1 < argc) {
            trial->most = strtoul(argv[++i], NULL, 10);
        } else if (strcmp(argv[i], "--seed") == 0 && i + 1 < argc) {
            trial->seed = argv[++i];
        } else {
            die("wrong option");
        }
    }
    read_command(trial, argc - i - 1, argv + i + 1);
}

static void make_out(const struct trial *trial)
{
    tree_remove(trial->out);
    if (trial->seed) {
        tree_copy(trial->seed, trial->out);
    }
}

/* Runs without faults; counts the calls and writes the reference files. */
static void run_undisturbed(struct trial *trial)
{
    size_t size = 0;
    const struct fault none = {.kind = trial->kind};
    make_out(trial);
    trial->undisturbed = child_run(&trial->place, &none, trial->argv);
    trial->calls = (uint64_t *)(void *)read_whole(trial->place.log, &size);
    trial->call_count = size / sizeof *trial->calls;
    int status = trial->undisturbed.status;
    if ((status != 0 && status != 1) || !trial->call_count) {
        printf("undisturbed: status %d, %zu calls: %s\n", status, trial->call_count,
               trial->undisturbed.err);
        exit(1);
    }
    tree_remove(trial->reference);
    if (access(trial->out, F_OK) == 0 && rename(trial->out, trial->reference)) {
        die("cannot keep the undisturbed run");
    }
}

static size_t count_lines(const char *text, const char *start)
{
    size_t count = 0;
    for (const char *at = text; at && *at; at = strchr(at, '\n') ? strchr(at, '\n') + 1 : NULL) {
        count += strncmp(at, start, strlen(start)) == 0;
    }
    return count;
}

/* What is wrong with the exit status, which must match the output; NULL if nothing. */
static const char *judge(struct trial *trial, const struct fault *fault, const struct child *child,
                         char detail[WRONG_BYTES])
{
    size_t errors = count_lines(child->err, "adtmap");
    bool as_before = child->status == trial->undisturbed.status;
    bool same = tree_is_same(trial->out, trial->reference, COMPARE_SEEN, detail) &&
                (!trial->same_stdout || strcmp(child->out, trial->undisturbed.out) == 0);
    if (child->late) {
        return "does not end";
    }
    if (child->signal || child->status < 0 || child->status > 2) {
        return "ends in a crash";
    }
    if (as_before && !same && (*fault->kind == 'm' || !*child->err)) {
        return "ends well though what it made is not the same";
    }
    if (!as_before && errors == 0) {
        return "says nothing";
    }
    if (!as_before && !fault->stay && count_lines(child->err, "adtmap: error") > 1) {
        return "says more than one line";
    }
    if (as_before && trial->seed &&
        !tree_keeps(trial->out, trial->seed, trial->reference, detail)) {
        return "ends well though it has removed what it could not read";
    }
    trial->harmless += as_before && same;
    return tree_is_whole(trial->out, trial->reference, detail) ? NULL : detail;
}

static void complain(struct trial *trial, const struct fault *fault, const struct child *child,
                     const char *what, const char *detail)
{
    size_t size;
    char *log = read_whole(trial->place.log, &size);
    trial->wrong++;
    printf("WRONG: %s at %" PRIu64 ", place %" PRIx64 "%s: %s (%s); status %d, signal %d\n",
           fault->kind, fault->at, fault->site, fault->stay ? ", and from there on" : "", what,
           detail, child->status, child->signal);
    printf("%.3000s", child->err);
    printf("%s\n", *fault->kind == 'k' || !log ? "" : log);
    free(log);
}

/* Runs the command again after a fault; the result must be that of a run without faults. */
static void try_next(struct trial *trial, const struct fault *fault, enum compared compared)
{
    char detail[WRONG_BYTES] = "";
    const struct fault none = {0};
    char *argv[ARGUMENTS_MAX];
    memcpy(argv, trial->argv, sizeof argv);
    argv[0] = trial->next;
    struct child child = child_run(&trial->place, &none, argv);
    if (child.status != trial->undisturbed.status) {
        complain(trial, fault, &child, "the next run fails", detail);
    } else if (!tree_is_same(trial->out, trial->reference, compared, detail)) {
        complain(trial, fault, &child, "the next run leaves something else", detail);
    }
    child_free(&child);
}

static void try_fault(struct trial *trial, const struct fault *fault)
{
    char detail[WRONG_BYTES] = "";
    make_out(trial);
    struct child child = child_run(&trial->place, fault, trial->argv);
    const char *what = judge(trial, fault, &child, detail);
    trial->tried++;
    if (what) {
        complain(trial, fault, &child, what, detail);
    } else if (!trial->once || child.status != trial->undisturbed.status) {
        try_next(trial, fault, COMPARE_LATER);
    }
    child_free(&child);
}

/* The distinct call sites in the order of their first calls. */
struct call_sites {
    struct call_site *items;
    size_t count;
    struct hash_index index; /* by place */
};

/* NULL: a new one. */
static struct call_site *find_site(const struct call_sites *sites, uint64_t place)
{
    struct hash_probe probe = hash_index_probe(&sites->index, place);
    while (hash_index_next(&sites->index, &probe)) {
        if (sites->items[probe.number].place == place) {
            return &sites->items[probe.number];
        }
    }
    return NULL;
}

static void list_sites(const struct trial *trial, struct call_sites *sites)
{
    *sites = (struct call_sites){.items = calloc(trial->call_count, sizeof *sites->items)};
    if (!sites->items || !hash_index_reserve(&sites->index, trial->call_count)) {
        die("out of memory");
    }
    for (size_t i = 0; i < trial->call_count; i++) {
        uint64_t place = trial->calls[i];
        struct call_site *site = find_site(sites, place);
        if (!site) {
            (void)hash_index_add(&sites->index, place, (uint32_t)sites->count);
            site = &sites->items[sites->count++];
            site->place = place;
        }
        site->calls++;
    }
    const char *tried = getenv("FAULTS_TRIED");
    if (tried && *tried && !trial->most) {
        tried_claim(tried, sites->items, sites->count);
    }
}

/* Faults at the first call from a site, which is the nth. */
static void try_site(struct trial *trial, const struct call_site *site, size_t nth)
{
    struct fault fault = {.kind = trial->kind, .site = site->place};
    if (!site->known || nth % (2 * KNOWN_STEP) == 0) {
        try_fault(trial, &fault);
    }
    fault.stay = true;
    if (!site->known || nth % (2 * KNOWN_STEP) == KNOWN_STEP) {
        try_fault(trial, &fault);
    }
}

/* Faults at later calls from sites. */
static void try_repeats(struct trial *trial, const struct call_sites *sites)
{
    for (size_t i = 0; i < trial->call_count; i++) {
        struct call_site *site = find_site(sites, trial->calls[i]);
        size_t nth = ++site->seen;
        bool is_chosen = nth > 1 && ((nth & (nth - 1)) == 0 || nth == site->calls);
        if (is_chosen && !site->known) {
            const struct fault fault = {.kind = trial->kind, .at = i + 1};
            try_fault(trial, &fault);
        }
    }
}

static void try_faults(struct trial *trial)
{
    struct call_sites sites;
    list_sites(trial, &sites);
    size_t tries = trial->most && trial->most < sites.count ? trial->most : sites.count;
    for (size_t i = 0; i < tries; i++) {
        size_t nth = i * sites.count / tries;
        try_site(trial, &sites.items[nth], nth);
    }
    if (trial->all) {
        try_repeats(trial, &sites);
    }
    hash_index_free(&sites.index);
    free(sites.items);
}

static void try_kill(struct trial *trial, uint64_t at)
{
    char detail[WRONG_BYTES] = "";
    const struct fault fault = {.kind = "kill", .at = at};
    make_out(trial);
    struct child child = child_run(&trial->place, &fault, trial->argv);
    trial->tried++;
    if (child.status != -1 && trial->calls) {
        complain(trial, &fault, &child, "was not killed", detail);
    }
    child_free(&child);
    try_next(trial, &fault, COMPARE_ALL);
}

static void try_kills(struct trial *trial)
{
    size_t most = trial->most ? trial->most : KILLS;
    size_t tries = trial->all || most > trial->call_count ? trial->call_count : most;
    for (size_t i = 0; i < tries; i++) {
        try_kill(trial, i * trial->call_count / tries + 1);
    }
}

static int check_tree(const char *folder, const char *reference)
{
    char wrong[WRONG_BYTES] = "";
    bool whole = tree_is_whole(folder, reference, wrong);
    printf("%s\n", wrong);
    return !whole;
}

int main(int argc, char **argv)
{
    if (argc == 4 && strcmp(argv[1], "whole") == 0) {
        return check_tree(argv[2], argv[3]);
    }
    struct trial trial = {0};
    read_options(&trial, argc, argv);
    run_undisturbed(&trial);
    if (strcmp(trial.kind, "kill") == 0) {
        try_kills(&trial);
    } else {
        try_faults(&trial);
    }
    printf("%s: %zu calls, %zu faults tried, %zu without effect, %zu wrong\n", trial.kind,
           trial.call_count, trial.tried, trial.harmless, trial.wrong);
    for (char **argument = trial.argv; *argument; argument++) {
        free(*argument);
    }
    free(trial.next);
    child_free(&trial.undisturbed);
    free(trial.calls);
    tree_remove(trial.place.work);
    return trial.wrong > 0;
}
