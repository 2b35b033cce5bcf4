/* adtmap cat: takes files out of the data. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/path.h"
#include "base/size.h"
#include "cli/command.h"
#include "cli/commands/file_selection.h"
#include "cli/common.h"
#include "cli/session.h"
#include "map/map.h"
#include "os/file.h"
#include "os/output_file.h"
#include "os/process.h"
#include "os/temporary.h"

enum { LOOK_AT_BYTES = 8192 };

struct cat_options {
    struct session_input data;
    const char *out;  /* or NULL */
    const char *into; /* or NULL */
    bool force;
    struct common_options common;
};

#define FIELD(member) .offset = offsetof(struct cat_options, member)

static const struct option_row output_rows[] = {
    {.name = "out",
     .letter = 'o',
     .argument = "FILE",
     .kind = &option_string,
     FIELD(out),
     .is_path = true,
     .help = "writes the one file there, - for stdout (default)"},
    {.name = "into",
     .argument = "DIR",
     .kind = &option_string,
     FIELD(into),
     .is_path = true,
     .help = "writes each file below DIR, in the folders of its name"},
    {.name = "force",
     .kind = &option_flag,
     FIELD(force),
     .help = "with --into, replaces existing files and writes hidden ones; else writes what is no "
             "text to a terminal too"},
};

/* Whether the bytes would do strange things to a terminal. */
static bool is_binary(const struct blob *blob)
{
    for (size_t i = 0; i < size_min(blob->size, LOOK_AT_BYTES); i++) {
        uint8_t c = blob->data[i];
        if ((c < 0x20 && c != '\n' && c != '\t' && c != '\r') || c == 0x7F) {
            return true;
        }
    }
    return false;
}

static enum adtmap_status write_stdout(const struct blob *blob, const struct cat_options *options,
                                       const struct diag *diag)
{
    if (!options->force && process_stdout_is_terminal() && is_binary(blob)) {
        return diag_fail(
            diag, ADTMAP_UNSUPPORTED, NULL, NO_OFFSET,
            "no text: not written to the terminal; -o FILE keeps it, --force shows it");
    }
    int error_number = process_write_stdout(blob->data, blob->size);
    return error_number ? diag_fail_errno(diag, error_number, "cannot be written to stdout")
                        : ADTMAP_OK;
}

/* Strangers name the files: nothing that is there is lost to one of them. */
static enum adtmap_status check_free(const char *path, const char *name, const struct blob *blob,
                                     const struct diag *diag)
{
    struct diag at_path = diag_at(diag, path);
    /* Files with a part of the name that begins with '.' steer programs. */
    if (name[0] == '.' || strstr(name, "/.") || strstr(name, "\\.")) {
        return diag_fail(&at_path, ADTMAP_UNSUPPORTED, NULL, NO_OFFSET,
                         "is a hidden file; skipped, --force writes it");
    }
    if (file_exists(path) && !file_has_contents(path, blob->data, blob->size)) {
        return diag_fail(&at_path, ADTMAP_UNSUPPORTED, NULL, NO_OFFSET,
                         "exists; skipped, --force replaces it");
    }
    return ADTMAP_OK;
}

static bool in_same_folder(const char *a, const char *b)
{
    size_t length = (size_t)(path_base(a) - a);
    return (size_t)(path_base(b) - b) == length && strncmp(a, b, length) == 0;
}

/* `previous` is the file written before, or NULL: a folder is swept once. */
static enum adtmap_status write_below(const char *path, const char *name, const char *previous,
                                      const struct blob *blob, const struct diag *diag)
{
    char *folder = path_directory(path);
    enum adtmap_status status = folder ? file_make_directory(folder, diag) : diag_fail_memory(diag);
    if (status == ADTMAP_OK && !(previous && in_same_folder(name, previous))) {
        temporary_sweep(folder, NULL);
    }
    free(folder);
    return status ? status : file_write_atomic(path, blob->data, blob->size, diag);
}

