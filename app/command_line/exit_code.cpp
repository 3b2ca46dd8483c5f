#include "app/command_line/exit_code.h"

#include "app/command_line/difference.h"
#include "app/command_line/picture.h"
#include "app/command_line/printing.h"
#include "app/command_line/usage_errors.h"
#include "app/command_line/what_if.h"
#include "core/files/output_file.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <system_error>

namespace heedmap::command_line {

namespace {

// A reader that has seen enough, as `head`: no line for that, the status says it.
bool readerLeft(const Error& error) {
    return (error.is(outputLost) || error.is(files::cannotWrite)) && error.file == "standard output" &&
           error.values.back().text == std::generic_category().message(EPIPE);
}

} // namespace

ExitCode exitCodeOf(const Error& error) {
    static constexpr std::array usage{
        &unknownCommand,     &unknownOption, &unknownWord,      &badNumber,     &badSize,        &notUnderstood,
        &inputMissing,       &fileMissing,   &layoutTooSmall,   &outputMissing, &formatMissing,  &unknownEnding,
        &optionsExclude,     &optionNeeds,   &nothingToCompare, &oneMatrixOnly, &commandMissing, &standsAlone,
        &givenTwice,         &valueMissing,  &flagValue,        &emptyWord,     &noDisplay,      &tooLongForLines,
        &differenceNeedsTwo, &whatIfOutside, &folderMissing};
    if (std::find(usage.begin(), usage.end(), error.kind) != usage.end())
        return ExitCode::wrongUsage;
    if (error.is(files::cannotCreate) || error.is(files::cannotWrite) || error.is(outputLost))
        return ExitCode::badOutput;
    return ExitCode::badInput;
}

ExitCode report(const Error& error) {
    if (!readerLeft(error))
        std::fprintf(stderr, "heedmap: %s\n", printable(sentence(error)).c_str());
    return exitCodeOf(error);
}

void remark(const std::string& text) {
    std::fprintf(stderr, "heedmap: note: %s\n", printable(text).c_str());
}

} // namespace heedmap::command_line
