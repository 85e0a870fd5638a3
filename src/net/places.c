/* Finds the route that serves a path. */
#include "base/mem.h"
#include "net/inside.h"

#include <stdlib.h>

/* Answered by the doors themselves. */
static const struct place pages[] = {
    { .path = STR("/healthz"), .page = page_health, .metric = "healthz" },
    { .path = STR("/metrics"), .page = page_metrics, .metric = "metrics" },
};

static struct place place_of(const struct route *route)
{
    struct place place = { .path = str_of(route->path), .route = route, .metric = route->metric };

    if (place.path.len && place.path.at[place.path.len - 1] == '*') {
        place.below = true;
        place.path.len--;
    }
    if (!place.metric)
        place.metric = route->setting ? route->setting : route->path;
    return place;
}

/* Most specific first: exact paths before prefixes, longer prefixes before
 * shorter ones. */
static int by_particularity(const void *a, const void *b)
{
    const struct place *x = a, *y = b;

    if (x->below != y->below)
        return x->below ? 1 : -1;
    return x->path.len < y->path.len ? 1 : x->path.len > y->path.len ? -1 : 0;
}

void places_open(struct doors *d)
{
    int n = 0;

    while (d->behind.route(d->behind.hall, n))
        n++;
    d->places = mem_list((size_t)n + ARRAY_LEN(pages), sizeof d->places[0]);
    for (size_t i = 0; i < ARRAY_LEN(pages); i++)
        d->places[d->places_count++] = pages[i];
    for (int i = 0; i < n; i++)
        d->places[d->places_count++] = place_of(d->behind.route(d->behind.hall, i));
    qsort(d->places, (size_t)d->places_count, sizeof d->places[0], by_particularity);
}

void places_close(struct doors *d)
{
    free(d->places);
}

static bool place_covers(const struct place *place, struct str path)
{
    return place->below ? str_starts(path, place->path) : str_eq(path, place->path);
}

static unsigned methods_of(const struct place *place)
{
    unsigned methods = place->route ? place->route->methods : METHOD_GET;

    if (methods & METHOD_GET)
        methods |= METHOD_HEAD;
    if (!place->route || !(place->route->flags & ROUTE_NO_CORS))
        methods |= METHOD_OPTIONS;
    return methods;
}

struct place *place_find(struct doors *d, const struct head *head, bool want_ws, unsigned *allow, bool *has_ws)
{
    *allow = 0;
    *has_ws = false;
    for (int i = 0; i < d->places_count; i++) {
        struct place *place = &d->places[i];

        if (!place_covers(place, head->path))
            continue;
        enum route_kind kind = place->route ? place->route->kind : ROUTE_HTTP;
        if (kind == ROUTE_WS) {
            *has_ws = true;
            if (want_ws)
                return place;
        } else if (kind == ROUTE_HTTP) {
            unsigned methods = methods_of(place);

            if (methods & head->method)
                return place;
            *allow |= methods;
        }
    }
    return NULL;
}
