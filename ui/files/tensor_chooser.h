// Which tensors of a file to show, and as what.
#pragma once

#include "core/session/import.h"

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
    // `suggested`: an input for each tensor of the file.
    TensorChooser(const files::TensorFile& file, std::vector<files::Input> suggested, QWidget* parent = nullptr);

    std::vector<files::Input> inputs() const;
    void setRole(std::size_t tensor, files::Role role);
    void setIndex(std::size_t tensor, const std::vector<Index>& index);

private:
    struct Row {
        QComboBox* role = nullptr; // null: cannot be read
        std::vector<QSpinBox*> index;
    };
    void addRow(const files::TensorInfo& info, const files::Input& input, const QString& fileName);
    QWidget* makeIndexEditor(const Shape& shape, const files::Input& input, Row& row);
    void update();

    QTableWidget* table_;
    QLabel* hint_;
    QDialogButtonBox* buttons_;
    std::vector<files::Input> suggested_;
    std::vector<Row> rows_;
};

} // namespace heedmap
