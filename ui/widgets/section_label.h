// The head of a section: "SOURCE · keys, 8 columns", small, semibold and dimmed.
#pragma once

#include <QLabel>

namespace heedmap {

class SectionLabel : public QLabel {
    Q_OBJECT

public:
    explicit SectionLabel(const QString& head, QWidget* parent = nullptr);

    // What follows the head after a dot, not in capitals; empty for nothing.
    void setDetail(const QString& detail);
    void setHead(const QString& head);

private:
    void compose();

    QString head_;
    QString detail_;
};

} // namespace heedmap
