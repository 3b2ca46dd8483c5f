#include "app/command_line/difference.h"

#include "app/command_line/exit_code.h"
#include "core/session/panel.h"

#include <utility>

namespace heedmap::command_line {

Result<void> showDifferences(files::Session& session) {
    std::erase_if(session.panels, [](const files::Panel& panel) { return panel.kind != files::PanelKind::weights; });
    if (session.panels.size() < 2)
        return makeError(differenceNeedsTwo).in("--difference");
    const std::vector<files::Panel> panels = std::exchange(session.panels, {});
    for (std::size_t i = 1; i < panels.size(); ++i) {
        files::Panel difference = panels.front();
        difference.kind = files::PanelKind::difference;
        files::setSubtrahend(difference, panels[i]);
        session.panels.push_back(difference);
        if (files::tokensDiffer(session, panels.front(), panels[i]))
            remark("the tokens of \"" + files::panelName(session, panels.front()) + "\" and \"" +
                   files::panelName(session, panels[i]) + "\" differ");
    }
    return {};
}

} // namespace heedmap::command_line