static enum adtmap_status take_into(const struct cat_options *options, const char *name,
                                    const char *previous, const struct blob *blob,
                                    const struct diag *diag)
{
    char *path = path_join(options->into, name);
    enum adtmap_status status = path ? ADTMAP_OK : diag_fail_memory(diag);
    if (status == ADTMAP_OK && !options->force) {
        status = check_free(path, name, blob, diag);
    }
    if (status == ADTMAP_OK) {
        status = write_below(path, name, previous, blob, diag);
    }
    free(path);
    return status;
}

static enum adtmap_status take_out(const struct assets *assets, const struct selection *files,
                                   size_t index, const struct cat_options *options,
                                   const struct diag *diag)
{
    struct blob blob;
    struct diag at_origin = diag_at(diag, selection_origin(files, index));
    enum adtmap_status status = assets_read(assets, selection_name(files, index), diag, &blob);
    if (status == ADTMAP_OK && options->into) {
        const char *previous = index > 0 ? selection_spelled(files, index - 1) : NULL;
        status = take_into(options, selection_spelled(files, index), previous, &blob, &at_origin);
    } else if (status == ADTMAP_OK && options->out && !output_is_stdout(options->out)) {
        status = output_write(options->out, blob.data, blob.size, &at_origin);
    } else if (status == ADTMAP_OK) {
        status = write_stdout(&blob, options, &at_origin);
    }
    blob_release(&blob);
    return status;
}

/* How many of the files cannot be taken out, each named. */
static size_t take_all(const struct session *session, const struct selection *files,
                       const struct cat_options *options)
{
    size_t failed = 0;
    for (size_t i = 0; i < selection_count(files); i++) {
        if (take_out(session->data->assets, files, i, options, &session->diag)) {
            session_fail(session);
            failed++;
        }
    }
    return failed;
}

static enum exit_status cat(struct session *session, const void *given)
{
    const struct cat_options *options = given;
    if (options->out && options->into) {
        return session_refuse(session, "--out and --into: one of them only");
    }
    struct selection files = {0};
    size_t missing;
    enum exit_status status = EXIT_NOT_RUN;
    if (!session_open_data(session, &options->data) ||
        !selection_make(session, &session->operands, &files, &missing)) {
        selection_free(&files);
        return EXIT_NOT_RUN;
    }
    if (options->out && selection_count(&files) > 1) {
        messages_error(session->messages,
                       "%zu files, %s and others, for one -o; --into DIR writes each",
                       selection_count(&files), selection_spelled(&files, 0));
    } else {
        status = take_all(session, &files, options) + missing > 0 ? EXIT_PARTIAL : EXIT_OK;
    }
    selection_free(&files);
    return status;
}

static enum exit_status run(int argc, char **argv)
{
    struct cat_options options = {0};
    const struct option_table tables[] = {
        session_data_table(&options.data),
        {"Output", output_rows, COUNT_OF(output_rows), &options},
        common_table(&options.common),
    };
    const struct command_line line = {
        .command = command_cat.name,
        .examples = command_cat.examples,
        .synopsis = "-d DATA... NAME... [options]",
        .about = "Takes files out of the data, as they are found when a map is drawn, and writes "
                 "them to stdout. A NAME is what 'adtmap ls' takes as a PATTERN. Leaves with 1 "
                 "when one of them is not there.",
        .tables = tables,
        .table_count = COUNT_OF(tables),
        .operands_min = 1,
        .operands_max = OPERANDS_ANY,
        .operand = "NAME",
    };
    return session_run(&line, argc, argv, &options.common.verbosity, cat, &options);
}

const struct command command_cat = {
    "cat",
    "takes files out of the data",
    run,
    {{"adtmap cat -d client DBFilesClient/Map.dbc -o Map.dbc", "one file"},
     {"adtmap cat -d client World/Maps/Azeroth --into files", "a folder, below files/"}}};
