#include "ui/lab/lab_picture.h"

#include "core/session/trained_pair.h"
#include "ui/lab/lab_words.h"

namespace heedmap {

namespace {

QString noticeFor(const Attention& score, const LabVariant* variant, const seq2seq::SentencePair* pair) {
    if (!pair)
        return LabWords::tr("The corpus has no held-out pair to look at.");
    if (!variant || !variant->translation)
        return LabWords::tr("Press Train: α of this pair is drawn here as it is learnt.");
    if (!score)
        return LabWords::tr("No α: all that crosses from the source to the target is one vector of %1 numbers.")
            .arg(variant->model.sizes.decoder);
    return {};
}

} // namespace

QStringList shownTokens(const std::vector<std::string>& tokens) {
    QStringList shown;
    for (const std::string& token : tokens)
        shown << (token == seq2seq::endWord ? QString::fromUtf8(seq2seq::endLabel) : QString::fromStdString(token));
    return shown;
}

QString pairText(const seq2seq::SentencePair& pair) {
    return shownTokens(pair.source).join(QLatin1Char(' ')) + QStringLiteral(" → ") +
           shownTokens(pair.target).join(QLatin1Char(' '));
}

PanelPicture labPicture(const Attention& score, const LabVariant* variant, const seq2seq::SentencePair* pair,
                        bool dark) {
    PanelPicture picture;
    picture.title = attentionName(score);
    picture.style.range = {0, 1};
    picture.style.dark = dark;
    picture.notice = noticeFor(score, variant, pair);
    if (!picture.notice.isEmpty())
        return picture;
    const auto source = std::make_shared<attention::DenseAlpha>(variant->translation->alpha);
    picture.source = picture.drawn = source;
    picture.pyramid = std::make_shared<heatmap::Pyramid>(*heatmap::Pyramid::build(*source));
    picture.rowLabels = shownTokens(variant->translation->target);
    picture.columnLabels = shownTokens(variant->translation->source);
    if (pair->gold)
        picture.gold = *pair->gold;
    if (const auto rate = watchedErrorRate(*variant, *pair))
        picture.remark = LabWords::tr("AER %1 %", "alignment error rate").arg(*rate * 100, 0, 'f', 0);
    return picture;
}

std::optional<double> watchedErrorRate(const LabVariant& variant, const seq2seq::SentencePair& pair) {
    if (!variant.score || !variant.translation || !pair.gold)
        return std::nullopt;
    const auto links =
        analysis::strongestLinks(variant.translation->alpha, std::ssize(pair.target), std::ssize(pair.source));
    return analysis::countLinks(links, *pair.gold).errorRate();
}

files::Session exploreSession(const Lab& lab, std::size_t variant) {
    const std::vector<LabVariant>& variants = lab.variants();
    seq2seq::ModelSet models{std::make_shared<const seq2seq::Model>(variants[variant].model)};
    for (std::size_t i = 0; i < variants.size(); ++i) {
        if (i != variant && variants[i].score && variants[i].translation)
            models.push_back(std::make_shared<const seq2seq::Model>(variants[i].model));
    }
    const seq2seq::SentencePair& pair = *lab.watchedPair();
    files::Session session = seq2seq::trainedSession(models, pair);
    session.name = pairText(pair).toStdString();
    session.lookFor = LabWords::tr("What the models in Align had learned after %1 steps.")
                          .arg(variants[variant].losses.size())
                          .toStdString();
    return session;
}

} // namespace heedmap
