// The words of the field, in English and Chinese, with a sentence each.
#pragma once

#include <QString>

#include <vector>

namespace heedmap {

struct GlossaryTerm {
    QString english;
    QString chinese;
    QString meaning;       // one sentence in the language of the interface
    QString symbol;        // "α"; empty where there is none
    QString shape;         // "α (n_q × n_k)"; empty where it has none
    QString demonstration; // what "show me" does: an id of demonstrations.h
};

std::vector<GlossaryTerm> glossaryTerms();
// Those whose words, symbol or meaning hold `typed`; first those whose words do.
std::vector<GlossaryTerm> glossaryMatching(const QString& typed);

} // namespace heedmap
