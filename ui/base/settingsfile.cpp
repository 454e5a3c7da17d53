// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/base/settingsfile.h"

#include <QByteArray>
#include <QByteArrayView>
#include <QDateTime>
#include <QFile>
#include <QFileInfo>
#include <QSaveFile>

#include <algorithm>
#include <optional>

namespace relaybook {

namespace {

// A real file has some kilobytes: the state of a few tables for each account.
constexpr qint64 largestSettings = 4LL * 1024 * 1024;

// Values of other types than text, numbers and bytes, which no setting has. Reading them from
// damaged bytes may need any amount of memory.
constexpr const char *foreignTypes[] = {"@Variant(", "@DateTime("};

bool isOfForeignType(QByteArrayView value)
{
    return std::any_of(std::begin(foreignTypes), std::end(foreignTypes),
                       [value](const char *type) { return value.startsWith(type); });
}

/// Whether the line is a key with a value of our types that ends with the line. After an open
/// quote, or a backslash that escapes the end of the line, it would go on in the next lines.
bool isKeyWithValue(QByteArrayView line)
{
    const qsizetype equals = line.indexOf('=');
    bool isQuoted = false;
    bool isAtStart = true; // of the value, or of the next one in a list
    for (qsizetype i = equals + 1; i < line.size(); ++i) {
        const char c = line.at(i);
        if (c == '\\') {
            if (++i == line.size()) {
                return false;
            }
            isAtStart = false;
        } else if (c == '"') {
            isQuoted = !isQuoted;
        } else if (c == ',' && !isQuoted) {
            isAtStart = true;
        } else if (c != ' ') {
            if (isAtStart && isOfForeignType(line.sliced(i))) {
                return false;
            }
            isAtStart = false;
        }
    }
    return equals > 0 && !isQuoted;
}

bool isGoodLine(const QByteArray &line)
{
    const QByteArray text = line.trimmed();
    const auto isControl = [](char c) { return static_cast<unsigned char>(c) < ' ' && c != '\t'; };
    if (std::any_of(text.begin(), text.end(), isControl)) {
        return false;
    }
    if (text.isEmpty() || text.startsWith(';') || text.startsWith('#')) {
        return true;
    }
    if (text.startsWith('[')) {
        return text.endsWith(']');
    }
    return isKeyWithValue(text);
}

/// Whether the file may be one of settings. Opening a pipe would wait.
bool isOfSettings(const QFileInfo &info)
{
    return info.isFile() && info.size() <= largestSettings;
}

/// Nothing if the file cannot be read.
std::optional<QByteArray> contentsOf(const QString &path)
{
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly)) {
        return std::nullopt;
    }
    QByteArray contents = file.read(largestSettings);
    if (contents.startsWith("\xEF\xBB\xBF")) { // which QSettings skips
        contents.remove(0, 3);
    }
    return file.error() == QFileDevice::NoError ? std::optional(contents) : std::nullopt;
}

/// QSettings gets the name of a file that is not there.
SettingsFile unusedFile(SettingsFile::State state, const QString &path, int damaged)
{
    const QString unused = path + QStringLiteral(".unused");
    QFile::remove(unused);
    return {state, unused, path, damaged};
}

/// Renames the file; nothing if that is not possible.
std::optional<QString> renamedAside(const QString &path)
{
    const QFileInfo info(path);
    const QString stamp =
        QDateTime::currentDateTimeUtc().toString(QStringLiteral("yyyyMMdd'T'HHmmss'Z'"));
    constexpr int attempts = 100;
    for (int i = 1; i <= attempts; ++i) {
        const QString aside = QStringLiteral("%1/%2.damaged-%3%4.ini")
                                  .arg(info.path(), info.completeBaseName(), stamp,
                                       i > 1 ? QStringLiteral("-%1").arg(i) : QString());
        if (!QFileInfo::exists(aside)) {
            return QFile::rename(path, aside) ? std::optional(aside) : std::nullopt;
        }
    }
    return std::nullopt;
}

/// The good lines, each in the group it was in: a group whose title is damaged must not give its
/// values to the group before it.
QByteArray goodSettingLines(const QByteArray &contents, int &damaged)
{
    QByteArray good;
    bool isInGroup = true;
    for (const QByteArray &line : contents.split('\n')) {
        const bool isTitle = line.trimmed().startsWith('[');
        const bool isGood = isGoodLine(line);
        if (isTitle) {
            isInGroup = isGood;
        }
        if (isGood && isInGroup) {
            good += line + '\n';
        } else if (!line.trimmed().isEmpty()) {
            ++damaged;
        }
    }
    return good;
}

bool isWritten(const QString &path, const QByteArray &contents)
{
    QSaveFile file(path);
    // commit() of Qt 6.4 takes a file whose last bytes could not be written.
    return file.open(QIODevice::WriteOnly) && file.write(contents) == contents.size() &&
           file.flush() && file.commit();
}

} // namespace

SettingsFile usableSettingsFile(const QString &path)
{
    const QFileInfo info(path);
    if (!info.exists() && !info.isSymLink()) {
        return {SettingsFile::State::Good, path, {}, 0};
    }
    int damaged = 0;
    QByteArray good;
    if (isOfSettings(info)) {
        const auto contents = contentsOf(path);
        if (!contents) {
            return unusedFile(SettingsFile::State::Unreadable, path, 0);
        }
        good = goodSettingLines(*contents, damaged);
        if (damaged == 0) {
            return {SettingsFile::State::Good, path, {}, 0};
        }
    }
    const auto aside = renamedAside(path);
    if (!aside) {
        return unusedFile(SettingsFile::State::Unusable, path, damaged);
    }
    if (good.trimmed().isEmpty()) {
        return {SettingsFile::State::Replaced, path, *aside, damaged};
    }
    if (!isWritten(path, good)) { // the disk may be full
        const bool isBack = QFile::rename(*aside, path);
        return unusedFile(SettingsFile::State::Unusable, isBack ? path : *aside, damaged);
    }
    return {SettingsFile::State::Repaired, path, *aside, damaged};
}

} // namespace relaybook
