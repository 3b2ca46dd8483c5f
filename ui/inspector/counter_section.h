// Attention is not explanation, as an experiment: other weights that hardly move the output, found by search and shown
// beside the true ones. The output is the context, and of a trained model the probabilities of its next word.
#pragma once

#include "core/analysis/counter_alpha.h"
#include "ui/inspector/next_word_section.h"

#include <QWidget>

#include <thread>

class QLabel;

namespace heedmap {

class BarChart;
class NumberField;
class QuietButton;
class SettingRow;

class CounterSection : public QWidget {
    Q_OBJECT

public:
    explicit CounterSection(QWidget* parent = nullptr);
    ~CounterSection() override;

    // Another row: what was found for the last one is no longer shown.
    void show(const Inspected& inspected, const NextWordSection::Maker& nextWord);
    void search();

Q_SIGNALS:
    void found(); // or not found: the search has ended

private:
    struct Subject; // the row
    static analysis::CounterAlpha searched(const Subject& subject, const analysis::CounterSearch& search);
    void forget();
    void stop();
    void showResult(const analysis::CounterAlpha& result, double epsilon);

    SettingRow* epsilonRow_;
    NumberField* epsilon_;
    NumberField* least_;
    QuietButton* search_;
    QLabel* result_;
    BarChart* chart_;
    std::shared_ptr<const Subject> subject_;
    std::jthread worker_;
    bool searching_ = false;
    int run_ = 0; // results of earlier runs are not shown
};

} // namespace heedmap
