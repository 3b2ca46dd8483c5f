#include "core/session/alignment_scores.h"

#include "core/analysis/exchanged_axes.h"
#include "core/files/alignment_file.h"
#include "core/files/recognise.h"
#include "core/session/reference.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <map>

namespace heedmap::files {

namespace {

namespace fs = std::filesystem;
using analysis::AlignmentCounts;

bool isDigit(char c) {
    return '0' <= c && c <= '9';
}

// "s2" before "s10".
bool comesBefore(std::string_view a, std::string_view b) {
    while (!a.empty() && !b.empty()) {
        if (isDigit(a.front()) && isDigit(b.front())) {
            const auto number = [](std::string_view& text) {
                std::size_t end = 0;
                while (end < text.size() && isDigit(text[end]))
                    ++end;
                std::string_view digits = text.substr(0, end);
                text.remove_prefix(end);
                digits.remove_prefix(std::min(digits.find_first_not_of('0'), digits.size()));
                return digits;
            };
            const std::string_view left = number(a);
            const std::string_view right = number(b);
            if (left != right)
                return left.size() != right.size() ? left.size() < right.size() : left < right;
            continue;
        }
        if (a.front() != b.front())
            return a.front() < b.front();
        a.remove_prefix(1);
        b.remove_prefix(1);
    }
    return a.size() < b.size();
}

using SharedFile = std::shared_ptr<const TensorFile>;

bool isMatrix(const TensorInfo& info) {
    return info.shape.rank() == 2 || info.refusal;
}

// The matrices of a file, by name; the entries of its only tensor where that has three axes.
std::vector<SentenceMatrix> matricesOfFile(const SharedFile& file, const std::string& name, const Labels& labels) {
    std::vector<SentenceMatrix> found;
    const auto& tensors = file->tensors();
    for (std::size_t i = 0; i < tensors.size(); ++i) {
        const Labels own = file->labelsOf(i).empty() ? labels : file->labelsOf(i);
        if (isMatrix(tensors[i]))
            found.push_back({tensors.size() == 1 ? name : tensors[i].name, file, i, {}, own});
    }
    if (found.empty() && tensors.size() == 1 && tensors[0].shape.rank() == 3)
        for (Index entry = 0; entry < tensors[0].shape[0]; ++entry)
            found.push_back({name + "[" + std::to_string(entry) + "]", file, 0, entry, labels});
    if (file->format() != Format::alignments)
        std::ranges::stable_sort(
            found, [](const SentenceMatrix& a, const SentenceMatrix& b) { return comesBefore(a.name, b.name); });
    return found;
}

// Of one name the numbers come from the first of these.
constexpr std::array sentenceEndings{".npy", ".npz", ".safetensors", ".csv", ".tsv", ".json"};

Result<void> addFolder(SentenceMatrices& all, const std::string& folder, const ReadOptions& reading) {
    std::map<std::string, std::size_t, decltype(&comesBefore)> stems(&comesBefore);
    std::error_code failed;
    for (const fs::directory_entry& entry : fs::directory_iterator(folder, failed)) {
        const std::string name = entry.path().filename().string();
        const auto ending = std::ranges::find(sentenceEndings, endingOf(name));
        if (ending == sentenceEndings.end() || name.ends_with("tokens.json") || !entry.is_regular_file(failed))
            continue;
        const auto place = static_cast<std::size_t>(ending - sentenceEndings.begin());
        const auto known = stems.try_emplace(entry.path().stem().string(), place).first;
        known->second = std::min(known->second, place);
    }
    if (stems.empty())
        return makeError(noSentences).in(folder);
    for (const auto& [stem, place] : stems) {
        const std::string path = (fs::path(folder) / (stem + sentenceEndings[place])).string();
        auto file = openTensors(path, reading);
        if (!file)
            return file.error();
        Labels labels;
        for (const char* ending : {".tokens.json", ".json"}) {
            const std::string beside = (fs::path(folder) / (stem + ending)).string();
            if (labels.empty() && beside != path && fs::exists(beside, failed))
                if (auto tokens = readLabels(beside))
                    labels = *std::move(tokens);
        }
        std::ranges::move(matricesOfFile(*std::move(file), stem, labels), std::back_inserter(all.sentences));
    }
    all.isSet = true;
    return {};
}

Result<void> addFile(SentenceMatrices& all, const std::string& input, const ReadOptions& reading) {
    const auto reference = parseReference(input);
    if (!reference)
        return reference.error();
    auto opened = open(reference->path, reading);
    if (!opened)
        return opened.error();
    const SharedFile file = *std::move(opened);
    const std::string name = fs::path(reference->path).filename().string();
    std::vector<SentenceMatrix> found = matricesOfFile(file, name, file->labels());
    if (!reference->tensor.empty()) {
        const auto position = file->find(reference->tensor);
        if (!position)
            return position.error();
        std::erase_if(found, [&](const SentenceMatrix& matrix) { return matrix.tensor != *position; });
    }
    const bool isAlignment = file->format() == Format::alignments;
    all.isSet = all.isSet || (found.size() > 1 && (isAlignment || file->tensors().size() > 1));
    if (isAlignment)
        for (const SentenceMatrix& matrix : found)
            all.hasLinks =
                all.hasLinks || static_cast<const AlignmentFile&>(*file).sentences()[matrix.tensor].links.has_value();
    std::ranges::move(found, std::back_inserter(all.sentences));
    return {};
}

Tensor exchanged(Tensor tensor) {
    const int order[] = {1, 0};
    tensor.view = tensor.view.permuted(order);
    return tensor;
}

std::vector<GoldLink> exchanged(std::vector<GoldLink> links) {
    for (GoldLink& link : links)
        std::swap(link.cell.row, link.cell.column);
    return links;
}

// A matrix that has been read, or the links that stand for it.
struct ReadSentence {
    std::unique_ptr<attention::TensorAlpha> alpha;
    std::optional<std::vector<GoldLink>> links;
    Labels labels;
    Index rows = 0; // 0: not known
    Index columns = 0;
};

Result<ReadSentence> readSentence(const SentenceMatrix& matrix, const GoldOptions& options) {
    ReadSentence read;
    read.labels = matrix.labels;
    if (matrix.file->format() == Format::alignments) {
        const AlignedSentence& sentence = static_cast<const AlignmentFile&>(*matrix.file).sentences()[matrix.tensor];
        if (sentence.links && !sentence.refusal) {
            read.links = options.transposed ? exchanged(*sentence.links) : *sentence.links;
            read.rows = std::ssize(sentence.labels.rows);
            read.columns = std::ssize(sentence.labels.columns);
            if (options.transposed)
                std::swap(read.rows, read.columns);
            return read;
        }
    }
    auto tensor = matrix.file->read(matrix.tensor);
    if (!tensor)
        return tensor.error();
    Tensor slice = matrix.entry ? tensor->slice(0, *matrix.entry) : *std::move(tensor);
    if (options.transposed) {
        slice = exchanged(std::move(slice));
        std::swap(read.labels.rows, read.labels.columns);
    }
    read.rows = slice.shape()[0];
    read.columns = slice.shape()[1];
    read.alpha = std::make_unique<attention::TensorAlpha>(std::move(slice));
    return read;
}

std::vector<Cell> cellsOf(const std::vector<GoldLink>& links) {
    std::vector<Cell> cells;
    for (const GoldLink& link : links)
        cells.push_back(link.cell);
    return cells;
}

// A sentence without links at the end of a file may have no line.
Result<void> checkCount(std::vector<std::vector<GoldLink>>& gold, std::size_t sentences, const std::string& path) {
    while (gold.size() > sentences && gold.back().empty())
        gold.pop_back();
    if (gold.size() != sentences)
        return makeError(goldOfOtherSentences, {std::to_string(gold.size()), std::to_string(sentences)}).in(path);
    return {};
}

Result<void> countGold(std::vector<GoldLink>& gold, int base, Index rows, Index columns, const std::string& path,
                       std::size_t line) {
    if (auto counted = countFromZero(gold, base, rows, columns); !counted)
        return Error(counted.error()).in(path).at("line " + std::to_string(line + 1));
    return {};
}

Phrase remarkOnEnd(Index links, analysis::EndLinks end) {
    return end == analysis::EndLinks::counted
               ? Phrase(HEEDMAP_MESSAGE("Reason", "links of the end of the sentence are counted, gold (%1) and found"),
                        {std::to_string(links)})
               : Phrase(HEEDMAP_MESSAGE("Reason", "links of the end of the sentence are left out, gold (%1) and found"),
                        {std::to_string(links)});
}

// Where sentences of files were named, and gold has a line for each sentence of the file: their lines.
bool areOfFilesWith(const SentenceMatrices& matrices, std::size_t goldLines) {
    return matrices.sentences.size() < goldLines &&
           std::ranges::all_of(matrices.sentences, [&](const SentenceMatrix& matrix) {
               return matrix.file->format() == Format::alignments && matrix.file->tensors().size() == goldLines;
           });
}

LinkBase baseFor(const GoldOptions& options, const LinkBaseFinder& finder) {
    return options.base ? LinkBase{*options.base, LinkBase::Known::given} : finder.found();
}

void addRemarks(std::vector<Phrase>& remarks, const LinkBase& base, const std::string& path) {
    for (const Phrase& remark : remarksOn(base))
        remarks.push_back({"%1: %2", {path, remark}});
}

void add(AlignmentScores& scores, const std::string& name, const AlignmentCounts& counts) {
    scores.sentences.push_back({name, counts});
    scores.total += counts;
}

} // namespace

Result<SentenceMatrices> sentencesIn(const std::vector<std::string>& inputs, const ReadOptions& reading) {
    SentenceMatrices all;
    std::error_code failed;
    for (const std::string& input : inputs) {
        const auto added =
            fs::is_directory(input, failed) ? addFolder(all, input, reading) : addFile(all, input, reading);
        if (!added)
            return added.error();
    }
    return all;
}

bool areSentences(const SentenceMatrices& matrices, std::size_t goldLines) {
    const bool several = goldLines > 1 && (matrices.isSet || matrices.sentences.size() == goldLines ||
                                           areOfFilesWith(matrices, goldLines));
    return several || matrices.hasLinks;
}

Result<AlignmentScores> scoresOf(const SentenceMatrices& matrices, std::vector<std::vector<GoldLink>> gold,
                                 const std::string& goldPath, const GoldOptions& options) {
    std::vector<std::size_t> lines; // of the sentences, in the file of links
    const bool some = areOfFilesWith(matrices, gold.size());
    for (std::size_t i = 0; i < matrices.sentences.size(); ++i)
        lines.push_back(some ? matrices.sentences[i].tensor : i);
    if (some) {
        std::vector<std::vector<GoldLink>> theirs;
        for (const std::size_t line : lines)
            theirs.push_back(gold[line]);
        gold = std::move(theirs);
    }
    if (const auto fits = checkCount(gold, matrices.sentences.size(), goldPath); !fits)
        return fits.error();
    std::vector<ReadSentence> read;
    LinkBaseFinder finder;
    for (std::size_t i = 0; i < gold.size(); ++i) {
        auto sentence = readSentence(matrices.sentences[i], options);
        if (!sentence)
            return sentence.error();
        const auto words = analysis::wordsOf(sentence->labels, sentence->rows, sentence->columns);
        finder.add(gold[i], words.rows, words.columns);
        read.push_back(*std::move(sentence));
    }
    AlignmentScores scores;
    const LinkBase base = baseFor(options, finder);
    addRemarks(scores.remarks, base, goldPath);
    Index ofTheEnd = 0;
    for (std::size_t i = 0; i < gold.size(); ++i) {
        const ReadSentence& sentence = read[i];
        if (const auto counted = countGold(gold[i], base.base, sentence.rows, sentence.columns, goldPath, lines[i]);
            !counted)
            return counted.error();
        if (sentence.links) {
            add(scores, matrices.sentences[i].name, analysis::countLinks(cellsOf(*sentence.links), gold[i]));
            continue;
        }
        const auto words = analysis::wordsOf(sentence.labels, sentence.rows, sentence.columns);
        ofTheEnd += analysis::linksOfTheEnd(gold[i], words, sentence.rows, sentence.columns);
        scores.exchanged += analysis::looksExchanged(*sentence.alpha) ? 1 : 0;
        add(scores, matrices.sentences[i].name,
            analysis::linksAgainst(*sentence.alpha, sentence.labels, gold[i], options.end));
    }
    if (ofTheEnd > 0)
        scores.remarks.push_back(remarkOnEnd(ofTheEnd, options.end));
    return scores;
}

Result<AlignmentScores> scoresOfLinks(std::vector<std::vector<GoldLink>> links, std::vector<std::vector<GoldLink>> gold,
                                      const std::string& linksPath, const std::string& goldPath,
                                      const GoldOptions& options) {
    while (links.size() > gold.size() && links.back().empty())
        links.pop_back();
    if (const auto fits = checkCount(gold, links.size(), goldPath); !fits)
        return fits.error();
    LinkBaseFinder ofLinks;
    LinkBaseFinder ofGold;
    for (std::size_t i = 0; i < gold.size(); ++i) {
        ofLinks.add(links[i]);
        ofGold.add(gold[i]);
    }
    AlignmentScores scores;
    const LinkBase linksBase = ofLinks.found();
    const LinkBase goldBase = baseFor(options, ofGold);
    addRemarks(scores.remarks, linksBase, linksPath);
    addRemarks(scores.remarks, goldBase, goldPath);
    for (std::size_t i = 0; i < gold.size(); ++i) {
        if (const auto counted = countGold(links[i], linksBase.base, 0, 0, linksPath, i); !counted)
            return counted.error();
        if (const auto counted = countGold(gold[i], goldBase.base, 0, 0, goldPath, i); !counted)
            return counted.error();
        const auto cells = cellsOf(options.transposed ? exchanged(links[i]) : links[i]);
        add(scores, std::to_string(i), analysis::countLinks(cells, gold[i]));
    }
    return scores;
}

Result<FittedGold> fittedGold(std::vector<GoldLink> links, const Labels& labels, Index rows, Index columns,
                              const GoldOptions& options) {
    LinkBaseFinder finder;
    const auto words = analysis::wordsOf(labels, rows, columns);
    finder.add(links, words.rows, words.columns);
    const LinkBase base = baseFor(options, finder);
    if (auto counted = countFromZero(links, base.base, rows, columns); !counted)
        return counted.error();
    FittedGold fitted{std::move(links), remarksOn(base)};
    const Index ofTheEnd = analysis::linksOfTheEnd(fitted.links, words, rows, columns);
    if (ofTheEnd > 0)
        fitted.remarks.push_back(remarkOnEnd(ofTheEnd, options.end));
    return fitted;
}

} // namespace heedmap::files
