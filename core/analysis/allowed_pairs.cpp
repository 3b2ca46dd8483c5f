#include "core/analysis/allowed_pairs.h"

#include <algorithm>

namespace heedmap::analysis {

namespace {

// Σ_{x=1}^{last} min(x, most); 0 where there is nothing to add.
Count sumOfCapped(Index last, Index most) {
    if (last <= 0 || most <= 0)
        return 0;
    const Index rising = std::min(last, most);
    const Count even = Count::of(rising % 2 == 0 ? rising / 2 : rising);
    const Count odd = Count::of(rising % 2 == 0 ? rising + 1 : (rising + 1) / 2);
    return even * odd + Count::of(last - rising) * Count::of(most);
}

// Pairs with i − j > distance, of rows i < rows and columns j < columns.
Count pairsBelow(Index rows, Index columns, Index distance) {
    return distance >= rows ? Count() : sumOfCapped(rows - 1 - distance, columns);
}

// For each of m rows of a window of w on either side, min(most, m − keys in the window), summed.
Count cappedOutsideWindow(Index m, Index w, Index most) {
    if (w >= m)
        return 0;
    const Index outside = m - 1 - w; // keys that the first and the last row do not see
    if (outside <= w)
        return sumOfCapped(outside, most) + sumOfCapped(outside, most);
    const Index inMiddle = outside - w; // what each of the outside − w + 1 rows away from the ends does not see
    const Count atOneEnd = sumOfCapped(outside, most) - sumOfCapped(inMiddle, most);
    return Count::of(inMiddle + 1) * Count::of(std::min(inMiddle, most)) + atOneEnd + atOneEnd;
}

} // namespace

Count allPairs(Index queries, Index keys) {
    return Count::of(queries) * Count::of(keys);
}

Count causalPairs(Index queries, Index keys) {
    return allPairs(queries, keys) - pairsBelow(keys, queries, 0);
}

Count windowPairs(Index queries, Index keys, Index window) {
    return allPairs(queries, keys) - pairsBelow(queries, keys, window) - pairsBelow(keys, queries, window);
}

Count causalWindowPairs(Index queries, Index keys, Index window) {
    return causalPairs(queries, keys) - pairsBelow(queries, keys, window);
}

Count dilatedPairs(Index n, Index window, Index step) {
    HEEDMAP_EXPECTS(step >= 1);
    // Positions that leave the same remainder see only one another, a window of w among themselves.
    const Index longer = n % step;
    return Count::of(longer) * windowPairs(n / step + 1, n / step + 1, window) +
           Count::of(step - longer) * windowPairs(n / step, n / step, window);
}

Count blockPairs(Index n, Index block) {
    HEEDMAP_EXPECTS(block >= 1);
    return Count::of(n / block) * allPairs(block, block) + allPairs(n % block, n % block);
}

Count globalWindowPairs(Index queries, Index keys, Index window, Index global) {
    const Index globalRows = std::min(global, queries);
    const Index globalColumns = std::min(global, keys);
    return allPairs(globalRows, keys) + allPairs(queries - globalRows, globalColumns) +
           windowPairs(queries - globalRows, keys - globalColumns, window);
}

Count bigBirdPairs(Index n, Index window, Index global, Index random) {
    return globalWindowPairs(n, n, window, global) + cappedOutsideWindow(n - std::min(global, n), window, random);
}

} // namespace heedmap::analysis
