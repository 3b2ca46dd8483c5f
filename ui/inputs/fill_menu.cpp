#include "ui/inputs/fill_menu.h"

#include "core/session/reference.h"
#include "ui/base/error_text.h"
#include "ui/inputs/matrix_edit.h"
#include "ui/widgets/dialogs.h"
#include "ui/widgets/quiet_button.h"
#include "ui/widgets/setting_row.h"

#include <QFileInfo>
#include <QHBoxLayout>
#include <QInputDialog>
#include <QLabel>
#include <QSpinBox>
#include <QWidgetAction>

#include <limits>

namespace heedmap {

FillMenu::FillMenu(Document* document, QWidget* parent)
    : QMenu(tr("Fill"), parent)
    , document_(document) {
    setToolTipsVisible(true);
    connect(addAction(tr("Zeros")), &QAction::triggered, this, [this] { fillWithZeros(*document_, id_); });
    QAction* identity = addAction(tr("Identity"));
    identity->setToolTip(tr("1 on the diagonal, 0 elsewhere"));
    connect(identity, &QAction::triggered, this, [this] { fillWithIdentity(*document_, id_); });
    auto* random = new QWidgetAction(this);
    random->setDefaultWidget(randomRow());
    addAction(random);
    addSeparator();
    QAction* file = addAction(tr("From file…"));
    file->setToolTip(tr("A matrix of an NPY, NPZ, safetensors, PyTorch, CSV or JSON file"));
    connect(file, &QAction::triggered, this, &FillMenu::chooseFile);
}

QWidget* FillMenu::randomRow() {
    auto* row = new QWidget(this);
    auto* layout = new QHBoxLayout(row);
    layout->setContentsMargins(22, 2, 8, 2);
    layout->setSpacing(8);
    auto* label = new QLabel(tr("Random, seed"), row);
    seed_ = new QSpinBox(row);
    seed_->setObjectName(QStringLiteral("fillSeed"));
    seed_->setRange(0, std::numeric_limits<int>::max());
    seed_->setAccessibleName(tr("seed of the random numbers"));
    seed_->setToolTip(tr("Independent normal numbers of mean 0 and variance 1; the same seed gives the same numbers"));
    makeQuiet(seed_, QStringLiteral("0000000"));
    label->setBuddy(seed_);
    auto* fill = new QuietButton(tr("Fill"), row);
    fill->setDimmed(false);
    fill->setToolTip(seed_->toolTip());
    layout->addWidget(label);
    layout->addStretch();
    layout->addWidget(seed_);
    layout->addWidget(fill);
    connect(fill, &QAbstractButton::clicked, this, [this] {
        close();
        fillWithRandom(*document_, id_, static_cast<std::uint64_t>(seed_->value()));
    });
    return row;
}

void FillMenu::chooseFile() {
    const QString filter = tr("Matrices (*.npy *.npz *.safetensors *.pt *.pth *.bin *.csv *.tsv *.json)") +
                           QStringLiteral(";;") + tr("All files (*)");
    const QStringList paths =
        dialogs::openFiles(parentWidget(), tr("Fill %1 from a file").arg(nameOf(id_)), {}, filter);
    if (!paths.isEmpty())
        fillFromFile(paths.front());
}

void FillMenu::fillFromFile(const QString& path) {
    const auto file = files::open(path.toStdString());
    if (!file) {
        Q_EMIT refused(tr("%1 stays as it was: %2.").arg(nameOf(id_), errorText(file.error())));
        return;
    }
    QStringList names;
    int rank = 0;
    for (const files::TensorInfo& info : (*file)->tensors()) {
        if (info.refusal)
            continue;
        names.append(QString::fromStdString(info.name));
        rank = info.shape.rank();
    }
    if (names.size() > 1)
        askForTensor(path, names);
    else
        fillFromTensor(path, names.value(0), rank - 2);
}

void FillMenu::askForTensor(const QString& path, const QStringList& names) {
    QInputDialog dialog(parentWidget());
    dialog.setOption(QInputDialog::UseListViewForComboBoxItems);
    dialog.setWindowTitle(tr("Fill %1 from a file").arg(nameOf(id_)));
    dialog.setLabelText(tr("%1 holds %2 tensors. Which one?").arg(QFileInfo(path).fileName()).arg(names.size()));
    dialog.setComboBoxItems(names);
    if (!dialogs::run(dialog))
        return;
    const QString name = dialog.textValue();
    const auto file = files::open(path.toStdString());
    const auto position = file ? (*file)->find(name.toStdString()) : Result<std::size_t>(file.error());
    if (position)
        fillFromTensor(path, name, (*file)->tensors()[*position].shape.rank() - 2);
    else
        Q_EMIT refused(tr("%1 stays as it was: %2.").arg(nameOf(id_), errorText(position.error())));
}

void FillMenu::fillFromTensor(const QString& path, const QString& tensor, int leadingAxes) {
    files::Reference reference{path.toStdString(), tensor.toStdString(), {}};
    reference.parts.assign(static_cast<std::size_t>(std::max(leadingAxes, 0)), files::AxisPart(0));
    const auto opened = files::openReference(reference);
    if (!opened) {
        Q_EMIT refused(tr("%1 stays as it was: %2.").arg(nameOf(id_), errorText(opened.error())));
        return;
    }
    const MatrixD values = toMatrixD(opened->tensor.view);
    const QString file = QFileInfo(path).fileName();
    if (values.size() == 0) {
        Q_EMIT refused(tr("%1 stays as it was: the tensor in %2 holds no numbers.").arg(nameOf(id_), file));
        return;
    }
    replaceMatrix(*document_, id_, values, tr("Fill %1 from %2").arg(nameOf(id_), file));
    if (leadingAxes > 0)
        Q_EMIT remarked(tr("%1 is %2, the first of the leading axes of the tensor.")
                            .arg(nameOf(id_), QString::fromStdString(opened->name)));
}

} // namespace heedmap
