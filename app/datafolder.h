// SPDX-License-Identifier: GPL-3.0-or-later
// The folder that holds all of this program's data on this computer. It is locked, so that only one
// copy of the program uses it at a time.

#pragma once

#include <QLockFile>
#include <QString>

#include <memory>
#include <optional>

namespace relaybook {

class DataFolder
{
public:
    /// `chosen` is --data-dir; empty means the default folder. The folder is created if it does not
    /// exist.
    explicit DataFolder(const QString &chosen);

    [[nodiscard]] const QString &path() const { return m_path; }
    /// Why the folder can't be used: a whole sentence that says what to do.
    [[nodiscard]] const std::optional<QString> &problem() const { return m_problem; }

private:
    QString m_path;
    std::unique_ptr<QLockFile> m_lock;
    std::optional<QString> m_problem;
};

/// Shows a window with only this sentence if the program can't start; returns the program's exit
/// code.
[[nodiscard]] int showProblemWindow(const QString &sentence);

} // namespace relaybook
