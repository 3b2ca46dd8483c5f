// The models that are trained side by side under Align, as data and signals: no widgets. It follows the training
// threads about fifteen times a second and says what is new.
#pragma once

#include "core/seq2seq/learning_curve.h"
#include "core/seq2seq/live_training.h"
#include "ui/base/latest.h"

#include <QObject>
#include <QTimer>

#include <memory>
#include <optional>
#include <vector>

namespace heedmap {

using Attention = std::optional<attention::ScoreFunction>; // none: without attention

// "additive", "scaled dot", "no attention", translated.
QString attentionName(const Attention& score);

struct LabSettings {
    std::vector<Attention> variants; // trained side by side
    Index steps = 600;
    Index batch = 32;
    int seed = 1;
    Index size = 64; // units of the decoder; embedding and encoder directions have half of it
    seq2seq::OptimizerOptions optimizer;

    seq2seq::TrainingOptions training(const Attention& score) const;
    friend bool operator==(const LabSettings&, const LabSettings&) = default;
};

// What was changed while it ran, to be seen in the curve.
struct LabEvent {
    Index step = 0;
    QString text; // "rate 0.005"
};

enum class LabState { idle, running, paused, finished };

// What can be done about a curve that does not fall.
enum class Remedy { halveRate, clip, goBack };

struct LabVariant {
    Attention score;
    std::unique_ptr<seq2seq::LiveTraining> training;
    std::vector<double> losses; // of each step
    double learningRate = 0;    // of the next step, before the schedule
    double clip = 0;
    std::vector<seq2seq::Validation> validations;
    seq2seq::CurveShape shape = seq2seq::CurveShape::tooShort;
    // Model and translations belong together; they follow as fast as sentences can be translated aside.
    seq2seq::Model model;
    std::optional<seq2seq::Translation> translation; // of the watched pair with its own target, the numbers all finite
    QString says;                                    // what it makes of the watched source by itself
    bool outdated = false;                           // it has learnt since

    const seq2seq::Validation* latest() const { return validations.empty() ? nullptr : &validations.back(); }
};

class Lab : public QObject {
    Q_OBJECT

public:
    explicit Lab(QObject* parent = nullptr);
    ~Lab() override; // stops within a step

    // What is trained with. Another corpus is a new beginning: reset().
    void setCorpus(std::shared_ptr<const seq2seq::Corpus> corpus);
    const std::shared_ptr<const seq2seq::Corpus>& corpus() const { return corpus_; }
    // Ignored unless idle, but for the learning rate and the clipping, which go to all models at once.
    void setSettings(const LabSettings& settings);
    const LabSettings& settings() const { return settings_; }

    LabState state() const { return state_; }
    void train(); // from the beginning, or on from a pause
    void pause();
    void stepOnce(); // one step of each model, then a pause
    void reset();    // as if nothing had been trained
    void apply(std::size_t variant, Remedy remedy);

    const std::vector<LabVariant>& variants() const { return variants_; }
    const std::vector<LabEvent>& events() const { return events_; }
    // Of the model that would be or is trained; 0 without a corpus.
    Index parameterCount(const Attention& score) const;
    Index stepsTaken() const;      // of the model that is least far
    bool hasTrained() const;       // some model has taken a step
    double secondsPerStep() const; // of the slowest model

    // The held-out pair whose α is drawn.
    std::size_t watched() const { return watched_; }
    void watch(std::size_t pair);
    const seq2seq::SentencePair* watchedPair() const; // null: there is none

    // New numbers at once; they come by themselves otherwise.
    void follow();

Q_SIGNALS:
    void corpusChanged();
    void settingsChanged();
    void stateChanged();
    void variantsChanged(); // made or thrown away
    void progressed();      // losses, validations, translations of the variants
    void watchedChanged();

private:
    void makeVariants();
    bool takeNews(LabVariant& variant);
    void translateWatched();
    void setRate(LabVariant& variant, double rate);
    void setClip(LabVariant& variant, double norm);
    void setState(LabState state);

    std::shared_ptr<const seq2seq::Corpus> corpus_;
    LabSettings settings_;
    std::vector<LabVariant> variants_;
    std::vector<LabEvent> events_;
    Index sourceWords_ = 0; // of the corpus, with <unk> and </s>
    Index targetWords_ = 0;
    LabState state_ = LabState::idle;
    std::size_t watched_ = 0;
    QTimer timer_;
    struct Translated {
        std::size_t variant = 0;
        std::shared_ptr<const seq2seq::Model> model;
        std::optional<seq2seq::Translation> translation; // none: numbers that are not finite
        QString says;
    };
    Latest<std::vector<Translated>> translator_;
};

// What is seen in the curve of a variant and what may help, in words.
struct Advice {
    QString state;  // "falling", "NaN at step 12"
    QString advice; // a sentence; empty: nothing needs to be done
    bool isBad = false;
    std::vector<Remedy> remedies;
};
Advice adviceFor(const LabVariant& variant);
// The words on the button: "Halve the rate to 0.005".
QString remedyText(const LabVariant& variant, Remedy remedy);
// The rate after a remedy: half of it, and never above what usually works.
double remediedRate(double rate, Remedy remedy);

} // namespace heedmap
