/* `adtmap --version`. */
#ifndef CLI_VERSION_H
#define CLI_VERSION_H

/* The commit that the program was built from, or "unknown"; the build writes it. */
extern const char version_commit[];

/* Prints the program's version and those of the libraries in use, one a line. */
void version_print(void);

#endif
