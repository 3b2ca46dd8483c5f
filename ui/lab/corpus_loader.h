// Sentence pairs from the program or from a file, read off the window's thread.
#pragma once

#include "core/seq2seq/corpus.h"

#include <QObject>

#include <memory>

namespace heedmap {

class CorpusLoader : public QObject {
    Q_OBJECT

public:
    using QObject::QObject;

    // About a tenth of a file's pairs is held out, at most 200. What was asked for last is what is told.
    void loadShipped(const QString& name);
    void loadFile(const QString& path);
    bool isLoading() const { return loading_; }

Q_SIGNALS:
    void started();
    void loaded(const std::shared_ptr<const heedmap::seq2seq::Corpus>& corpus);
    void failed(const QString& sentence);

private:
    void load(std::function<Result<seq2seq::Corpus>()> read);

    int asked_ = 0;
    bool loading_ = false;
};

} // namespace heedmap
