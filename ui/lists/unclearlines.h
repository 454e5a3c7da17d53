// SPDX-License-Identifier: GPL-3.0-or-later
// Warns about copied lines of credentials that other programs cannot split again, because a user
// name or a password contains a character that stands between the parts.
#pragma once

#include <QString>

#include <functional>

class QWidget;

namespace relaybook {

class Theme;

/// How many of the lines to be copied are unclear (CredentialTemplate::Line::isUnclear).
struct UnclearLines
{
    qint64 unclear = 0;
    qint64 all = 0;
};

/// A sentence about one such line.
[[nodiscard]] QString unclearLineText();

struct UnclearAnswers
{
    std::function<void()> copy;
    std::function<void()> cancel;
};
/// Asks in a dialog over `parent` whether the lines are to be copied all the same.
void askToCopyUnclear(const Theme &theme, const UnclearLines &lines, QWidget *parent,
                      const UnclearAnswers &answers);

} // namespace relaybook
