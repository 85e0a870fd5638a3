/* Maps: uploaded ones, the built-in ones, their pictures, and the choice of a
 * map for a table of the hall.
 *
 * The coordinates of a map are kept as one line a region, in three parts that
 * '|' separates: outline, place of the race, place of the power. A part is a
 * list of points "x,y" separated by blanks, and empty where nothing is known. */
#include "games/smallworld/dialect_self.h"

#include <stdio.h>
#include <stdlib.h>

/* ---- writing ----------------------------------------------------------------- */

void sw_region_out(const struct map_region *region, struct jout *out)
{
    struct str adjacent = region->adjacent;
    int64_t    other;

    jout_field_array(out, "constRegionState");
    for (size_t i = 0; i < region->land.len; i++)
        jout_text(out, land_words[land_by_letter(region->land.at[i])].word);
    jout_close_array(out);
    jout_field_array(out, "adjacentRegions");
    while (map_next_number(&adjacent, &other))
        jout_int(out, other);
    jout_close_array(out);
}

/* "12,7" as 12,7 inside an array; numbers are kept as the text they came in. */
static void point_out(struct str point, struct jout *out)
{
    jout_raw(out, str_cut(&point, ','));
    jout_raw(out, point);
}

void sw_shape_out(struct str line, struct jout *out)
{
    static const char *const places[] = { "raceCoords", "powerCoords" };
    struct str               outline = str_cut(&line, '|');

    jout_field_array(out, "coordinates");
    while (outline.len) {
        jout_open_array(out);
        point_out(str_cut(&outline, ' '), out);
        jout_close_array(out);
    }
    jout_close_array(out);
    for (size_t i = 0; i < ARRAY_LEN(places); i++) {
        struct str place = str_cut(&line, '|');

        jout_field_array(out, places[i]);
        if (place.len)
            point_out(place, out);
        jout_close_array(out);
    }
}

void sw_picture_out(struct smallworld *s, int64_t map, struct jout *out)
{
    struct map_row row;
    bool           known = sw_map_by_id(s, map, &row);

    jout_field_str(out, "picture", known ? row.picture : STR(""));
    stmt_done(s->sql.map_by_id);
}

bool sw_shapes_known(struct str shapes)
{
    bool some = shapes.len > 0;

    while (shapes.len) {
        struct str line = str_cut(&shapes, '\n');

        for (int part = 0; part < 3; part++)
            some = some && str_cut(&line, '|').len > 0;
    }
    return some;
}

void sw_map_write_text(const struct map_row *row, struct buf *out)
{
    buf_printf(out, "%lld %d %d ", (long long)row->id, row->players, row->turns);
    for (size_t i = 0; i < row->name.len; i++)
        buf_char(out, row->name.at[i] == '\n' ? ' ' : row->name.at[i]);
    buf_char(out, '\n');
    buf_str(out, row->regions);
}

/* ---- uploadMap --------------------------------------------------------------- */

static bool read_land(const struct jin *list, struct buf *out)
{
    size_t n = jin_count(list);

    if (list && jin_kind(list) != JIN_NULL && jin_kind(list) != JIN_ARRAY)
        return false;
    for (size_t i = 0; i < n; i++) {
        struct str word;
        int        land = jin_string(jin_at(list, i), &word) ? land_by_word(word) : -1;

        if (land < 0)
            return false;
        buf_char(out, land_words[land].letter);
    }
    buf_text(out, n ? " " : "- ");
    return true;
}

static bool read_population(const struct jin *value, int64_t *sum, struct buf *out)
{
    int64_t tribes = 0;

    if (value && jin_kind(value) != JIN_NULL && !sw_wire_int(value, &tribes))
        return false;
    if (tribes < 0 || tribes > MAP_TRIBES_MOST || (*sum += tribes) > MAP_TRIBES_MOST)
        return false;
    buf_printf(out, "%lld ", (long long)tribes);
    return true;
}

/* Links are gathered as numbers, region and neighbour in one, and looked up in
 * their order afterwards: lists may be long. */
static uint64_t link_of(uint64_t region, uint64_t neighbour)
{
    return region << 32 | neighbour;
}

