/*
 * What goes together is checked when all options are known, before data are opened; the words name
 * the options as they are written.
 */
#include "cli/render/product_options.h"

#include "base/size.h"
#include "cli/options/option_text.h"
#include "os/file.h"

#define FIELD(member) .offset = offsetof(struct product_options, member)

static const struct option_row product_rows[] = {
    {.name = "stitch",
     .kind = &option_set_bits,
     FIELD(job.outputs),
     .value = JOB_STITCH,
     .help = "also joins the tiles to OUT/MAP/MAP.png, with its world file MAP.pgw and its axes, "
             "MAP.png.aux.xml"},
    {.name = "full-grid",
     .kind = &option_set_bits,
     FIELD(job.outputs),
     .value = JOB_FULL_GRID,
     .help = "gives the joined picture all 64x64 places, not only those that have tiles"},
    {.name = "world-files",
     .kind = &option_set_bits,
     FIELD(job.outputs),
     .value = JOB_WORLD_FILES,
     .help = "also writes a world file and a .png.aux.xml for each tile of pictures and layers "
             "and each zone, which place it for QGIS and GDAL; joined pictures always have them"},
    {.name = "areas",
     .kind = &option_set_bits,
     FIELD(job.outputs),
     .value = JOB_AREAS,
     .help = "also writes OUT/MAP/areas.geojson: the outlines of areas, with the ids of the map's "
             "chunks and the names of the client's AreaTable; --web writes it too"},
    {.name = "landmarks",
     .kind = &option_set_bits,
     FIELD(job.outputs),
     .value = JOB_LANDMARKS,
     .help = "also writes OUT/MAP/landmarks.geojson: flight masters, graveyards and entrances of "
             "dungeons, from the client's tables, and flights.geojson: the flight paths; --web "
             "writes them too"},
    {.name = "zones",
     .kind = &option_set_bits,
     FIELD(job.outputs),
     .value = JOB_ZONES,
     .help = "also writes OUT/MAP/zones/NAME.png, a picture of each zone as the client's world map "
             "frames it (WorldMapArea, UiMapAssignment), and OUT/MAP/zones.json"},
    {.name = "zone",
     .argument = "NAME",
     .kind = &option_list,
     FIELD(zones),
     .help = "with --zones or --client-worldmap: of this zone alone; repeats add up"},
    {.name = "changed",
     .argument = "FILE",
     .kind = &option_string,
     FIELD(job.changed),
     .help = "where to list the files of OUT that were changed, a path a line, and those removed "
             "as '# removed PATH' (default OUT/MAP/.adtmap/changed.txt)"},
    {.name = "jobs",
     .letter = 'j',
     .argument = "N",
     .kind = &option_whole,
     FIELD(job.threads),
     .low = 0,
     .high = ADTMAP_THREADS_MAX,
     .help = "threads, 0: one a core"},
    {.name = "memory",
     .argument = "SIZE",
     .kind = &option_bytes,
     FIELD(memory_bytes),
     .help = "bound of what tiles under way, rows of the joined picture and what is kept between "
             "tiles take, 512M, 2G and the like (default 256M in addition to the tiles under way)"},
    {.name = "no-sync",
     .kind = &option_flag,
     FIELD(no_sync),
     .help = "does not wait until files are on the disk: for folders that are thrown away, as a "
             "power cut may leave empty files in place of older ones too"},
};

static const struct option_row web_rows[] = {
    {.name = "web",
     .kind = &option_set_bits,
     FIELD(job.outputs),
     .value = JOB_WEB,
     .help = "also writes a website: zoom levels, OUT/MAP/index.html, and OUT/index.html for all "
             "maps in OUT"},
    {.name = "web-format",
     .kind = &option_choice,
     FIELD(job.web_format),
     .choices = image_format_names,
     .help = "what zoom levels are stored as; webp is lossless without --web-quality, smaller and "
             "slower; jpg is lossy and has no transparency"},
    {.name = "web-quality",
     .argument = "Q",
     .kind = &option_whole,
     FIELD(job.web_quality),
     .low = 0,
     .high = IMAGE_QUALITY_MAX,
     .help = "with --web-format webp or jpg: lower numbers give smaller files; 0: lossless for "
             "webp, 85 for jpg"},
    {.name = "pmtiles",
     .kind = &option_set_bits,
     FIELD(job.outputs),
     .value = JOB_WEB | JOB_PMTILES,
     .help = "--web, and all zoom levels in one file too, OUT/MAP/MAP.pmtiles"},
    {.name = "markers",
     .argument = "FILE",
     .kind = &option_string,
     FIELD(job.markers),
     .is_path = true,
     .help =
         "with --web: points, lines and areas to mark, in game coordinates, with name, icon and "
         "color: GeoJSON, or CSV or TSV with named columns"},
    {.name = "live",
     .argument = "ADDRESS",
     .kind = &option_page_address,
     FIELD(job.live),
     .help = "with --web: a JSON file of players that pages ask for every few seconds, relative to "
             "OUT/MAP or on a host; kept for later runs; '' forgets it"},
    {.name = "site-url",
     .argument = "URL",
     .kind = &option_address,
     FIELD(job.address),
     .help =
         "with --web: where OUT is published, so that links to pages show a picture of the map; "
         "kept for later runs; '' forgets it"},
    {.name = "leaflet",
     .argument = "DIR",
     .kind = &option_string,
     FIELD(job.leaflet),
     .help = "with --web: where leaflet.js and leaflet.css are (default: in the program, if it is "
             "of a release, else where Debian puts them)"},
};

static const char *const minimap_names[] = {[MINIMAP_TRS] = "md5", [MINIMAP_PLAIN] = "plain", NULL};
static const char *const minimap_encodings[] = {
    [MINIMAP_DXT1] = "dxt1", [MINIMAP_PALETTE] = "palette", NULL};

