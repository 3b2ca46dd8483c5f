// Which tensors of a file to show, and as what.
#pragma once

#include "ui/files/file_session.h"

#include <QDialog>

class QComboBox;
class QDialogButtonBox;
class QLabel;
class QSpinBox;
class QTableWidget;

namespace heedmap {

class TensorChooser : public QDialog {
    Q_OBJECT

public:
    TensorChooser(const files::TensorFile& file, std::vector<TensorUse> uses, QWidget* parent = nullptr);

    std::vector<TensorUse> uses() const;
    void setRole(std::size_t tensor, TensorRole role);
    void setIndex(std::size_t tensor, const std::vector<Index>& index);

private:
    struct Row {
        QComboBox* role = nullptr; // null: cannot be read
        std::vector<QSpinBox*> index;
    };
    void addRow(const files::TensorInfo& info, const TensorUse& use, const QString& fileName);
    QWidget* makeIndexEditor(const Shape& shape, const TensorUse& use, Row& row);
    void update();

    QTableWidget* table_;
    QLabel* hint_;
    QDialogButtonBox* buttons_;
    std::vector<Row> rows_;
};

} // namespace heedmap
