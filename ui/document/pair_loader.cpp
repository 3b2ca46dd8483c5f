#include "ui/document/pair_loader.h"

#include "core/session/pair_library.h"
#include "ui/base/start_on.h"

#include <QThreadPool>

#include <utility>

namespace heedmap {

PairLoader& PairLoader::instance() {
    static PairLoader loader;
    return loader;
}

void PairLoader::load() {
    if (std::exchange(started_, true))
        return;
    startOn(*QThreadPool::globalInstance(), [this] {
        for (const PairGroup* group : pairGroups()) {
            const auto models = modelsOf(group->corpus);
            HEEDMAP_EXPECTS(models.ok());
        }
        QMetaObject::invokeMethod(this, [this] {
            loaded_ = true;
            Q_EMIT loaded();
        });
    });
}

} // namespace heedmap
