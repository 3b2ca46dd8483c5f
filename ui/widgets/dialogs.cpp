#include "ui/widgets/dialogs.h"

#include <QDialog>
#include <QFileDialog>
#include <QMessageBox>
#include <QPushButton>

namespace heedmap::dialogs {

namespace {

Answerer* answerer = nullptr;

} // namespace

void message(QWidget* parent, const QString& title, const QString& text) {
    if (answerer) {
        answerer->message(title, text);
        return;
    }
    QMessageBox box(QMessageBox::Warning, title, text, QMessageBox::Ok, parent);
    box.setTextFormat(Qt::PlainText);
    box.exec();
}

Answer ask(QWidget* parent, const QString& title, const QString& text, const QString& yes, const QString& no) {
    if (answerer)
        return answerer->ask(title, text);
    QMessageBox box(QMessageBox::Question, title, text, QMessageBox::Cancel, parent);
    box.setTextFormat(Qt::PlainText);
    const auto* yesButton = box.addButton(yes, QMessageBox::AcceptRole);
    const auto* noButton = no.isEmpty() ? nullptr : box.addButton(no, QMessageBox::DestructiveRole);
    box.exec();
    const auto* clicked = box.clickedButton();
    return clicked == yesButton ? Answer::yes : noButton && clicked == noButton ? Answer::no : Answer::cancel;
}

QStringList openFiles(QWidget* parent, const QString& title, const QString& directory, const QString& filter) {
    if (answerer)
        return answerer->openFiles(title);
    return QFileDialog::getOpenFileNames(parent, title, directory, filter);
}

QString openFolder(QWidget* parent, const QString& title, const QString& directory) {
    if (answerer)
        return answerer->openFolder(title);
    return QFileDialog::getExistingDirectory(parent, title, directory);
}

QString saveFile(QWidget* parent, const QString& title, const QString& path, const QString& filter) {
    if (answerer)
        return answerer->saveFile(title, path);
    return QFileDialog::getSaveFileName(parent, title, path, filter);
}

bool run(QDialog& dialog) {
    return answerer ? answerer->run(dialog) : dialog.exec() == QDialog::Accepted;
}

Answer Answerer::ask(const QString&, const QString&) {
    return Answer::cancel;
}
QStringList Answerer::openFiles(const QString&) {
    return {};
}
QString Answerer::openFolder(const QString&) {
    return {};
}
QString Answerer::saveFile(const QString&, const QString&) {
    return {};
}
bool Answerer::run(QDialog&) {
    return false;
}

void setAnswerer(Answerer* standIn) {
    answerer = standIn;
}

} // namespace heedmap::dialogs
