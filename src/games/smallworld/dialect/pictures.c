/* Pictures of maps: uploaded as a form, by the map's owner, and shown. */
#include "games/smallworld/dialect/self.h"

#include <stdio.h>

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
    struct str map_id, sid, filename, file;
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
    if (str_is(name, "sid"))
        form->sid = contents;
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

/* A map's picture is its owner's, who is known by a sid, by a session of the
 * hall, or, without an account, by the address. Test mode trusts everybody. */
static bool may_paint(struct smallworld *s, const struct ask *ask, const struct form *form, const struct map_row *map)
{
    struct user    user;
    struct account account;
    int64_t        sid;

    if (s->test_mode)
        return true;
    if (map->built_in)
        return false;
    if (!map->account)
        return str_is(map->address, ask->peer);
    if (str_int(str_trim(form->sid), &sid) && sw_user_by_sid(s, sid, &user))
        return user.account == map->account;
    return ask->token.len && session_find(s->hall, ask->token, &account) == ERR_OK && account.id == map->account;
}

/* This map's own picture makes room. */
static bool room_for_picture(struct smallworld *s, int64_t map, bool owned)
{
    if (s->test_mode)
        return true;
    stmt_int(s->sql.pictures_bytes, 1, map);
    stmt_int(s->sql.pictures_bytes, 2, owned);
    return sw_row_top(s->sql.pictures_bytes) <= (owned ? PICTURES_BYTES_MOST : PICTURES_BYTES_UNOWNED);
}

bool sw_picture_keep(struct smallworld *s, const struct map_row *map, const char *extension, struct str bytes)
{
    char path[96];

    if (!room_for_picture(s, map->id, map->account))
        return false;
    snprintf(path, sizeof path, PICTURES "map_%lld.%s", (long long)map->id, extension);
    stmt_int(s->sql.picture_drop, 1, map->id);
    stmt_run(s->sql.picture_drop);
    stmt_text(s->sql.picture_put, 1, str_of(path));
    stmt_int(s->sql.picture_put, 2, map->id);
    stmt_blob(s->sql.picture_put, 3, bytes);
    stmt_run(s->sql.picture_put);
    s->map_list.count = 0;
    shelf_drop(&s->pictures, (uint64_t)map->id);
    stmt_int(s->sql.map_picture, 1, map->id);
    stmt_text(s->sql.map_picture, 2, str_of(path));
    stmt_run(s->sql.map_picture);
    return true;
}

static enum word store_picture(struct smallworld *s, const struct ask *ask)
{
    struct form    form;
    struct map_row map;
    int64_t        id;

    if (!read_form(ask, &form) || !form.has_file || !str_int(str_trim(form.map_id), &id))
        return BAD_BODY_OR_MAP_ID;
    bool known = sw_map_by_id(s, id, &map), allowed = known && may_paint(s, ask, &form, &map);
    stmt_done(s->sql.map_by_id);
    if (!known)
        return BAD_BODY_OR_MAP_ID;
    int type = picture_type(form.filename);
    if (type < 0)
        return BAD_FILE_EXTENSION;
    if (!allowed)
        return BAD_USER_SID;
    return sw_picture_keep(s, &map, picture_types[type].extension, form.file) ? WORD_OK : SERVER_BUSY;
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
        reply_end(hall, ask, 200, picture_types[type].type, NULL);
    } else {
        reply_text(hall, ask, 404, STR("no such picture\n"));
    }
    stmt_done(q);
}
