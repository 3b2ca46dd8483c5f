// What is seen in a learning curve, and what may help, in words.
#include "ui/base/numbers.h"
#include "ui/lab/lab.h"
#include "ui/lab/lab_words.h"

#include <algorithm>
#include <cmath>

namespace heedmap {

namespace {

using seq2seq::CurveShape;

Index lastFiniteStep(const std::vector<double>& losses) {
    const auto last = std::find_if(losses.rbegin(), losses.rend(), [](double loss) { return std::isfinite(loss); });
    return losses.rend() - last;
}

// As low as it gets, or stuck high: what is left of the loss of the first step says it.
bool isLow(const std::vector<double>& losses) {
    const auto few = std::min<std::ptrdiff_t>(10, std::ssize(losses));
    double sum = 0;
    for (auto loss = losses.end() - few; loss != losses.end(); ++loss)
        sum += *loss;
    return sum / static_cast<double>(few) < 0.1 * losses.front();
}

// Clipping helps where it is not done yet.
std::vector<Remedy> withClip(const LabVariant& variant, Remedy first) {
    if (variant.clip > 0 && variant.clip <= 1)
        return {first};
    return {first, Remedy::clip};
}

} // namespace

QString attentionName(const Attention& score) {
    using attention::ScoreFunction;
    if (!score)
        return LabWords::tr("no attention");
    switch (*score) {
    case ScoreFunction::additive:
        return LabWords::tr("additive");
    case ScoreFunction::dot:
        return LabWords::tr("dot");
    case ScoreFunction::general:
        return LabWords::tr("general");
    case ScoreFunction::scaled_dot:
        return LabWords::tr("scaled dot");
    case ScoreFunction::cosine:
        return LabWords::tr("cosine");
    }
    return {};
}

Advice adviceFor(const LabVariant& variant) {
    switch (variant.shape) {
    case CurveShape::tooShort:
        return {variant.losses.empty() ? LabWords::tr("not trained yet") : LabWords::tr("just begun"), {}, false, {}};
    case CurveShape::falling:
        return {LabWords::tr("falling"), {}, false, {}};
    case CurveShape::plateau:
        if (isLow(variant.losses))
            return {LabWords::tr("as low as it gets"), {}, false, {}};
        return {LabWords::tr("plateau"),
                LabWords::tr("The loss has stopped falling. A smaller rate often lets it fall further."),
                false,
                {Remedy::halveRate}};
    case CurveShape::oscillation:
        return {LabWords::tr("oscillating"),
                LabWords::tr("The loss jumps up and down around a level: the learning rate is too high."), true,
                withClip(variant, Remedy::halveRate)};
    case CurveShape::diverging:
        return {LabWords::tr("diverging"),
                LabWords::tr("The loss rises far above where it was: the learning rate is much too high."), true,
                withClip(variant, Remedy::goBack)};
    case CurveShape::notFinite:
        return {
            LabWords::tr("NaN after step %1").arg(lastFiniteStep(variant.losses)),
            LabWords::tr("The loss is no number any more, so training has paused. The picture is the last that was."),
            true,
            {Remedy::goBack}};
    }
    return {};
}

QString remedyText(const LabVariant& variant, Remedy remedy) {
    const QString rate = numberText(remediedRate(variant.learningRate, remedy), 2);
    switch (remedy) {
    case Remedy::halveRate:
        return LabWords::tr("Halve the rate to %1").arg(rate);
    case Remedy::clip:
        return LabWords::tr("Clip the gradient at 1");
    case Remedy::goBack:
        return LabWords::tr("Back to the last good weights, rate %1").arg(rate);
    }
    return {};
}

} // namespace heedmap
