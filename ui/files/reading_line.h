// One line on how the file that is shown was read: what was assumed, and a menu that has it read in another way.
#pragma once

#include "core/files/tensor_file.h"

#include <QMenu>
#include <QStringList>
#include <QWidget>

#include <optional>

namespace heedmap {

class ElidedLabel;
class QuietButton;

// A text as it was opened: under this name, and read so.
struct TextReading {
    QString path;
    files::TextChoices choices;
};

class ReadingLine : public QWidget {
    Q_OBJECT

public:
    explicit ReadingLine(QWidget* parent = nullptr);

    // Hidden where there is nothing to say. Without `text` nothing can be chosen.
    void setReading(const QStringList& notes, const std::optional<TextReading>& text);
    QString text() const;
    QMenu* choices() { return &menu_; }

Q_SIGNALS:
    // The text is to be read again, so.
    void chosen(const QString& path, const files::TextChoices& choices);

private:
    void fillMenu();
    void addChoice(QMenu& menu, const QString& words, bool checked, const files::TextChoices& choices);

    ElidedLabel* words_;
    QuietButton* change_;
    QMenu menu_;
    std::optional<TextReading> text_;
};

} // namespace heedmap
