// Edits of a multi-head layer: its role in a Transformer, its heads, and what of them is shown; each one undo step.
#pragma once

#include "ui/document/document.h"

namespace heedmap {

// Where Q, K and V of a Transformer's attention come from (Vaswani et al. 2017, section 3.2.3).
enum class LayerRole {
    encoder, // all three from one sequence, without a causal mask
    decoder, // all three from one sequence, causal
    cross,   // Q from the decoder, K and V from the encoder
};
// None: Q, K and V are given as they are.
std::optional<LayerRole> roleOf(const files::Session& session);
// Chooses kind, causal mask and projections, and shows every head under scaled dot, their mean and maximum. What is
// not given stays the identity, with columns of zeros where sizes differ.
void setRole(Document& document, LayerRole role);

// Numbers of heads that Q, K and V can be split into; 1 is always among them.
std::vector<Index> possibleHeads(const files::Session& session);
void setHeads(Document& document, Index heads);
// Numbers of key/value heads that divide the heads; W_K and W_V keep the columns that are left.
std::vector<Index> possibleKeyValueHeads(const files::Session& session);
void setKeyValueHeads(Document& document, Index heads);

struct HeadsShown {
    bool each = false; // a panel a head
    bool mean = false;
    bool max = false;
};
HeadsShown headsShown(const files::Session& session);
// For each score function on show. Nothing at all is not possible: the call is then without effect.
void showHeads(Document& document, HeadsShown shown);

bool hasBiases(const files::Session& session);
void setBiases(Document& document, bool on); // zeros at first
// W_Q, W_K, W_V and W_O (and biases, where there are any) drawn anew: Glorot's uniform values.
void drawProjections(Document& document, std::uint64_t seed);

} // namespace heedmap
