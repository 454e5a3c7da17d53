// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/topupdialog.h"

#include "models/accountvalues.h"
#include "models/format.h"
#include "ui/widgets/banner.h"
#include "ui/widgets/card.h"
#include "ui/widgets/label.h"
#include "ui/widgets/rowlist.h"

#include <QPushButton>
#include <QVBoxLayout>

namespace relaybook {

namespace {

constexpr int sheetWidth = 480;

QList<RowList::Row> rowsOf(const AccountSummary &summary, const QString &wanted)
{
    QList<RowList::Row> rows;
    if (summary.balance) {
        rows.append(
            {TopUpDialog::tr("Balance"),
             format::money(*summary.balance, format::Sign::WhereNegative, summary.currency)});
    }
    for (const TrafficPool &pool : summary.pools) {
        RowList::Row row{format::proxyType(pool.type),
                         pool.left ? TopUpDialog::tr("%1 left").arg(format::traffic(*pool.left))
                                   : format::nothing()};
        row.bold = pool.type == wanted;
        rows.append(row);
    }
    return rows;
}

} // namespace

TopUpDialog::TopUpDialog(const Theme &theme, const AccountSummary &summary,
                         const QString &trafficType, bool sandbox, QWidget *parent)
    : SheetDialog(theme, sandbox ? tr("Top up traffic (sandbox)") : tr("Top up traffic"), parent)
{
    setObjectName(QStringLiteral("topUpDialog"));
    setSheetWidth(sheetWidth);
    setSubtitle(tr("Buying traffic comes with the next version."));
    auto *words = new Label(theme, Role::Text, TextStyle::Body,
                            tr("Nothing was bought and nothing was sent to the service. Until "
                               "then, traffic is bought on the service's own web site; what you "
                               "buy there shows up here with the next refresh."),
                            this);
    words->setObjectName(QStringLiteral("topUpWords"));
    words->setWordWrap(true);
    contentLayout()->addWidget(words);
    if (const auto rows = rowsOf(summary, trafficType); !rows.isEmpty()) {
        auto *card = new Card(theme, this);
        card->setInset(true);
        auto *list = new RowList(theme, card);
        list->setObjectName(QStringLiteral("topUpFigures"));
        list->setAccessibleName(tr("Balance and traffic"));
        list->setRows(rows);
        auto *column = new QVBoxLayout(card);
        column->setContentsMargins(14, 12, 14, 12);
        column->addWidget(list);
        contentLayout()->addWidget(card);
    }
    setCloseOnly();
    cancelButton()->setFocus();
}

} // namespace relaybook
