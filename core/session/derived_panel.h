// Panels that are made of other numbers: differences, gradients, rollout and flow of a stack.
#pragma once

#include "core/session/panel_result.h"

namespace heedmap {

inline constexpr ErrorKind panelsDifferInSize{
    HEEDMAP_MESSAGE("Error", "A is %1 and B is %2; only matrices of one size have a difference")};
inline constexpr ErrorKind gradientNeedsWeights{HEEDMAP_MESSAGE(
    "Error", "the gradient needs the whole of α in memory, and here it is only computed piece by piece")};
inline constexpr ErrorKind gradientOfOneHead{
    HEEDMAP_MESSAGE("Error", "the gradient is that of one head; choose one instead of all of them together")};
inline constexpr ErrorKind flowNeedsWeights{HEEDMAP_MESSAGE(
    "Error", "a flow goes only through weights that are finite and not negative; those of this stack are not")};
inline constexpr ErrorKind flowTooLarge{
    HEEDMAP_MESSAGE("Error", "the flow of %1 layers of %2 tokens would take too long; at most %3 tokens are possible")};

// Fills `source` or `error` of a panel whose kind is not PanelKind::weights. False when stopped.
bool computeDerived(PanelResult& result, const files::Session& session, std::stop_token stop);

// "A − B", "scaled dot: gradient × α", "attn: rollout".
Phrase derivedTitle(const files::Session& session, const files::Panel& panel);

} // namespace heedmap
