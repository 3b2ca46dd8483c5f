#include "ui/document/session_change.h"

#include "core/session/consistency.h"
#include "core/tensor/huge_pages.h"

#include <algorithm>

namespace heedmap {

namespace {

using files::sameNumbers;
using files::Session;

template <class T>
bool same(const T& a, const T& b) {
    return a == b;
}
bool same(const MatrixD& a, const MatrixD& b) {
    return sameNumbers(a, b);
}
bool same(const VectorD& a, const VectorD& b) {
    return sameNumbers(a, b);
}
// A square matrix and its transpose differ in nothing else.
bool sameStrides(const TensorView& a, const TensorView& b) {
    for (int axis = 0; axis < a.shape().rank(); ++axis)
        if (a.stride(axis) != b.stride(axis))
            return false;
    return true;
}
bool same(const std::shared_ptr<const Labels>& a, const std::shared_ptr<const Labels>& b) {
    return a == b || (a && b && *a == *b);
}
bool same(const std::vector<files::FileMatrix>& a, const std::vector<files::FileMatrix>& b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const auto& x, const auto& y) {
        return x.name == y.name && x.title == y.title && x.origin == y.origin && same(x.labels, y.labels) &&
               x.tensor.keeper == y.tensor.keeper && x.tensor.view.data() == y.tensor.view.data() &&
               x.tensor.shape() == y.tensor.shape() && sameStrides(x.tensor.view, y.tensor.view) &&
               sameNumbers(x.allowed, y.allowed);
    });
}

bool same(const attention::Operands& a, const attention::Operands& b) {
    const auto& p = a.parameters;
    const auto& q = b.parameters;
    return same(a.q, b.q) && same(a.k, b.k) && same(a.v, b.v) && same(p.w, q.w) && same(p.w_s, q.w_s) &&
           same(p.w_h, q.w_h) && same(p.v, q.v) && p.beta == q.beta && same(p.w_q, q.w_q) && same(p.w_k, q.w_k) &&
           same(p.w_v, q.w_v) && same(p.w_o, q.w_o) && same(p.b_q, q.b_q) && same(p.b_k, q.b_k) && same(p.b_v, q.b_v) &&
           same(p.b_o, q.b_o);
}
using OwnOperands = std::map<attention::ScoreFunction, attention::Operands>;
bool same(const OwnOperands& a, const OwnOperands& b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                      [](const auto& x, const auto& y) { return x.first == y.first && same(x.second, y.second); });
}

// Calls visit(part, access) for every member, always in the same order; access(session) is the member.
template <class Visit>
void forEachMember(Visit&& visit) {
    const auto problem = [&](auto access) {
        visit(Part::problem, access);
    };
    problem([](auto& s) -> auto& { return s.problem.kind; });
    problem([](auto& s) -> auto& { return s.problem.q; });
    problem([](auto& s) -> auto& { return s.problem.k; });
    problem([](auto& s) -> auto& { return s.problem.v; });
    problem([](auto& s) -> auto& { return s.problem.x; });
    problem([](auto& s) -> auto& { return s.problem.parameters.w; });
    problem([](auto& s) -> auto& { return s.problem.parameters.w_s; });
    problem([](auto& s) -> auto& { return s.problem.parameters.w_h; });
    problem([](auto& s) -> auto& { return s.problem.parameters.v; });
    problem([](auto& s) -> auto& { return s.problem.parameters.beta; });
    problem([](auto& s) -> auto& { return s.problem.parameters.w_q; });
    problem([](auto& s) -> auto& { return s.problem.parameters.w_k; });
    problem([](auto& s) -> auto& { return s.problem.parameters.w_v; });
    problem([](auto& s) -> auto& { return s.own; });
    problem([](auto& s) -> auto& { return s.problem.parameters.w_o; });
    problem([](auto& s) -> auto& { return s.problem.parameters.b_q; });
    problem([](auto& s) -> auto& { return s.problem.parameters.b_k; });
    problem([](auto& s) -> auto& { return s.problem.parameters.b_v; });
    problem([](auto& s) -> auto& { return s.problem.parameters.b_o; });
    problem([](auto& s) -> auto& { return s.problem.heads; });
    problem([](auto& s) -> auto& { return s.problem.keyValueHeads; });
    problem([](auto& s) -> auto& { return s.problem.projectsCross; });
    problem([](auto& s) -> auto& { return s.problem.mask; });
    problem([](auto& s) -> auto& { return s.problem.normalizer; });
    problem([](auto& s) -> auto& { return s.problem.approximation; });
    visit(
        Part::labels, [](auto& s) -> auto& { return s.name; });
    visit(
        Part::labels, [](auto& s) -> auto& { return s.lookFor; });
    visit(
        Part::labels, [](auto& s) -> auto& { return s.corpus; });
    visit(
        Part::labels, [](auto& s) -> auto& { return s.crossLabels; });
    visit(
        Part::labels, [](auto& s) -> auto& { return s.selfTokens; });
    visit(
        Part::labels, [](auto& s) -> auto& { return s.gold; });
    visit(
        Part::matrices, [](auto& s) -> auto& { return s.matrices; });
    visit(
        Part::panels, [](auto& s) -> auto& { return s.panels; });
    visit(
        Part::shown, [](auto& s) -> auto& { return s.shown; });
    visit(
        Part::picture, [](auto& s) -> auto& { return s.picture; });
}

