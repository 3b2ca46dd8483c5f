// Which sentences of a file of alignments to show, a panel each.
#pragma once

#include "core/files/tensor_file.h"

#include <QDialog>

#include <vector>

class QDialogButtonBox;
class QLineEdit;
class QListWidget;

namespace heedmap {

class SentenceChooser : public QDialog {
    Q_OBJECT

public:
    explicit SentenceChooser(const files::TensorFile& file, QWidget* parent = nullptr);

    // Positions of the chosen tensors, in the order of the file.
    std::vector<std::size_t> sentences() const;

private:
    void addSentence(const files::TensorFile& file, std::size_t tensor);
    void filter(const QString& text);
    void update();

    QLineEdit* search_;
    QListWidget* list_;
    QDialogButtonBox* buttons_;
};

} // namespace heedmap
