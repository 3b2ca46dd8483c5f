#include "ui/lab/corpus_loader.h"

#include "core/seq2seq/corpus_file.h"
#include "core/seq2seq/shipped_corpora.h"
#include "ui/base/error_text.h"

#include <algorithm>
#include <utility>

namespace heedmap {

namespace {

using namespace seq2seq;

constexpr std::size_t mostHeldOut = 200;
constexpr std::uint64_t splitSeed = 1;

Result<Corpus> readCorpus(const std::string& path) {
    auto file = readPairs(path);
    if (!file)
        return file.error();
    const std::size_t heldOut = std::clamp<std::size_t>(file->pairs.size() / 10, 1, mostHeldOut);
    auto corpus = splitCorpus(std::move(file->pairs), heldOut, splitSeed);
    if (!corpus)
        return Error(corpus.error()).in(path);
    corpus->name = path;
    corpus->tokens = file->tokens;
    return corpus;
}

} // namespace

void CorpusLoader::loadShipped(const QString& name) {
    load([name = name.toStdString()] { return shippedCorpus(name); });
}

void CorpusLoader::loadFile(const QString& path) {
    load([path = path.toStdString()] { return readCorpus(path); });
}

void CorpusLoader::load(std::function<Result<Corpus>()> read) {
    reader_.start([read = std::move(read)](const std::stop_token&, const auto&) { return read(); },
                  [this](Result<Corpus> corpus) {
                      if (corpus)
                          Q_EMIT loaded(std::make_shared<const Corpus>(std::move(corpus).value()));
                      else
                          Q_EMIT failed(errorSentence(corpus.error()));
                  });
    Q_EMIT started();
}

} // namespace heedmap
