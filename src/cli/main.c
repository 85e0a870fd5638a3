#include <stdio.h>

int main(void)
{
    puts("meeple " MEEPLE_VERSION);
    return 0;
}
