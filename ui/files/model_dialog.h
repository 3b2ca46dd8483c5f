// A model's folder and a sentence: what it is to read, and what of it is shown.
#pragma once

#include "core/session/model_session.h"
#include "core/transformer/reader.h"
#include "ui/base/latest.h"

#include <QDialog>

#include <vector>

class QComboBox;
class QDialogButtonBox;
class QLabel;
class QLineEdit;
class QProgressBar;
class QSpinBox;

namespace heedmap {

class ModelDialog : public QDialog {
    Q_OBJECT

public:
    explicit ModelDialog(transformer::Reader reader, QWidget* parent = nullptr);

    // Once it was accepted.
    files::Session takeSession() { return std::move(session_); }
    const std::vector<Phrase>& remarks() const { return remarks_; }

    void done(int result) override;

private:
    struct Wanted {
        transformer::Question question;
        ModelPart part = ModelPart::decoder;
        bool oneLayer = false;
        Index layer = 0;
    };
    struct Made {
        files::Session session;
        std::vector<Phrase> remarks;
    };
    // Off the window's thread.
    static Result<Made> make(const transformer::Reader& reader, const Wanted& wanted,
                             const transformer::RunOptions& options);

    void build();
    QWidget* pictureField();
    Wanted wanted() const;
    void update();
    void start();
    void finish(Result<Made> made);

    transformer::Reader reader_;
    files::Session session_;
    std::vector<Phrase> remarks_;

    QLineEdit* text_ = nullptr; // or the path of a picture
    QLineEdit* second_ = nullptr;
    QComboBox* part_ = nullptr;
    QComboBox* shown_ = nullptr;
    QSpinBox* layer_ = nullptr;
    QProgressBar* progress_ = nullptr;
    QLabel* error_ = nullptr;
    QDialogButtonBox* buttons_ = nullptr;
    Latest<Result<Made>> maker_; // ends first
};

} // namespace heedmap
