#include "games/smallworld/dialect/upload.h"

#include "base/mem.h"
#include "games/smallworld/dialect/self.h"

#include <stdlib.h>

/* ---- faults ------------------------------------------------------------------ */

/* In a text, %r stands for the region and %o for the other number. */
static const struct {
    const char *word, *text;
} kinds[FAULT_KINDS] = {
    [FAULT_MISSING] = { "missing", "This is missing, or not of the right kind." },
    [FAULT_UNKNOWN_LAND] = { "unknown_land", "Region %r has a land that does not exist." },
    [FAULT_NO_SUCH_REGION] = { "no_such_region", "Region %r names the neighbour %o, which does not exist." },
    [FAULT_OWN_NEIGHBOUR] = { "own_neighbour", "Region %r names itself as a neighbour." },
    [FAULT_ONE_SIDED] = { "one_sided", "Region %r names the neighbour %o, but not the other way round." },
    [FAULT_TOO_MANY_TRIBES] = { "too_many_tribes", "A map has at most 18 lost tribes." },
    [FAULT_TOO_MANY_POINTS] = { "too_many_points", "The outlines of a map have at most 4000 points." },
    [FAULT_TOO_LARGE] = { "too_large", "The map is too large: at most 64 KB are kept." },
    [FAULT_TOO_LONG] = { "too_long", "A name has 1 to 15 characters." },
    [FAULT_OUT_OF_RANGE] = { "out_of_range", "This number is out of range." },
    [FAULT_TOO_MANY_REGIONS] = { "too_many_regions", "Only maps of at most 255 regions can be played on." },
    [FAULT_NO_REGIONS] = { "no_regions", "A map without regions cannot be played on." },
    [FAULT_NO_BORDER] = { "no_border", "No region is at the border: most races could not come onto the map." },
    [FAULT_UNREACHABLE] = { "unreachable", "Region %r cannot be reached from the border." },
    [FAULT_NAME_TAKEN] = { "name_taken", "Another map has this name." },
};

const char *fault_word(enum fault_kind kind)
{
    return kinds[kind].word;
}

bool fault_is_fatal(enum fault_kind kind)
{
    return kind < FAULT_NO_REGIONS;
}

void fault_message(const struct fault *fault, struct buf *out)
{
    for (const char *at = kinds[fault->kind].text; *at; at++) {
        if (*at == '%')
            buf_printf(out, "%lld", *++at == 'r' ? (long long)fault->region : (long long)fault->other);
        else
            buf_char(out, *at);
    }
}

void fault_add(struct faults *faults, enum fault_kind kind, const char *field, int region, int64_t other)
{
    faults->fatal = faults->fatal || fault_is_fatal(kind);
    if (faults->n < FAULTS_MOST)
        faults->at[faults->n++] = (struct fault){ kind, field, region, other };
}

/* ---- reading ----------------------------------------------------------------- */

struct reader {
    const struct jin         *regions;
    const struct region_keys *keys;
    struct buf               *text, *shapes;
    struct faults            *faults;
    struct buf                links;  /* numbers, region and neighbour in one: lists may be long */
    int64_t                   tribes; /* of the whole map so far */
    size_t                    points;
    int                       number; /* of the region that is read */
};

static void wrong(struct reader *r, enum fault_kind kind, const char *field, int64_t other)
{
    fault_add(r->faults, kind, field, r->number, other);
}

/* Is there more already than is kept of a map? Then the rest need not be read. */
static bool too_much(const struct reader *r)
{
    return r->keys->bounded && r->text->len + r->shapes->len > MAP_BYTES_MOST;
}

static void read_land(struct reader *r, const struct jin *list)
{
    size_t n = jin_count(list);

    if (list && jin_kind(list) != JIN_NULL && jin_kind(list) != JIN_ARRAY)
        wrong(r, FAULT_MISSING, "land", 0);
    for (size_t i = 0; i < n && !too_much(r); i++) {
        struct str word;
        int        land = jin_string(jin_at(list, i), &word) ? land_by_word(word) : -1;

        if (land < 0)
            wrong(r, FAULT_UNKNOWN_LAND, "land", 0);
        else
            buf_char(r->text, lands[land].letter);
    }
    buf_text(r->text, n ? " " : "- ");
}

static void read_population(struct reader *r, const struct jin *value)
{
    int64_t tribes = 0;

    if (value && jin_kind(value) != JIN_NULL && !sw_wire_int(value, &tribes))
        wrong(r, FAULT_MISSING, "population", 0);
    else if (tribes < 0)
        wrong(r, FAULT_OUT_OF_RANGE, "population", 0);
    else if (tribes > MAP_TRIBES_MOST || (r->tribes += tribes) > MAP_TRIBES_MOST)
        wrong(r, FAULT_TOO_MANY_TRIBES, "population", 0);
    buf_printf(r->text, "%lld ", (long long)tribes);
}

static uint64_t link_of(uint64_t region, uint64_t neighbour)
{
    return region << 32 | neighbour;
}

static void read_near(struct reader *r, const struct jin *near)
{
    size_t n = jin_count(near);

    if (jin_kind(near) != JIN_ARRAY)
        wrong(r, FAULT_MISSING, "near", 0);
    for (size_t i = 0; i < n && !too_much(r) && !(r->faults->fatal && r->faults->n == FAULTS_MOST); i++) {
        int64_t other;

        if (!sw_wire_int(jin_at(near, i), &other)) {
            wrong(r, FAULT_MISSING, "near", 0);
        } else if (other < 1 || other > (int64_t)jin_count(r->regions)) {
            wrong(r, FAULT_NO_SUCH_REGION, "near", other);
        } else if (other == r->number) {
            wrong(r, FAULT_OWN_NEIGHBOUR, "near", 0);
        } else {
            uint64_t link = link_of((uint64_t)r->number, (uint64_t)other);

            buf_add(&r->links, &link, sizeof link);
            buf_printf(r->text, "%s%lld", i ? "," : "", (long long)other);
        }
    }
    buf_text(r->text, n ? "\n" : "-\n");
}

