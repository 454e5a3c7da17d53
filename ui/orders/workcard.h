// SPDX-License-Identifier: GPL-3.0-or-later
// Card with the work in progress and waiting, one line each, with buttons to stop or resume it. It
// is hidden while there is none.
#pragma once

#include "models/accounts/accountsession.h"
#include "models/cellroles.h"
#include "ui/widgets/card.h"

#include <QTimer>

#include <functional>
#include <vector>

class QVBoxLayout;

namespace relaybook {

class WorkCard : public Card
{
    Q_OBJECT

public:
    WorkCard(AccountSession &account, const Theme &theme, QWidget *parent);

    void updateWork();

Q_SIGNALS:
    void orderRequested(const QString &orderId);

protected:
    void showEvent(QShowEvent *event) override;
    void hideEvent(QHideEvent *event) override;

private:
    struct Act
    {
        QString name; ///< object name
        QString text;
        std::function<void()> run;
    };
    struct Work
    {
        Tone tone = Tone::Accent;
        QString text;
        std::vector<Act> acts;
    };
    [[nodiscard]] std::vector<Work> findWork();
    [[nodiscard]] QString sentenceOf(const Order &order, const QString &state);
    [[nodiscard]] Act showAct(const QString &id);
    void addOrders(std::vector<Work> &found);
    void addUnknownOrders(std::vector<Work> &found);
    void addLedger(std::vector<Work> &found);
    void addAreas(std::vector<Work> &found);
    [[nodiscard]] QWidget *makeLine(int number, const Work &work);

    AccountSession &m_account;
    QVBoxLayout *m_lines;
    QStringList m_shown; ///< the texts of the lines: lines that stay keep the focus
    QTimer m_clock;
    QTimer m_soon; ///< updates after orders changed
};

} // namespace relaybook
