#include "app/command_line/panels.h"

#include "app/command_line/progress.h"

namespace heedmap::command_line {

Result<std::vector<PanelResult>> computePanelsTold(const files::Session& session) {
    Progress progress("computing");
    std::vector<PanelResult> results;
    for (const files::Panel& panel : session.panels) {
        PanelReports reports;
        reports.progress = [&](double fraction) {
            progress.set((static_cast<double>(results.size()) + fraction) / static_cast<double>(session.panels.size()));
        };
        PanelResult result = computePanel(session, panel, {}, reports).value(); // never stopped
        if (result.error)
            return *result.error;
        results.push_back(std::move(result));
    }
    return results;
}

} // namespace heedmap::command_line
