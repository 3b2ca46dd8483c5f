// What stands in resources/translations: every text is translated, and nothing of it is lost on the way.
// That every text of the sources is there at all is what support/check_translations looks at.
#include "tests/support/core/places.h"

#include <cctype>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <iterator>
#include <regex>
#include <set>
#include <string>
#include <vector>

namespace {

namespace fs = std::filesystem;

struct Message {
    std::string context;
    std::string source;
    std::vector<std::string> translations; // one, or one for each plural form
    bool unfinished = false;
};

std::string contentsOf(const fs::path& path) {
    std::ifstream stream(path);
    return {std::istreambuf_iterator<char>(stream), {}};
}

// What stands between <tag …> and </tag>, each time.
std::vector<std::string> elements(const std::string& text, const std::string& tag) {
    std::vector<std::string> found;
    const std::string close = "</" + tag + ">";
    for (std::size_t at = text.find("<" + tag); at != std::string::npos; at = text.find("<" + tag, at + 1)) {
        const char next = text[at + 1 + tag.size()];
        const std::size_t begin = text.find('>', at) + 1;
        if (next == '>' || next == ' ')
            found.push_back(text.substr(begin, text.find(close, begin) - begin));
    }
    return found;
}

std::vector<Message> messagesOf(const std::string& translation) {
    std::vector<Message> messages;
    for (const std::string& context : elements(translation, "context")) {
        for (const std::string& text : elements(context, "message")) {
            Message message{elements(context, "name").at(0), elements(text, "source").at(0), {}};
            message.unfinished = text.find("<translation type=") != std::string::npos;
            message.translations = elements(text, "numerusform");
            if (message.translations.empty())
                message.translations = elements(text, "translation");
            messages.push_back(message);
        }
    }
    return messages;
}

std::vector<Message> chinese() {
    return messagesOf(
        contentsOf(fs::path(heedmap::test::sourceFolder()) / "resources" / "translations" / "heedmap_zh_CN.ts"));
}

std::set<std::string> matches(const std::string& text, const std::regex& pattern) {
    return {std::sregex_token_iterator(text.begin(), text.end(), pattern), std::sregex_token_iterator()};
}

} // namespace

TEST(TranslationFiles, AreReadAsTheyAreWritten) {
    const auto messages = messagesOf("<TS><context>\n<name>A</name><message><source>b %1</source>"
                                     "<translation type=\"unfinished\">c</translation></message>"
                                     "<message numerus=\"yes\"><source>%n</source><translation>"
                                     "<numerusform>x</numerusform></translation></message></context></TS>");
    ASSERT_EQ(messages.size(), 2U);
    EXPECT_EQ(messages[0].context + messages[0].source + messages[0].translations.at(0), "Ab %1c");
    EXPECT_TRUE(messages[0].unfinished);
    EXPECT_EQ(messages[1].translations, std::vector<std::string>{"x"});
    EXPECT_FALSE(messages[1].unfinished);
}

TEST(TranslationFiles, TranslateEveryText) {
    const auto messages = chinese();
    EXPECT_GT(messages.size(), 700U);
    for (const Message& message : messages) {
        EXPECT_FALSE(message.unfinished) << message.context << ": " << message.source;
        for (const std::string& text : message.translations)
            EXPECT_FALSE(text.empty()) << message.context << ": " << message.source;
    }
}

// lupdate gives up on the namespace of some classes; what it then writes is never found.
TEST(TranslationFiles, NameContextsThatAreLookedUp) {
    const std::set<std::string> ours{"Actions", "Activity", "Adaptation", "Corpus", "Cost",      "Edits",   "Error",
                                     "Export",  "Examples", "Figures",    "Files",  "Glossary",  "Heatmap", "Help",
                                     "Lab",     "Mask",     "MatrixEdit", "Panel",  "PanelMenu", "Reason"};
    for (const Message& message : chinese()) {
        const std::string& name = message.context;
        const bool toolkit = name.size() > 1 && name[0] == 'Q' && std::isupper(static_cast<unsigned char>(name[1]));
        EXPECT_TRUE(name.starts_with("heedmap::") || toolkit || ours.count(name)) << name << ": " << message.source;
    }
}

// %1 … %9, %n, the tags of rich text, and the letter that Alt chooses.
TEST(TranslationFiles, KeepWhatIsFilledInAndMarked) {
    const std::regex placeholder("%L?[1-9n]");
    const std::regex tag("&lt;/?[a-z0-9]+");
    const std::regex mnemonic("&amp;[A-Za-z]");
    for (const Message& message : chinese()) {
        for (const std::string& text : message.translations) {
            EXPECT_EQ(matches(text, placeholder), matches(message.source, placeholder)) << message.source;
            EXPECT_EQ(matches(text, tag), matches(message.source, tag)) << message.source;
            std::set<std::string> wanted;
            for (std::string letter : matches(message.source, mnemonic)) {
                letter.back() = static_cast<char>(std::toupper(letter.back()));
                wanted.insert(letter);
            }
            EXPECT_EQ(matches(text, mnemonic), wanted) << message.source << " → " << text;
        }
    }
}

TEST(TranslationFiles, UseChinesePunctuation) {
    const std::regex halfWidth("[\x80-\xff][,;:?!.](\\s|$|[\x80-\xff])"); // behind a Chinese letter
    for (const Message& message : chinese()) {
        for (const std::string& text : message.translations)
            EXPECT_FALSE(std::regex_search(text, halfWidth)) << message.source << " → " << text;
    }
}
