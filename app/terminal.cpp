// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/terminal.h"

#include <QFile>

#ifdef Q_OS_WIN
#include <fcntl.h>
#include <io.h>
#include <windows.h>
#endif

namespace relaybook {

#ifdef Q_OS_WIN

namespace {

HANDLE handleOf(std::FILE *stream)
{
    const int file = _fileno(stream);
    return file < 0 ? INVALID_HANDLE_VALUE : reinterpret_cast<HANDLE>(_get_osfhandle(file));
}

bool leadsSomewhere(std::FILE *stream)
{
    const HANDLE handle = handleOf(stream);
    return handle != INVALID_HANDLE_VALUE && GetFileType(handle) != FILE_TYPE_UNKNOWN;
}

} // namespace

void attachTerminal()
{
    const bool hasOutput = leadsSomewhere(stdout);
    const bool hasErrors = leadsSomewhere(stderr);
    if (!AttachConsole(ATTACH_PARENT_PROCESS)) {
        return;
    }
    if (!hasOutput) {
        (void)std::freopen("CONOUT$", "w", stdout);
    }
    if (!hasErrors) {
        (void)std::freopen("CONOUT$", "w", stderr);
    }
    // Allows the escape sequence that clears the line of progress.
    DWORD mode = 0;
    const HANDLE errors = handleOf(stderr);
    if (GetConsoleMode(errors, &mode)) {
        SetConsoleMode(errors, mode | ENABLE_VIRTUAL_TERMINAL_PROCESSING);
    }
}

void writeText(std::FILE *stream, const QString &text)
{
    DWORD mode = 0;
    const HANDLE handle = handleOf(stream);
    if (GetConsoleMode(handle, &mode)) {
        // As UTF-16, because bytes would be read in the terminal's code page, which is seldom
        // UTF-8.
        DWORD written = 0;
        WriteConsoleW(handle, text.utf16(), static_cast<DWORD>(text.size()), &written, nullptr);
        return;
    }
    std::fputs(text.toUtf8().constData(), stream);
    std::fflush(stream);
}

#else

void attachTerminal() {}

void writeText(std::FILE *stream, const QString &text)
{
    std::fputs(text.toLocal8Bit().constData(), stream);
    std::fflush(stream);
}

#endif

bool writeFile(const QString &path)
{
#ifdef Q_OS_WIN
    _setmode(_fileno(stdout), _O_BINARY); // or a line end would become two characters
#endif
    constexpr qint64 atATime = 65'536;
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly)) {
        return false;
    }
    while (!file.atEnd()) {
        const QByteArray part = file.read(atATime);
        const auto size = static_cast<std::size_t>(part.size());
        if (size == 0 || std::fwrite(part.constData(), 1, size, stdout) != size) {
            return false;
        }
    }
    return std::fflush(stdout) == 0;
}

} // namespace relaybook
