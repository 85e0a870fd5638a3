/* A blocking client for tests of the doors. Every wait ends after a while, and
 * then the test fails. */
#ifndef KIT_CLIENT_H
#define KIT_CLIENT_H

#include "base/buf.h"

#include <arpa/inet.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

enum { CLIENT_PATIENCE_MS = 10000 };

static inline int client_connect(int port)
{
    struct sockaddr_in to = { .sin_family = AF_INET, .sin_port = htons((uint16_t)port), .sin_addr.s_addr = htonl(INADDR_LOOPBACK) };
    int                fd = socket(AF_INET, SOCK_STREAM, 0), one = 1;

    setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
    if (connect(fd, (struct sockaddr *)&to, sizeof to) != 0) {
        close(fd);
        return -1;
    }
    return fd;
}

static inline void client_send(int fd, struct str bytes)
{
    while (bytes.len) {
        ssize_t n = send(fd, bytes.at, bytes.len, MSG_NOSIGNAL);

        if (n <= 0)
            return; /* the test will see what is missing */
        bytes.at += n;
        bytes.len -= (size_t)n;
    }
}

/* One more piece of what the server sends: 1, or 0 at its end, or -1 on a reset
 * or when nothing came in time. */
static inline int client_read(int fd, struct buf *in)
{
    struct pollfd ready = { .fd = fd, .events = POLLIN };

    if (poll(&ready, 1, CLIENT_PATIENCE_MS) != 1)
        return -1;
    ssize_t n = recv(fd, buf_room(in, 65536), 65536, 0);
    if (n <= 0)
        return (int)n;
    in->len += (size_t)n;
    in->at[in->len] = '\0';
    return 1;
}

/* Reads until `text` has come `times` times; false if it never does. */
static inline bool client_await(int fd, struct buf *in, const char *text, int times)
{
    for (;;) {
        const char *at = in->at;
        int         seen = 0;

        while (at && (at = memmem(at, in->len - (size_t)(at - in->at), text, strlen(text)))) {
            seen++;
            at += strlen(text);
        }
        if (seen >= times)
            return true;
        if (client_read(fd, in) <= 0)
            return false;
    }
}

/* Reads until the server closes; false if it does not, or resets. */
static inline bool client_await_end(int fd, struct buf *in)
{
    int result;

    while ((result = client_read(fd, in)) > 0)
        ;
    return result == 0;
}

#endif
