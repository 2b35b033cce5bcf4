/* What to take of a client that has several games or languages in one storage (CASC). */
#ifndef ADTMAP_CLIENT_H
#define ADTMAP_CLIENT_H

/* Zero-initialised: the only product there is, in the language that is installed, without keys. */
struct adtmap_client {
    const char *product;  /* "wow", "wow_classic_era"; NULL: the only one, or that of the folder */
    const char *locale;   /* "enUS"; NULL: the installed one, or enUS */
    const char *key_file; /* lines "NAME KEY" for encrypted files; NULL: none are read */
};

#endif
