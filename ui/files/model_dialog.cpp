#include "ui/files/model_dialog.h"

#include "ui/base/error_text.h"
#include "ui/widgets/dialogs.h"

#include <QComboBox>
#include <QDialogButtonBox>
#include <QFileInfo>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QProgressBar>
#include <QPushButton>
#include <QSpinBox>
#include <QVBoxLayout>

namespace heedmap {

namespace {

using transformer::Architecture;
using transformer::Kind;

QString factsOf(const transformer::Stack& stack) {
    return ModelDialog::tr("%1 × %2 heads of %3, d = %4")
        .arg(stack.layers)
        .arg(stack.heads)
        .arg(stack.headSize)
        .arg(stack.width);
}

QString factsOf(const Architecture& model) {
    const QString family = QString::fromStdString(model.family);
    if (model.kind != Kind::encoderDecoder)
        return family + QStringLiteral(": ") + factsOf(model.main());
    return family + QStringLiteral(": ") +
           ModelDialog::tr("encoder %1; decoder %2").arg(factsOf(model.encoder), factsOf(model.decoder));
}

std::vector<ModelPart> partsOf(const Architecture& model) {
    if (model.kind == Kind::encoderDecoder)
        return {ModelPart::cross, ModelPart::encoder, ModelPart::decoder};
    return {model.kind == Kind::encoder ? ModelPart::encoder : ModelPart::decoder};
}

QString nameOfPart(ModelPart part) {
    switch (part) {
    case ModelPart::encoder:
        return ModelDialog::tr("Encoder to itself");
    case ModelPart::decoder:
        return ModelDialog::tr("Decoder to itself");
    case ModelPart::cross:
        return ModelDialog::tr("Decoder to encoder");
    }
    return {};
}

} // namespace

ModelDialog::ModelDialog(transformer::Reader reader, QWidget* parent)
    : QDialog(parent)
    , reader_(std::move(reader)) {
    setWindowTitle(tr("Open %1").arg(QFileInfo(QString::fromStdString(reader_.model().folder()))
                                         .absoluteFilePath()
                                         .section(QLatin1Char('/'), -1, -1, QString::SectionSkipEmpty)));
    build();
    connect(buttons_, &QDialogButtonBox::accepted, this, &ModelDialog::start);
    connect(buttons_, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(text_, &QLineEdit::textChanged, this, &ModelDialog::update);
    connect(shown_, &QComboBox::currentIndexChanged, this, &ModelDialog::update);
    connect(part_, &QComboBox::currentIndexChanged, this, &ModelDialog::update);
    update();
}

void ModelDialog::build() {
    const Architecture& model = reader_.model().architecture();
    auto* facts = new QLabel(factsOf(model));
    facts->setTextFormat(Qt::PlainText);
    facts->setWordWrap(true);
    auto* form = new QFormLayout;
    form->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
    text_ = new QLineEdit;
    text_->setObjectName(QStringLiteral("modelText"));
    if (model.patches) {
        form->addRow(tr("&Picture (PNG)"), pictureField());
    } else {
        text_->setPlaceholderText(tr("What the model reads"));
        form->addRow(tr("&Text"), text_);
    }
    second_ = new QLineEdit(this);
    second_->setObjectName(QStringLiteral("modelSecondText"));
    second_->hide();
    if (model.kind == Kind::encoderDecoder) {
        second_->setPlaceholderText(tr("Left empty, the model writes by itself"));
        form->addRow(tr("&Written"), second_);
        second_->show();
    } else if (model.kind == Kind::encoder && !model.patches) {
        second_->setPlaceholderText(tr("A second text, for models that read pairs"));
        form->addRow(tr("Pa&ir"), second_);
        second_->show();
    }
    part_ = new QComboBox(this);
    part_->setObjectName(QStringLiteral("modelPart"));
    for (const ModelPart part : partsOf(model))
        part_->addItem(nameOfPart(part), static_cast<int>(part));
    part_->setVisible(part_->count() > 1);
    if (part_->count() > 1)
        form->addRow(tr("&Attention"), part_);
    shown_ = new QComboBox;
    shown_->setObjectName(QStringLiteral("modelShown"));
    shown_->addItems({tr("α of all layers and heads"), tr("Q, K and V of one layer, to be edited")});
    layer_ = new QSpinBox;
    layer_->setObjectName(QStringLiteral("modelLayer"));
    layer_->setAccessibleName(tr("Layer"));
    layer_->setPrefix(QStringLiteral("L"));
    auto* shown = new QHBoxLayout;
    shown->addWidget(shown_, 1);
    shown->addWidget(layer_);
    form->addRow(tr("S&how"), shown);
    progress_ = new QProgressBar;
    progress_->setRange(0, 100);
    progress_->setTextVisible(false);
    progress_->hide();
    error_ = new QLabel;
    error_->setObjectName(QStringLiteral("modelError"));
    error_->setTextFormat(Qt::PlainText);
    error_->setWordWrap(true);
    error_->hide();
    buttons_ = new QDialogButtonBox(QDialogButtonBox::Open | QDialogButtonBox::Cancel);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(16, 16, 16, 16);
    layout->setSpacing(8);
    layout->addWidget(facts);
    layout->addLayout(form);
    layout->addWidget(error_);
    layout->addWidget(progress_);
    layout->addWidget(buttons_);
    setMinimumWidth(480);
    text_->setFocus();
}

QWidget* ModelDialog::pictureField() {
    auto* field = new QWidget;
    auto* layout = new QHBoxLayout(field);
    layout->setContentsMargins(0, 0, 0, 0);
    auto* choose = new QPushButton(tr("Choose…"));
    choose->setAutoDefault(false);
    layout->addWidget(text_, 1);
    layout->addWidget(choose);
    connect(choose, &QPushButton::clicked, this, [this] {
        const QStringList chosen = dialogs::openFiles(this, tr("Open a picture"), {}, QStringLiteral("PNG (*.png)"));
        if (!chosen.isEmpty())
            text_->setText(chosen.first());
    });
    return field;
}

ModelDialog::Wanted ModelDialog::wanted() const {
    Wanted wanted;
    const Architecture& model = reader_.model().architecture();
    const std::string second = second_->text().toStdString();
    if (model.patches)
        wanted.question.picture = text_->text().toStdString();
    else
        wanted.question.text = text_->text().toStdString();
    if (!second.empty())
        (model.kind == Kind::encoder ? wanted.question.second : wanted.question.written) = second;
    wanted.part = static_cast<ModelPart>(part_->currentData().toInt());
    wanted.oneLayer = shown_->currentIndex() == 1;
    wanted.layer = layer_->value();
    return wanted;
}

void ModelDialog::update() {
    const Architecture& model = reader_.model().architecture();
    const bool encoder = static_cast<ModelPart>(part_->currentData().toInt()) == ModelPart::encoder;
    layer_->setRange(0, static_cast<int>((encoder ? model.encoder : model.decoder).layers) - 1);
    layer_->setVisible(shown_->currentIndex() == 1);
    buttons_->button(QDialogButtonBox::Open)->setEnabled(!text_->text().isEmpty() && !maker_.isRunning());
}

Result<ModelDialog::Made> ModelDialog::make(const transformer::Reader& reader, const Wanted& wanted,
                                            const transformer::RunOptions& options) {
    const auto answer = reader.ask(wanted.question, options);
    if (!answer)
        return answer.error();
    const Labels labels{wanted.part == ModelPart::encoder ? answer->encoderLabels : answer->decoderLabels,
                        wanted.part == ModelPart::decoder ? answer->decoderLabels : answer->encoderLabels};
    const std::string& folder = reader.model().folder();
    auto session = wanted.oneLayer ? modelLayerSession(*answer->trace, wanted.part, wanted.layer, labels, folder)
                                   : modelSession(*answer->trace, wanted.part, {}, labels, folder);
    if (!session)
        return session.error();
    session->name = wanted.question.text.empty() ? wanted.question.picture : wanted.question.text;
    return Made{*std::move(session), answer->remarks};
}

void ModelDialog::start() {
    error_->hide();
    progress_->setValue(0);
    progress_->show();
    maker_.start(
        [reader = reader_, wanted = wanted()](const std::stop_token& stop, const auto& progress) {
            transformer::RunOptions options;
            options.stop = stop;
            options.progress = progress;
            return make(reader, wanted, options);
        },
        [this](Result<Made> made) { finish(std::move(made)); },
        [this](double part) { progress_->setValue(static_cast<int>(100 * part)); });
    update();
}

void ModelDialog::finish(Result<Made> made) {
    progress_->hide();
    update();
    if (!made) {
        error_->setText(errorSentence(made.error()));
        error_->show();
        return;
    }
    session_ = std::move(made->session);
    remarks_ = std::move(made->remarks);
    accept();
}

// Cancel stops the model; the dialog is then there again.
void ModelDialog::done(int result) {
    if (result != QDialog::Accepted && maker_.isRunning()) {
        maker_.cancel();
        progress_->hide();
        update();
        return;
    }
    QDialog::done(result);
}

} // namespace heedmap