static bool read_adjacent(const struct jin *regions, size_t self, struct buf *links, struct buf *out)
{
    const struct jin *adjacent = jin_get(jin_at(regions, self), "adjacent");
    size_t            n = jin_count(adjacent);

    if (jin_kind(adjacent) != JIN_ARRAY)
        return false;
    for (size_t i = 0; i < n; i++) {
        int64_t other;

        if (!sw_wire_int(jin_at(adjacent, i), &other) || other < 1 || other > (int64_t)jin_count(regions) ||
            other == (int64_t)self + 1)
            return false;
        uint64_t link = link_of(self + 1, (uint64_t)other);
        buf_add(links, &link, sizeof link);
        buf_printf(out, "%s%lld", i ? "," : "", (long long)other);
    }
    buf_text(out, n ? "\n" : "-\n");
    return true;
}

static int compare_links(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

    return (x > y) - (x < y);
}

/* Does each end of every link list the other? */
static bool double_sided(struct buf *links)
{
    size_t    n = links->len / sizeof(uint64_t);
    uint64_t *link = (uint64_t *)(void *)links->at;

    if (n)
        qsort(link, n, sizeof *link, compare_links);
    for (size_t i = 0; i < n; i++) {
        uint64_t back = link_of(link[i] & UINT32_MAX, link[i] >> 32);

        if (!bsearch(&back, link, n, sizeof *link, compare_links))
            return false;
    }
    return true;
}

/* A point is two numbers; what is malformed counts as absent. */
static bool read_point(const struct jin *point, struct buf *out)
{
    double x, y;

    if (jin_kind(point) != JIN_ARRAY || jin_count(point) != 2 || !jin_real(jin_at(point, 0), &x) || !jin_real(jin_at(point, 1), &y))
        return false;
    jin_dump(jin_at(point, 0), out);
    buf_char(out, ',');
    jin_dump(jin_at(point, 1), out);
    return true;
}

static void read_outline(const struct jin *list, struct buf *out)
{
    size_t start = out->len;

    for (size_t i = 0; jin_kind(list) == JIN_ARRAY && i < jin_count(list); i++) {
        if (i)
            buf_char(out, ' ');
        if (!read_point(jin_at(list, i), out)) {
            out->len = start;
            return;
        }
    }
}

static void read_shape(const struct jin *region, struct buf *out)
{
    read_outline(jin_get(region, "coordinates"), out);
    buf_char(out, '|');
    read_point(jin_get(region, "raceCoords"), out);
    buf_char(out, '|');
    read_point(jin_get(region, "powerCoords"), out);
    buf_char(out, '\n');
}

static bool read_regions(const struct jin *regions, struct buf *text, struct buf *shapes)
{
    struct buf links = { 0 };
    int64_t    tribes = 0;
    bool       good = true;

    for (size_t i = 0; good && i < jin_count(regions); i++) {
        const struct jin *region = jin_at(regions, i);

        good = jin_kind(region) == JIN_OBJECT && read_land(jin_get(region, "landDescription"), text) &&
               read_population(jin_get(region, "population"), &tribes, text) && read_adjacent(regions, i, &links, text);
        read_shape(region, shapes);
    }
    good = good && double_sided(&links) && text->len + shapes->len <= MAP_BYTES_MOST;
    buf_release(&links);
    return good;
}

static int64_t map_add(struct smallworld *s, const struct map_row *map)
{
    struct stmt *q = s->sql.map_add;
    int64_t      id = sw_row_top(s->sql.map_top) + 1;
    struct buf   layout = { 0 };

    stmt_int(q, 1, id);
    stmt_text(q, 2, map->name);
    stmt_int(q, 3, map->players);
    stmt_int(q, 4, map->turns);
    stmt_text(q, 5, map->regions);
    stmt_text(q, 6, map->shapes);
    stmt_text(q, 7, map->picture);
    buf_text(&layout, "");
    if (sw_shapes_known(map->shapes))
        buf_str(&layout, map->shapes);
    else
        sw_layout_shapes(map->regions, &layout);
    stmt_text(q, 8, buf_view(&layout));
    buf_release(&layout);
    stmt_run(q);
    return id;
}

static bool map_name_taken(struct smallworld *s, struct str name)
{
    stmt_text(s->sql.map_by_name, 1, name);
    return sw_row_top(s->sql.map_by_name) > 0;
}

static bool room_for_maps(struct smallworld *s)
{
    stmt_int(s->sql.maps_bytes, 1, MAP_BYTES_LEAST);
    return sw_row_top(s->sql.maps_bytes) < MAPS_BYTES_MOST;
}

enum word sw_do_upload_map(struct call *c)
{
    struct buf     regions = { 0 }, shapes = { 0 };
    struct map_row map = {
        .name = sw_arg(c, "mapName")->text,
        .players = (int)sw_arg(c, "playersNum")->number,
        .turns = (int)sw_arg(c, "turnsNum")->number,
        .picture = jin_str_or(jin_get(c->json, "picture"), ""),
    };
    enum word word = BAD_REGIONS;

