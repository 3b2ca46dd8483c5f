#include "ui/lab/lab.h"

#include "ui/base/numbers.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace heedmap {

namespace {

using namespace seq2seq;

constexpr int followMilliseconds = 66;
constexpr Index validationsARun = 20;
constexpr double usualRate = 0.01;
constexpr double usualClip = 1;

// As the trainer counts them.
std::pair<Index, Index> wordCounts(const Corpus& corpus) {
    std::vector<std::vector<std::string>> sources;
    std::vector<std::vector<std::string>> targets;
    for (const SentencePair& pair : corpus.training) {
        sources.push_back(pair.source);
        targets.push_back(pair.target);
    }
    return {Vocabulary::of(sources).size(), Vocabulary::of(targets).size()};
}

bool isFinite(const Translation& translation) {
    return translation.alpha.allFinite() && std::isfinite(translation.loss) && translation.problem.q.allFinite() &&
           translation.problem.k.allFinite();
}

// What a model makes of the source by itself.
QString saidBy(const Model& model, const SentencePair& pair) {
    const Translation own = translate(model, pair.source, 2 * std::ssize(pair.target) + 4);
    QStringList words;
    for (const std::string& word : own.target) {
        if (word != endWord)
            words << QString::fromStdString(word);
    }
    return words.join(QLatin1Char(' '));
}

} // namespace

TrainingOptions LabSettings::training(const Attention& score) const {
    TrainingOptions options;
    options.sizes.score = score;
    options.sizes.decoder = size;
    options.sizes.alignment = size;
    options.sizes.embedding = options.sizes.encoder = std::max<Index>(1, size / 2);
    options.optimizer = optimizer;
    options.steps = steps;
    options.batch = batch;
    options.seed = static_cast<std::uint64_t>(seed);
    options.likeAdditive = true;
    return options;
}

Lab::Lab(QObject* parent)
    : QObject(parent) {
    settings_.variants = {attention::ScoreFunction::additive, std::nullopt};
    timer_.setInterval(followMilliseconds);
    connect(&timer_, &QTimer::timeout, this, &Lab::follow);
}

Lab::~Lab() = default;

void Lab::setCorpus(std::shared_ptr<const Corpus> corpus) {
    reset();
    corpus_ = std::move(corpus);
    watched_ = 0;
    std::tie(sourceWords_, targetWords_) = wordCounts(*corpus_);
    Q_EMIT corpusChanged();
    Q_EMIT watchedChanged();
}

void Lab::setSettings(const LabSettings& settings) {
    if (settings == settings_)
        return;
    const bool rate = settings.optimizer.learningRate != settings_.optimizer.learningRate;
    const bool clip = settings.optimizer.clip != settings_.optimizer.clip;
    if (state_ == LabState::idle) {
        settings_ = settings;
    } else {
        settings_.optimizer.learningRate = settings.optimizer.learningRate;
        settings_.optimizer.clip = settings.optimizer.clip;
    }
    for (LabVariant& variant : variants_) {
        if (rate)
            setRate(variant, settings.optimizer.learningRate);
        if (clip)
            setClip(variant, settings.optimizer.clip);
    }
    Q_EMIT settingsChanged();
    if (!variants_.empty())
        Q_EMIT progressed();
}

void Lab::makeVariants() {
    std::vector<LabVariant> variants; // all, or none where one of them cannot start its thread
    for (const Attention& score : settings_.variants) {
        LabVariant variant;
        variant.score = score;
        const Index every = std::max<Index>(1, settings_.steps / validationsARun);
        variant.training = std::make_unique<LiveTraining>(corpus_, settings_.training(score), every);
        variant.learningRate = settings_.optimizer.learningRate;
        variant.clip = settings_.optimizer.clip;
        variant.model = variant.training->model();
        variant.training->start();
        variants.push_back(std::move(variant));
    }
    variants_ = std::move(variants);
    Q_EMIT variantsChanged();
}

void Lab::train() {
    if (!corpus_ || settings_.variants.empty() || state_ == LabState::running)
        return;
    if (state_ == LabState::finished)
        reset();
    if (variants_.empty())
        makeVariants();
    for (LabVariant& variant : variants_)
        variant.training->control().resume();
    setState(LabState::running);
    timer_.start();
}

void Lab::pause() {
    if (state_ != LabState::running)
        return;
    for (LabVariant& variant : variants_)
        variant.training->control().pause();
    setState(LabState::paused);
}

void Lab::stepOnce() {
    if (!corpus_ || settings_.variants.empty() || state_ == LabState::finished)
        return;
    if (variants_.empty())
        makeVariants();
    for (LabVariant& variant : variants_)
        variant.training->control().stepOnce();
    setState(LabState::paused);
    timer_.start();
}

void Lab::reset() {
    timer_.stop();
    translator_.cancel();
    const bool had = !variants_.empty();
    variants_.clear();
    events_.clear();
    setState(LabState::idle);
    if (had)
        Q_EMIT variantsChanged();
}

void Lab::apply(std::size_t index, Remedy remedy) {
    LabVariant& variant = variants_[index];
    TrainingControl& control = variant.training->control();
    if (remedy == Remedy::goBack)
        control.goBackToLastGood();
    if (remedy == Remedy::clip)
        setClip(variant, usualClip);
    else
        setRate(variant, remediedRate(variant.learningRate, remedy));
    if (variant.shape == CurveShape::notFinite || state_ == LabState::running) {
        control.resume();
        setState(LabState::running);
        timer_.start();
    }
    Q_EMIT progressed();
}

