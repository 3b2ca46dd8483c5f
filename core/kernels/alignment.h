// Private to core: scores of one query against the keys of its sentence, and their gradients.
#pragma once

#include "core/kernels/view.h"

namespace heedmap::kernels {

// out[j] = rows[j] · x
void dotProducts(const View<const float>& rows, const float* x, float* out);
void dotProducts(const View<const double>& rows, const double* x, double* out);

// e[j] = v · u[j], u[j] = tanh(query + keys[j]); u (n × a) is kept for the way back.
template <class T>
struct AdditiveStep {
    View<const T> keys; // n × a
    const T* query;     // a
    const T* v;         // a
    T* u;               // n × a
    T* scores;          // n
};
void additiveForward(const AdditiveStep<float>& step);
void additiveForward(const AdditiveStep<double>& step);

// From ∂loss/∂e: adds to ∂loss/∂keys, ∂loss/∂query and ∂loss/∂v.
template <class T>
struct AdditiveBackStep {
    const T* dScores; // n
    const T* u;       // n × a
    const T* v;       // a
    View<T> dKeys;    // n × a
    T* dQuery;        // a
    T* dV;            // a
};
void additiveBackward(const AdditiveBackStep<float>& step);
void additiveBackward(const AdditiveBackStep<double>& step);

} // namespace heedmap::kernels
