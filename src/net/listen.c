/* Listening and accepting. */
#include "base/log.h"
#include "base/mem.h"
#include "net/inside.h"

#include <netdb.h>
#include <stdio.h>
#include <stdlib.h>

enum { BACKLOG = 4096 };

bool address_split(const char *text, char host[64], char port[8])
{
    const char *colon = strrchr(text, ':');
    struct str  name = { text, colon ? (size_t)(colon - text) : 0 };
    int64_t     number;

    if (!colon || !str_int(str_of(colon + 1), &number) || number < 0 || number > 65535)
        return false;
    if (name.len >= 2 && name.at[0] == '[' && name.at[name.len - 1] == ']')
        name = (struct str){ name.at + 1, name.len - 2 };
    else if (memchr(name.at, ':', name.len))
        return false;
    if (name.len == 0 || str_is(name, "*"))
        name = STR("0.0.0.0");
    snprintf(port, 8, "%d", (int)number);
    return str_copy(name, host, 64);
}

bool address_resolve(const char *text, struct sockaddr_storage *out, char problem[256])
{
    struct addrinfo  hints = { .ai_socktype = SOCK_STREAM, .ai_flags = AI_PASSIVE };
    struct addrinfo *found;
    char             host[64], port[8];

    if (!address_split(text, host, port)) {
        snprintf(problem, 256, "\"%s\" is not an address: write HOST:PORT or [IPV6]:PORT", text);
        return false;
    }
    int result = getaddrinfo(host, port, &hints, &found);
    if (result != 0) {
        snprintf(problem, 256, "cannot resolve the address %s: %s", text, gai_strerror(result));
        return false;
    }
    memcpy(out, found->ai_addr, found->ai_addrlen);
    freeaddrinfo(found);
    return true;
}

/* Stores the address with the port that the system chose. */
static void note_address(struct listener *l)
{
    struct sockaddr_storage bound;
    int                     len = sizeof bound;
    char                    host[64] = "";

    uv_tcp_getsockname(&l->tcp, (struct sockaddr *)&bound, &len);
    uv_ip_name((struct sockaddr *)&bound, host, sizeof host);
    if (bound.ss_family == AF_INET6)
        snprintf(l->address, sizeof l->address, "[%s]:%d", host, ntohs(((struct sockaddr_in6 *)&bound)->sin6_port));
    else
        snprintf(l->address, sizeof l->address, "%s:%d", host, ntohs(((struct sockaddr_in *)&bound)->sin_port));
}

/* Beyond the limit a connection is accepted and closed at once: left in the
 * backlog it would hang and wake the loop over and over. */
static void on_turned_away(uv_handle_t *handle)
{
    free(handle);
}

static void turn_away(struct listener *l)
{
    uv_tcp_t *tcp = mem_new(sizeof *tcp);

    l->doors->counts.turned_away++;
    uv_tcp_init(&l->doors->loop, tcp);
    uv_accept((uv_stream_t *)&l->tcp, (uv_stream_t *)tcp);
    uv_close((uv_handle_t *)tcp, on_turned_away);
}

static void on_connection(uv_stream_t *server, int status)
{
    struct listener *l = server->data;

    if (status != 0) {
        if (l->doors->counts.turned_away++ % 1000 == 0)
            log_warn("doors", "cannot accept on %s: %s", l->address, uv_strerror(status));
        return;
    }
    struct conn *c = doors_new_conn(l->doors);
    if (!c) {
        turn_away(l);
        return;
    }
    uv_tcp_init(&l->doors->loop, &c->tcp);
    if (uv_accept(server, (uv_stream_t *)&c->tcp) == 0) {
        conn_begin(c, l->place);
    } else {
        l->doors->counts.open[c->kind]++; /* conn_drop decrements it */
        conn_drop(c);
    }
}

enum err listen_on(uv_tcp_t *tcp, const char *address, int backlog, uv_connection_cb on_connected, char problem[256])
{
    struct sockaddr_storage at;

    if (!address_resolve(address, &at, problem))
        return ERR_IO;
    int result = uv_tcp_bind(tcp, (struct sockaddr *)&at, 0);
    if (result == 0)
        result = uv_listen((uv_stream_t *)tcp, backlog, on_connected);
    if (result != 0)
        snprintf(problem, 256, "cannot listen on %s: %s", address, uv_strerror(result));
    return result == 0 ? ERR_OK : ERR_IO;
}

static enum err listen_at(struct doors *d, const char *name, const char *text, struct place *place, char problem[256])
{
    struct listener *l = &d->listeners[d->listeners_count];

    if (d->listeners_count == LISTENERS_MAX)
        BUG("more TCP doors than LISTENERS_MAX");
    *l = (struct listener){ .doors = d, .place = place, .name = name };
    uv_tcp_init(&d->loop, &l->tcp);
    l->tcp.data = l;
    d->listeners_count++;
    enum err err = listen_on(&l->tcp, text, BACKLOG, on_connection, problem);
    if (err == ERR_OK)
        note_address(l);
    return err;
}

static bool is_default(const struct settings *s, const char *name)
{
    const struct setting *at;

    for (int i = 0; (at = settings_at(s, i)); i++)
        if (strcmp(at->name, name) == 0)
            return at->default_value && strcmp(at->default_value, setting_text(s, name)) == 0;
    return false;
}

/* Nodes may share a machine: an address that nobody chose belongs to the first of
 * them, and the others do without. */
static bool may_be_without(const struct settings *settings, const char *name)
{
    const char *node = setting_text(settings, "node");

    return node && node[0] && is_default(settings, name);
}

static enum err listen_for_lines(struct doors *d, const struct settings *settings, struct place *place, char problem[256])
{
    const char *name = place->route->setting, *text = setting_text(settings, name);
    enum err    err = text[0] ? listen_at(d, name, text, place, problem) : ERR_OK;

    if (err == ERR_OK || !may_be_without(settings, name))
        return err;
    log_warn("doors", "%s: this node goes without; --%s chooses another address", problem, name);
    return ERR_OK;
}

enum err listen_all(struct doors *d, const struct settings *settings, char problem[256])
{
    d->trust_proxy = setting_flag(settings, "trust-proxy");
    enum err err = listen_at(d, "http", setting_text(settings, "listen"), NULL, problem);

    for (int i = 0; err == ERR_OK && i < d->places_count; i++) {
        struct place *place = &d->places[i];

        if (place->route && place->route->kind == ROUTE_LINES)
            err = listen_for_lines(d, settings, place, problem);
    }
    return err;
}

void listen_stop(struct doors *d)
{
    for (int i = 0; i < d->listeners_count; i++)
        if (!uv_is_closing((uv_handle_t *)&d->listeners[i].tcp))
            uv_close((uv_handle_t *)&d->listeners[i].tcp, NULL);
}

void doors_addresses(const struct doors *d, struct buf *out)
{
    for (int i = 0; i < d->listeners_count; i++)
        if (d->listeners[i].address[0])
            buf_printf(out, "%s%s=%s", i ? " " : "", d->listeners[i].name, d->listeners[i].address);
}