void Lab::setRate(LabVariant& variant, double rate) {
    variant.learningRate = rate;
    variant.training->control().setLearningRate(rate);
    events_.push_back({std::ssize(variant.losses), tr("rate %1").arg(numberText(rate, 2))});
}

void Lab::setClip(LabVariant& variant, double norm) {
    variant.clip = norm;
    variant.training->control().setClip(norm);
    events_.push_back({std::ssize(variant.losses), tr("clip %1").arg(numberText(norm, 2))});
}

Index Lab::parameterCount(const Attention& score) const {
    if (!corpus_)
        return 0;
    ModelSizes sizes = settings_.training(score).sizes;
    sizes.sourceWords = sourceWords_;
    sizes.targetWords = targetWords_;
    if (!score)
        sizes = withoutAttentionAsLargeAs(sizes);
    return ModelShape(sizes).table().size();
}

Index Lab::stepsTaken() const {
    Index least = 0;
    for (const LabVariant& variant : variants_)
        least =
            &variant == &variants_.front() ? std::ssize(variant.losses) : std::min(least, std::ssize(variant.losses));
    return least;
}

bool Lab::hasTrained() const {
    return std::any_of(variants_.begin(), variants_.end(),
                       [](const LabVariant& variant) { return !variant.losses.empty(); });
}

double Lab::secondsPerStep() const {
    double slowest = 0;
    for (const LabVariant& variant : variants_)
        slowest = std::max(slowest, variant.training->secondsPerStep());
    return slowest;
}

void Lab::watch(std::size_t pair) {
    if (!corpus_ || pair >= corpus_->heldOut.size() || pair == watched_)
        return;
    watched_ = pair;
    for (LabVariant& variant : variants_) {
        variant.translation.reset();
        variant.outdated = true;
    }
    translator_.cancel();
    translateWatched();
    Q_EMIT watchedChanged();
    Q_EMIT progressed();
}

const SentencePair* Lab::watchedPair() const {
    return corpus_ && watched_ < corpus_->heldOut.size() ? &corpus_->heldOut[watched_] : nullptr;
}

void Lab::follow() {
    const auto all = [this](auto holds) {
        return std::all_of(variants_.begin(), variants_.end(),
                           [&](const LabVariant& variant) { return holds(*variant.training); });
    };
    // Asked before the news are taken: what a thread tells last is told before it is finished.
    const bool finished = all([](LiveTraining& training) { return training.isFinished(); });
    bool isNew = false;
    for (LabVariant& variant : variants_) {
        if (!takeNews(variant))
            continue;
        variant.outdated = true;
        isNew = true;
    }
    translateWatched();
    if (finished) {
        timer_.stop();
        setState(LabState::finished);
    } else if (all([](LiveTraining& training) { return training.isFinished() || training.control().isPaused(); })) {
        setState(LabState::paused);
    }
    if (isNew)
        Q_EMIT progressed();
}

bool Lab::takeNews(LabVariant& variant) {
    TrainingNews news = variant.training->takeNews();
    for (const StepReport& report : news.steps)
        variant.losses.push_back(report.loss);
    if (!news.steps.empty())
        variant.shape = recognizeCurve(variant.losses);
    std::move(news.validations.begin(), news.validations.end(), std::back_inserter(variant.validations));
    return !news.steps.empty() || !news.validations.empty();
}

// Aside, one after the other: a translation that takes longer than the time between two looks is still shown. What was
// drawn last stays where the numbers are no numbers any more.
void Lab::translateWatched() {
    const SentencePair* watched = watchedPair();
    if (!watched || translator_.isRunning())
        return;
    std::vector<Translated> wanted;
    for (std::size_t i = 0; i < variants_.size(); ++i) {
        if (!std::exchange(variants_[i].outdated, false))
            continue;
        const auto model = std::make_shared<Model>(variants_[i].model);
        variants_[i].training->copyWeights(model->weights);
        wanted.push_back({i, model, {}, {}});
    }
    if (wanted.empty())
        return;
    translator_.start(
        [wanted = std::move(wanted), pair = *watched](const std::stop_token& stop, const auto&) mutable {
            for (Translated& each : wanted) {
                if (stop.stop_requested())
                    break;
                Translation translation = align(*each.model, pair.source, pair.target);
                if (!isFinite(translation))
                    continue;
                each.translation = std::move(translation);
                each.says = saidBy(*each.model, pair);
            }
            return std::move(wanted);
        },
        [this](std::vector<Translated> translated) {
            for (Translated& each : translated) {
                if (!each.translation)
                    continue;
                LabVariant& variant = variants_[each.variant];
                variant.model = *each.model;
                variant.translation = std::move(each.translation);
                variant.says = each.says;
            }
            translateWatched();
            Q_EMIT progressed();
        });
}

void Lab::setState(LabState state) {
    if (state == state_)
        return;
    state_ = state;
    Q_EMIT stateChanged();
}

double remediedRate(double rate, Remedy remedy) {
    return remedy == Remedy::goBack ? std::min(rate / 2, usualRate) : rate / 2;
}

} // namespace heedmap
