// Type a few letters, see the actions and examples they name, run one with Enter.
#pragma once

#include <QDialog>

#include <functional>
#include <vector>

class QLabel;
class QLineEdit;
class QTreeWidget;

namespace heedmap {

class ActionTable;

struct FinderEntry {
    QString text;   // "Copy Picture"
    QString detail; // the key, or "example"
    QString more;   // searched too: the tip, what to look for
    bool enabled = true;
    std::function<void()> run;
};

// The entries of all actions, in the order of the table.
std::vector<FinderEntry> entriesOf(const ActionTable& actions);
// One entry for each shipped example; `open` gets its id.
std::vector<FinderEntry> exampleEntries(std::function<void(const QString& id)> open);
// Positions of the entries that hold every word of `typed`, those whose text begins with it first.
std::vector<std::size_t> matching(const std::vector<FinderEntry>& entries, const QString& typed);

class ActionFinder : public QDialog {
    Q_OBJECT

public:
    explicit ActionFinder(std::vector<FinderEntry> entries, QWidget* parent = nullptr);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void showMatching(const QString& typed);
    void runChosen();

    std::vector<FinderEntry> entries_;
    QLineEdit* field_;
    QTreeWidget* list_;
    QLabel* nothing_;
};

} // namespace heedmap
