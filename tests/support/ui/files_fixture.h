// What the tests of opening, saving and autosaving share: a document, its actions and files in a folder of their own.
#pragma once

#include "core/files/writers.h"
#include "core/session/consistency.h"
#include "tests/support/core/case_file.h"
#include "tests/support/core/cases.h"
#include "tests/support/ui/dialog_answers.h"
#include "ui/document/document.h"
#include "ui/files/autosave.h"
#include "ui/files/file_actions.h"
#include "ui/files/tensor_chooser.h"
#include "ui/settings/settings.h"

#include <QDir>
#include <QFile>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include <gtest/gtest.h>

#include <numeric>

namespace heedmap::tests {

class FilesTest : public ::testing::Test {
protected:
    QString path(const char* name) const { return directory.filePath(QString::fromUtf8(name)); }

    static Tensor ramp(const Shape& shape) {
        std::vector<double> values(static_cast<std::size_t>(shape.count()));
        std::iota(values.begin(), values.end(), 0.0);
        return makeTensor(shape, std::move(values));
    }
    QString writeTensor(const char* name, const Shape& shape) const {
        EXPECT_TRUE(files::writeNpy(path(name).toStdString(), ramp(shape).view).ok());
        return path(name);
    }
    QString writeText(const char* name, const char* text) const {
        QFile file(path(name));
        EXPECT_TRUE(file.open(QIODevice::WriteOnly));
        file.write(text);
        return path(name);
    }
    QString writeSeveral(const char* name, const std::vector<files::NamedTensor>& tensors) const {
        EXPECT_TRUE(files::writeNpz(path(name).toStdString(), tensors).ok());
        return path(name);
    }
    files::Session someSession(const char* name) const {
        files::Session session;
        session.name = name;
        session.problem.q = session.problem.k = session.problem.v = MatrixD::Identity(2, 2);
        session.panels = {{.score = attention::ScoreFunction::dot}};
        return session;
    }

    QTemporaryDir directory;
    DialogAnswers answers;
    Settings settings{directory.filePath(QStringLiteral("taste.ini")), directory.filePath(QStringLiteral("state.ini"))};
    Document document;
    QWidget window;
    FileActions* actions = new FileActions(&document, &settings, &window);
};

} // namespace heedmap::tests
