// The words of the field, in English and Chinese, with a sentence each.
#pragma once

#include <QString>

#include <vector>

namespace heedmap {

struct GlossaryTerm {
    QString english;
    QString chinese;
    QString meaning; // one sentence in the language of the interface
};

std::vector<GlossaryTerm> glossaryTerms();
// Those whose words or meaning hold `typed`.
std::vector<GlossaryTerm> glossaryMatching(const QString& typed);

} // namespace heedmap
