// SPDX-License-Identifier: GPL-3.0-or-later
// The creation of a proxy whose answer was lost, with what is known of it and what the user can
// decide. There is never more than one: nothing else is created beside it.
#pragma once

#include "models/account/proxydesk.h"
#include "ui/base/page.h"

class QPushButton;
class QVBoxLayout;

namespace relaybook {

class CalmComboBox;
class Card;
class Label;
class RowList;

class CreationPanel : public QWidget
{
    Q_OBJECT

public:
    CreationPanel(const PageContext &context, QWidget *parent);

    /// Whether there is one to show: it is open, or it ended while this panel existed.
    [[nodiscard]] bool hasCreation() const { return shown() != nullptr; }
    void lookAgain();

Q_SIGNALS:
    void changed();

private:
    void build();
    void buildDecision(QVBoxLayout *column);
    void update();
    void updateDecision(const ProxyOrder &creation);
    void askToDecide(bool wasCreated);
    [[nodiscard]] const ProxyOrder *shown() const;

    PageContext m_context;
    ProxyDesk &m_desk;
    QString m_id; ///< the one that is shown
    Label *m_title;
    Label *m_subtitle;
    RowList *m_rows;
    Card *m_decision;
    CalmComboBox *m_candidates;
    QPushButton *m_cancel;
    QPushButton *m_look;
};

} // namespace relaybook
