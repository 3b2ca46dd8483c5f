// Tokens as chips that wrap like words. One is current; it is edited in place. Sequences written from right to left
// start at the right.
#pragma once

#include <QStringList>
#include <QWidget>

#include <vector>

class QLineEdit;

namespace heedmap {

class TokenFlow : public QWidget {
    Q_OBJECT

public:
    // Chips that are drawn at most; the rest is counted.
    static constexpr int mostChips = 64;

    explicit TokenFlow(QWidget* parent = nullptr);

    void setTokens(const QStringList& tokens);
    const QStringList& tokens() const { return tokens_; }
    int current() const { return current_; }
    void setCurrent(int chip);
    QRect chipRect(int chip) const;
    QLineEdit* editor() const { return editor_; } // null unless a chip is being edited
    void editChip(int chip, const QString& text);
    void editChip(int chip) { editChip(chip, tokens_.value(chip)); }

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;
    bool hasHeightForWidth() const override { return true; }
    int heightForWidth(int width) const override;

Q_SIGNALS:
    void tokensEdited(const QStringList& tokens, int current); // by the user
    void moreAsked();                                          // a click on the count of the rest

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void changeEvent(QEvent* event) override;
    bool event(QEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    std::vector<QRect> arranged(int width) const;
    int chipAt(const QPoint& point) const;
    int shownChips() const;
    QString labelOf(int chip) const;
    bool isFaint(int chip) const;
    void paintChip(QPainter& painter, int chip) const;
    void rearrange();
    void moveCurrent(int step);
    void removeCurrent();
    void insertAfterCurrent();
    void replaceAll(const QString& text);
    void finishEditing(bool keep);
    void placeEditor();

    QStringList tokens_;
    std::vector<QRect> chips_; // and the count of the rest
    int current_ = 0;
    int hovered_ = -1;
    QLineEdit* editor_ = nullptr;
    int edited_ = -1;
    bool inserted_ = false; // the edited chip is new and vanishes when left empty
};

} // namespace heedmap
