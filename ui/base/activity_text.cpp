#include "ui/base/activity_text.h"

#include "ui/base/numbers.h"

#include <QCoreApplication>

#include <algorithm>

namespace heedmap {

namespace {

using attention::Storage;

struct Activity {
    Q_DECLARE_TR_FUNCTIONS(Activity)
};

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
        return Activity::tr("mapped · read in %1").arg(duration(milliseconds));
    case Storage::computed:
        return Activity::tr("computed on demand · ready in %1").arg(duration(milliseconds));
    case Storage::dense:
        break;
    }
    return Activity::tr("dense · computed in %1").arg(duration(milliseconds));
}

} // namespace heedmap
