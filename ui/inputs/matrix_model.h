// One matrix of the document as a table: rows carry their tokens, cells say how strong they are.
#pragma once

#include "ui/document/document.h"

#include <QAbstractTableModel>

namespace heedmap {

class MatrixModel : public QAbstractTableModel {
    Q_OBJECT

public:
    // The value divided by the matrix' largest magnitude, −1 … 1; invalid for what is not finite.
    static constexpr int HeatRole = Qt::UserRole + 1;

    explicit MatrixModel(Document* document, QObject* parent = nullptr);

    MatrixId matrixId() const { return id_; }
    void setMatrixId(MatrixId id);
    const MatrixD& values() const;

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;
    Qt::ItemFlags flags(const QModelIndex& index) const override;
    // Text that is not a number is refused with a sentence, and nothing changes.
    bool setData(const QModelIndex& index, const QVariant& value, int role = Qt::EditRole) override;

Q_SIGNALS:
    void refused(const QString& sentence);

private:
    void follow(Parts parts);
    void reload();
    bool takeBlock(const ChangedBlock& block);
    QString toolTipOf(Index row, Index column) const;

    Document* document_;
    MatrixId id_ = MatrixId::q;
    MatrixD values_;   // as they were told; not kept where they are very many
    bool kept_ = true; // else they are read where they lie
    Index rows_ = 0;
    Index columns_ = 0;
    std::vector<std::string> tokens_;
    double largest_ = 0;
};

} // namespace heedmap