static const struct option_row minimap_rows[] = {
    {.name = "client-minimap",
     .argument = "DIR",
     .kind = &option_string,
     FIELD(minimap.root),
     .help = "also writes the minimap that a client shows: BLP files, and their table merged into "
             "the one in DIR"},
    {.name = "client-minimap-names",
     .kind = &option_choice,
     FIELD(minimap.names),
     .choices = minimap_names,
     .help = "md5: DIR/textures/Minimap and md5translate.trs, for clients up to 4.x; plain: "
             "DIR/World/Minimaps/MAP/mapXX_YY.blp"},
    {.name = "client-minimap-format",
     .kind = &option_choice,
     FIELD(minimap.encoding),
     .choices = minimap_encodings,
     .help = "how its pixels are stored"},
    {.name = "client-minimap-interiors",
     .kind = &option_flag,
     FIELD(minimap.interiors),
     .help =
         "also draws the rooms of the map's buildings, which clients show to who stands in them"},
    {.name = "client-minimap-noliquid",
     .kind = &option_flag,
     FIELD(minimap.no_liquid),
     .help = "also writes noliquid_mapXX_YY.blp, the tiles without liquids, as clients from 4.x on "
             "have them; of the layer no-liquid, which shards are to be drawn with"},
    {.name = "client-minimap-size",
     .argument = "PX",
     .kind = &option_whole,
     FIELD(minimap.size_px),
     .low = 16,
     .high = 1024,
     .help = "edge of its tiles, a power of two"},
    {.name = "client-worldmap",
     .argument = "DIR",
     .kind = &option_string,
     FIELD(worldmap.root),
     .help = "also writes the maps of zones, or of a dungeon, that a client shows: "
             "DIR/Interface/WorldMap/NAME/NAME1.blp to NAME12.blp"},
    {.name = "client-worldmap-format",
     .kind = &option_choice,
     FIELD(worldmap.encoding),
     .choices = minimap_encodings,
     .help = "how their pixels are stored"},
};

/* The last of product_rows: threads, memory, no-sync. */
enum { RUN_ROWS = 3 };

void products_default(struct product_options *options)
{
    options->minimap.size_px = 256;
    options->worldmap.names = MINIMAP_WORLD;
}

struct option_table products_table(struct product_options *options)
{
    return (struct option_table){"Output", product_rows, COUNT_OF(product_rows), options};
}

struct option_table products_run_table(struct product_options *options)
{
    return (struct option_table){"Output", product_rows + COUNT_OF(product_rows) - RUN_ROWS,
                                 RUN_ROWS, options};
}

void products_set_durability(const struct product_options *options)
{
    file_set_durability(options->no_sync ? DURABLE_NEVER : DURABLE_TOGETHER);
}

struct option_table products_web_table(struct product_options *options)
{
    return (struct option_table){"Website", web_rows, COUNT_OF(web_rows), options};
}

struct option_table products_minimap_table(struct product_options *options)
{
    return (struct option_table){"Client", minimap_rows, COUNT_OF(minimap_rows), options};
}

bool products_check_minimap(const struct session *session, const struct product_options *options)
{
    const struct client_minimap *const folders[] = {&options->minimap, &options->worldmap};
    for (size_t i = 0; i < COUNT_OF(folders); i++) {
        struct adtmap_message failure = {0};
        const struct diag diag = {folders[i]->root, messages_log(session->messages), &failure};
        if (folders[i]->root && client_minimap_check(folders[i], &diag) != ADTMAP_OK) {
            messages_write(session->messages, &failure);
            return false;
        }
    }
    return true;
}

bool products_check(const struct product_options *options, char problem[OPTION_PROBLEM_BYTES])
{
    const struct job_settings *job = &options->job;
    const bool is_web = job->outputs & JOB_WEB;
    const bool has_zones = (job->outputs & JOB_ZONES) || options->worldmap.root;
    const struct {
        bool is_given;
        bool is_fine;
        const char *rule;
    } rules[] = {
        {job->outputs & JOB_FULL_GRID, job->outputs & JOB_STITCH, "--full-grid goes with --stitch"},
        {job->markers, is_web, "--markers goes with --web"},
        {job->leaflet, is_web, "--leaflet goes with --web"},
        {options->zones.count > 0, has_zones, "--zone goes with --zones or --client-worldmap"},
        {job->live, is_web, "--live goes with --web"},
        {job->address, is_web, "--site-url goes with --web"},
        {job->web_format != IMAGE_PNG, is_web, "--web-format goes with --web"},
        {options->minimap.interiors, options->minimap.root,
         "--client-minimap-interiors goes with --client-minimap"},
        {options->minimap.no_liquid, options->minimap.root,
         "--client-minimap-noliquid goes with --client-minimap"},
        {job->web_quality > 0, job->web_format != IMAGE_PNG,
         "--web-quality goes with --web-format webp or jpg"},
    };
    for (size_t i = 0; i < COUNT_OF(rules); i++) {
        if (rules[i].is_given && !rules[i].is_fine) {
            return option_wrong(problem, "%s", rules[i].rule);
        }
    }
    if (options->minimap.size_px & (options->minimap.size_px - 1)) {
        return option_wrong(problem, "--client-minimap-size %u is no power of two",
                            (unsigned)options->minimap.size_px);
    }
    return true;
}

struct job_settings products_job(const struct product_options *options)
{
    struct job_settings job = options->job;
    job.memory_bytes = (size_t)options->memory_bytes;
    job.minimap = options->minimap.root ? &options->minimap : NULL;
    job.worldmap = options->worldmap.root ? &options->worldmap : NULL;
    job.zones = options->zones.items;
    job.zone_count = options->zones.count;
    return job;
}
