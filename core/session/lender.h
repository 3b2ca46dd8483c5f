// Memory that is lent out to be read, and comes back to be written again when its last reader lets go of it, on
// whichever thread that is: touching fresh memory costs more than the arithmetic.
#pragma once

#include <algorithm>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

namespace heedmap {

template <class T>
class Lender {
public:
    std::shared_ptr<const T> lend(std::unique_ptr<T> value) const {
        T* const memory = value.release();
        return std::shared_ptr<const T>(memory, [memory, shelf = std::weak_ptr<Shelf>(shelf_)](const T*) {
            std::unique_ptr<T> back(memory);
            if (const auto there = shelf.lock())
                there->put(std::move(back));
        });
    }

    // As if it had been lent and had come back. Returns its name for takeBack().
    const T* keep(std::unique_ptr<T> value) const {
        const T* const name = value.get();
        shelf_->put(std::move(value));
        return name;
    }

    // What was lent as `name`, where it has come back; null while somebody reads it. All else that came back goes.
    std::unique_ptr<T> takeBack(const T* name) const { return shelf_->take(name); }

private:
    struct Shelf {
        void put(std::unique_ptr<T> value) {
            const std::lock_guard lock(guard);
            values.push_back(std::move(value));
        }
        std::unique_ptr<T> take(const T* name) {
            std::vector<std::unique_ptr<T>> all;
            {
                const std::lock_guard lock(guard);
                all.swap(values);
            }
            const auto found = std::ranges::find_if(all, [&](const auto& value) { return value.get() == name; });
            return found == all.end() ? nullptr : std::move(*found);
        }

        std::mutex guard;
        std::vector<std::unique_ptr<T>> values;
    };

    std::shared_ptr<Shelf> shelf_ = std::make_shared<Shelf>();
};

} // namespace heedmap
