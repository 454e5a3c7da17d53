// SPDX-License-Identifier: GPL-3.0-or-later
// The folder with all of this program's data on this computer. A copy of the program that writes to
// the folder locks it, so only one can write at a time. Reading the stored data needs no lock.

#pragma once

#include <QLockFile>
#include <QString>

#include <memory>
#include <optional>

namespace relaybook {

class DataFolder
{
public:
    enum class Use {
        Writing, ///< locks the folder
        Reading, ///< neither creates nor locks it; lock() can do so later
    };
    /// `chosen` is --data-dir; empty means the default folder.
    explicit DataFolder(const QString &chosen, Use use = Use::Writing);

    /// Creates the folder if it does not exist, and locks it. If false, problem() says why; can be
    /// called again.
    bool lock();

    [[nodiscard]] const QString &path() const { return m_path; }
    /// Why the folder can't be used: a whole sentence that says what to do.
    [[nodiscard]] const std::optional<QString> &problem() const { return m_problem; }
    /// Whether the problem is that another copy of the program has locked the folder.
    [[nodiscard]] bool isInUse() const { return m_isInUse; }
    /// Describes the copy of the program that has locked the folder, for the middle of a sentence.
    [[nodiscard]] QString user() const;

private:
    QString m_path;
    std::unique_ptr<QLockFile> m_lock;
    std::optional<QString> m_problem;
    bool m_isInUse = false;
};

/// Shows a window with only this sentence if the program can't start; returns the program's exit
/// code.
[[nodiscard]] int showProblemWindow(const QString &sentence);

} // namespace relaybook
