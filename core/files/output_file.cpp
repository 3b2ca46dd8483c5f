#include "core/files/output_file.h"

#include <array>
#include <atomic>
#include <cerrno>
#include <climits>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <mutex>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>
#include <utility>

namespace heedmap::files {

namespace {

// Names of temporary files, kept where a signal handler can read them.
struct Slot {
    std::atomic<bool> used{false}; // set after the name is whole, cleared before it changes
    std::array<char, PATH_MAX> name{};
};

std::array<Slot, 32> slots;
std::mutex slotsMutex; // for the writers; the signal handler only looks at `used`
static_assert(std::atomic<bool>::is_always_lock_free);

// Names that are too long, and more than 32 at a time, are not kept: they are only missed where the program is killed.
void rememberUnfinished(const std::string& path) {
    const std::lock_guard lock(slotsMutex);
    for (Slot& slot : slots) {
        if (slot.used || path.size() >= slot.name.size())
            continue;
        std::memcpy(slot.name.data(), path.c_str(), path.size() + 1);
        slot.used = true;
        return;
    }
}

void forgetUnfinished(const std::string& path) {
    const std::lock_guard lock(slotsMutex);
    for (Slot& slot : slots)
        if (slot.used && path == slot.name.data())
            slot.used = false;
}

constexpr const char* standardOutput = "standard output"; // instead of a path
constexpr std::size_t bufferSize = 64 << 10;

Phrase systemText(int number) {
    return Phrase(std::generic_category().message(number).c_str());
}

// A new file beside the target; its name in `temporary`. Negative where none can be made.
int createBeside(const std::string& target, std::string& temporary) {
    static std::atomic<unsigned> counter = 0;
    while (true) {
        temporary = target + "." + std::to_string(::getpid()) + "-" + std::to_string(counter++) + ".part";
        rememberUnfinished(temporary); // before it is there: a signal may come at any moment
        const int descriptor = ::open(temporary.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
        if (descriptor >= 0)
            return descriptor;
        const int error = errno;
        forgetUnfinished(temporary);
        errno = error;
        if (error != EEXIST)
            return descriptor;
    }
}

} // namespace

OutputFile::OutputFile(std::string path, std::string target, std::string temporary, int descriptor)
    : path_(std::move(path))
    , target_(std::move(target))
    , temporary_(std::move(temporary))
    , descriptor_(descriptor) {
    buffer_.reserve(bufferSize);
}

OutputFile::OutputFile(OutputFile&& other) noexcept
    : path_(std::move(other.path_))
    , target_(std::move(other.target_))
    , temporary_(std::exchange(other.temporary_, {}))
    , descriptor_(std::exchange(other.descriptor_, -1))
    , written_(other.written_)
    , failure_(other.failure_)
    , buffer_(std::move(other.buffer_)) {}

OutputFile& OutputFile::operator=(OutputFile&& other) noexcept {
    if (this == &other)
        return *this;
    discard();
    path_ = std::move(other.path_);
    target_ = std::move(other.target_);
    temporary_ = std::exchange(other.temporary_, {});
    descriptor_ = std::exchange(other.descriptor_, -1);
    written_ = other.written_;
    failure_ = other.failure_;
    buffer_ = std::move(other.buffer_);
    return *this;
}

OutputFile::~OutputFile() {
    discard();
}

void OutputFile::discard() {
    if (descriptor_ >= 0)
        ::close(std::exchange(descriptor_, -1));
    if (!temporary_.empty()) {
        ::unlink(temporary_.c_str());
        forgetUnfinished(temporary_);
        temporary_.clear();
    }
}

Result<OutputFile> OutputFile::create(const std::string& path) {
    if (path == "-") {
        const int descriptor = ::fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 0);
        if (descriptor < 0)
            return makeError(cannotCreate, {systemText(errno)}).in(standardOutput);
        return OutputFile(standardOutput, {}, {}, descriptor);
    }
    std::error_code ignored;
    std::string target = std::filesystem::weakly_canonical(path, ignored).string();
    if (target.empty())
        target = path;
    struct stat status {};
    const bool exists = ::stat(target.c_str(), &status) == 0;
    if (exists && S_ISDIR(status.st_mode))
        return makeError(cannotCreate, {systemText(EISDIR)}).in(path);
    if (exists && !S_ISREG(status.st_mode)) {
        const int descriptor = ::open(target.c_str(), O_WRONLY | O_CLOEXEC | O_NOCTTY);
        if (descriptor < 0)
            return makeError(cannotCreate, {systemText(errno)}).in(path);
        return OutputFile(path, target, {}, descriptor);
    }
    // rename() would replace a file that may not be written to.
    if (exists && ::access(target.c_str(), W_OK) != 0)
        return makeError(cannotCreate, {systemText(errno)}).in(path);
    std::string temporary;
    const int descriptor = createBeside(target, temporary);
    if (descriptor < 0)
        return makeError(cannotCreate, {systemText(errno)}).in(path);
    if (exists)
        static_cast<void>(::fchmod(descriptor, status.st_mode & 07777)); // who may read it stays as it was
    return OutputFile(path, target, temporary, descriptor);
}

void OutputFile::write(std::span<const std::byte> bytes) {
    write(std::string_view(reinterpret_cast<const char*>(bytes.data()), bytes.size()));
}

void OutputFile::write(std::string_view text) {
    if (failed())
        return;
    if (buffer_.size() + text.size() > bufferSize)
        flush();
    if (text.size() > bufferSize)
        send(text);
    else
        buffer_ += text;
}

void OutputFile::flush() {
    send(buffer_);
    buffer_.clear();
}

void OutputFile::send(std::string_view bytes) {
    while (!bytes.empty() && !failed()) {
        const ssize_t count = ::write(descriptor_, bytes.data(), bytes.size());
        if (count < 0 && errno == EINTR)
            continue;
        if (count < 0) {
            failure_ = errno;
            return;
        }
        written_ += static_cast<std::size_t>(count);
        bytes.remove_prefix(static_cast<std::size_t>(count));
    }
}

Result<void> OutputFile::commit() {
    HEEDMAP_EXPECTS(descriptor_ >= 0);
    flush();
    if (!failed() && !temporary_.empty() && ::fsync(descriptor_) != 0)
        failure_ = errno;
    if (::close(std::exchange(descriptor_, -1)) != 0 && !failed())
        failure_ = errno;
    if (!failed() && !temporary_.empty()) {
        if (::rename(temporary_.c_str(), target_.c_str()) != 0) {
            failure_ = errno;
        } else {
            forgetUnfinished(temporary_);
            temporary_.clear();
        }
    }
    if (!failed())
        return {};
    discard();
    if (failure_ == EPIPE && path_ == standardOutput)
        return makeError(readerLeft).in(path_);
    return makeError(cannotWrite, {std::to_string(written_), systemText(failure_)}).in(path_);
}

void removeUnfinishedOutputs() noexcept {
    for (Slot& slot : slots)
        if (slot.used)
            ::unlink(slot.name.data());
}

} // namespace heedmap::files
