// What the trained model that a pair comes from would say next: with its own weights, and with others.
#pragma once

#include "core/seq2seq/next_word.h"
#include "ui/inspector/inspected.h"

#include <QWidget>

#include <functional>
#include <memory>
#include <optional>

class QLabel;

namespace heedmap {

class FigureTable;

class NextWordSection : public QWidget {
    Q_OBJECT

public:
    explicit NextWordSection(QWidget* parent = nullptr);

    // Hidden unless the session was made by models that are shipped and its row is one of their words.
    void show(const Inspected& inspected);
    void showWeights(const VectorD& weights);

    // Makes one for another thread, standing before the same word; it needs the function to stay. Empty where there is
    // no next word.
    using Maker = std::function<std::unique_ptr<seq2seq::NextWord>()>;
    const Maker& maker() const { return maker_; }

private:
    struct Model { // which one is loaded
        std::string corpus;
        attention::ScoreFunction score;
        seq2seq::Model model;
    };
    bool load(const std::string& corpus, attention::ScoreFunction score);

    QLabel* sentence_;
    FigureTable* words_;
    std::shared_ptr<const Model> model_;
    std::unique_ptr<seq2seq::NextWord> next_;
    Maker maker_;
};

} // namespace heedmap
