// SPDX-License-Identifier: GPL-3.0-or-later
// One line with the result of a check: an icon for success or failure, and a sentence.
#pragma once

#include "models/cellroles.h"
#include "ui/theme/icon.h"

#include <QWidget>

namespace relaybook {

class Label;
class Theme;
class ToneMark;

class FindingLine : public QWidget
{
    Q_OBJECT

public:
    FindingLine(const Theme &theme, const QString &name, QWidget *parent = nullptr);

    /// Hides the line if the text is empty.
    void setFinding(Tone tone, const QString &text);
    [[nodiscard]] QString text() const;

private:
    ToneMark *m_mark;
    Label *m_text;
};

} // namespace relaybook
