// The weights of a row as sliders: those that are moved keep what they were given, the others follow.
#pragma once

#include "core/tensor/matrix.h"

#include <QStringList>
#include <QWidget>

#include <map>
#include <vector>

class QLabel;
class QSlider;

namespace heedmap {

class WeightSliders : public QWidget {
    Q_OBJECT

public:
    static constexpr int most = 8; // keys with a slider: the chosen one and the largest

    explicit WeightSliders(QWidget* parent = nullptr);

    // Another row: sliders for `column` and the largest of `alpha`; nothing is chosen by hand.
    void setRow(const VectorD& alpha, const QStringList& keys, Index column);
    // What comes of the choice.
    void showWeights(const VectorD& weights);
    const std::map<Index, double>& chosen() const { return chosen_; }
    void choose(Index key, double weight);
    void release();                     // nothing is chosen by hand any more
    QSlider* sliderOf(Index key) const; // null where it has none

Q_SIGNALS:
    void moved();

private:
    struct Line {
        QWidget* row;
        QLabel* token;
        QSlider* slider;
        QLabel* number;
        Index key = 0;
    };
    Line makeLine();

    std::vector<Line> lines_;
    std::map<Index, double> chosen_;
};

} // namespace heedmap
