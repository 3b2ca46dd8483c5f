// heedmap pairs: the toy pairs that are shipped.
#include "app/command_line/command.h"
#include "app/command_line/table.h"
#include "ui/document/examples.h"

namespace heedmap::command_line {

namespace {

class Pairs : public Command {
public:
    CLI::App* addTo(CLI::App& program) override {
        CLI::App* const command = program.add_subcommand("pairs", "the toy pairs that are shipped");
        command->footer("A name goes after \"pair:\", as in heedmap render pair:three-keys -o three.png");
        return command;
    }

    Result<void> run() override {
        Table table({"name", "group", "what to look for"});
        for (const Example& example : heedmap::examples())
            table.add({example.id.toStdString(), example.group.toStdString(), example.lookFor.toStdString()});
        table.print();
        return {};
    }
};

} // namespace

std::unique_ptr<Command> pairsCommand() {
    return std::make_unique<Pairs>();
}

} // namespace heedmap::command_line
