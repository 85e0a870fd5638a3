/* Scheduling hints for machines with fewer cores than busy threads. They apply
 * to the calling thread; where the system does not support or allow them the
 * thread competes like any other, which is slower but not wrong. */
#ifndef BASE_THREAD_H
#define BASE_THREAD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <time.h>

/* For latency: the thread gets a core soon after it wakes up, and runs in
 * slices of a tenth of a millisecond. */
void thread_be_quick(void);

/* For background work: the thread uses what other threads leave, but at least a
 * tenth of a core so that it always finishes. Also in short slices. */
void thread_be_patient(void);

/* Call often in long computations: yields the core if the slice is used up. The
 * kernel by itself only preempts at a timer tick, milliseconds later. */
void thread_give_way(void);

/* The same for a thread whose computations are other people's, or many: between
 * breaks_begin and breaks_end a timer interrupts it every quarter of a millisecond
 * to yield the core. Beside two threads that hash passwords, each step of a move,
 * from the socket to the disk and back, otherwise waited up to a tick, 4 ms.
 * Where other processes want the core, breaks get rarer, so that the thread keeps its
 * share: beside one of normal priority 9 % instead of 5 %, and 3 instead of 1 % in a crowd.
 * All four are called by that thread. */
struct breaks {
    timer_t timer;
    bool    has_timer; /* false: the system gave none, and there are no breaks */
};

void breaks_open(struct breaks *b);
void breaks_begin(struct breaks *b);
void breaks_end(struct breaks *b);
void breaks_close(struct breaks *b);

/* Processor time of a thread, by the clock of it that the thread itself asked for. */
clockid_t thread_clock(void);
int64_t   thread_used_us(clockid_t clock);

/* Working memory of this thread: zeroed on first use, then unchanged between
 * calls, and freed with the thread. `*number` is different for each call and
 * never 0: data marked with another number is from an earlier use. */
void *thread_memory(size_t size, uint32_t *number);

#endif
