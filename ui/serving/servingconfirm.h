// SPDX-License-Identifier: GPL-3.0-or-later
// The confirmation step before traffic is moved: exactly the requests that will be sent, with the
// figures before and after, and what the user has to agree to.
#pragma once

#include "models/serving/subuserdesk.h"
#include "ui/widgets/rowlist.h"

#include <QWidget>

class QCheckBox;
class QVBoxLayout;

namespace relaybook {

class Banner;
class Card;
class ServingItemsModel;
class TableView;
class Theme;

class ServingConfirm : public QWidget
{
    Q_OBJECT

public:
    ServingConfirm(const Theme &theme, QWidget *parent);

    /// `rows` say what is done, `confirmation` of whom. `unknown` is an operation of one of the
    /// sub-users whose outcome is not known; null if there is none.
    void show(const SubUserConfirmation &confirmation, const QList<RowList::Row> &rows,
              const SubUserOrder *unknown);
    /// Adds a widget between the figures and the risk.
    void addWidget(QWidget *widget);
    /// Whether the user has ticked what must be agreed to.
    [[nodiscard]] bool isAgreed() const;
    [[nodiscard]] bool isRiskAccepted() const;

Q_SIGNALS:
    void agreedChanged();

private:
    void buildTable();

    const Theme &m_theme;
    Banner *m_unknown;
    RowList *m_rows;
    Card *m_frame;
    TableView *m_table;
    ServingItemsModel *m_items;
    QVBoxLayout *m_extra;
    QCheckBox *m_risk;
};

} // namespace relaybook
