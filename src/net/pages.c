/* The pages that the doors answer themselves: /healthz and /metrics. */
#include "base/jout.h"
#include "net/inside.h"

/* `lead`, also as HTTP libraries write a parameter without a value. */
static bool asks_for_lead(struct str query)
{
    return str_is(query, "lead") || str_starts(query, STR("lead=")) || str_starts(query, STR("lead&"));
}

/* Several nodes are sick together when the log is away, and then still serve
 * reads: so this is about whether asks that come here are served at all. With
 * ?lead: whether they are served by this node's own hall. */
static bool health_of_node(struct conn *c, const struct head *head, struct jout *j)
{
    struct face face;

    c->doors->behind.face(c->doors->behind.hall, &face);
    jout_field_text(j, "role", face.leads ? "leader" : "follower");
    jout_field_int(j, "epoch", face.epoch);
    jout_field_int(j, "lag", face.lag);
    return asks_for_lead(head->query) ? face.leads : face.serves;
}

void page_health(struct conn *c, const struct head *head)
{
    char        problem[256] = "";
    bool        well = c->doors->behind.healthy(c->doors->behind.hall, problem);
    struct buf  json = { 0 };
    struct jout j = jout_to(&json);

    jout_open_object(&j);
    jout_field_bool(&j, "ok", well);
    jout_field_text(&j, "version", MEEPLE_VERSION);
    if (!well && problem[0])
        jout_field_text(&j, "problem", problem);
    if (c->doors->behind.face)
        well = health_of_node(c, head, &j);
    jout_close_object(&j);
    http_reply_own(c, well ? 200 : 503, "application/json; charset=utf-8", "Cache-Control: no-store\r\n", &json);
}

/* ---- /metrics, in Prometheus' text form --------------------------------------- */

static void describe(struct buf *out, const char *name, const char *type, const char *help)
{
    buf_printf(out, "# HELP %s %s\n# TYPE %s %s\n", name, help, name, type);
}

static void number(struct buf *out, const char *name, const char *type, const char *help, uint64_t value)
{
    describe(out, name, type, help);
    buf_printf(out, "%s %llu\n", name, (unsigned long long)value);
}

static void requests(struct doors *d, struct buf *out)
{
    static const char *const results[] = { "message", "1xx", "2xx", "3xx", "4xx", "5xx" };

    describe(out, "meeple_requests_total", "counter", "Replies by route and status; messages received from streams");
    for (int i = 0; i < d->places_count; i++)
        for (int r = 0; r < 6; r++)
            if (d->places[i].results[r])
                buf_printf(out, "meeple_requests_total{route=\"%s\",path=\"%.*s%s\",result=\"%s\"} %llu\n", d->places[i].metric,
                           STR_ARG(d->places[i].path), d->places[i].below ? "*" : "", results[r],
                           (unsigned long long)d->places[i].results[r]);
}

static void connections(struct doors *d, struct buf *out)
{
    static const char *const kinds[CONN_KINDS] = { [CONN_HTTP] = "http", [CONN_WS] = "websocket", [CONN_LINES] = "lines" };

    describe(out, "meeple_connections", "gauge", "Connections open now");
    for (int i = 0; i < CONN_KINDS; i++)
        buf_printf(out, "meeple_connections{kind=\"%s\"} %u\n", kinds[i], d->counts.open[i]);
    describe(out, "meeple_connections_total", "counter", "Connections accepted; a WebSocket counts as http first");
    for (int i = 0; i < CONN_KINDS; i++)
        buf_printf(out, "meeple_connections_total{kind=\"%s\"} %llu\n", kinds[i], (unsigned long long)d->counts.connections[i]);
}

static void batches(const struct counts *counts, struct buf *out)
{
    uint64_t below = 0;

    describe(out, "meeple_submitted_asks", "histogram", "Asks submitted per turn of the event loop");
    for (int i = 0; i < BATCH_BUCKETS - 1; i++) {
        below += counts->batch_sizes[i];
        buf_printf(out, "meeple_submitted_asks_bucket{le=\"%d\"} %llu\n", 1 << i, (unsigned long long)below);
    }
    buf_printf(out,
               "meeple_submitted_asks_bucket{le=\"+Inf\"} %llu\nmeeple_submitted_asks_sum %llu\nmeeple_submitted_asks_count %llu\n",
               (unsigned long long)counts->batches, (unsigned long long)counts->asks, (unsigned long long)counts->batches);
}

void page_metrics(struct conn *c, const struct head *head)
{
    struct doors        *d = c->doors;
    const struct counts *n = &d->counts;
    struct buf           out = { 0 };

    (void)head;
    requests(d, &out);
    connections(d, &out);
    number(&out, "meeple_connections_turned_away_total", "counter", "Connections refused because there were too many",
           n->turned_away);
    number(&out, "meeple_connections_gave_way_total", "counter", "Idle connections closed to make room for others", n->gave_way);
    number(&out, "meeple_requests_malformed_total", "counter", "Requests that could not be parsed", n->malformed);
    number(&out, "meeple_requests_unknown_total", "counter", "Requests for unknown paths", n->unknown);
    number(&out, "meeple_assets_total", "counter", "Files of the browser client served", n->assets);
    number(&out, "meeple_timeouts_total", "counter", "Peers that took too long", n->timeouts);
    number(&out, "meeple_cut_off_total", "counter", "Peers disconnected because of too many unread bytes", n->cut_off);
    number(&out, "meeple_put_off_total", "counter", "Requests refused because too many are incomplete or being answered",
           n->put_off);
    number(&out, "meeple_received_bytes_total", "counter", "Bytes read from sockets", n->bytes_in);
    number(&out, "meeple_sent_bytes_total", "counter", "Bytes written to sockets", n->bytes_out);
    number(&out, "meeple_submit_refused_total", "counter", "Batches refused because the hall's queue was full", n->refused);
    batches(n, &out);
    if (d->behind.metrics)
        d->behind.metrics(d->behind.hall, &out);
    http_reply_own(c, 200, "text/plain; version=0.0.4; charset=utf-8", "Cache-Control: no-store\r\n", &out);
}
