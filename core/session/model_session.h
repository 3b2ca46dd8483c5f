// What a published model attends to in a text, as a session: α of its layers and heads, and Q, K and V of one layer as
// a problem of many heads, to be explained and edited.
#pragma once

#include "core/session/session.h"
#include "core/transformer/trace.h"

#include <optional>
#include <string_view>

namespace heedmap {

// Which attention of a model: of the encoder or decoder to itself, or of an encoder–decoder's output to its input.
enum class ModelPart : std::uint8_t { encoder, decoder, cross };
std::string_view nameOf(ModelPart part); // "encoder", "decoder", "cross": the words of the command line
std::optional<ModelPart> modelPartNamed(std::string_view name);

inline constexpr ErrorKind noSuchLayer{HEEDMAP_MESSAGE("Error", "there is no layer %1; there are %2, counted from 0")};
inline constexpr ErrorKind noSuchModelHead{
    HEEDMAP_MESSAGE("Error", "there is no head %1; every layer has %2, counted from 0")};
inline constexpr ErrorKind noSuchPart{HEEDMAP_MESSAGE("Error", "this model has no %1 attention; it has %2")};

// Of these layers and heads, each ascending; empty: all of them.
struct HeadChoice {
    std::vector<Index> layers;
    std::vector<Index> heads;
};

// The parts that a trace has, what is looked at first before the others.
std::vector<ModelPart> partsOf(const transformer::Trace<float>& trace);

// One attention for each layer. Errors: noSuchPart.
Result<std::vector<const transformer::AttentionTrace<float>*>> attentionsOf(const transformer::Trace<float>& trace,
                                                                            ModelPart part);
// The choice with all that is left out. Errors: noSuchLayer, noSuchModelHead.
Result<HeadChoice> completed(HeadChoice choice, Index layers, Index heads);

// α as a matrix in memory, one panel for each head, named alpha[layer,head] (encoder[…], decoder[…], cross[…] where the
// model has several parts), in the order of the layers. The problem is the first of the chosen layers, unless its
// scores are more than Q and K say (a bias by distance). `origin` names the model in captions.
// Errors: those above, notEnoughMemory.
Result<files::Session> modelSession(const transformer::Trace<float>& trace, ModelPart part, const HeadChoice& choice,
                                    const Labels& labels, const std::string& origin);

// One layer as a problem of many heads, to be explained and edited: Q, K and V, and a panel for each head.
// Errors: noSuchPart, noSuchLayer, scoresNeedMore.
Result<files::Session> modelLayerSession(const transformer::Trace<float>& trace, ModelPart part, Index layer,
                                         const Labels& labels, const std::string& origin);

inline constexpr ErrorKind scoresNeedMore{HEEDMAP_MESSAGE(
    "Error", "this layer adds numbers of its own to the scores, by distance, so Q and K alone do not give its α")};

} // namespace heedmap
