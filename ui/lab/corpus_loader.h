// Sentence pairs from the program or from a file, read off the window's thread.
#pragma once

#include "core/seq2seq/corpus.h"
#include "ui/base/latest.h"

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
    bool isLoading() const { return reader_.isRunning(); }

Q_SIGNALS:
    void started();
    void loaded(const std::shared_ptr<const heedmap::seq2seq::Corpus>& corpus);
    void failed(const QString& sentence);

private:
    void load(std::function<Result<seq2seq::Corpus>()> read);

    Latest<Result<seq2seq::Corpus>> reader_;
};

} // namespace heedmap
