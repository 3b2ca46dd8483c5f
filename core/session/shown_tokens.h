// Which tokens of a panel are shown, as the session asks for (Session::shown): pieces merged to words, some left out.
#pragma once

#include "core/session/panel_result.h"

namespace heedmap {

// What the rows and columns of a panel became.
struct ShownAxes {
    analysis::AxisGroups rows;
    analysis::AxisGroups columns;
    Labels labels;       // of the groups; empty where the input has none
    Index wholeRows = 0; // of the matrix
    Index wholeColumns = 0;
};

// The axes of a matrix with these labels. Words need labels; positions can be left out without.
ShownAxes shownAxes(const files::ShownTokens& shown, const Labels& labels, Index rows, Index columns);

inline constexpr ErrorKind everythingLeftOut{
    HEEDMAP_MESSAGE("Error", "every one of the %1 %2 is left out; show some of them again")};
inline constexpr ErrorKind tooLargeToMerge{HEEDMAP_MESSAGE(
    "Error", "words of a matrix of %1 × %2 would take too much memory; at most %3 numbers can be merged at once")};

// α of the panel becomes that of the shown tokens, or `error` says why not; what belongs to single cells of the whole α
// (attention, projected, parameters) goes. False when stopped. Precondition: `source` is there.
bool showTokens(PanelResult& result, const files::Session& session, std::stop_token stop);

// The labels of what the panel shows.
Labels shownLabels(const files::Session& session, const PanelResult& result);
// The gold links between what it shows: two words are linked where any of their pieces are, surely where any are so.
std::vector<GoldLink> shownGold(const files::Session& session, const PanelResult& result);

// What was done, as captions, `info` and exports say it: "pieces merged to words, columns summed, rows averaged".
std::vector<Phrase> wordsOf(const files::ShownTokens& shown);
std::string noteOf(const files::ShownTokens& shown); // the same in one line, in English

// Which of the words that `shown` leaves out name no token of any panel.
std::vector<std::string> unknownIn(const files::Session& session, const files::ShownTokens& shown);

} // namespace heedmap