static int compare_links(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

    return (x > y) - (x < y);
}

/* Does each end of every link list the other? */
static void check_both_sides(struct reader *r)
{
    size_t    n = r->links.len / sizeof(uint64_t);
    uint64_t *link = (uint64_t *)(void *)r->links.at;

    if (n)
        qsort(link, n, sizeof *link, compare_links);
    for (size_t i = 0; i < n && r->faults->n < FAULTS_MOST; i++) {
        uint64_t back = link_of(link[i] & UINT32_MAX, link[i] >> 32);

        if (!bsearch(&back, link, n, sizeof *link, compare_links))
            fault_add(r->faults, FAULT_ONE_SIDED, "near", (int)(link[i] >> 32), (int64_t)(link[i] & UINT32_MAX));
    }
}

/* ---- coordinates --------------------------------------------------------------- */

/* A point is two numbers. A strict reader keeps tenths of them. */
static bool read_point(const struct reader *r, const struct jin *point, struct buf *out)
{
    double x, y;

    if (jin_kind(point) != JIN_ARRAY || jin_count(point) != 2 || !jin_real(jin_at(point, 0), &x) || !jin_real(jin_at(point, 1), &y))
        return false;
    if (!r->keys->strict) {
        jin_dump(jin_at(point, 0), out);
        buf_char(out, ',');
        jin_dump(jin_at(point, 1), out);
        return true;
    }
    if (!(x >= 0 && x <= INT16_MAX && y >= 0 && y <= INT16_MAX))
        return false;
    buf_printf(out, "%.10g,%.10g", (double)(int)(x * 10 + 0.5) / 10, (double)(int)(y * 10 + 0.5) / 10);
    return true;
}

static bool is_given(const struct jin *value)
{
    return value && jin_kind(value) != JIN_NULL;
}

static void read_outline(struct reader *r, const struct jin *list)
{
    size_t start = r->shapes->len;
    bool   good = jin_kind(list) == JIN_ARRAY;

    for (size_t i = 0; good && i < jin_count(list); i++) {
        if (i)
            buf_char(r->shapes, ' ');
        good = read_point(r, jin_at(list, i), r->shapes);
    }
    if (good)
        return;
    r->shapes->len = start;
    if (r->keys->strict && is_given(list))
        wrong(r, FAULT_OUT_OF_RANGE, "outline", 0);
}

static bool read_place(struct reader *r, const struct jin *point)
{
    buf_char(r->shapes, '|');
    return read_point(r, point, r->shapes) || !is_given(point);
}

static void read_shape(struct reader *r, const struct jin *region)
{
    const struct jin *outline = jin_get(region, r->keys->outline);

    r->points += jin_count(outline);
    if (r->points <= MAP_POINTS_MOST || !r->keys->bounded)
        read_outline(r, outline);
    else
        wrong(r, FAULT_TOO_MANY_POINTS, "outline", 0);
    bool good = read_place(r, jin_get(region, r->keys->race_place));
    good = read_place(r, jin_get(region, r->keys->power_place)) && good;
    if (r->keys->strict && !good)
        wrong(r, FAULT_OUT_OF_RANGE, "label", 0);
    buf_char(r->shapes, '\n');
}

/* ---- regions ------------------------------------------------------------------- */

static void read_region(struct reader *r, const struct jin *region)
{
    if (jin_kind(region) != JIN_OBJECT) {
        wrong(r, FAULT_MISSING, "regions", 0);
        return;
    }
    read_land(r, jin_get(region, r->keys->land));
    read_population(r, jin_get(region, "population"));
    read_near(r, jin_get(region, r->keys->near));
    read_shape(r, region);
}

void regions_read(const struct jin *regions, const struct region_keys *keys, struct buf *text, struct buf *shapes,
                  struct faults *faults)
{
    struct reader r = { .regions = regions, .keys = keys, .text = text, .shapes = shapes, .faults = faults };

    for (size_t i = 0; i < jin_count(regions) && faults->n < FAULTS_MOST; i++) {
        r.number = (int)i + 1;
        read_region(&r, jin_at(regions, i));
        if (too_much(&r)) {
            fault_add(faults, FAULT_TOO_LARGE, "regions", 0, 0);
            break;
        }
    }
    if (!faults->fatal)
        check_both_sides(&r);
    buf_release(&r.links);
}

/* ---- playing on it --------------------------------------------------------------- */

static void review_reach(const struct world *w, struct faults *faults)
{
    set border = world_with_land(w, LAND_BORDER), found = border, rest = border;

    if (!set_any(border)) {
        fault_add(faults, FAULT_NO_BORDER, "land", 0, 0);
        return;
    }
    for (int i; (i = set_take(&rest)) >= 0;) {
        set more = set_without(world_neighbours(w, i), found);

        found = set_or(found, more);
        rest = set_or(rest, more);
    }
    for (int i = 0; i < w->regions; i++)
        if (!set_has(found, i))
            fault_add(faults, FAULT_UNREACHABLE, "near", i + 1, 0);
}

void regions_review(struct str text, struct faults *faults)
{
    struct world *w = mem_new(sizeof *w);

    if (text.len == 0)
        fault_add(faults, FAULT_NO_REGIONS, "regions", 0, 0);
    else if (map_regions_into_world(text, w, NULL) != ERR_OK)
        fault_add(faults, FAULT_TOO_MANY_REGIONS, "regions", 0, 0);
    else
        review_reach(w, faults);
    free(w);
}
