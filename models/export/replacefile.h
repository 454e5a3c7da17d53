// SPDX-License-Identifier: GPL-3.0-or-later
// A file that takes the place of another when it is whole, on disk and asked to, or never. Until
// then it stands beside it under a name of its own, and is gone where it was not wanted.

#pragma once

#include "api/types/result.h"

#include <QFile>
#include <QString>

#include <memory>
#include <optional>
#include <string_view>

namespace relaybook {

/// Errors are whole sentences in ApiError::message, and belong to the field "path". Used by one
/// thread.
class ReplaceFile
{
public:
    ReplaceFile() = default;
    ReplaceFile(const ReplaceFile &) = delete;
    ReplaceFile &operator=(const ReplaceFile &) = delete;
    ~ReplaceFile();

    /// Looks whether `path` can be replaced, and makes the file beside it.
    [[nodiscard]] Result<void> open(const QString &path);
    [[nodiscard]] Result<void> write(std::string_view bytes);
    [[nodiscard]] qint64 size() const { return m_size; }
    /// For who writes into it by himself; taken up again by commit().
    [[nodiscard]] QString temporaryPath() const { return m_file ? m_file->fileName() : QString(); }
    /// Onto the disk, and into its place.
    [[nodiscard]] Result<void> commit();
    /// Onto the disk: what can go wrong has gone wrong before commit() then.
    [[nodiscard]] Result<void> synchronise();

    [[nodiscard]] const QString &path() const { return m_path; }
    /// Why writing to it failed, for who writes into it by himself.
    [[nodiscard]] tl::unexpected<ApiError> writingFailed(int systemError) const;

private:
    [[nodiscard]] tl::unexpected<ApiError> failed(const QString &sentence,
                                                  const QString &detail) const;
    [[nodiscard]] std::optional<QString> problemOfTarget() const;

    QString m_path;   ///< as it was given
    QString m_target; ///< what a link leads to
    std::unique_ptr<QFile> m_file;
    qint64 m_size = 0;
};

} // namespace relaybook
