#include "people/operate.h"

#include "people/people.h"

void operate_set(struct hall *hall, operate_fn *operate)
{
    people_of(hall)->operate = operate;
}

static void handle(struct hall *hall, void *self, struct ask *ask)
{
    struct people *p = self;
    struct buf    *answer = reply_begin(hall, ask);
    bool           known = ask->kind == ASK_HTTP && p->operate && p->operate(hall, ask->body, answer);

    reply_end(hall, ask, known ? 200 : 400, "application/octet-stream", NULL);
}

const struct route operate_routes[] = {
    { .path = "operate", .kind = ROUTE_OPERATOR, .methods = METHOD_POST, .limit = OPERATE_BYTES, .handle = handle },
    { 0 },
};
