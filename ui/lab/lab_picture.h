// What a trained model does with a sentence pair, as a picture and as a session for Explore.
#pragma once

#include "core/session/session.h"
#include "ui/heatmap/panel_picture.h"
#include "ui/lab/lab.h"

namespace heedmap {

// "</s>" as "⏎", everything else as it is.
QStringList shownTokens(const std::vector<std::string>& tokens);
// "I love you → 我 爱 你"
QString pairText(const seq2seq::SentencePair& pair);

// α of the watched pair; without a model yet or without attention a sentence that says so.
PanelPicture labPicture(const Attention& score, const LabVariant* variant, const seq2seq::SentencePair* pair,
                        bool dark);
// Alignment error rate of the watched pair; none without attention or gold.
std::optional<double> watchedErrorRate(const LabVariant& variant, const seq2seq::SentencePair& pair);

// The watched pair as the models see it, each score function with the Q, K, V and parameters of its own model, that of
// `variant` first. Precondition: this one has a translation, with attention.
files::Session exploreSession(const Lab& lab, std::size_t variant);

} // namespace heedmap
