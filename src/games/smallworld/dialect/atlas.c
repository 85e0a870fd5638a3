/* Maps through the hall's API, for browsers: the list, one map with all that an
 * editor needs, checks, uploads, pictures, deletion. The form of answers and
 * errors is that of the API. */
#include "base/mem.h"
#include "games/smallworld/dialect/self.h"
#include "games/smallworld/dialect/upload.h"
#include "people/moderate.h"

#include <stdio.h>
#include <stdlib.h>

/* ---- answers ----------------------------------------------------------------- */

/* The API's refusals that occur here. */
static const struct refused {
    int         status;
    const char *code, *message;
} bad_json = { 400, "bad_json", "The body must be a JSON object." }, bad_field = { 400, "bad_field", "A field is wrong." },
  login_needed = { 401, "login_needed", "Log in, and send the token as Authorization: Bearer." },
  session_over = { 401, "session_over", "This token is not valid, or no longer valid; log in again." },
  not_for_guests = { 403, "not_for_guests", "Guests cannot do this; register an account." },
  forbidden = { 403, "forbidden", "This map is not yours." }, not_found = { 404, "not_found", "There is no such map." },
  name_taken = { 409, "name_taken", "Another map has this name." },
  no_room = { 422, "refused", "You have as many maps as one account may have, or the server has no room for more." },
  no_room_for_picture = { 422, "refused", "The server has no room for more pictures." },
  too_many = { 429, "too_many", "Too many requests; wait a little." },
  busy = { 503, "busy", "The server cannot store anything at the moment; nothing was changed." };

static void answer_end(struct hall *hall, struct ask *ask, struct jout *out, int status)
{
    jout_close_object(out);
    reply_end(hall, ask, status, "application/json",
              status == 429 || status == 503 ? "Cache-Control: no-store\r\nRetry-After: 10\r\n" : "Cache-Control: no-store\r\n");
}

static struct jout answer_begin(struct hall *hall, struct ask *ask)
{
    struct jout out = jout_to(reply_begin(hall, ask));

    jout_open_object(&out);
    return out;
}

/* `fault` may be NULL. Returns false, so that a check is one line. */
static bool fail_with(struct hall *hall, struct ask *ask, const struct refused *why, const struct fault *fault)
{
    struct jout out = answer_begin(hall, ask);
    struct buf  message = { 0 };

    if (fault)
        fault_message(fault, &message);
    else
        buf_text(&message, why->message);
    jout_field_object(&out, "error");
    jout_field_text(&out, "code", why->code);
    jout_field_str(&out, "message", buf_view(&message));
    if (fault) {
        jout_field_text(&out, "field", fault->field);
        jout_field_text(&out, "reason", fault_word(fault->kind));
    }
    jout_close_object(&out);
    answer_end(hall, ask, &out, why->status);
    buf_release(&message);
    return false;
}

static bool fail(struct hall *hall, struct ask *ask, const struct refused *why)
{
    return fail_with(hall, ask, why, NULL);
}

void sw_atlas_failed(struct hall *hall, void *self, struct ask *ask, const char *problem)
{
    (void)self;
    (void)problem;
    fail(hall, ask, &busy);
}

/* The account that asks; false: it was refused. */
static bool account_asks(struct hall *hall, struct ask *ask, struct account *out)
{
    if (!ask->token.len)
        return fail(hall, ask, &login_needed);
    if (session_find(hall, ask->token, out) != ERR_OK)
        return fail(hall, ask, &session_over);
    return out->flags & ACCOUNT_GUEST ? fail(hall, ask, &not_for_guests) : true;
}

/* The account that looks, for "mine"; 0: unknown. */
static uint64_t looker(struct hall *hall, const struct ask *ask)
{
    struct account account;

    return ask->token.len && session_find(hall, ask->token, &account) == ERR_OK ? account.id : 0;
}

/* ---- maps -------------------------------------------------------------------- */

static void owner_out(struct smallworld *s, const struct map_row *map, struct jout *out)
{
    struct account owner;

    if (map->account && account_by_id(s->hall, map->account, &owner) == ERR_OK)
        jout_field_text(out, "owner", owner.name);
    else
        jout_field_null(out, "owner");
}

/* Protocol clients may name any picture; only those on this server are told. */
static void picture_out(const struct map_row *map, struct jout *out)
{
    if (str_starts(map->picture, STR(PICTURES)))
        jout_field_str(out, "picture", map->picture);
    else
        jout_field_null(out, "picture");
}

