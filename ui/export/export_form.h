// The choices of the export dialog: format, what is exported, size, look. They are remembered.
#pragma once

#include "core/session/export_options.h"
#include "core/session/session.h"

#include <QWidget>

class QLineEdit;
class QSpinBox;
class QVBoxLayout;

namespace heedmap {

class ChoiceButton;
class Settings;
class ToggleSwitch;

class ExportForm : public QWidget {
    Q_OBJECT

public:
    // `activeTitle`: of the panel that can be exported alone; empty: there is only one panel.
    ExportForm(const files::PictureSettings& picture, const QString& activeTitle, bool hasAttention, Settings* settings,
               QWidget* parent = nullptr);

    ExportOptions options() const;
    void setFormat(ExportFormat format);
    bool onlyActive() const;
    void setOnlyActive(bool only);
    // The picture settings with the chosen title, values and labels.
    files::PictureSettings picture() const;

    // The size that fits the cells, shown where no other is asked for.
    void setNaturalSize(const QSizeF& size);
    // Stores the choices for the next time.
    void remember();

Q_SIGNALS:
    void changed();

private:
    void addWhat(QVBoxLayout* column, const QString& activeTitle);
    void addSize(QVBoxLayout* column);
    void addLook(QVBoxLayout* column);
    void addMatrices(QVBoxLayout* column, bool hasAttention);
    void restore();
    void rememberFormat();
    void connectAll();
    void showWhatApplies();

    files::PictureSettings picture_;
    Settings* settings_;
    bool hasAttention_;

    ChoiceButton* format_ = nullptr;
    ChoiceButton* panels_ = nullptr;
    QWidget* size_ = nullptr; // the section
    ToggleSwitch* fits_ = nullptr;
    QSpinBox* width_ = nullptr;
    QSpinBox* height_ = nullptr;
    QWidget* pixels_ = nullptr; // what only a PNG has
    ChoiceButton* scale_ = nullptr;
    QSpinBox* resolution_ = nullptr;
    QWidget* look_ = nullptr;
    QLineEdit* title_ = nullptr;
    ChoiceButton* theme_ = nullptr;
    ChoiceButton* values_ = nullptr;
    ChoiceButton* labels_ = nullptr;
    QWidget* matrices_ = nullptr;
    ToggleSwitch* weights_ = nullptr;
    ToggleSwitch* scores_ = nullptr;
    ToggleSwitch* context_ = nullptr;
};

} // namespace heedmap
