#include "store/mover.h"

#include "base/log.h"
#include "base/thread.h"

#include <sqlite3.h>

enum { PASSES = 2 }; /* the second one takes what came in during the first, and is short */

static sqlite3 *connect_to(const char *path)
{
    sqlite3 *db = NULL;

    /* A connection knows that there is a log once it has read something. */
    if (sqlite3_open_v2(path, &db, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, NULL) == SQLITE_OK &&
        sqlite3_exec(db, "SELECT count(*) FROM sqlite_master", NULL, NULL, NULL) == SQLITE_OK)
        return db;
    log_warn("store", "%s: the log cannot be moved in the background: %s", path, sqlite3_errmsg(db));
    sqlite3_close(db);
    return NULL;
}

static void *run(void *arg)
{
    struct mover *m = arg;
    sqlite3      *db = connect_to(m->path);

    thread_be_patient();
    for (;;) {
        pthread_mutex_lock(&m->lock);
        while (m->state != MOVER_BUSY && !m->stopping)
            pthread_cond_wait(&m->more, &m->lock);
        bool stopping = m->stopping;
        pthread_mutex_unlock(&m->lock);
        if (stopping)
            break;
        for (int i = 0; db && i < PASSES; i++)
            sqlite3_wal_checkpoint_v2(db, NULL, SQLITE_CHECKPOINT_PASSIVE, NULL, NULL);
        m->state = MOVER_DONE;
    }
    sqlite3_close(db);
    return NULL;
}

void mover_init(struct mover *m, const char *path)
{
    *m = (struct mover){ .path = path };
    pthread_mutex_init(&m->lock, NULL);
    pthread_cond_init(&m->more, NULL);
}

void mover_release(struct mover *m)
{
    if (m->started) {
        pthread_mutex_lock(&m->lock);
        m->stopping = true;
        pthread_cond_signal(&m->more);
        pthread_mutex_unlock(&m->lock);
        pthread_join(m->thread, NULL);
    }
    pthread_mutex_destroy(&m->lock);
    pthread_cond_destroy(&m->more);
}

bool mover_step(struct mover *m)
{
    if (!m->started && pthread_create(&m->thread, NULL, run, m))
        return true; /* then the writer does it all */
    m->started = true;
    if (m->state == MOVER_DONE) {
        m->state = MOVER_IDLE;
        return true;
    }
    if (m->state == MOVER_IDLE) {
        pthread_mutex_lock(&m->lock);
        m->state = MOVER_BUSY;
        pthread_cond_signal(&m->more);
        pthread_mutex_unlock(&m->lock);
    }
    return false;
}
