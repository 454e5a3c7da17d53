// SPDX-License-Identifier: GPL-3.0-or-later
// A row with a credential: masked and on one line until shown, then in full over as many lines as
// it needs, with buttons to show and to copy it. Copying only emits a signal: the owner of the
// clipboard also clears it again.
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
    /// `name` is used for screen readers and tool tips ("HTTP address").
    SecretRow(const Theme &theme, const QString &name, QWidget *parent = nullptr);
    ~SecretRow() override;

    /// Sets both forms of a credential: `masked` is shown until the user asks for the whole secret.
    /// Masks the row again.
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
