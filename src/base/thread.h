/* How a thread shares the cores with others, where there are fewer cores than
 * threads with something to do. Both calls are about the thread that makes them;
 * where the system does not know or allow such a thing it competes like any
 * other, which is slower but not wrong. */
#ifndef BASE_THREAD_H
#define BASE_THREAD_H

/* Somebody waits for each little thing that it does: it gets a core soon after it
 * wakes and lets others in as soon, in turns of a tenth of a millisecond. */
void thread_be_quick(void);

/* It computes for long, and few wait for it: it takes what others leave of the
 * cores, but a tenth at least, since what never ends is no answer either; also
 * in short turns. */
void thread_be_patient(void);

/* To be called again and again by whoever computes for long: lets those in who
 * wait for the core, if a turn has passed since the last time. The system by
 * itself looks at the end of a turn only when its clock ticks, milliseconds later. */
void thread_give_way(void);

#endif
