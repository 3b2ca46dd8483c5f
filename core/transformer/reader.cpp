#include "core/transformer/reader.h"

#include "core/transformer/pixels.h"

#include <algorithm>

namespace heedmap::transformer {

namespace {

std::string withVisibleEnds(std::string text) {
    for (std::size_t at = text.find('\n'); at != std::string::npos; at = text.find('\n', at))
        text.replace(at, 1, "⏎");
    return text;
}

// "0,0", "0,1" …: the row and column of each patch, behind the class token.
std::vector<std::string> patchLabels(const Patches& patches) {
    std::vector<std::string> labels{"[CLS]"};
    for (Index y = 0; y < patches.rows(); ++y)
        for (Index x = 0; x < patches.columns(); ++x)
            labels.push_back(std::to_string(y) + "," + std::to_string(x));
    return labels;
}

} // namespace

Result<Reader> Reader::open(const std::string& folder) {
    using Tokenizer = Result<tokens::Tokenizer>;
    auto model = Model::open(folder);
    if (!model)
        return model.error();
    Reader reader;
    reader.model_ = *std::move(model);
    const Architecture& architecture = reader.model_->architecture();
    reader.source_ = std::make_shared<const Tokenizer>(tokens::Tokenizer::open(folder));
    if (architecture.kind == Kind::encoderDecoder)
        reader.target_ = std::make_shared<const Tokenizer>(tokens::Tokenizer::open(folder, tokens::Side::target));
    return reader;
}

std::string Reader::label(TokenId id, bool written) const {
    const auto& tokenizer = written ? writer() : *source_;
    if (!tokenizer || id < 0 || id >= tokenizer->size())
        return std::to_string(id);
    const std::string text = withVisibleEnds(tokenizer->label(static_cast<tokens::Id>(id)));
    return text.empty() ? std::to_string(id) : text;
}

Result<std::vector<TokenId>> Reader::idsOf(const tokens::Tokenizer& tokenizer, const tokens::Encoding& encoding,
                                           const std::string& text, const Stack& stack, Answer& answer) const {
    std::vector<TokenId> ids;
    for (const tokens::Token& token : encoding.tokens) {
        if (token.id >= stack.vocabulary)
            return makeError(tokenizerTooLarge, {std::to_string(tokenizer.size()), std::to_string(stack.vocabulary),
                                                 tokenizer.label(token.id)})
                .in(model_->folder());
        ids.push_back(token.id);
    }
    for (const tokens::Unexpressed& part : encoding.unexpressed)
        if (part.text == tokens::TextOf::first)
            answer.remarks.push_back({part.dropped ? HEEDMAP_MESSAGE("Reason", "no token stands for \"%1\"")
                                                   : HEEDMAP_MESSAGE("Reason", "the unknown token stands for \"%1\""),
                                      {shortened(text.substr(part.range.begin, part.range.size()))}});
    return ids;
}

Result<Text> Reader::textOf(const Question& question, Answer& answer) const {
    Text text;
    const Architecture& model = model_->architecture();
    if (!question.ids.empty()) {
        text.ids = question.ids;
        return text;
    }
    if (!*source_)
        return source_->error();
    const tokens::Tokenizer& tokenizer = **source_;
    if (question.second && model.kind != Kind::encoder)
        return makeError(oneTextOnly).in(model_->folder());
    const auto encoding =
        question.second ? tokenizer.encode(question.text, *question.second) : tokenizer.encode(question.text);
    if (!encoding)
        return Error(encoding.error()).in(model_->folder());
    auto ids = idsOf(tokenizer, *encoding, question.text, model.main(), answer);
    if (!ids)
        return ids.error();
    text.ids = *std::move(ids);
    for (const tokens::Token& token : encoding->tokens)
        if (model.types > 0)
            text.types.push_back(std::min<Index>(token.type, model.types - 1));
    return text;
}

Result<std::vector<TokenId>> Reader::writtenOf(const Question& question, Answer& answer) const {
    if (!question.writtenIds.empty())
        return question.writtenIds;
    const Architecture& model = model_->architecture();
    std::vector<TokenId> written{std::max<TokenId>(model.start, 0)};
    if (!question.written)
        return written;
    if (!writer())
        return writer().error();
    const auto encoding = writer()->encode(*question.written, false);
    if (!encoding)
        return Error(encoding.error()).in(model_->folder());
    const auto ids = idsOf(*writer(), *encoding, *question.written, model.decoder, answer);
    if (!ids)
        return ids.error();
    written.insert(written.end(), ids->begin(), ids->end());
    return written;
}

Result<Answer> Reader::ask(const Question& question, const RunOptions& options) const {
    const Architecture& model = model_->architecture();
    Answer answer;
    Run<float> run(model_, options);
    if (question.generate > 0 && model.kind == Kind::encoder)
        return makeError(writesNothing, {"gpt2, llama, marian"}).in(model_->folder());
    if (!question.picture.empty() || model.patches) {
        if (!model.patches)
            return makeError(needsText).in(model_->folder());
        if (question.picture.empty())
            return makeError(needsPicture).in(model_->folder());
        const auto pixels = readPixels(*model_, question.picture);
        if (!pixels)
            return pixels.error();
        if (auto done = run.look(kernels::viewOf(*pixels)); !done)
            return done.error();
        answer.encoderLabels = patchLabels(*model.patches);
        answer.trace = run.share();
        return answer;
    }
    auto text = textOf(question, answer);
    if (!text)
        return text.error();
    if (model.kind == Kind::decoder) {
        answer.decoderIds = text->ids;
    } else {
        answer.encoderIds = text->ids;
        if (auto done = run.encode(*text); !done)
            return done.error();
    }
    if (model.kind == Kind::encoderDecoder) {
        auto written = writtenOf(question, answer);
        if (!written)
            return written.error();
        answer.decoderIds = *std::move(written);
    }
    if (model.kind != Kind::encoder) {
        if (auto done = run.decode(answer.decoderIds); !done)
            return done.error();
        // An encoder–decoder writes by itself unless it was told what.
        constexpr Index longestOwn = 64;
        const bool own = model.kind == Kind::encoderDecoder && !question.written && question.writtenIds.empty() &&
                         options.layers == 0;
        const Index most = question.generate > 0 ? question.generate : own ? longestOwn : 0;
        if (most > 0 && run.trace().logits.rows() > 0) {
            auto generated = generate(run, most);
            if (!generated)
                return generated.error();
            answer.generated = *std::move(generated);
            const auto read = run.trace().decoder->length() - static_cast<Index>(answer.decoderIds.size());
            answer.decoderIds.insert(answer.decoderIds.end(), answer.generated.begin(),
                                     answer.generated.begin() + read);
        }
    }
    for (const TokenId id : answer.encoderIds)
        answer.encoderLabels.push_back(label(id));
    for (const TokenId id : answer.decoderIds)
        answer.decoderLabels.push_back(label(id, true));
    if (writer()) {
        const std::vector<tokens::Id> ids(answer.generated.begin(), answer.generated.end());
        answer.generatedText = writer()->decode(ids);
    }
    answer.trace = run.share();
    return answer;
}

} // namespace heedmap::transformer
