// SPDX-License-Identifier: GPL-3.0-or-later
// Replaces a file atomically. The new content is written to a temporary file next to it; commit()
// syncs it to disk and renames it. Without commit() the temporary file is deleted.

#pragma once

#include "api/types/result.h"

#include <QFile>
#include <QString>

#include <memory>
#include <optional>
#include <string_view>

namespace relaybook {

/// A file that is being replaced. Errors have a complete sentence in ApiError::message and the
/// field "path". To be used by one thread.
class ReplaceFile
{
public:
    ReplaceFile() = default;
    ReplaceFile(const ReplaceFile &) = delete;
    ReplaceFile &operator=(const ReplaceFile &) = delete;
    ~ReplaceFile();

    /// Checks that `path` can be replaced, and creates the temporary file next to it.
    [[nodiscard]] Result<void> open(const QString &path);
    [[nodiscard]] Result<void> write(std::string_view bytes);
    [[nodiscard]] qint64 size() const { return m_size; }
    /// The path of the temporary file, for a caller that writes to it directly. commit() includes
    /// what was written.
    [[nodiscard]] QString temporaryPath() const { return m_file ? m_file->fileName() : QString(); }
    /// Syncs the temporary file to disk and renames it.
    [[nodiscard]] Result<void> commit();
    /// Syncs the temporary file to disk, so that write errors are found before commit().
    [[nodiscard]] Result<void> synchronise();

    [[nodiscard]] const QString &path() const { return m_path; }
    /// The error for a failed write, for a caller that writes directly.
    [[nodiscard]] tl::unexpected<ApiError> writingFailed(int systemError) const;

private:
    [[nodiscard]] tl::unexpected<ApiError> failed(const QString &sentence,
                                                  const QString &detail) const;
    [[nodiscard]] std::optional<QString> problemOfTarget() const;

    QString m_path;   ///< as given by the caller
    QString m_target; ///< the target, if `m_path` is a link
    std::unique_ptr<QFile> m_file;
    qint64 m_size = 0;
};

} // namespace relaybook
