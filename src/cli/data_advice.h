/* What to do about files that the data lack. */
#ifndef CLI_DATA_ADVICE_H
#define CLI_DATA_ADVICE_H

#include "cli/messages.h"
#include "cli/options/option_kinds.h"

/* Sets the last line of a run that missed textures, buildings or doodads in these data. */
void data_advise(struct messages *messages, const struct option_strings *data);

#endif