template <class Access, class Value>
class Kept : public MemberChange {
public:
    Kept(Access access, Value value)
        : access_(access)
        , value_(std::move(value)) {}
    void swapWith(Session& session) override { std::swap(access_(session), value_); }
    bool isNothing(const Session& session) const override { return same(access_(session), value_); }

private:
    Access access_;
    Value value_;
};

} // namespace

template <class Access, class Value>
void SessionChange::keep(int member, Part part, Access access, Value&& value) {
    auto kept = std::make_unique<Kept<Access, std::remove_cvref_t<Value>>>(access, std::forward<Value>(value));
    kept->member = member;
    kept->part = part;
    members_.push_back(std::move(kept));
}

SessionChange::SessionChange(const Session& session, const Session& other) {
    int member = 0;
    forEachMember([&](Part part, auto access) {
        if (!same(access(session), access(other)))
            keep(member, part, access, access(other));
        ++member;
    });
}

SessionChange::SessionChange(const Session& session, const files::PictureSettings& other) {
    int member = 0;
    forEachMember([&](Part part, auto access) {
        using Value = std::remove_cvref_t<decltype(access(session))>;
        if constexpr (std::is_same_v<Value, files::PictureSettings>) {
            if (!same(access(session), other))
                keep(member, part, access, other);
        }
        ++member;
    });
}

Parts SessionChange::parts() const {
    Parts parts;
    for (const auto& member : members_)
        parts |= member->part;
    return parts;
}

bool SessionChange::isOfNormalizer() const {
    static const int normalizer = [] {
        const Session session;
        int member = 0;
        int found = -1;
        forEachMember([&](Part, auto access) {
            if (static_cast<const void*>(&access(session)) == &session.problem.normalizer)
                found = member;
            ++member;
        });
        return found;
    }();
    return members_.size() == 1 && members_.front()->member == normalizer;
}

void SessionChange::swapWith(Session& session) {
    for (const auto& member : members_)
        member->swapWith(session);
}

void SessionChange::absorb(SessionChange& later, const Session& now) {
    for (auto& member : later.members_) {
        const bool known = std::any_of(members_.begin(), members_.end(),
                                       [&](const auto& mine) { return mine->member == member->member; });
        if (!known)
            members_.push_back(std::move(member));
    }
    std::erase_if(members_, [&](const auto& member) { return member->isNothing(now); });
}

files::Session editableCopy(const Session& session) {
    Session copy;
    copy.problem.q = unfilled<MatrixD>(session.problem.q.rows(), session.problem.q.cols());
    copy.problem.k = unfilled<MatrixD>(session.problem.k.rows(), session.problem.k.cols());
    copy.problem.v = unfilled<MatrixD>(session.problem.v.rows(), session.problem.v.cols());
    copy.problem.x = unfilled<MatrixD>(session.problem.x.rows(), session.problem.x.cols());
    copy = session; // matrices of the same size stay where they are
    return copy;
}

} // namespace heedmap
