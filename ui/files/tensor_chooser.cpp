#include "ui/files/tensor_chooser.h"

#include "ui/base/error_text.h"
#include "ui/widgets/setting_row.h"
#include "ui/widgets/tool_tip.h"

#include <QComboBox>
#include <QDialogButtonBox>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QSpinBox>
#include <QTableWidget>
#include <QVBoxLayout>

#include <array>
#include <limits>

namespace heedmap {

namespace {

using files::Role;

enum Column { nameColumn, dtypeColumn, shapeColumn, useColumn, indexColumn, columnCount };

// What models call the leading axes of [layer, batch, head, query, key] and [layer, head, query, key].
QString axisName(const Shape& shape, int axis) {
    if (shape.rank() > 5 || shape.rank() < 4)
        return TensorChooser::tr("axis %1").arg(axis);
    if (axis == shape.rank() - 3)
        return TensorChooser::tr("head");
    return axis == 0 ? TensorChooser::tr("layer") : TensorChooser::tr("batch");
}

QTableWidgetItem* textItem(const QString& text) {
    auto* item = new QTableWidgetItem(text);
    item->setFlags(Qt::ItemIsEnabled | Qt::ItemIsSelectable);
    return item;
}

} // namespace

TensorChooser::TensorChooser(const files::TensorFile& file, std::vector<files::Input> suggested, QWidget* parent)
    : QDialog(parent)
    , table_(new QTableWidget(0, columnCount))
    , hint_(new QLabel)
    , buttons_(new QDialogButtonBox(QDialogButtonBox::Open | QDialogButtonBox::Cancel))
    , suggested_(std::move(suggested)) {
    const QString fileName = QFileInfo(QString::fromStdString(file.path())).fileName();
    setWindowTitle(tr("Open %1").arg(fileName));
    table_->setAccessibleName(tr("Tensors of the file"));
    table_->setHorizontalHeaderLabels({tr("Tensor"), tr("Type"), tr("Shape"), tr("Use as"), tr("Index")});
    table_->horizontalHeader()->setSectionResizeMode(nameColumn, QHeaderView::Stretch);
    table_->verticalHeader()->hide();
    table_->setShowGrid(false);
    table_->setSelectionMode(QAbstractItemView::NoSelection);
    hint_->setWordWrap(true);
    for (std::size_t i = 0; i < file.tensors().size(); ++i)
        addRow(file.tensors()[i], suggested_[i], fileName);
    table_->resizeColumnsToContents();
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(16, 16, 16, 16);
    layout->setSpacing(8);
    auto* what = new QLabel(file.tensors().size() > 1
                                ? tr("The file holds several tensors. Show matrices of weights or scores as they are, "
                                     "or compute α from Q and K.")
                                : tr("The tensor holds a batch. Choose one of its entries, or show all of them."));
    what->setWordWrap(true);
    layout->addWidget(what);
    layout->addWidget(table_);
    layout->addWidget(hint_);
    layout->addWidget(buttons_);
    resize(680, 420);
    connect(buttons_, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons_, &QDialogButtonBox::rejected, this, &QDialog::reject);
    update();
}

void TensorChooser::addRow(const files::TensorInfo& info, const files::Input& input, const QString& fileName) {
    const int at = table_->rowCount();
    table_->insertRow(at);
    const QString name = info.name.empty() ? fileName : QString::fromStdString(info.name);
    table_->setItem(at, nameColumn, textItem(name));
    table_->setItem(at, dtypeColumn,
                    textItem(info.dtype ? QString::fromUtf8(heedmap::nameOf(*info.dtype).data())
                                        : QString::fromStdString(info.storedDtype)));
    table_->setItem(at, shapeColumn, textItem(QString::fromStdString(info.shape.text())));
    Row row;
    const bool readable = info.dtype && !info.refusal && info.shape.rank() > 0;
    if (readable) {
        row.role = new QComboBox;
        row.role->addItems({tr("–"), tr("α"), tr("Q"), tr("K"), tr("V"), tr("X")}); // by Role
        row.role->setCurrentIndex(static_cast<int>(input.role));
        row.role->setAccessibleName(tr("Use %1 as").arg(name));
        connect(row.role, &QComboBox::currentIndexChanged, this, &TensorChooser::update);
        table_->setCellWidget(at, useColumn, row.role);
        table_->setCellWidget(at, indexColumn, makeIndexEditor(info.shape, input, row));
    } else {
        const QString why = info.refusal ? errorText(*info.refusal) : tr("a single number");
        for (int column = nameColumn; column <= shapeColumn; ++column) {
            table_->item(at, column)->setFlags(Qt::NoItemFlags);
            table_->item(at, column)->setToolTip(toolTipText(why));
        }
    }
    rows_.push_back(std::move(row));
}

QWidget* TensorChooser::makeIndexEditor(const Shape& shape, const files::Input& input, Row& row) {
    auto* editor = new QWidget;
    auto* layout = new QHBoxLayout(editor);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(6);
    for (int axis = 0; axis + 2 < shape.rank(); ++axis) {
        auto* box = new QSpinBox;
        box->setSpecialValueText(tr("all"));
        box->setAccessibleName(axisName(shape, axis));
        const Index last = std::min<Index>(shape[axis] - 1, std::numeric_limits<int>::max());
        box->setRange(-1, static_cast<int>(last));
        const auto position = static_cast<std::size_t>(axis);
        const auto part = position < input.parts.size() ? input.parts[position] : files::AxisPart();
        box->setValue(part.kind == files::AxisPart::Kind::entry ? static_cast<int>(part.first) : -1);
        makeQuiet(box, QStringLiteral("00000"));
        auto* label = new QLabel(axisName(shape, axis));
        label->setForegroundRole(QPalette::PlaceholderText);
        layout->addWidget(label);
        layout->addWidget(box);
        connect(box, &QSpinBox::valueChanged, this, &TensorChooser::update);
        row.index.push_back(box);
    }
    layout->addStretch();
    return editor;
}

std::vector<files::Input> TensorChooser::inputs() const {
    std::vector<files::Input> inputs = suggested_;
    for (std::size_t i = 0; i < rows_.size(); ++i) {
        inputs[i].role = rows_[i].role ? static_cast<Role>(rows_[i].role->currentIndex()) : Role::none;
        inputs[i].parts.clear();
        for (const QSpinBox* box : rows_[i].index) {
            const bool whole = box->value() < 0;
            if (whole && inputs[i].role == Role::alpha)
                inputs[i].parts.emplace_back();
            else
                inputs[i].parts.emplace_back(whole ? 0 : box->value());
        }
    }
    return inputs;
}

void TensorChooser::setRole(std::size_t tensor, Role role) {
    HEEDMAP_EXPECTS(rows_.at(tensor).role);
    rows_[tensor].role->setCurrentIndex(static_cast<int>(role));
}

void TensorChooser::setIndex(std::size_t tensor, const std::vector<Index>& index) {
    HEEDMAP_EXPECTS(rows_.at(tensor).index.size() == index.size());
    for (std::size_t axis = 0; axis < index.size(); ++axis)
        rows_[tensor].index[axis]->setValue(static_cast<int>(index[axis]));
}

void TensorChooser::update() {
    std::array<int, 7> count{};
    for (const files::Input& input : inputs())
        ++count[static_cast<std::size_t>(input.role)];
    const auto of = [&](Role role) {
        return count[static_cast<std::size_t>(role)];
    };
    const bool inputs = of(Role::q) + of(Role::k) + of(Role::v) > 0;
    QString hint;
    if (of(Role::q) > 1 || of(Role::k) > 1 || of(Role::v) > 1 || of(Role::x) > 1)
        hint = tr("Q, K, V and X can each be only one tensor.");
    else if (inputs && (!of(Role::q) || !of(Role::k)))
        hint = tr("Q and K are needed together; without V, the keys are taken for the values.");
    else if (!inputs && !of(Role::x) && !of(Role::alpha))
        hint = tr("Choose at least one tensor.");
    hint_->setText(hint);
    buttons_->button(QDialogButtonBox::Open)->setEnabled(hint.isEmpty());
}

} // namespace heedmap
