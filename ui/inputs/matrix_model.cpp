#include "ui/inputs/matrix_model.h"

#include "core/files/matrix_text.h"
#include "ui/base/error_text.h"
#include "ui/inputs/matrix_edit.h"
#include "ui/inputs/number_text.h"
#include "ui/widgets/tool_tip.h"

#include <QRect>

#include <cmath>

namespace heedmap {

namespace {

constexpr Index mostKept = Index{1} << 20; // numbers, that a change is told only where there is one

double largestMagnitude(const MatrixD& matrix) {
    double largest = 0;
    for (Index i = 0; i < matrix.size(); ++i) {
        const double magnitude = std::abs(matrix.data()[i]);
        if (std::isfinite(magnitude))
            largest = std::max(largest, magnitude);
    }
    return largest;
}

// The smallest rectangle outside of which two matrices of one size have the same numbers.
QRect whereTheyDiffer(const MatrixD& a, const MatrixD& b) {
    QRect where;
    for (Index i = 0; i < a.rows(); ++i) {
        for (Index j = 0; j < a.cols(); ++j) {
            const bool same = a(i, j) == b(i, j) || (std::isnan(a(i, j)) && std::isnan(b(i, j)));
            if (!same)
                where |= QRect(static_cast<int>(j), static_cast<int>(i), 1, 1);
        }
    }
    return where;
}

} // namespace

MatrixModel::MatrixModel(Document* document, QObject* parent)
    : QAbstractTableModel(parent)
    , document_(document) {
    connect(document, &Document::changed, this, &MatrixModel::follow);
    connect(document, &Document::editedChanged, this, [this] { follow(Part::problem); });
    reload();
}

void MatrixModel::setMatrixId(MatrixId id) {
    if (id == id_)
        return;
    beginResetModel();
    id_ = id;
    reload();
    endResetModel();
}

const MatrixD& MatrixModel::values() const {
    const MatrixD* const whole = kept_ ? nullptr : findMatrix(document_->session(), id_, document_->edited());
    return whole != nullptr ? *whole : values_;
}

void MatrixModel::reload() {
    const MatrixD* const whole = findMatrix(document_->session(), id_, document_->edited());
    kept_ = whole == nullptr || whole->size() <= mostKept;
    values_ = kept_ ? matrixOf(document_->session(), id_, document_->edited()) : MatrixD();
    rows_ = values().rows();
    columns_ = values().cols();
    largest_ = largestMagnitude(values());
    const auto sequence = sequenceOf(id_);
    tokens_ = sequence ? files::tokensOf(document_->session(), *sequence) : std::vector<std::string>();
}

// False where more than these numbers has to be looked at.
bool MatrixModel::takeBlock(const ChangedBlock& block) {
    if (block.id != id_ || block.function != document_->edited())
        return true;
    const MatrixD* const whole = findMatrix(document_->session(), id_, document_->edited());
    if (!kept_ || !whole || whole->rows() != rows_ || whole->cols() != columns_)
        return false;
    const auto part = [&](auto& matrix) {
        return matrix.block(block.at.row, block.at.column, block.rows, block.columns);
    };
    const double before = largestMagnitude(part(values_));
    const double now = largestMagnitude(part(*whole));
    if (now > largest_ || (before == largest_ && now < before)) // the tints of all are relative to it
        return false;
    part(values_) = part(*whole);
    Q_EMIT dataChanged(
        index(static_cast<int>(block.at.row), static_cast<int>(block.at.column)),
        index(static_cast<int>(block.at.row + block.rows) - 1, static_cast<int>(block.at.column + block.columns) - 1));
    return true;
}

void MatrixModel::follow(Parts parts) {
    if (!(parts & (Part::problem | Part::labels)))
        return;
    if (const auto& block = document_->changedBlock(); block && takeBlock(*block))
        return;
    const MatrixD* const whole = findMatrix(document_->session(), id_, document_->edited());
    const MatrixD vector = whole == nullptr ? matrixOf(document_->session(), id_, document_->edited()) : MatrixD();
    const MatrixD& now = whole == nullptr ? vector : *whole;
    if (now.rows() != rows_ || now.cols() != columns_) {
        beginResetModel();
        reload();
        endResetModel();
        return;
    }
    const QRect all(0, 0, columnCount(), rowCount());
    QRect others = kept_ ? whereTheyDiffer(now, values_) : all;
    const std::vector<std::string> before = tokens_;
    const double largest = largest_;
    reload();
    if (largest != largest_) // the tints of all are relative to it
        others = all;
    if (!others.isEmpty())
        Q_EMIT dataChanged(index(others.top(), others.left()), index(others.bottom(), others.right()));
    if (rowCount() > 0 && tokens_ != before)
        Q_EMIT headerDataChanged(Qt::Vertical, 0, rowCount() - 1);
}

int MatrixModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(rows_);
}

int MatrixModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(columns_);
}

QString MatrixModel::toolTipOf(Index row, Index column) const {
    const QString place = QStringLiteral("%1[%2,%3]").arg(nameOf(id_)).arg(row).arg(column);
    return place + QStringLiteral(" = ") + fullNumber(values()(row, column)).replace(QLatin1Char('-'), QChar(0x2212));
}

QVariant MatrixModel::data(const QModelIndex& index, int role) const {
    const MatrixD& all = values(); // of another size for as long as the change has not been told
    if (!index.isValid() || index.row() >= all.rows() || index.column() >= all.cols())
        return {};
    const double value = all(index.row(), index.column());
    switch (role) {
    case Qt::DisplayRole:
        return shortNumber(value);
    case Qt::EditRole:
        return fullNumber(value);
    case Qt::ToolTipRole:
        return toolTipOf(index.row(), index.column());
    case Qt::TextAlignmentRole:
        return QVariant::fromValue(Qt::AlignRight | Qt::AlignVCenter);
    case HeatRole:
        if (!std::isfinite(value))
            return {};
        return largest_ > 0 ? value / largest_ : 0.0;
    default:
        return {};
    }
}

QVariant MatrixModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (role == Qt::TextAlignmentRole)
        return QVariant::fromValue(Qt::AlignRight | Qt::AlignVCenter);
    if (role != Qt::DisplayRole && role != Qt::ToolTipRole)
        return {};
    const auto at = static_cast<std::size_t>(section);
    const bool hasToken = orientation == Qt::Vertical && at < tokens_.size();
    if (!hasToken)
        return role == Qt::DisplayRole ? QVariant(QString::number(section)) : QVariant();
    const QString token = QString::fromStdString(tokens_[at]);
    return role == Qt::DisplayRole ? token : toolTipText(QStringLiteral("%1: %2").arg(section).arg(token));
}

Qt::ItemFlags MatrixModel::flags(const QModelIndex& index) const {
    return index.isValid() ? QAbstractTableModel::flags(index) | Qt::ItemIsEditable : Qt::NoItemFlags;
}

bool MatrixModel::setData(const QModelIndex& index, const QVariant& value, int role) {
    if (!index.isValid() || role != Qt::EditRole)
        return false;
    const Result<double> number = files::parseNumber(value.toString().toStdString());
    const QString place = QStringLiteral("%1[%2,%3]").arg(nameOf(id_)).arg(index.row()).arg(index.column());
    if (!number) {
        Q_EMIT refused(tr("%1 stays as it was: %2.").arg(place, errorText(number.error())));
        return false;
    }
    document_->setBlock(id_, {index.row(), index.column()}, MatrixD::Constant(1, 1, *number),
                        tr("Edit of %1").arg(place));
    return true;
}

} // namespace heedmap
