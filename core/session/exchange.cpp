#include "core/session/exchange.h"

#include <memory>
#include <string_view>

namespace heedmap::files {

namespace {

void toggleSign(std::string& name) {
    constexpr std::string_view sign = "ᵀ";
    if (name.ends_with(sign))
        name.resize(name.size() - sign.size());
    else if (!name.empty())
        name += sign;
}

} // namespace

void exchangeAxes(Session& session, std::size_t matrix) {
    HEEDMAP_EXPECTS(matrix < session.matrices.size());
    FileMatrix& exchanged = session.matrices[matrix];
    constexpr int order[] = {1, 0};
    exchanged.tensor.view = exchanged.tensor.view.permuted(order);
    for (std::string* const name : {&exchanged.name, &exchanged.title})
        toggleSign(*name);
    if (exchanged.allowed.size() > 0)
        exchanged.allowed = exchanged.allowed.transpose().eval();
    if (exchanged.labels)
        exchanged.labels = std::make_shared<const Labels>(Labels{exchanged.labels->columns, exchanged.labels->rows});
}

} // namespace heedmap::files
