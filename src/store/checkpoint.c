#include "store/checkpoint.h"

#include "base/log.h"
#include "base/thread.h"

#include <sqlite3.h>

enum { PASSES = 2 }; /* the second is short: it takes what was written during the first */

static sqlite3 *connect_to(const char *path)
{
    sqlite3 *db = NULL;

    /* A connection only opens the log once it has read something. */
    if (sqlite3_open_v2(path, &db, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, NULL) == SQLITE_OK &&
        sqlite3_exec(db, "SELECT count(*) FROM sqlite_master", NULL, NULL, NULL) == SQLITE_OK)
        return db;
    log_warn("store", "%s: background checkpoint failed: %s", path, sqlite3_errmsg(db));
    sqlite3_close(db);
    return NULL;
}

static void *run(void *arg)
{
    struct checkpointer *m = arg;
    sqlite3             *db = connect_to(m->path);

    thread_be_patient();
    for (;;) {
        pthread_mutex_lock(&m->lock);
        while (m->state != CHECKPOINT_BUSY && !m->stopping)
            pthread_cond_wait(&m->more, &m->lock);
        bool stopping = m->stopping;
        pthread_mutex_unlock(&m->lock);
        if (stopping)
            break;
        for (int i = 0; db && i < PASSES; i++)
            sqlite3_wal_checkpoint_v2(db, NULL, SQLITE_CHECKPOINT_PASSIVE, NULL, NULL);
        m->state = CHECKPOINT_DONE;
    }
    sqlite3_close(db);
    return NULL;
}

void checkpointer_init(struct checkpointer *m, const char *path)
{
    *m = (struct checkpointer){ .path = path };
    pthread_mutex_init(&m->lock, NULL);
    pthread_cond_init(&m->more, NULL);
}

void checkpointer_release(struct checkpointer *m)
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

bool checkpointer_step(struct checkpointer *m)
{
    if (!m->started && pthread_create(&m->thread, NULL, run, m))
        return true; /* without a thread the writer does all of it */
    m->started = true;
    if (m->state == CHECKPOINT_DONE) {
        m->state = CHECKPOINT_IDLE;
        return true;
    }
    if (m->state == CHECKPOINT_IDLE) {
        pthread_mutex_lock(&m->lock);
        m->state = CHECKPOINT_BUSY;
        pthread_cond_signal(&m->more);
        pthread_mutex_unlock(&m->lock);
    }
    return false;
}
