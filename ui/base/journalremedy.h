// SPDX-License-Identifier: GPL-3.0-or-later
// What a user can do about a journal that is missing or damaged: start a new file, or use this one
// although it lost data. Both are asked about first; the old file is kept.
#pragma once

#include "api/types/result.h"

#include <QString>

#include <functional>

class QWidget;

namespace relaybook {

class Banner;
class Theme;

struct JournalRemedy
{
    struct Question
    {
        QString name; ///< of the dialog
        QString title;
        QString words; ///< what is no longer known then, and what to check first
    };
    Question newFile;
    Question asItIs;
    std::function<Result<QString>()> setAside; ///< renames the file
    std::function<void()> useAsItIs;
    std::function<void(const ApiError &error)> failed; ///< the file could not be renamed
};

/// Adds the links to the banner that says what is wrong. A missing file cannot be used as it is.
void addJournalRemedy(Banner &banner, const Theme &theme, QWidget *parent, bool isMissing,
                      const JournalRemedy &remedy);

} // namespace relaybook
