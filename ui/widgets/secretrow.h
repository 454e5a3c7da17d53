// SPDX-License-Identifier: GPL-3.0-or-later
// A credential: masked and on one line until shown, then the whole of it over as many lines as it
// needs, with buttons to show and to copy. Copying is told and not done: whoever owns the clipboard
// also clears it again.
#pragma once

#include "ui/widgets/card.h"

class QPushButton;
class QToolButton;

namespace relaybook {

class SecretText;

class SecretRow : public Card
{
    Q_OBJECT
public:
    // The name tells screen readers and tool tips what this is ("HTTP address").
    SecretRow(const Theme &theme, const QString &name, QWidget *parent = nullptr);
    ~SecretRow() override;

    // Both forms of the same: what is shown until the user asks, and the whole. Masked again.
    void setSecret(const QString &masked, const QString &secret);
    void setShown(bool shown);
    [[nodiscard]] bool isShown() const { return m_shown; }

Q_SIGNALS:
    void copyRequested(const QString &secret);

private:
    void refresh();

    QString m_name;
    QString m_masked;
    QString m_secret;
    bool m_shown = false;
    SecretText *m_text;
    QToolButton *m_show;
    QPushButton *m_copy;
};

} // namespace relaybook
