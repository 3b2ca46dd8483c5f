#include "ui/settings/resources.h"

#include <QtGlobal>

void heedmapLoadResources() {
    static const bool loaded = [] {
        Q_INIT_RESOURCE(resources);
        Q_INIT_RESOURCE(translations);
        return true;
    }();
    Q_UNUSED(loaded)
}
