// heedmap pairs: the examples and the sentence pairs that are shipped.
#include "app/command_line/command.h"
#include "app/command_line/printing.h"
#include "app/command_line/words.h"
#include "core/session/pair_library.h"
#include "core/session/shipped_examples.h"

#include <algorithm>

namespace heedmap::command_line {

namespace {

constexpr const char* pairsExamples =
    R"(A name goes after "pair:", and so does a sentence of a corpus, or any sentence after the name of one: it is translated and
aligned by the models that were trained on the corpus, one for each score function.

Examples:
  heedmap pairs
  heedmap pairs english-chinese
  heedmap render pair:three-keys -o three.png
  heedmap render pair:"I eat rice today" -o rice.png
  heedmap render pair:"english-chinese/they buy two books" -o books.png)";

class Pairs : public Command {
public:
    CLI::App* addTo(CLI::App& program) override {
        CLI::App* const command = program.add_subcommand("pairs", "the examples and sentence pairs that are shipped");
        command->add_option("CORPUS", corpus_, "lists its held-out pairs")->type_name("");
        command->footer(pairsExamples);
        return command;
    }

    Result<void> run() override {
        if (!corpus_.empty())
            return printPairs();
        Table table({"name", "group", "what to look for"});
        for (const ShippedExample& example : shippedExamples())
            table.add({example.id, example.group, example.lookFor});
        for (const PairGroup* group : pairGroups())
            table.add({group->corpus, titleOfCorpus(group->corpus),
                       std::to_string(group->pairs.size()) + " held-out pairs (heedmap pairs " + group->corpus + ")"});
        table.print();
        return {};
    }

private:
    Result<void> printPairs() const {
        std::vector<std::string> names;
        for (const PairGroup* group : pairGroups()) {
            names.push_back(group->corpus);
            if (group->corpus != corpus_)
                continue;
            Table table({"source", "target"});
            for (const seq2seq::SentencePair& pair : group->pairs)
                table.add({textOf(pair.source, group->tokens), textOf(pair.target, group->tokens)});
            table.print();
            return {};
        }
        return unknown(corpus_, names);
    }

    std::string corpus_;
};

} // namespace

std::unique_ptr<Command> pairsCommand() {
    return std::make_unique<Pairs>();
}

} // namespace heedmap::command_line
