// Threads that the system may refuse: a limit of processes, of a user or a container, can leave only few.
// oneTBB and the toolkit start as many as there are processors and cannot do with fewer; so where fewer may start, this
// process is given fewer processors before anything starts.
#pragma once

#include "core/error.h"

namespace heedmap {

inline constexpr ErrorKind tooFewThreads{
    "the system lets only %1 more threads start, and %2 are needed; raise the limit of processes"};

inline constexpr ErrorKind noMoreThreads{
    HEEDMAP_MESSAGE("Error", "the system lets no more threads start; raise the limit of processes")};

// How many threads, at most `wanted`, may start at the same time.
int threadsThatStart(int wanted);

int processorCount(); // that this process may run on

// Before any other thread starts: fits the processors to the threads that may start, so that `perProcessor` of them for
// each processor and `besides` more are enough. At least one processor is left.
void fitProcessorsToThreads(int perProcessor, int besides);

} // namespace heedmap