    if (map_name_taken(c->s, map.name))
        return MAP_NAME_TAKEN;
    if (!rate_allow(c->s->hall, "upload", sw_request_peer(c->request), UPLOADS_PER_MINUTE) || !room_for_maps(c->s))
        return SERVER_BUSY;
    if (map.picture.len > PICTURE_PATH_MOST)
        map.picture = STR("");
    buf_text(&regions, "");
    buf_text(&shapes, "");
    if (read_regions(sw_arg(c, "regions")->json, &regions, &shapes)) {
        map.regions = buf_view(&regions);
        map.shapes = buf_view(&shapes);
        jout_field_int(c->out, "mapId", map_add(c->s, &map));
        word = WORD_OK;
    }
    buf_release(&regions);
    buf_release(&shapes);
    return word;
}

/* ---- the built-in maps ---------------------------------------------------------- */

bool sw_default_maps_taken(struct smallworld *s)
{
    for (int i = 0; i < DEFAULT_MAPS; i++)
        if (map_name_taken(s, str_of(default_maps[i].name)))
            return true;
    return false;
}

void sw_default_maps_create(struct smallworld *s)
{
    struct buf shapes = { 0 };

    for (int i = 0; i < DEFAULT_MAPS; i++) {
        const struct default_map *map = &default_maps[i];

        buf_clear(&shapes);
        buf_text(&shapes, "");
        for (int k = 0; map->shapes && map->shapes[k]; k++)
            buf_printf(&shapes, "%s\n", map->shapes[k]);
        map_add(s, &(struct map_row){ .name = str_of(map->name),
                                      .players = map->players,
                                      .turns = map->turns,
                                      .regions = str_of(map->regions),
                                      .shapes = buf_view(&shapes),
                                      .picture = STR("") });
    }
    buf_release(&shapes);
}

enum word sw_do_create_default_maps(struct call *c)
{
    if (sw_default_maps_taken(c->s))
        return MAP_NAME_TAKEN;
    sw_default_maps_create(c->s);
    return WORD_OK;
}

/* ---- for tables of the hall ------------------------------------------------------ */

enum err sw_map_prepare(struct hall *hall, void *self, const struct jin *options, struct setup *setup, struct buf *extra,
                        const char **why)
{
    struct smallworld *s = self;
    const struct jin  *wanted = jin_get(options, "map");
    struct stmt       *q;
    struct map_row     map;
    struct str         name;
    int64_t            id;

    (void)hall;
    if (!wanted)
        return ERR_OK;
    if (jin_string(wanted, &name)) {
        q = s->sql.map_by_name;
        stmt_text(q, 1, name);
    } else if (jin_int(wanted, &id)) {
        q = s->sql.map_by_id;
        stmt_int(q, 1, id);
    } else {
        return *why = "a map is named by its name or number", ERR_REFUSED;
    }
    bool found = sw_map_row_next(q, &map);
    if (found) {
        setup->seats = (uint8_t)map.players;
        sw_map_write_text(&map, extra);
    }
    stmt_done(q);
    return found ? ERR_OK : (*why = "there is no such map", ERR_REFUSED);
}

/* ---- pictures -------------------------------------------------------------------- */

static const struct {
    const char *extension, *type;
} picture_types[] = {
    { "png", "image/png" },
    { "jpg", "image/jpeg" },
    { "jpeg", "image/jpeg" },
};

static int picture_type(struct str filename)
{
    struct str extension = STR_NONE;

    for (struct str rest = filename; rest.at;)
        extension = str_cut(&rest, '.');
    for (size_t i = 0; i < ARRAY_LEN(picture_types); i++)
        if (str_is(extension, picture_types[i].extension) && extension.len + 1 < filename.len)
            return (int)i;
    return -1;
}

static bool find(struct str text, struct str what, size_t *at)
{
    const char *hit = text.len >= what.len ? memmem(text.at, text.len, what.at, what.len) : NULL;

    *at = hit ? (size_t)(hit - text.at) : 0;
    return hit;
}

static struct str from(struct str text, size_t at)
{
    return (struct str){ text.at + at, text.len - at };
}

/* The value of `name="..."` in a header, empty if it is not there. */
static struct str parameter(struct str header, const char *name)
{
    char   key[32];
    size_t at, end;