static void map_fields(struct smallworld *s, const struct map_row *map, uint64_t who, struct jout *out)
{
    int regions = sw_count_regions(map->regions);

    jout_field_int(out, "id", map->id);
    jout_field_str(out, "name", map->name);
    jout_field_int(out, "seats", map->players);
    jout_field_int(out, "turns", map->turns);
    jout_field_int(out, "regions", regions);
    jout_field_bool(out, "built_in", map->built_in);
    jout_field_bool(out, "playable", regions >= 1 && regions <= REGIONS_MAX);
    owner_out(s, map, out);
    jout_field_bool(out, "mine", who && map->account == who);
    picture_out(map, out);
}

/* The board as tables show it, with the map's own outlines; null for a map that
 * cannot be played. */
static void make_board(const struct map_row *map, struct buf *text)
{
    struct world *w = mem_new(sizeof *w);
    struct jout   out = jout_to(text);

    if (map->regions.len && map_regions_into_world(map->regions, w, NULL) == ERR_OK) {
        w->map = (uint32_t)map->id;
        jout_open_object(&out);
        board_write(w, map->shapes, &out);
        jout_close_object(&out);
    } else {
        jout_null(&out);
    }
    free(w);
}

/* Drawing a map that has no outlines takes as long as a hundred moves. */
static void board_out(struct smallworld *s, const struct map_row *map, struct jout *out)
{
    uint64_t   number = (uint64_t)map->id;
    struct buf text = { 0 };

    if (!shelf_get(&s->boards, number).len) {
        make_board(map, &text);
        shelf_put(&s->boards, number, buf_view(&text));
        buf_release(&text);
    }
    jout_field_raw(out, "board", shelf_get(&s->boards, number));
}

/* A point as it is kept: "12,7.5". */
static void point_out(struct str point, struct jout *out)
{
    jout_open_array(out);
    jout_raw(out, str_cut(&point, ','));
    jout_raw(out, point);
    jout_close_array(out);
}

static void plan_region_out(const struct map_region *region, struct str shape, struct jout *out)
{
    struct str outline = str_cut(&shape, '|'), at_race = str_cut(&shape, '|');

    jout_open_object(out);
    sw_region_out(region, "land", "near", out);
    jout_field_int(out, "population", region->population);
    if (outline.len) {
        jout_field_array(out, "outline");
        while (outline.len)
            point_out(str_cut(&outline, ' '), out);
        jout_close_array(out);
    }
    if (at_race.len && str_eq(at_race, shape)) {
        jout_key(out, "label");
        point_out(at_race, out);
    }
    jout_close_object(out);
}

/* The map as an upload would bring it. */
static void plan_out(const struct map_row *map, struct jout *out)
{
    struct str        regions = map->regions, shapes = map->shapes;
    struct map_region region;

    jout_field_object(out, "plan");
    jout_field_str(out, "name", map->name);
    jout_field_int(out, "seats", map->players);
    jout_field_int(out, "turns", map->turns);
    jout_field_array(out, "regions");
    while (map_next_region(&regions, &region) == ERR_OK)
        plan_region_out(&region, str_cut(&shapes, '\n'), out);
    jout_close_array(out);
    jout_close_object(out);
}

/* `brief`: only what lists have. */
static void show_map(struct smallworld *s, struct ask *ask, int64_t id, int status, uint64_t who, bool brief)
{
    struct map_row map;

    if (sw_map_by_id(s, id, &map)) {
        struct jout out = answer_begin(s->hall, ask);

        map_fields(s, &map, who, &out);
        if (!brief) {
            board_out(s, &map, &out);
            plan_out(&map, &out);
        }
        answer_end(s->hall, ask, &out, status);
    } else {
        fail(s->hall, ask, &not_found);
    }
    stmt_done(s->sql.map_by_id);
}

void sw_handle_maps(struct hall *hall, void *self, struct ask *ask)
{
    struct smallworld *s = self;
    uint64_t           who = looker(hall, ask);
    struct jout        out = answer_begin(hall, ask);
    struct map_row     map;

    jout_field_array(&out, "maps");
    while (sw_map_row_next(s->sql.maps, &map)) {
        jout_open_object(&out);
        map_fields(s, &map, who, &out);
        jout_close_object(&out);
    }
    stmt_done(s->sql.maps);
    jout_close_array(&out);
    answer_end(hall, ask, &out, 200);
}

/* ---- uploads ------------------------------------------------------------------- */

