/* Where every dialect's decoder and the hall API meet hostile input: lines of
 * asks as in kit/asks.h, whatever stands in them. */
#include "kit/asks.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct bench bench;

    bench_feed(&bench, (struct str){ (const char *)data, size });
    return 0;
}
