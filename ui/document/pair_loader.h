// The shipped sentence pairs and their models, loaded off the window's thread.
#pragma once

#include <QObject>

namespace heedmap {

// Loads everything once.
class PairLoader : public QObject {
    Q_OBJECT

public:
    using QObject::QObject;
    static PairLoader& instance();
    bool isLoaded() const { return loaded_; }
    void load();

Q_SIGNALS:
    void loaded();

private:
    bool started_ = false;
    bool loaded_ = false;
};

} // namespace heedmap
