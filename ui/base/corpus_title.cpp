#include "ui/base/corpus_title.h"

#include <QCoreApplication>

namespace heedmap {

namespace {

// Written out for lupdate, which does not look into resources/corpora.
[[maybe_unused]] constexpr const char* titles[]{
    QT_TRANSLATE_NOOP("Corpus", "English → Chinese"),
    QT_TRANSLATE_NOOP("Corpus", "English → French"),
    QT_TRANSLATE_NOOP("Corpus", "English → German"),
    QT_TRANSLATE_NOOP("Corpus", "Dates → ISO 8601"),
    QT_TRANSLATE_NOOP("Corpus", "Copy"),
    QT_TRANSLATE_NOOP("Corpus", "Reverse"),
};

} // namespace

QString corpusTitle(const std::string& title) {
    return QCoreApplication::translate("Corpus", title.c_str());
}

} // namespace heedmap
