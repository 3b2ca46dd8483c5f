#include "ui/document/activity_text.h"

#include "ui/base/error_text.h"
#include "ui/base/mask_text.h"
#include "ui/base/numbers.h"

#include <QCoreApplication>

#include <algorithm>

namespace heedmap {

namespace {

using attention::Storage;

struct Activity {
    Q_DECLARE_TR_FUNCTIONS(Activity)
};

// What of an older problem tells it from the newer one at a glance.
QString shownAndAsked(const files::Session& shown, const files::Session& asked) {
    const attention::Problem& before = shown.problem;
    const attention::Problem& now = asked.problem;
    if (shown.showsMatrices() || asked.showsMatrices())
        return Activity::tr("shows an earlier problem");
    if (before.normalizer.temperature != now.normalizer.temperature)
        return Activity::tr("shows τ = %1, asked τ = %2")
            .arg(numberText(before.normalizer.temperature, 4), numberText(now.normalizer.temperature, 4));
    if (!(before.mask == now.mask))
        return Activity::tr("shows mask %1, asked mask %2").arg(maskText(before.mask), maskText(now.mask));
    return Activity::tr("shows an earlier problem");
}

QString duration(double milliseconds) {
    if (milliseconds < 1000)
        return Activity::tr("%1 ms").arg(numberText(milliseconds, 2));
    return Activity::tr("%1 s").arg(numberText(milliseconds / 1000, 2));
}

} // namespace

QString computingText(double progress) {
    const int percent = static_cast<int>(progress * 100);
    return percent > 0 ? Activity::tr("computing… %1 %").arg(percent) : Activity::tr("computing…");
}

QString computedText(const std::vector<PanelResult>& results) {
    double milliseconds = 0;
    Storage storage = Storage::dense;
    for (const PanelResult& result : results) {
        milliseconds += result.milliseconds;
        if (result.source)
            storage = std::max(storage, result.source->storage());
    }
    switch (storage) {
    case Storage::mapped:
        return Activity::tr("mapped from the file · read in %1").arg(duration(milliseconds));
    case Storage::computed:
        return Activity::tr("computed on demand · ready in %1").arg(duration(milliseconds));
    case Storage::dense:
        break;
    }
    return Activity::tr("in memory · computed in %1").arg(duration(milliseconds));
}

QString unfinishedText(const Document& document) {
    QString state;
    switch (document.computation()) {
    case Computation::done:
        return {};
    case Computation::running:
        state = computingText(document.progress());
        break;
    case Computation::stopped:
        state = Activity::tr("stopped");
        break;
    case Computation::failed:
        state = errorText(*document.failure());
        break;
    }
    QString shown;
    if (document.showsOlder())
        shown = shownAndAsked(document.results().session(), document.session());
    else if (document.computation() != Computation::running && !document.results().empty())
        shown = Activity::tr("shows a sample");
    if (shown.isEmpty())
        return state;
    if (document.computing())
        return QStringLiteral("%1 · %2").arg(state, shown);
    return Activity::tr("%1: %2", "state, what is shown").arg(state, shown);
}

} // namespace heedmap
