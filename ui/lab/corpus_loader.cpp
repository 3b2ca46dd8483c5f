#include "ui/lab/corpus_loader.h"

#include "core/seq2seq/corpus_file.h"
#include "core/seq2seq/shipped_corpora.h"
#include "ui/base/error_text.h"

#include <QCoreApplication>
#include <QPointer>
#include <QThreadPool>

#include <algorithm>

namespace heedmap {

namespace {

using namespace seq2seq;

constexpr std::size_t mostHeldOut = 200;
constexpr std::uint64_t splitSeed = 1;

Result<Corpus> readCorpus(const std::string& path) {
    auto pairs = readPairs(path);
    if (!pairs)
        return pairs.error();
    const std::size_t heldOut = std::clamp<std::size_t>(pairs->size() / 10, 1, mostHeldOut);
    auto corpus = splitCorpus(std::move(pairs).value(), heldOut, splitSeed);
    if (!corpus)
        return Error(corpus.error()).in(path);
    corpus->name = path;
    return corpus;
}

} // namespace

void CorpusLoader::loadShipped(const QString& name) {
    load([name = name.toStdString()] { return shippedCorpus(name); });
}

void CorpusLoader::loadFile(const QString& path) {
    load([path = path.toStdString()] { return readCorpus(path); });
}

// The window may be closed meanwhile: nobody waits for the file then.
void CorpusLoader::load(std::function<Result<Corpus>()> read) {
    const int number = ++asked_;
    loading_ = true;
    Q_EMIT started();
    QThreadPool::globalInstance()->start([read = std::move(read), loader = QPointer<CorpusLoader>(this), number] {
        auto result = std::make_shared<Result<Corpus>>(read());
        QMetaObject::invokeMethod(
            QCoreApplication::instance(),
            [loader, number, result] {
                if (!loader || number != loader->asked_)
                    return;
                loader->loading_ = false;
                if (*result)
                    Q_EMIT loader->loaded(std::make_shared<const Corpus>(std::move(*result).value()));
                else
                    Q_EMIT loader->failed(errorSentence(result->error()));
            },
            Qt::QueuedConnection);
    });
}

} // namespace heedmap
