#include "app/command_line/parse_failure.h"

#include "app/command_line/usage_errors.h"

#include <algorithm>
#include <string_view>

namespace heedmap::command_line {

namespace {

constexpr std::string_view valueMissingEnd = " missing";
constexpr std::string_view tooOften = "At Most 1 required";
constexpr std::string_view onlyOne = "1 required ";

// "--size: 1 required WxH missing", "--output: At Most 1 required but received 2": the parser gives only text.
Error argumentError(const std::string& said) {
    const std::size_t colon = said.find(": ");
    if (colon == std::string::npos)
        return makeError(notUnderstood, {said});
    const std::string option = said.substr(0, colon);
    const std::string_view rest = std::string_view(said).substr(colon + 2);
    if (rest.starts_with(tooOften))
        return makeError(givenTwice).in(option);
    if (rest.starts_with(onlyOne) && rest.ends_with(valueMissingEnd))
        return makeError(valueMissing, {option, std::string(rest.substr(onlyOne.size(), rest.size() - onlyOne.size() -
                                                                                            valueMissingEnd.size()))})
            .in(option);
    return makeError(notUnderstood, {said});
}

// "Could not convert: --bare = 3x" → "--bare"
std::string firstOption(const std::string& said) {
    const std::size_t begin = std::min(said.find("--"), said.size());
    return said.substr(begin, said.find_first_of(" =:", begin) - begin);
}

} // namespace

Error errorOf(const CLI::ParseError& wrong) {
    const std::string said = wrong.what();
    if (dynamic_cast<const CLI::ArgumentMismatch*>(&wrong) != nullptr)
        return argumentError(said);
    if (dynamic_cast<const CLI::ConversionError*>(&wrong) != nullptr) // only flags are converted
        return makeError(flagValue).in(firstOption(said));
    return makeError(notUnderstood, {said});
}

Result<void> checkNoEmptyWords(const CLI::App& command) {
    for (const CLI::Option* option : command.get_options()) {
        const std::vector<std::string>& values = option->results();
        if (option->get_name() != "--title" && std::find(values.begin(), values.end(), "") != values.end())
            return makeError(emptyWord).in(option->get_name());
    }
    return {};
}

} // namespace heedmap::command_line
