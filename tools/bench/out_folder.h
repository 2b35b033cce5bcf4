/* The folder that measured runs write to. */
#ifndef BENCH_OUT_FOLDER_H
#define BENCH_OUT_FOLDER_H

/*
 * The path of the output in a new folder below $TMPDIR, else /tmp; the same at every call. Nothing
 * exists there at first. The folder is removed when the program exits. Ends the program on failure.
 */
char *out_folder(void);

/*
 * Renames the output, if there is any, and empties its files, so that the next run begins without
 * them. They are removed no earlier than at exit, because ext4 without a journal skips recently
 * freed inodes, which would cost the next run up to half a millisecond a file.
 */
void out_folder_put_aside(void);

#endif
