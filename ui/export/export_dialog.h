// What is shown, to a file: the choices on one side, on the other the picture as it will be.
#pragma once

#include "core/session/panel_result.h"
#include "core/session/results.h"
#include "ui/base/latest.h"
#include "ui/export/export_form.h"

#include <QDialog>
#include <QTimer>

#include <optional>

class QEventLoop;
class QLabel;
class QPushButton;
class QStackedLayout;

namespace heedmap {

class FigurePreview;
class Settings;

class ExportDialog : public QDialog {
    Q_OBJECT

public:
    // `active`: the panel that can be exported alone.
    ExportDialog(Results results, int active, Settings* settings, QWidget* parent = nullptr);

    // What is to be known of it beforehand: "stopped: shows τ = 1, asked τ = 5".
    void setRemark(const QString& remark);

    // Begins with the active panel alone, as when only that one is on show.
    void showOnlyActive() { form_->setOnlyActive(true); }

    // Where the export was written; empty before.
    QString writtenPath() const { return writtenPath_; }

    void done(int result) override;

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void build();
    void refresh();
    void measure();
    QString pathToWrite(QString path);
    void write();
    std::optional<Result<void>> writeAside(const QString& path);
    void fail(const QString& sentence);
    Results chosen() const;
    QString numbersStatement() const;

    Results results_;
    int active_;
    Settings* settings_;
    QString writtenPath_;
    QTimer measuring_;
    Latest<std::optional<qint64>> measurer_; // of a file that is written to know its size
    Latest<Result<void>> writer_;
    QEventLoop* writing_ = nullptr; // waits for it

    ExportForm* form_ = nullptr;
    QStackedLayout* sides_ = nullptr;
    FigurePreview* preview_ = nullptr;
    QLabel* numbers_ = nullptr;
    QLabel* remark_ = nullptr;
    QLabel* facts_ = nullptr;
    QLabel* error_ = nullptr;
    QPushButton* button_ = nullptr;
};

} // namespace heedmap
