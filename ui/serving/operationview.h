// SPDX-License-Identifier: GPL-3.0-or-later
// View of one operation on a sub-user with everything that is known about it, kept up to date. If
// what was found does not decide the outcome, the user decides, with both readings shown.
#pragma once

#include "models/serving/subuserdesk.h"

#include <QTimer>
#include <QWidget>

class QComboBox;
class QVBoxLayout;

namespace relaybook {

class Card;
class Label;
class RowList;
class Theme;

class OperationView : public QWidget
{
    Q_OBJECT

public:
    OperationView(const Theme &theme, SubUserDesk &desk, QWidget *parent);

    void setOperation(const QString &id);
    [[nodiscard]] const SubUserOrder *operation() const;
    /// Whether the user has to decide now.
    [[nodiscard]] bool isDecidable() const;

Q_SIGNALS:
    void operationChanged();

private:
    void build();
    void buildDecision(QVBoxLayout *column);
    void update();
    void updateDecision(const SubUserOrder &operation);
    void askToDecide(SubUserDesk::Decision decision);

    const Theme &m_theme;
    SubUserDesk &m_desk;
    QString m_id;
    RowList *m_rows;
    Label *m_look;
    Card *m_decision;
    QComboBox *m_candidates;
    QTimer m_clock; ///< updates "5 s ago" as time passes
};

} // namespace relaybook
