// Errors and adaptations of core as sentences in the user's language: the one place where they are translated.
#pragma once

#include "core/error.h"
#include "core/session/consistency.h"

#include <QString>

namespace heedmap {

QString errorText(const Error& error);
QString errorSentence(const Error& error);   // with capital and full stop
QString phraseInWords(const Phrase& phrase); // as it is
QString remarkText(const Phrase& remark);    // what a file is remarked on, as a sentence
QString adaptationText(const files::Adaptation& adaptation);

} // namespace heedmap
