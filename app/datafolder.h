// SPDX-License-Identifier: GPL-3.0-or-later
// Where everything of this program lives on this computer, held by one copy of it at a time.

#pragma once

#include <QLockFile>
#include <QString>

#include <memory>
#include <optional>

namespace relaybook {

class DataFolder
{
public:
    /// `chosen` is --data-dir; empty means the usual place. The folder is made where it is missing.
    explicit DataFolder(const QString &chosen);

    [[nodiscard]] const QString &path() const { return m_path; }
    /// Why it can't be used: a whole sentence that says what to do.
    [[nodiscard]] const std::optional<QString> &problem() const { return m_problem; }

private:
    QString m_path;
    std::unique_ptr<QLockFile> m_lock;
    std::optional<QString> m_problem;
};

/// A window with nothing but the sentence, where the program can't start; the program's exit code.
[[nodiscard]] int showProblemWindow(const QString &sentence);

} // namespace relaybook
