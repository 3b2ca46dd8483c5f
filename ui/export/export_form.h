// The choices of the export dialog as controls: format, what is exported, size, look. It remembers them.
#pragma once

#include "core/files/session.h"
#include "ui/export/export_options.h"

#include <QWidget>

class QCheckBox;
class QComboBox;
class QFormLayout;
class QLineEdit;
class QSpinBox;

namespace heedmap {

class ExportForm : public QWidget {
    Q_OBJECT

public:
    // `activeTitle`: of the panel that can be exported alone; empty: there is only one panel.
    ExportForm(const files::PictureSettings& picture, const QString& activeTitle, bool hasAttention,
               QWidget* parent = nullptr);

    ExportOptions options() const;
    bool onlyActive() const;
    // The picture settings with the chosen title, values and labels.
    files::PictureSettings picture() const;

    // The size that fits the cells, shown where no other is asked for.
    void setNaturalSize(const QSizeF& size);
    // Stores the choices for the next time.
    void remember() const;

Q_SIGNALS:
    void changed();

private:
    void build(const QString& activeTitle, bool hasAttention);
    void addSizeRows(QFormLayout* form);
    void addLookRows(QFormLayout* form);
    void addNumberRows(QFormLayout* form, bool hasAttention);
    void restore();
    void connectAll();
    void showWhatApplies();

    files::PictureSettings picture_;
    QFormLayout* form_ = nullptr;
    QComboBox* format_ = nullptr;
    QComboBox* panels_ = nullptr;
    QCheckBox* fits_ = nullptr;
    QSpinBox* width_ = nullptr;
    QSpinBox* height_ = nullptr;
    QComboBox* scale_ = nullptr;
    QSpinBox* resolution_ = nullptr;
    QComboBox* theme_ = nullptr;
    QComboBox* values_ = nullptr;
    QComboBox* labels_ = nullptr;
    QLineEdit* title_ = nullptr;
    QCheckBox* weights_ = nullptr;
    QCheckBox* scores_ = nullptr;
    QCheckBox* context_ = nullptr;
};

} // namespace heedmap
