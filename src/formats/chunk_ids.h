/*
 * The ids of all chunks that anything in the program looks for. Readers ask for a chunk by one of
 * these, so that none is read that `adtmap help --formats` does not know. Ids stand as the
 * documents write them ("MCNK"); on disk their bytes are reversed, except in models.
 */
#ifndef FORMATS_CHUNK_IDS_H
#define FORMATS_CHUNK_IDS_H

struct chunk_id {
    char text[5];
};

/* clang-format off */
#define CHUNK_IDS(X) \
    X(BIDX) X(BONE) X(BWGT) X(GEOA) X(GEOS) X(GFID) X(GNDX) X(HELP) X(KGAC) X(KGAO) X(KGRT) \
    X(KGSC) X(KGTR) X(KMTA) X(KMTF) X(KTAR) X(KTAS) X(KTAT) X(MAHO) X(MAID) X(MAIN) X(MAMP) \
    X(MAOF) X(MARE) X(MATS) X(MAVD) X(MAVG) X(MBBB) X(MBMH) X(MBMI) X(MBNV) X(MCAL) X(MCBB) \
    X(MCCV) X(MCIN) X(MCLQ) X(MCLV) X(MCLY) X(MCNK) X(MCNR) X(MCRD) X(MCRF) X(MCRW) X(MCSH) \
    X(MCVP) X(MCVT) X(MD20) X(MD21) X(MDAL) X(MDDF) X(MDID) X(MDLX) X(MDNM) X(MFBO) X(MH2O) \
    X(MHDR) X(MHID) X(MLIQ) X(MMDX) X(MMID) X(MOBA) X(MOC2) X(MOCV) X(MODD) X(MODF) X(MODI) \
    X(MODL) X(MODN) X(MODR) X(MODS) X(MOGI) X(MOGN) X(MOGP) X(MOGX) X(MOHD) X(MOIN) X(MOLD) \
    X(MOLR) X(MOLT) X(MOLV) X(MOMO) X(MOMT) X(MONM) X(MONR) X(MOPL) X(MOPY) X(MOTV) X(MOTX) \
    X(MOUV) X(MOVI) X(MOVT) X(MOVX) X(MPHD) X(MPY2) X(MTCG) X(MTEX) X(MTGC) X(MTLS) X(MTXF) \
    X(MTXP) X(MVER) X(MWDR) X(MWDS) X(MWID) X(MWMO) X(NRMS) X(PCNT) X(PIVT) X(PTYP) X(PVTX) \
    X(SEQS) X(SFID) X(SKB1) X(SKID) X(SKIN) X(SKPD) X(SKS1) X(TEXS) X(TXAN) X(TXID) X(UVAS) \
    X(VERS) X(VRTX)
/* clang-format on */

#define CHUNK_ID_DECLARE(id) extern const struct chunk_id id_##id;
CHUNK_IDS(CHUNK_ID_DECLARE)
#undef CHUNK_ID_DECLARE

#endif
