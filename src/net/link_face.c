/* What a node tells about itself: /healthz and its part of /metrics. */
#include "hall/metrics.h"
#include "net/link_inside.h"

bool link_healthy(void *links, char problem[256])
{
    struct links     *l = links;
    struct node_state state;

    if (l->place == LINK_HERE)
        return hall_healthy(l->hall, problem);
    node_state(l->node, &state);
    memcpy(problem, state.problem, 256);
    return l->place == LINK_THERE && !problem[0];
}

void link_face(void *links, struct face *out)
{
    struct links     *l = links;
    struct node_state state;

    node_state(l->node, &state);
    *out = (struct face){ .leads = l->place == LINK_HERE,
                          .serves = l->place != LINK_NOBODY,
                          .epoch = l->place == LINK_HERE ? l->epoch : state.epoch,
                          .lag = state.lag };
}

static void number(struct buf *out, const char *name, const char *type, const char *help, uint64_t value)
{
    buf_printf(out, "# HELP meeple_node_%s %s\n# TYPE meeple_node_%s %s\nmeeple_node_%s %llu\n", name, help, name, type, name,
               (unsigned long long)value);
}

void link_metrics(void *links, struct buf *out)
{
    struct links     *l = links;
    struct node_state s;
    int               down = 0;

    for (const struct peer *p = l->down; p; p = p->next)
        down += p->stage == PEER_READY;
    node_state(l->node, &s);
    number(out, "leads", "gauge", "1 if this node leads", l->place == LINK_HERE);
    number(out, "linked", "gauge", "1 if this node is linked to the leader", l->place == LINK_THERE);
    number(out, "links", "gauge", "Nodes that are linked to this one", (uint64_t)down);
    number(out, "epoch", "gauge", "Epoch of the leader that this node knows", (uint64_t)s.epoch);
    number(out, "applied", "gauge", "The latest batch in the data file", (uint64_t)s.applied);
    number(out, "lag_batches", "gauge", "Batches in the log that are not yet in the data file", (uint64_t)s.lag);
    number(out, "lag_ms", "gauge", "Age of the latest batch in the data file while it lags", (uint64_t)s.lag_ms);
    number(out, "appends_total", "counter", "Batches appended to the log", s.appends);
    number(out, "append_microseconds", "counter", "Time spent on appending", s.append_us);
    number(out, "renewals_total", "counter", "Renewals of the lease", s.renewals);
    number(out, "takeovers", "counter", "How often this node took the lead", s.takeovers);
    number(out, "undone", "counter", "Batches taken back because the log never got them", s.undone);
    number(out, "in_doubt", "counter", "Appends whose outcome had to be looked up", s.in_doubt);
    number(out, "diverged", "counter", "Data files that were discarded", s.diverged);
    number(out, "jobs_lent", "gauge", "Jobs of this node's hall that other nodes are running",
           l->place == LINK_HERE ? (uint64_t)hall_metrics(l->hall)->jobs_lent : 0);
    number(out, "jobs_helped_total", "counter", "Jobs that this node ran for others", helper_count(l->helper));
    number(out, "held", "gauge", "Requests that wait for a leader", (uint64_t)l->held.n);
    number(out, "repeated_total", "counter", "Requests sent again to the next leader", l->repeated);
    number(out, "resumed_total", "counter", "Streams that went on with the next leader", l->resumed);
    number(out, "unknown_total", "counter", "Requests answered with an unknown outcome", l->unknown);
    if (l->place == LINK_HERE) {
        struct behind hall = behind_hall(l->hall);

        hall.metrics(hall.hall, out);
    }
}
