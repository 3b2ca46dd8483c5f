// What differs between two sessions, member by member; applying it swaps, so one change serves undo and redo and keeps
// only what is needed to go back.
#pragma once

#include "ui/document/document.h"

#include <memory>
#include <vector>

namespace heedmap {

// One member of the session: which, and the value that is not in force.
class MemberChange {
public:
    virtual ~MemberChange() = default;
    virtual void swapWith(files::Session& session) = 0;
    // The session's value is the kept one: nothing would change.
    virtual bool isNothing(const files::Session& session) const = 0;

    int member = 0; // position in the table of members
    Part part = Part::problem;
};

class SessionChange {
public:
    // The change that turns `session` into `other`. Keeps the values of `other` where they differ.
    SessionChange(const files::Session& session, const files::Session& other);
    SessionChange(const files::Session& session, const files::PictureSettings& other);

    bool isEmpty() const { return members_.empty(); }
    Parts parts() const;
    // It is of Problem::normalizer alone.
    bool isOfNormalizer() const;
    // The session takes the kept values and gives its own.
    void swapWith(files::Session& session);
    // Both applied: takes `later` into this, so that one swap undoes both. Members that are back at their first value
    // drop out.
    void absorb(SessionChange& later, const files::Session& now);

private:
    template <class Access, class Value>
    void keep(int member, Part part, Access access, Value&& value);

    std::vector<std::unique_ptr<MemberChange>> members_;
};

// A copy to be edited. Sequences of hundreds of thousands of numbers are copied into memory that is quickly touched.
files::Session editableCopy(const files::Session& session);

} // namespace heedmap
