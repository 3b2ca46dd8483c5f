// What the program says: on standard output what a command is asked for, on standard error progress and the one line
// that tells why it failed. Text of files and of the user is shown so that no terminal obeys it.
#pragma once

#include "core/result.h"

#include <atomic>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

namespace heedmap::command_line {

void print(std::string_view text);
// null where there is none.
nlohmann::ordered_json jsonOrNull(std::optional<double> value);
// One line for people: printable(), and the end of the line.
void printLine(std::string_view text);
// Whether everything printed has arrived. Errors: outputLost, readerLeft.
Result<void> finishPrinting();

inline constexpr ErrorKind outputLost{"it cannot be written: %1", Fault::output};

// Control characters, and bytes that are no UTF-8, as \n or \x1b: one line, and nothing that a terminal obeys.
std::string printable(std::string_view text);

// A small table for people.
class Table {
public:
    explicit Table(std::vector<std::string> head)
        : rows_{std::move(head)} {}
    void add(std::vector<std::string> row);
    // Columns two spaces apart, as wide as their widest entry.
    void print() const;

private:
    std::vector<std::vector<std::string>> rows_;
};

// Six significant digits; "-" where there is none.
std::string numberOrDash(std::optional<double> value);

// What is being done: only where standard error is a terminal, and only once the work takes longer than a second.
// Erased when the work is done.
class Progress {
public:
    explicit Progress(std::string work);
    ~Progress();

    void set(double fraction) { fraction_ = fraction; }

private:
    void draw(const std::stop_token& stop);

    std::string work_;
    std::atomic<double> fraction_ = 0;
    std::jthread drawer_;
};

enum class ExitCode { done = 0, wrongUsage = 2, badInput = 3, badOutput = 4 };

// Prints "heedmap: WHAT: WHY (WHERE)", unless the reader of standard output has left (heedmap … | head), and gives the
// exit status that belongs to it.
ExitCode report(const Error& error);
// Something worth a sentence that did not stop the work: "heedmap: note: …".
void remark(const std::string& text);

} // namespace heedmap::command_line
