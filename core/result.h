// A value or the reason why there is none. Used for everything a user can fix (a bad file, sizes that do not fit);
// what only a programmer can fix is a precondition, checked by HEEDMAP_EXPECTS.
#pragma once

#include "core/error.h"

#include <cstdio>
#include <cstdlib>
#include <optional>
#include <utility>
#include <variant>

#define HEEDMAP_EXPECTS(condition)                                                                                     \
    ((condition) ? static_cast<void>(0) : ::heedmap::preconditionFailed(#condition, __FILE__, __LINE__))

namespace heedmap {

[[noreturn]] inline void preconditionFailed(const char* condition, const char* file, int line) {
    std::fprintf(stderr, "heedmap: %s:%d: precondition failed: %s\n", file, line, condition);
    std::abort();
}

template <class T>
class [[nodiscard]] Result {
public:
    Result(T value)
        : state_(std::in_place_index<0>, std::move(value)) {}
    Result(Error error)
        : state_(std::in_place_index<1>, std::move(error)) {}

    explicit operator bool() const { return state_.index() == 0; }
    bool ok() const { return state_.index() == 0; }

    T& value() & {
        HEEDMAP_EXPECTS(ok());
        return std::get<0>(state_);
    }
    const T& value() const& {
        HEEDMAP_EXPECTS(ok());
        return std::get<0>(state_);
    }
    T&& value() && {
        HEEDMAP_EXPECTS(ok());
        return std::get<0>(std::move(state_));
    }
    T& operator*() & { return value(); }
    const T& operator*() const& { return value(); }
    T&& operator*() && { return std::move(*this).value(); }
    T* operator->() { return &value(); }
    const T* operator->() const { return &value(); }

    const Error& error() const {
        HEEDMAP_EXPECTS(!ok());
        return std::get<1>(state_);
    }

private:
    std::variant<T, Error> state_;
};

template <>
class [[nodiscard]] Result<void> {
public:
    Result() = default;
    Result(Error error)
        : error_(std::move(error)) {}

    explicit operator bool() const { return !error_; }
    bool ok() const { return !error_; }
    const Error& error() const {
        HEEDMAP_EXPECTS(error_.has_value());
        return *error_;
    }

private:
    std::optional<Error> error_;
};

} // namespace heedmap
