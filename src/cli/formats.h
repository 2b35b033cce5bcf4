/* `adtmap help --formats`: the tables of chunks in docs/formats.md. */
#ifndef CLI_FORMATS_H
#define CLI_FORMATS_H

/* Prints them as Markdown on stdout, each under the heading of its kind of file. */
void formats_print(void);

#endif
