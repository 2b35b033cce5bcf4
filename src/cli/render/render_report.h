/* What 'render' says in the end: JSON for programs, lines for people, the exit status for both. */
#ifndef CLI_RENDER_RENDER_REPORT_H
#define CLI_RENDER_RENDER_REPORT_H

#include "cli/command.h"
#include "cli/messages.h"
#include "cli/render/render_request.h"
#include "job/settings/job_settings.h"

/*
 * Tells what became of a run of `job` that came to its end, or of what a check found: on stdout the
 * result, on stderr each tile that failed, once more, and each that was asked for by name and
 * cannot be had. The status is EXIT_NOT_RUN when out of memory.
 */
enum exit_status render_report(struct messages *messages, const struct render_run *run,
                               const struct job_settings *job, const struct job_result *result);

#endif