    snprintf(key, sizeof key, " %s=\"", name);
    if (!find(header, str_of(key), &at))
        return STR("");
    struct str value = from(header, at + strlen(key));
    return find(value, STR("\""), &end) ? (struct str){ value.at, end } : STR("");
}

struct form {
    struct str map_id, filename, file;
    bool       has_file;
};

/* multipart/form-data: parts between "--boundary" lines, each with headers, an
 * empty line and its contents. */
static void read_part(struct str part, struct form *form)
{
    size_t at;

    if (!find(part, STR("\r\n\r\n"), &at))
        return;
    struct str header = { part.at, at }, contents = from(part, at + 4), name = parameter(header, "name");

    if (str_is(name, "mapId"))
        form->map_id = contents;
    if (str_is(name, "filename")) {
        form->has_file = true;
        form->filename = parameter(header, "filename");
        form->file = contents;
    }
}

static bool read_form(const struct ask *ask, struct form *form)
{
    struct str type = ask->content_type, body = ask->body;
    struct buf mark = { 0 };
    size_t     at;

    *form = (struct form){ 0 };
    if (!find(type, STR("boundary="), &at))
        return false;
    struct str boundary = from(type, at + 9);
    boundary = str_trim(str_cut(&boundary, ';'));
    if (boundary.len >= 2 && boundary.at[0] == '"')
        boundary = (struct str){ boundary.at + 1, boundary.len - 2 };
    buf_text(&mark, "--");
    buf_str(&mark, boundary);
    bool good = boundary.len > 0 && find(body, buf_view(&mark), &at);
    if (good)
        body = from(body, at + mark.len);
    while (good && find(body, buf_view(&mark), &at)) {
        if (at >= 2) /* the line end before the mark is not the part's */
            read_part((struct str){ body.at, at - 2 }, form);
        body = from(body, at + mark.len);
    }
    buf_release(&mark);
    return good;
}

static enum word store_picture(struct smallworld *s, const struct ask *ask)
{
    struct form    form;
    struct map_row map;
    int64_t        id;
    char           path[96];

    if (!read_form(ask, &form) || !form.has_file || !str_int(str_trim(form.map_id), &id))
        return BAD_BODY_OR_MAP_ID;
    bool known = sw_map_by_id(s, id, &map);
    stmt_done(s->sql.map_by_id);
    if (!known)
        return BAD_BODY_OR_MAP_ID;
    int type = picture_type(form.filename);
    if (type < 0)
        return BAD_FILE_EXTENSION;
    stmt_int(s->sql.pictures_bytes, 1, id); /* this map's own makes room */
    if (sw_row_top(s->sql.pictures_bytes) > PICTURES_BYTES_MOST)
        return SERVER_BUSY;
    snprintf(path, sizeof path, "/smallworld/public/imgs/map_%lld.%s", (long long)id, picture_types[type].extension);
    stmt_int(s->sql.picture_drop, 1, id);
    stmt_run(s->sql.picture_drop);
    stmt_text(s->sql.picture_put, 1, str_of(path));
    stmt_int(s->sql.picture_put, 2, id);
    stmt_blob(s->sql.picture_put, 3, form.file);
    stmt_run(s->sql.picture_put);
    stmt_int(s->sql.map_picture, 1, id);
    stmt_text(s->sql.map_picture, 2, str_of(path));
    stmt_run(s->sql.map_picture);
    return WORD_OK;
}

void sw_handle_picture_upload(struct hall *hall, void *self, struct ask *ask)
{
    struct smallworld *s = self;
    enum word          word = SERVER_BUSY;

    if (rate_allow(hall, "upload", str_of(ask->peer), UPLOADS_PER_MINUTE))
        word = store_picture(s, ask);
    buf_printf(reply_begin(hall, ask), "{\"result\":\"%s\"}", word_text(word));
    reply_end(hall, ask, 200, "application/json; charset=utf-8", NULL);
}

/* Whatever was uploaded is shown as a picture and never as a page. */
void sw_handle_picture(struct hall *hall, void *self, struct ask *ask)
{
    struct smallworld *s = self;
    struct stmt       *q = s->sql.picture;
    int                type = picture_type(ask->path);

    stmt_text(q, 1, ask->path);
    if (type >= 0 && stmt_row(q)) {
        buf_str(reply_begin(hall, ask), stmt_col_blob(q, 0));
        reply_end(hall, ask, 200, picture_types[type].type, "X-Content-Type-Options: nosniff\r\n");
    } else {
        reply_text(hall, ask, 404, STR("no such picture\n"));
    }
    stmt_done(q);
}
