// SPDX-License-Identifier: GPL-3.0-or-later
// The confirmation step before money is spent: shows exactly the order that will be sent, and its
// consequences.
#pragma once

#include "models/buying/purchasedesk.h"

#include <QWidget>

class QCheckBox;

namespace relaybook {

class Banner;
class RowList;
class Theme;

class TopUpConfirm : public QWidget
{
    Q_OBJECT

public:
    TopUpConfirm(const Theme &theme, QWidget *parent);

    /// `shown` is the price that the form showed, if it was different. `unknown` is the order of
    /// the same type whose outcome is not known; null if there is none.
    void show(const Confirmation &confirmation, const QString &currency,
              const std::optional<Money> &shown, const TopUpOrder *unknown);
    /// Whether the user has ticked everything that must be agreed to.
    [[nodiscard]] bool isAgreed() const;
    [[nodiscard]] bool isRiskAccepted() const;

Q_SIGNALS:
    void agreedChanged();

private:
    void showRows(const Confirmation &confirmation, const QString &currency);
    void showNotices(const Confirmation &confirmation, const QString &currency,
                     const std::optional<Money> &shown);
    void askFor(QCheckBox *box, bool needed, const QString &text);

    const Theme &m_theme;
    Banner *m_changed;
    Banner *m_unknown;
    RowList *m_rows;
    QCheckBox *m_risk;
    QCheckBox *m_noPrice;
};

} // namespace relaybook
