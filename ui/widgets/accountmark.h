// SPDX-License-Identifier: GPL-3.0-or-later
// Names the account that something belongs to: its badge, its name and where it is. Dialogs that
// spend money show it, so that nobody spends in the wrong account.
#pragma once

#include "ui/widgets/initials.h"

#include <QWidget>

namespace relaybook {

class Theme;

/// Interface of a window that shows an account.
class AccountHost
{
public:
    AccountHost() = default;
    AccountHost(const AccountHost &) = delete;
    AccountHost &operator=(const AccountHost &) = delete;
    virtual ~AccountHost() = default;
    [[nodiscard]] virtual AccountMark shownAccount() const = 0;
};

/// The account of the nearest such window, from this widget up; an empty one if there is none.
[[nodiscard]] AccountMark accountOf(const QWidget *widget);
/// Whether that account is in the sandbox.
[[nodiscard]] bool isInSandbox(const QWidget *widget);

class AccountLine : public QWidget
{
    Q_OBJECT
public:
    AccountLine(const Theme &theme, QWidget *parent);

    void setAccount(const AccountMark &account);
    [[nodiscard]] const AccountMark &account() const { return m_account; }

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    const Theme &m_theme;
    AccountMark m_account;
    QString m_name;  ///< as shown
    QString m_place; ///< likewise
};

} // namespace relaybook
