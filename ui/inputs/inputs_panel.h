// The content of the left dock: everything that determines the pictures, from tokens to colors.
#pragma once

#include "ui/document/document.h"

#include <QWidget>

namespace heedmap {

class ColorSection;
class HeadsSection;
class MaskSection;
class MatrixSection;
class ParametersSection;
class ShowSection;
class TokenEditor;
class ViewState;

class InputsPanel : public QWidget {
    Q_OBJECT

public:
    InputsPanel(Document* document, ViewState* view, QWidget* parent = nullptr);

    TokenEditor* source() const { return source_; }
    TokenEditor* target() const { return target_; }
    TokenEditor* sequence() const { return sequence_; }
    MatrixSection* matrices() const { return matrices_; }
    HeadsSection* heads() const { return heads_; }
    ParametersSection* parameters() const { return parameters_; }
    MaskSection* mask() const { return mask_; }
    ShowSection* showing() const { return showing_; }
    ColorSection* color() const { return color_; }

    QSize sizeHint() const override;

private:
    void follow();
    void followCursor();
    void followPanel();

    Document* document_;
    ViewState* view_;
    TokenEditor* source_;
    TokenEditor* target_;
    TokenEditor* sequence_;
    MatrixSection* matrices_;
    HeadsSection* heads_;
    ParametersSection* parameters_;
    MaskSection* mask_;
    ShowSection* showing_;
    ColorSection* color_;
};

} // namespace heedmap