/* A map that somebody wants to upload, and what is wrong with it. */
struct draft {
    struct jin    *doc;
    struct map_row map;
    struct buf     regions, shapes;
    struct faults  faults;
};

static void read_number(struct draft *d, const char *field, int least, int most, int *out)
{
    int64_t number;

    if (!jin_int(jin_get(d->doc, field), &number))
        fault_add(&d->faults, FAULT_MISSING, field, 0, 0);
    else if (number < least || number > most)
        fault_add(&d->faults, FAULT_OUT_OF_RANGE, field, 0, 0);
    else
        *out = (int)number;
}

static void read_name(struct smallworld *s, struct draft *d)
{
    struct str *name = &d->map.name;

    if (!jin_string(jin_get(d->doc, "name"), name) || str_has_control(*name))
        fault_add(&d->faults, FAULT_MISSING, "name", 0, 0);
    else if (name->len == 0 || str_points(*name) > MAP_NAME_MOST)
        fault_add(&d->faults, FAULT_TOO_LONG, "name", 0, 0);
    else if (sw_map_name_taken(s, *name))
        fault_add(&d->faults, FAULT_NAME_TAKEN, "name", 0, 0);
}

static void draft_release(struct draft *d)
{
    jin_free(d->doc);
    buf_release(&d->regions);
    buf_release(&d->shapes);
}

static bool may_draw(struct smallworld *s, const struct ask *ask)
{
    return ask_comes_again(ask) ||
           (rate_allow(s->hall, "upload", str_of(ask->peer), UPLOADS_PER_MINUTE) && sw_body_allowed(s->hall, ask));
}

/* False: it was refused, since it cannot be read at all, or comes again. */
static bool draft_read(struct smallworld *s, struct ask *ask, struct draft *d)
{
    static const struct region_keys keys = { "land", "near", "outline", "label", "label", .strict = true, .bounded = true };
    const struct jin               *regions;

    *d = (struct draft){ .map = { .picture = STR(""), .address = STR("") } };
    if (!may_draw(s, ask))
        return fail(s->hall, ask, &too_many);
    if (!ask_json(s->hall, ask, JSON_DEPTH, 0, &d->doc))
        return false;
    if (jin_kind(d->doc) != JIN_OBJECT) {
        draft_release(d);
        return fail(s->hall, ask, &bad_json);
    }
    read_name(s, d);
    read_number(d, "seats", 2, PLAYERS_MAX, &d->map.players);
    read_number(d, "turns", MAP_TURNS_LEAST, MAP_TURNS_MOST, &d->map.turns);
    regions = jin_get(d->doc, "regions");
    buf_text(&d->regions, "");
    buf_text(&d->shapes, "");
    if (jin_kind(regions) == JIN_ARRAY)
        regions_read(regions, &keys, &d->regions, &d->shapes, &d->faults);
    else
        fault_add(&d->faults, FAULT_MISSING, "regions", 0, 0);
    d->map.regions = buf_view(&d->regions);
    d->map.shapes = buf_view(&d->shapes);
    if (!d->faults.fatal)
        regions_review(d->map.regions, &d->faults);
    return true;
}

static const struct fault *find_fault(const struct faults *faults, bool fatal, enum fault_kind kind)
{
    for (int i = 0; i < faults->n; i++)
        if (fatal ? fault_is_fatal(faults->at[i].kind) : faults->at[i].kind == kind)
            return &faults->at[i];
    return NULL;
}

void sw_handle_map_upload(struct hall *hall, void *self, struct ask *ask)
{
    struct smallworld *s = self;
    struct account     account;
    struct draft       d;

    if (!account_asks(hall, ask, &account) || !draft_read(s, ask, &d))
        return;
    d.map.account = account.id;
    if (d.faults.fatal)
        fail_with(hall, ask, &bad_field, find_fault(&d.faults, true, 0));
    else if (find_fault(&d.faults, false, FAULT_NAME_TAKEN))
        fail(hall, ask, &name_taken);
    else if (!sw_room_for_map(s, &d.map))
        fail(hall, ask, &no_room);
    else
        show_map(s, ask, sw_map_add(s, &d.map), 201, account.id, false);
    draft_release(&d);
}

