/* Maps: uploaded ones, the built-in ones, and the choice of a map for a table
 * of the hall.
 *
 * The coordinates of a map are kept as one line a region, in three parts that
 * '|' separates: outline, place of the race, place of the power. A part is a
 * list of points "x,y" separated by blanks, and empty where nothing is known. */
#include "base/mem.h"
#include "games/smallworld/dialect/self.h"
#include "games/smallworld/dialect/upload.h"

#include <stdlib.h>

/* ---- writing ----------------------------------------------------------------- */

void sw_region_out(const struct map_region *region, const char *land, const char *near, struct jout *out)
{
    struct str adjacent = region->adjacent;
    int64_t    other;

    jout_field_array(out, land);
    for (size_t i = 0; i < region->land.len; i++)
        jout_text(out, smallworld_land_words[land_by_letter(region->land.at[i])]);
    jout_close_array(out);
    jout_field_array(out, near);
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

/* The next part of a line, from `other` where `line` has none. */
static struct str next_part(struct str *line, struct str *other)
{
    struct str part = str_cut(line, '|'), instead = str_cut(other, '|');

    return part.len ? part : instead;
}

void sw_shape_out(struct str line, struct str other, struct jout *out)
{
    static const char *const places[] = { "raceCoords", "powerCoords" };
    struct str               outline = next_part(&line, &other);

    jout_field_array(out, "coordinates");
    while (outline.len) {
        jout_open_array(out);
        point_out(str_cut(&outline, ' '), out);
        jout_close_array(out);
    }
    jout_close_array(out);
    for (size_t i = 0; i < ARRAY_LEN(places); i++) {
        struct str place = next_part(&line, &other);

        jout_field_array(out, places[i]);
        if (place.len)
            point_out(place, out);
        jout_close_array(out);
    }
}

void sw_picture_out(struct smallworld *s, int64_t map, struct jout *out)
{
    struct map_row row;
    struct buf     text = { 0 };
    struct jout    j = jout_to(&text);

    if (!shelf_get(&s->pictures, (uint64_t)map).len) {
        bool known = sw_map_by_id(s, map, &row);

        jout_str(&j, known ? row.picture : STR(""));
        stmt_done(s->sql.map_by_id);
        shelf_put(&s->pictures, (uint64_t)map, buf_view(&text));
        buf_release(&text);
    }
    jout_field_raw(out, "picture", shelf_get(&s->pictures, (uint64_t)map));
}

/* Does every region have an outline and both places? */
static bool shapes_known(struct str shapes)
{
    bool some = shapes.len > 0;

    while (shapes.len) {
        struct str line = str_cut(&shapes, '\n');

        for (int part = 0; part < 3; part++)
            some = some && str_cut(&line, '|').len > 0;
    }
    return some;
}

/* Race and power are placed beside the centre. */
static void write_layout(const struct layout *l, int region, struct buf *out)
{
    enum { LEFT = 14, ABOVE = 8, BELOW = 10 };
    struct point corner[LAYOUT_CORNERS], centre = layout_centre(l, region);
    int          n = layout_outline(l, region, corner);

    for (int i = 0; i < n; i++)
        buf_printf(out, "%s%d,%d", i ? " " : "", corner[i].x, corner[i].y);
    buf_printf(out, "|%d,%d|%d,%d\n", centre.x - LEFT, centre.y - ABOVE, centre.x - LEFT, centre.y + BELOW);
}

void sw_layout_shapes(struct str regions, struct buf *out)
{
    struct world  *w = mem_new(sizeof *w);
    struct layout  l;
    struct refusal why;

    if (map_regions_into_world(regions, w, &why) == ERR_OK)
        layout_make(w, &l);
    else
        w->regions = 0;
    for (int i = 0; i < w->regions; i++)
        write_layout(&l, i, out);
    free(w);
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

int64_t sw_map_add(struct smallworld *s, const struct map_row *map)
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
    if (shapes_known(map->shapes))
        buf_str(&layout, map->shapes);
    else
        sw_layout_shapes(map->regions, &layout);
    stmt_text(q, 8, buf_view(&layout));
    stmt_int(q, 9, (int64_t)map->account);
    stmt_text(q, 10, map->address);
    stmt_int(q, 11, map->built_in);
    buf_release(&layout);
    stmt_run(q);
    shelf_drop(&s->boards, (uint64_t)id); /* test mode begins anew */
    shelf_drop(&s->pictures, (uint64_t)id);
    return id;
}

bool sw_map_name_taken(struct smallworld *s, struct str name)
{
    stmt_text(s->sql.map_by_name, 1, name);
    return sw_row_top(s->sql.map_by_name) > 0;
}

static int64_t bytes_of_maps(struct smallworld *s, bool all)
{
    stmt_int(s->sql.maps_bytes, 1, MAP_BYTES_LEAST);
    stmt_int(s->sql.maps_bytes, 2, all);
    return sw_row_top(s->sql.maps_bytes);
}

bool sw_room_for_map(struct smallworld *s, const struct map_row *map)
{
    if (s->test_mode)
        return true;
    if (bytes_of_maps(s, true) >= MAPS_BYTES_MOST)
        return false;
    stmt_int(s->sql.maps_each_bytes, 1, MAP_BYTES_LEAST);
    stmt_int(s->sql.maps_each_bytes, 2, (int64_t)map->account);
    stmt_text(s->sql.maps_each_bytes, 3, map->address);
    if (sw_row_top(s->sql.maps_each_bytes) >= MAPS_BYTES_EACH)
        return false;
    stmt_int(s->sql.maps_each, 1, (int64_t)map->account);
    stmt_text(s->sql.maps_each, 2, map->address);
    return sw_row_top(s->sql.maps_each) < MAPS_EACH && (map->account || bytes_of_maps(s, false) < MAPS_BYTES_UNOWNED);
}

/* The owner. The protocol does not require a sid, so an invalid one is
 * ignored. */
static void find_owner(const struct call *c, struct map_row *map)
{
    struct user user = { 0 };
    int64_t     sid;

    if (sw_wire_int(jin_get(c->json, "sid"), &sid) && sw_user_by_sid(c->s, sid, &user))
        map->account = user.account;
    map->address = map->account ? STR("") : sw_request_peer(c->request);
}

enum word sw_do_upload_map(struct call *c)
{
    const struct region_keys keys = { "landDescription", "adjacent",    "coordinates",
                                      "raceCoords",      "powerCoords", .bounded = !c->s->test_mode };
    struct buf               regions = { 0 }, shapes = { 0 };
    struct faults            faults = { 0 };
    struct map_row           map = { .name = sw_arg(c, "mapName")->text };

    map.players = (int)sw_arg(c, "playersNum")->number;
    map.turns = (int)sw_arg(c, "turnsNum")->number;
    map.picture = jin_str_or(jin_get(c->json, "picture"), "");
    find_owner(c, &map);
    if (sw_map_name_taken(c->s, map.name))
        return MAP_NAME_TAKEN;
    if (!rate_allow(c->s->hall, "upload", sw_request_peer(c->request), UPLOADS_PER_MINUTE) || !sw_room_for_map(c->s, &map))
        return SERVER_BUSY;
    if (map.picture.len > PICTURE_PATH_MOST)
        map.picture = STR("");
    buf_text(&regions, "");
    buf_text(&shapes, "");
    regions_read(sw_arg(c, "regions")->json, &keys, &regions, &shapes, &faults);
    if (!faults.fatal) {
        map.regions = buf_view(&regions);
        map.shapes = buf_view(&shapes);
        jout_field_int(c->out, "mapId", sw_map_add(c->s, &map));
    }
    buf_release(&regions);
    buf_release(&shapes);
    return faults.fatal ? BAD_REGIONS : WORD_OK;
}

/* ---- the built-in maps ---------------------------------------------------------- */

bool sw_default_maps_taken(struct smallworld *s)
{
    for (int i = 0; i < DEFAULT_MAPS; i++)
        if (sw_map_name_taken(s, str_of(default_maps[i].name)))
            return true;
    return false;
}

void sw_default_maps_create(struct smallworld *s)
{
    for (int i = 0; i < DEFAULT_MAPS; i++) {
        const struct default_map *map = &default_maps[i];

        sw_map_add(s, &(struct map_row){ .name = str_of(map->name),
                                         .players = map->players,
                                         .turns = map->turns,
                                         .regions = str_of(map->regions),
                                         .shapes = str_of(map->shapes),
                                         .picture = STR(""),
                                         .address = STR(""),
                                         .built_in = true });
    }
}

enum word sw_do_create_default_maps(struct call *c)
{
    if (sw_default_maps_taken(c->s))
        return MAP_NAME_TAKEN;
    sw_default_maps_create(c->s);
    return WORD_OK;
}

/* ---- for tables of the hall ------------------------------------------------------ */

int sw_count_regions(struct str regions)
{
    struct map_region region;
    int               n = 0;

    while (map_next_region(&regions, &region) == ERR_OK)
        n++;
    return n;
}

void sw_map_choices(struct hall *hall, void *self, struct jout *out)
{
    struct smallworld *s = self;
    struct map_row     map;
    struct buf         title = { 0 };

    (void)hall;
    while (sw_map_row_next(s->sql.maps, &map)) {
        int regions = sw_count_regions(map.regions);

        if (regions < 1 || regions > REGIONS_MAX)
            continue; /* nobody can play it */
        buf_clear(&title);
        buf_str(&title, map.name);
        buf_printf(&title, ": %d players, %d regions, %d turns", map.players, regions, map.turns);
        jout_open_object(out);
        jout_field_str(out, "value", map.name);
        jout_field_str(out, "title", buf_view(&title));
        jout_field_int(out, "seats", map.players);
        jout_field_int(out, "regions", regions);
        jout_field_int(out, "turns", map.turns);
        jout_close_object(out);
    }
    stmt_done(s->sql.maps);
    buf_release(&title);
}

enum err sw_map_prepare(struct hall *hall, void *self, const struct jin *options, struct setup *setup, struct buf *extra,
                        struct refusal *why)
{
    struct smallworld *s = self;
    const struct jin  *wanted = jin_get(options, "map");
    struct stmt       *q;
    struct map_row     map;
    struct str         name;
    int64_t            id;

    (void)hall;
    if (!setup->option[OPTION_DICE])
        return refuse_text(why, "Only tables of the first release have such dice.");
    if (!wanted)
        return ERR_OK;
    if (jin_string(wanted, &name)) {
        q = s->sql.map_by_name;
        stmt_text(q, 1, name);
    } else if (jin_int(wanted, &id)) {
        q = s->sql.map_by_id;
        stmt_int(q, 1, id);
    } else {
        return refuse_text(why, "A map is named by its name or its number.");
    }
    bool found = sw_map_row_next(q, &map);
    if (found) {
        setup->seats = (uint8_t)map.players;
        sw_map_write_text(&map, extra);
    }
    stmt_done(q);
    return found ? ERR_OK : refuse_text(why, "There is no such map.");
}
