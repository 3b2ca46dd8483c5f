#include "app/command_line/what_if.h"

#include "app/command_line/printing.h"
#include "app/command_line/words.h"

#include <algorithm>
#include <cmath>

namespace heedmap::command_line {

namespace {

using Span = WhatIfOptions::Span;
using Zero = WhatIfOptions::Zero;

std::optional<Index> indexIn(const std::string& text) {
    const auto number = parseWhole(text, "", 0, 1LL << 40);
    return number ? std::optional<Index>(*number) : std::nullopt;
}

// "*", "2", "1-3"
std::optional<Span> spanIn(const std::string& text) {
    if (text == "*")
        return Span{};
    const std::size_t dash = text.find('-');
    const auto first = indexIn(text.substr(0, dash));
    const auto last = dash == std::string::npos ? first : indexIn(text.substr(dash + 1));
    if (!first || !last || *last < *first)
        return std::nullopt;
    return Span{*first, last};
}

Result<Zero> parseZero(const std::string& text) {
    Zero zero{text, {}, {}, {}};
    if (text.starts_with("head:")) {
        zero.head = indexIn(text.substr(5));
        return zero.head ? Result<Zero>(zero) : makeError(badWhatIf, {text});
    }
    const std::size_t comma = text.find(',');
    if (!text.starts_with("zero:") || comma == std::string::npos)
        return makeError(badWhatIf, {text});
    const auto rows = spanIn(text.substr(5, comma - 5));
    const auto columns = spanIn(text.substr(comma + 1));
    if (!rows || !columns)
        return makeError(badWhatIf, {text});
    zero.rows = *rows;
    zero.columns = *columns;
    return zero;
}

Result<void> checkInside(const Zero& zero, Index count, const Span& span, const char* what) {
    if (span.last.value_or(0) < count)
        return {};
    return makeError(whatIfOutside, {zero.text, std::to_string(count), what}).in("--what-if");
}

Result<void> check(const AttentionSet& set, const Zero& zero) {
    const MatrixD& alpha = set.entries.front().alpha;
    if (zero.head) {
        const Index heads = set.leading.empty() ? 1 : set.leading.back();
        return checkInside(zero, heads, {*zero.head, zero.head}, "heads");
    }
    if (auto rows = checkInside(zero, alpha.rows(), zero.rows, "rows"); !rows)
        return rows;
    return checkInside(zero, alpha.cols(), zero.columns, "columns");
}

void mark(BoolMatrix& zeroed, const Zero& zero, Index head) {
    if (zero.head && *zero.head != head)
        return;
    const auto end = [](const Span& span, Index count) {
        return span.last ? *span.last + 1 : count;
    };
    analysis::zero(zeroed, Rows{zero.rows.first, end(zero.rows, zeroed.rows())},
                   Columns{zero.columns.first, end(zero.columns, zeroed.cols())});
}

Result<analysis::Remainder> parseRemainder(const std::string& text) {
    static const std::vector<std::string> words{"renormalised", "kept"};
    if (text == words[0] || text == words[1])
        return text == words[0] ? analysis::Remainder::renormalised : analysis::Remainder::kept;
    return unknown(text, words);
}

// The first cell that is no weight.
std::optional<Cell> noWeightIn(const MatrixD& matrix) {
    for (Index i = 0; i < matrix.rows(); ++i)
        for (Index j = 0; j < matrix.cols(); ++j)
            if (!(matrix(i, j) >= 0) || std::isinf(matrix(i, j)))
                return Cell{i, j};
    return std::nullopt;
}

} // namespace

Result<std::vector<AttentionSet>> weightsOf(const Loaded& loaded) {
    std::vector<AttentionSet> sets;
    std::size_t at = 0;
    const auto add = [&](AttentionSet& set) -> Result<void> {
        const files::FileMatrix& matrix = loaded.session.matrices[at++];
        if (matrix.labels)
            set.labels = *matrix.labels;
        attention::Attention<double> entry;
        entry.alpha = toMatrixD(matrix.tensor.view);
        entry.allowed = matrix.allowed;
        if (matrix.allowed.size() > 0)
            entry.alpha = (matrix.allowed.array() != 0).select(entry.alpha, 0.0);
        if (const auto cell = noWeightIn(entry.alpha))
            return makeError(whatIfNeedsWeights, {matrix.name, numberOrDash(entry.alpha(cell->row, cell->column)),
                                                  std::to_string(cell->row), std::to_string(cell->column)});
        set.values.emplace_back(entry.alpha.cols(), 0);
        set.entries.push_back(std::move(entry));
        return {};
    };
    for (const MatrixGroup& group : loaded.groups) {
        AttentionSet& set = sets.emplace_back();
        set.name = group.name;
        set.leading = group.leading;
        set.onlyWeights = true;
        for (std::size_t n = 0; n < group.count; ++n)
            if (const auto added = add(set); !added)
                return added.error();
    }
    while (at < loaded.session.matrices.size()) { // of a saved session
        AttentionSet& set = sets.emplace_back();
        set.name = loaded.session.matrices[at].name;
        set.onlyWeights = true;
        if (const auto added = add(set); !added)
            return added.error();
    }
    if (sets.empty())
        return makeError(nothingToAttend);
    return sets;
}

void addWhatIfOptions(CLI::App& command, WhatIfOptions& options) {
    const char* group = "What if";
    const auto take = [&options](const std::vector<std::string>& texts) {
        for (const std::string& text : texts) {
            auto zero = parseZero(text);
            if (!zero)
                throw WrongWord("--what-if", zero.error());
            options.zeros.push_back(*std::move(zero));
        }
    };
    command
        .add_option_function<std::vector<std::string>>(
            "--what-if", take,
            "weights set to 0: zero:2,3 one, zero:*,3 a column, zero:0-2,1-3 a selection, head:1 a head")
        ->type_name("CHANGE")
        ->group(group)
        ->take_all()
        ->allow_extra_args(false);
    addParsed(command, "--rest", options.remainder, parseRemainder, "NAME",
              "what becomes of the other weights of the row: renormalised (to sum 1) or kept (renormalised)")
        ->group(group);
}

Result<std::vector<analysis::WhatIf>> whatIfOf(const AttentionSet& set, const WhatIfOptions& options) {
    for (const Zero& zero : options.zeros)
        if (const auto inside = check(set, zero); !inside)
            return inside.error();
    const Index heads = set.leading.empty() ? 1 : set.leading.back();
    std::vector<analysis::WhatIf> changed;
    for (std::size_t n = 0; n < set.entries.size(); ++n) {
        const MatrixD& alpha = set.entries[n].alpha;
        BoolMatrix zeroed = analysis::nothingZeroed(alpha.rows(), alpha.cols());
        for (const Zero& zero : options.zeros)
            mark(zeroed, zero, static_cast<Index>(n) % heads);
        changed.push_back(analysis::whatIf(alpha, set.values[n], zeroed, options.remainder));
    }
    return changed;
}

} // namespace heedmap::command_line
