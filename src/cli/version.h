/* `adtmap --version`. */
#ifndef CLI_VERSION_H
#define CLI_VERSION_H

/* Prints the program's version and those of the libraries in use, one a line. */
void version_print(void);

#endif
