// What is trained with: how many pairs there are, some of them, and how a file of one's own gets here.
#pragma once

#include "ui/lab/lab.h"

#include <QWidget>

class QLabel;
class QListWidget;

namespace heedmap {

class SectionLabel;

class CorpusSection : public QWidget {
    Q_OBJECT

public:
    explicit CorpusSection(Lab* lab, QWidget* parent = nullptr);

private:
    void refresh();

    Lab* lab_;
    SectionLabel* head_;
    QLabel* facts_;
    QListWidget* preview_;
};

} // namespace heedmap
