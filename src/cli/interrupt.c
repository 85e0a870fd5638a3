/* Signals that end a long computation early, with the result so far. */
#include "cli/cli.h"

static const int ending[INTERRUPTS] = { SIGINT, SIGTERM, SIGHUP };

static volatile sig_atomic_t came;

static void interrupt(int signal)
{
    (void)signal;
    came = 1;
}

bool interrupted(void)
{
    return came;
}

/* The handlers stay when one has been called: timeout(1) signals us twice, and
 * the second time must not cost the result. A hangup that is ignored (nohup)
 * stays ignored. */
void interrupts_catch(struct interrupts *before)
{
    struct sigaction act = { .sa_handler = interrupt, .sa_flags = SA_RESTART };

    came = 0;
    for (int i = 0; i < INTERRUPTS; i++) {
        sigaction(ending[i], &act, &before->action[i]);
        if (ending[i] == SIGHUP && before->action[i].sa_handler == SIG_IGN)
            sigaction(SIGHUP, &before->action[i], NULL);
    }
}

void interrupts_release(const struct interrupts *before)
{
    for (int i = 0; i < INTERRUPTS; i++)
        sigaction(ending[i], &before->action[i], NULL);
}
