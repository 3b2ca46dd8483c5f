// A picture as a model wants it: scaled to its size, numbers from 0 to 1 or as preprocessor_config.json says, minus the
// mean and divided by the standard deviation of each channel.
#pragma once

#include "core/tensor/matrix.h"
#include "core/transformer/model.h"

namespace heedmap::transformer {

inline constexpr ErrorKind notAPng{HEEDMAP_MESSAGE("Error", "this is not a PNG that can be read: %1")};
inline constexpr ErrorKind pictureTooLarge{
    HEEDMAP_MESSAGE("Error", "a picture of %1×%2 pixels is too large; at most 67108864 pixels are read")};

struct PixelRules {
    double factor = 1.0 / 255;
    std::vector<double> mean{0.5, 0.5, 0.5}; // one a channel
    std::vector<double> deviation{0.5, 0.5, 0.5};
    bool bicubic = false; // else bilinear
};
// Of preprocessor_config.json; where there is none, those of the first ViT. Errors: those of parseConfig().
Result<PixelRules> readPixelRules(const Model& model);

// From a PNG. Precondition: the model looks at pictures. Errors: notAPng, pictureTooLarge, and the above.
// channels × (height·width) of the model's own picture.
Result<MatrixF> readPixels(const Model& model, const std::string& path);

// Pixels (height × width, one channel, 0 … 255) at another size, as Pillow scales: a triangle (or a cubic) as wide as
// an old pixel, or as a new one where there are fewer; along the rows, then along the columns, rounded each time.
MatrixD scaled(const MatrixD& pixels, Index height, Index width, bool bicubic);

} // namespace heedmap::transformer
