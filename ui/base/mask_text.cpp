#include "ui/base/mask_text.h"

#include <QCoreApplication>
#include <QStringList>

namespace heedmap {

namespace {

struct MaskWords {
    Q_DECLARE_TR_FUNCTIONS(Mask)
};

} // namespace

QString maskText(const attention::MaskSpec& mask) {
    QStringList parts;
    if (mask.causal)
        parts << MaskWords::tr("causal");
    if (mask.padding)
        parts << MaskWords::tr("padding %1").arg(*mask.padding);
    if (mask.window)
        parts << MaskWords::tr("window %1").arg(*mask.window);
    if (mask.dilated)
        parts << MaskWords::tr("dilated %1 by %2", "keys on each side, distance between them")
                     .arg(*mask.dilated)
                     .arg(mask.dilation);
    if (mask.block)
        parts << MaskWords::tr("block %1").arg(*mask.block);
    if (mask.global)
        parts << MaskWords::tr("global %1").arg(*mask.global);
    if (mask.random)
        parts << MaskWords::tr("random %1 (seed %2)").arg(*mask.random).arg(mask.randomSeed);
    if (mask.custom.size() > 0)
        parts << MaskWords::tr("custom");
    return parts.isEmpty() ? MaskWords::tr("none") : parts.join(MaskWords::tr(", ", "between the parts of a mask"));
}

} // namespace heedmap
