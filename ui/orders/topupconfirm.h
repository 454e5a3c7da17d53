// SPDX-License-Identifier: GPL-3.0-or-later
// The last look before money is spent: the very order that will be sent, and what follows from it.
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

    // `shown` is the price in the form before, where it was another. `unknown` is the order of the
    // type whose outcome is not known; null where there is none.
    void show(const Confirmation &confirmation, const QString &currency,
              const std::optional<Money> &shown, const Order *unknown);
    // Whether everything that has to be agreed to was agreed to.
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
