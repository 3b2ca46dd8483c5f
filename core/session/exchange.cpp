#include "core/session/exchange.h"

#include <string_view>
#include <utility>

namespace heedmap::files {

void exchangeAxes(Session& session, std::size_t matrix) {
    HEEDMAP_EXPECTS(matrix < session.matrices.size());
    FileMatrix& exchanged = session.matrices[matrix];
    constexpr int order[] = {1, 0};
    exchanged.tensor.view = exchanged.tensor.view.permuted(order);
    constexpr std::string_view sign = "ᵀ";
    if (exchanged.name.ends_with(sign))
        exchanged.name.resize(exchanged.name.size() - sign.size());
    else
        exchanged.name += sign;
    if (exchanged.allowed.size() > 0)
        exchanged.allowed = exchanged.allowed.transpose().eval();
    if (matrix == 0)
        std::swap(session.matrixLabels.rows, session.matrixLabels.columns);
}

} // namespace heedmap::files
