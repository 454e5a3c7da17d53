// SPDX-License-Identifier: GPL-3.0-or-later
// The program relaybook.com, for Windows only: starts relaybook.exe and waits for it. A terminal
// does not wait for relaybook.exe, which is a program with a window, and would mix the output of
// `relaybook sync` with its next prompt. If "relaybook" is typed, a terminal prefers .com to .exe.

#include <windows.h>

#include <cstdio>
#include <string>

namespace {

constexpr int notStarted = 2;

/// Ctrl+C reaches both programs. This one ignores it and waits until the other has ended.
BOOL WINAPI leaveToTheOther(DWORD event)
{
    return event == CTRL_C_EVENT || event == CTRL_BREAK_EVENT;
}

std::wstring consoleProgram()
{
    constexpr DWORD longestPath = 32'768;
    std::wstring path(longestPath, L'\0');
    path.resize(GetModuleFileNameW(nullptr, path.data(), longestPath));
    const auto dot = path.rfind(L'.');
    return path.substr(0, dot) + L".exe";
}

} // namespace

int main()
{
    SetConsoleCtrlHandler(leaveToTheOther, TRUE);
    STARTUPINFOW start{};
    start.cb = sizeof(start);
    start.dwFlags = STARTF_USESTDHANDLES;
    start.hStdInput = GetStdHandle(STD_INPUT_HANDLE);
    start.hStdOutput = GetStdHandle(STD_OUTPUT_HANDLE);
    start.hStdError = GetStdHandle(STD_ERROR_HANDLE);
    PROCESS_INFORMATION process{};
    const std::wstring program = consoleProgram();
    if (!CreateProcessW(program.c_str(), GetCommandLineW(), nullptr, nullptr, TRUE, 0, nullptr,
                        nullptr, &start, &process)) {
        std::fprintf(stderr,
                     "relaybook.exe could not be started (error %lu). Reinstall Relaybook.\n",
                     GetLastError());
        return notStarted;
    }
    WaitForSingleObject(process.hProcess, INFINITE);
    DWORD exitCode = notStarted;
    GetExitCodeProcess(process.hProcess, &exitCode);
    return static_cast<int>(exitCode);
}
