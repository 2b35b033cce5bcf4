/* `adtmap help --limits`: the table of limits in docs/security.md. */
#ifndef CLI_LIMITS_H
#define CLI_LIMITS_H

/* Prints a Markdown table on stdout. */
void limits_print(void);

#endif
