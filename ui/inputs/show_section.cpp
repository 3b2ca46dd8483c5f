#include "ui/inputs/show_section.h"

#include "ui/document/edits.h"
#include "ui/widgets/choice_button.h"
#include "ui/widgets/section_label.h"
#include "ui/widgets/setting_row.h"
#include "ui/widgets/toggle_switch.h"

#include <QVBoxLayout>

#include <algorithm>

namespace heedmap {

namespace {

using files::Visibility;

ChoiceButton* visibilityChoice(const QString& name, QWidget* parent) {
    return new ChoiceButton(
        name, {ShowSection::tr("when they fit"), ShowSection::tr("always"), ShowSection::tr("never")}, parent);
}

SettingRow* rowWith(const QString& text, QWidget* field, QWidget* parent) {
    auto* row = new SettingRow(text, parent);
    row->add(field);
    return row;
}

} // namespace

ShowSection::ShowSection(Document* document, QWidget* parent)
    : QWidget(parent)
    , document_(document)
    , drawing_(new ChoiceButton(tr("drawing"), {tr("heatmaps"), tr("lines")}, this))
    , gold_(new ToggleSwitch(tr("gold links"), this))
    , linked_(new ToggleSwitch(tr("linked zoom and cursor"), this))
    , linkedRange_(new ToggleSwitch(tr("linked color range"), this))
    , numbers_(visibilityChoice(tr("numbers in cells"), this))
    , labels_(visibilityChoice(tr("token labels"), this))
    , cells_(new ChoiceButton(tr("cells"), {tr("automatic"), tr("square"), tr("stretched")}, this)) {
    gold_->setObjectName(QStringLiteral("gold"));
    linked_->setObjectName(QStringLiteral("linked"));
    linkedRange_->setObjectName(QStringLiteral("linkedRange"));
    numbers_->setObjectName(QStringLiteral("numbers"));
    labels_->setObjectName(QStringLiteral("labels"));
    cells_->setObjectName(QStringLiteral("cells"));
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(2);
    column->addWidget(new SectionLabel(tr("show"), this));
    column->addSpacing(2);
    column->addWidget(rowWith(tr("drawing"), drawing_, this));
    column->addWidget(gold_);
    column->addWidget(linked_);
    column->addWidget(linkedRange_);
    column->addWidget(rowWith(tr("numbers in cells"), numbers_, this));
    column->addWidget(rowWith(tr("token labels"), labels_, this));
    column->addWidget(rowWith(tr("cells"), cells_, this));
    drawing_->setToolTip(tr("A heatmap for each panel, or all panels as lines from keys to queries"));
    gold_->setToolTip(tr("Outlines the links of the gold alignment: solid for sure, dashed for possible"));
    linked_->setToolTip(tr("All panels zoom, pan and select together"));
    linkedRange_->setToolTip(tr("One color range for all panels, so that colors can be compared"));
    numbers_->setToolTip(tr("The value of each cell, written in it"));
    labels_->setToolTip(tr("Tokens beside and above the picture"));
    cells_->setToolTip(
        tr("As high as wide, or stretched so that a long, narrow matrix fills the room; automatic stretches "
           "what would be a strip"));
    for (ToggleSwitch* toggle : {gold_, linked_, linkedRange_})
        toggle->setFixedHeight(24);
    connectFields();
    follow();
}

void ShowSection::connectFields() {
    connect(drawing_, &ChoiceButton::chosen, this,
            [this](int choice) { draw(*document_, static_cast<files::Drawing>(choice)); });
    connect(gold_, &QAbstractButton::clicked, this, [this](bool on) {
        document_->changePicture(on ? tr("Show gold links") : tr("Hide gold links"),
                                 [on](files::PictureSettings& picture) { picture.gold = on; });
    });
    connect(linked_, &QAbstractButton::clicked, this, [this](bool on) {
        document_->change(on ? tr("Link the panels") : tr("Unlink the panels"), [on](files::Session& session) {
            for (files::Panel& panel : session.panels)
                panel.linked = on;
        });
    });
    connect(linkedRange_, &QAbstractButton::clicked, this, [this](bool on) {
        document_->changePicture(on ? tr("Link the color ranges") : tr("Unlink the color ranges"),
                                 [on](files::PictureSettings& picture) { picture.linkedRange = on; });
    });
    connect(numbers_, &ChoiceButton::chosen, this, [this](int choice) {
        document_->changePicture(
            tr("Numbers in cells: %1").arg(numbers_->text()),
            [choice](files::PictureSettings& picture) { picture.values = static_cast<Visibility>(choice); });
    });
    connect(labels_, &ChoiceButton::chosen, this, [this](int choice) {
        document_->changePicture(
            tr("Token labels: %1").arg(labels_->text()),
            [choice](files::PictureSettings& picture) { picture.labels = static_cast<Visibility>(choice); });
    });
    connect(cells_, &ChoiceButton::chosen, this, [this](int choice) {
        document_->changePicture(tr("Cells: %1").arg(cells_->text()), [choice](files::PictureSettings& picture) {
            picture.cells = static_cast<files::CellShape>(choice);
        });
    });
    connect(document_, &Document::changed, this, [this](Parts parts) {
        if (parts & (Part::picture | Part::panels | Part::labels))
            follow();
    });
}

void ShowSection::follow() {
    const files::Session& session = document_->session();
    drawing_->setCurrent(static_cast<int>(session.picture.drawing));
    gold_->setChecked(session.picture.gold);
    linked_->setChecked(std::all_of(session.panels.begin(), session.panels.end(),
                                    [](const files::Panel& panel) { return panel.linked; }));
    linkedRange_->setChecked(session.picture.linkedRange);
    numbers_->setCurrent(static_cast<int>(session.picture.values));
    labels_->setCurrent(static_cast<int>(session.picture.labels));
    cells_->setCurrent(static_cast<int>(session.picture.cells));
}

} // namespace heedmap
