// heedmap align --corpus: trains a model, writes it, and reports how it went.
#pragma once

#include "core/seq2seq/corpus_file.h"
#include "core/seq2seq/evaluation.h"
#include "core/seq2seq/trainer.h"

#include <string>

namespace heedmap::command_line {

struct TrainingRequest {
    std::string corpus; // the name of a shipped one, or a path
    seq2seq::CorpusFileOptions file;
    std::size_t heldOut = 200; // of a file
    seq2seq::TrainingOptions training;
    std::string modelPath;  // empty: not written
    std::string reportPath; // empty: not written
    bool half = false;      // weights as float16
};

// Errors: of reading, unknownCorpus, tooFewPairs, cannotCreate, cannotWrite.
Result<void> train(const TrainingRequest& request);

// A shipped corpus where the text names one, else the pairs of a file. Errors: as train().
Result<seq2seq::Corpus> openCorpus(const std::string& text, const seq2seq::CorpusFileOptions& file,
                                   std::size_t heldOut);
// What was assumed of a file of pairs, as remarks.
void remarkOn(const std::string& path, const seq2seq::CorpusFile& file);
// Errors: cannotCreate, cannotWrite.
Result<void> writeReport(const std::string& path, const std::string& text);
// "exact match 99.5 %, token accuracy 99.9 %, AER 1.3 % …" in lines, on standard output.
void print(const seq2seq::Evaluation& evaluation);

} // namespace heedmap::command_line