static void problem_out(const struct fault *fault, struct jout *out)
{
    struct buf message = { 0 };

    fault_message(fault, &message);
    jout_open_object(out);
    jout_field_text(out, "field", fault->field);
    if (fault->region)
        jout_field_int(out, "region", fault->region);
    jout_field_text(out, "reason", fault_word(fault->kind));
    jout_field_str(out, "message", buf_view(&message));
    jout_field_bool(out, "fatal", fault_is_fatal(fault->kind));
    jout_close_object(out);
    buf_release(&message);
}

void sw_handle_map_check(struct hall *hall, void *self, struct ask *ask)
{
    struct draft d;

    if (!draft_read(self, ask, &d))
        return;
    struct jout out = answer_begin(hall, ask);
    jout_field_bool(&out, "ok", !d.faults.fatal);
    jout_field_array(&out, "problems");
    for (int i = 0; i < d.faults.n; i++)
        problem_out(&d.faults.at[i], &out);
    jout_close_array(&out);
    answer_end(hall, ask, &out, 200);
    draft_release(&d);
}

/* ---- one map ------------------------------------------------------------------- */

/* The number that a path ends with; 0: none. */
static int64_t number_of(const struct ask *ask, const char *base)
{
    struct str rest = { ask->path.at + strlen(base), ask->path.len - strlen(base) };
    int64_t    id;

    return str_int(rest, &id) ? id : 0;
}

/* A map of the account that asks, or any if `others`; false: it was refused. */
static bool own_map(struct smallworld *s, struct ask *ask, int64_t id, bool others, struct account *account, struct map_row *map)
{
    if (!account_asks(s->hall, ask, account))
        return false;
    bool found = sw_map_by_id(s, id, map);
    stmt_done(s->sql.map_by_id);
    if (!found)
        return fail(s->hall, ask, &not_found);
    bool may = map->account == account->id || (others && account->flags & ACCOUNT_ADMIN);
    return may && !map->built_in ? true : fail(s->hall, ask, &forbidden);
}

/* Tables that were opened on it have all of it in their setup. Operators remove those of others, too. */
static void delete_map(struct smallworld *s, struct ask *ask, int64_t id)
{
    struct stmt *const steps[] = { s->sql.map_count, s->sql.picture_drop, s->sql.map_drop };
    struct account     account;
    struct map_row     map;
    char               word[32];

    if (!own_map(s, ask, id, true, &account, &map))
        return;
    if (map.account != account.id) {
        snprintf(word, sizeof word, "map %lld", (long long)id);
        audit_add(hall_store(s->hall), str_of(account.name), "remove-map", str_of(word), STR(""), hall_now(s->hall));
    }
    for (size_t i = 0; i < ARRAY_LEN(steps); i++) {
        stmt_int(steps[i], 1, id);
        stmt_run(steps[i]);
    }
    shelf_drop(&s->pictures, (uint64_t)id);
    reply_begin(s->hall, ask);
    reply_end(s->hall, ask, 204, NULL, NULL);
}

void sw_handle_map(struct hall *hall, void *self, struct ask *ask)
{
    int64_t id = number_of(ask, "/api/v1/maps/");

    if (ask->method == METHOD_DELETE)
        delete_map(self, ask, id);
    else
        show_map(self, ask, id, 200, looker(hall, ask), false);
}

/* The kind of a picture by its first bytes. */
static const char *kind_of_picture(struct str bytes)
{
    if (str_starts(bytes, STR("\x89PNG\r\n\x1a\n")))
        return "png";
    return str_starts(bytes, STR("\xff\xd8\xff")) ? "jpg" : NULL;
}

void sw_handle_map_picture(struct hall *hall, void *self, struct ask *ask)
{
    static const struct fault wrong_kind = { FAULT_MISSING, "picture", 0, 0 }, too_large = { FAULT_TOO_LARGE, "picture", 0, 0 };
    struct smallworld        *s = self;
    const char               *kind = kind_of_picture(ask->body);
    struct account            account;
    struct map_row            map;

    if (!own_map(s, ask, number_of(ask, "/api/v1/maps/pictures/"), false, &account, &map))
        return;
    if (!rate_allow(hall, "upload", str_of(ask->peer), UPLOADS_PER_MINUTE))
        fail(hall, ask, &too_many);
    else if (!kind)
        fail_with(hall, ask, &bad_field, &wrong_kind);
    else if (ask->body.len > PICTURE_BYTES_MOST)
        fail_with(hall, ask, &bad_field, &too_large);
    else if (!sw_picture_keep(s, &map, kind, ask->body))
        fail(hall, ask, &no_room_for_picture);
    else
        show_map(s, ask, map.id, 200, account.id, true);
}
