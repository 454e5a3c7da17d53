// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/ledger/ledgerdetails.h"

#include "models/export/checkresulttext.h"
#include "models/tables/rawfields.h"
#include "models/text/format.h"
#include "models/text/ledgeramounttext.h"
#include "models/text/privacymode.h"
#include "models/text/showntext.h"
#include "ui/attention/evidencedialog.h"
#include "ui/ledger/ledgerforms.h"
#include "ui/lists/allfields.h"
#include "ui/lists/detailpane.h"
#include "ui/theme/theme.h"
#include "ui/widgets/banner.h"
#include "ui/widgets/inspector.h"

#include <QHeaderView>
#include <QPushButton>

#include <algorithm>

namespace relaybook {

namespace {

const QString metadataName = QStringLiteral("metadata");

JsonFields metadataOf(const QByteArray &raw)
{
    JsonFields inside;
    for (const JsonField &field : rawFields(raw)) {
        const QString rest = field.path.mid(metadataName.size());
        if (field.path.startsWith(metadataName) &&
            (rest.startsWith(u'.') || rest.startsWith(u'['))) {
            inside.push_back(field);
            inside.back().path = rest.startsWith(u'.') ? rest.mid(1) : rest;
        }
    }
    return inside;
}

// Makes the tree as high as its rows, up to a limit, so that the pane scrolls and not the tree.
void fitHeight(QTreeWidget &tree)
{
    constexpr int most = 260;
    int rows = 0;
    for (QTreeWidgetItemIterator it(&tree); *it != nullptr; ++it) {
        ++rows;
    }
    const int header = tree.isHeaderHidden() ? 0 : tree.header()->sizeHint().height();
    const int height = rows * std::max(tree.sizeHintForRow(0), 1) + header + 4;
    tree.setFixedHeight(std::min(height, most));
}

/// The colour of a balance that takes part in one of these breaks.
Tone toneOf(const std::vector<LedgerBreak> &breaks, TransactionId id,
            const std::vector<std::pair<LedgerBreak::Kind, TransactionId LedgerBreak::*>> &parts)
{
    Tone tone = Tone::Neutral;
    for (const LedgerBreak &each : breaks) {
        const bool takesPart =
            std::any_of(parts.begin(), parts.end(), [&each, id](const auto &part) {
                return each.kind == part.first && each.*part.second == id;
            });
        if (takesPart && tone != Tone::Bad) {
            tone = each.isProven() ? Tone::Bad : Tone::Warning;
        }
    }
    return tone;
}

} // namespace

LedgerDetails::LedgerDetails(AccountSession &account, const Theme &theme, DetailPane &pane,
                             QObject *parent)
    : QObject(parent)
    , m_account(account)
    , m_theme(theme)
    , m_pane(pane)
{
    build();
    showNothing();
}

void LedgerDetails::build()
{
    Inspector &inspector = m_pane.summary();
    m_vanished = new Banner(m_theme, Banner::Shape::Stacked, &inspector);
    m_vanished->setObjectName(QStringLiteral("vanishedMark"));
    m_rewritten = new Banner(m_theme, Banner::Shape::Stacked, &inspector);
    m_rewritten->setObjectName(QStringLiteral("rewrittenMark"));
    m_spoiled = new Banner(m_theme, Banner::Shape::Stacked, &inspector);
    m_spoiled->setObjectName(QStringLiteral("spoiledMark"));
    inspector.addWidget(m_vanished);
    inspector.addWidget(m_rewritten);
    inspector.addWidget(m_spoiled);
    m_fields = inspector.addRows();
    m_fields->setObjectName(QStringLiteral("transactionFields"));
    m_chain = inspector.addSection(tr("Gap in balance"));
    m_chain->setObjectName(QStringLiteral("chainSection"));
    m_collect = new QPushButton(tr("Collect evidence…"), m_chain);
    m_collect->setObjectName(QStringLiteral("collectGapEvidence"));
    m_collect->setAccessibleName(tr("Collect the evidence of this gap for the service"));
    m_collect->setAutoDefault(false);
    m_chain->addWidget(m_collect);
    connect(m_collect, &QPushButton::clicked, this, [this] {
        if (m_gap) {
            openEvidence(m_theme, m_account, *m_gap, m_collect);
        }
    });
    m_forms = inspector.addSection(tr("Changed at the service"));
    m_forms->setObjectName(QStringLiteral("formsSection"));
    m_forms->rows()->hide();
    m_formsTree = makeFormsTree(m_theme, m_forms);
    m_forms->addWidget(m_formsTree);
    m_metadata = inspector.addSection(tr("Metadata"));
    m_metadata->setObjectName(QStringLiteral("metadataSection"));
    m_metadata->rows()->hide();
    m_metadataTree = new AllFieldsTree(m_theme, m_metadata);
    m_metadataTree->setObjectName(QStringLiteral("metadataTree"));
    m_metadataTree->setAccessibleName(tr("Metadata of the transaction"));
    m_metadataTree->setHeaderHidden(true);
    m_metadataTree->setGround(Ground::Window);
    m_metadata->addWidget(m_metadataTree);
    const auto refit = [this] { fitHeight(*m_metadataTree); };
    connect(m_metadataTree, &QTreeWidget::itemExpanded, this, refit);

    m_previous = makeStep(tr("Previous"), "previousInChain",
                          tr("Go to the previous transaction in the ledger"));
    m_next = makeStep(tr("Next"), "nextInChain", tr("Go to the next transaction in the ledger"));
    connect(m_previous, &QPushButton::clicked, this, [this] {
        if (m_before) {
            Q_EMIT rowWanted(*m_before);
        }
    });
    connect(m_next, &QPushButton::clicked, this, [this] {
        if (m_after) {
            Q_EMIT rowWanted(*m_after);
        }
    });
}

QPushButton *LedgerDetails::makeStep(const QString &text, const char *name, const QString &toolTip)
{
    Inspector &inspector = m_pane.summary();
    auto *button = new QPushButton(text, &inspector);
    button->setObjectName(QLatin1String(name));
    button->setAccessibleName(toolTip);
    button->setToolTip(toolTip);
    button->setAutoDefault(false);
    inspector.addFooterWidget(button);
    return button;
}

QString LedgerDetails::money(Money amount) const
{
    return format::money(amount, format::Sign::WhereNegative, m_account.summary().currency);
}

// Includes the id, because exported files contain it.
QString LedgerDetails::productText(const Transaction &row) const
{
    const QString name = m_account.rows().productName(row.productId);
    const QString shown = format::product(row.productId, name);
    return name.isEmpty() ? shown
                          : tr("%1 (%2)", "name, id").arg(isolated(shown), isolated(row.productId));
}

void LedgerDetails::showNothing()
{
    m_fields->setRows({});
    m_metadataTree->setFields({});
    m_vanished->hide();
    m_rewritten->hide();
    m_spoiled->hide();
    m_before.reset();
    m_after.reset();
    m_pane.showNothing();
}

void LedgerDetails::showRow(const Transaction &row, const std::vector<LedgerBreak> &breaks)
{
    m_pane.showRow(tr("Transaction %1").arg(row.id.text()), format::dateTime(row.createdAt),
                   row.raw);
    showFields(row, breaks);
    showChain(breaks);
    showMetadata(row.raw);
    showEarlierForms(row);
    showUnreadableForm(row.id);
    m_before = m_account.ledger().history().chainBefore(row.id);
    m_after = m_account.ledger().history().chainAfter(row.id);
    m_previous->setEnabled(m_before.has_value());
    m_next->setEnabled(m_after.has_value());
}

void LedgerDetails::setVanished(const std::optional<Instant> &noticedAt)
{
    m_vanished->setVisible(noticedAt.has_value());
    if (noticedAt) {
        m_vanished->setMessage(Tone::Bad, tr("The service no longer lists this transaction."),
                               tr("It was first found missing on %1. The stored copy is kept.")
                                   .arg(format::dateTime(*noticedAt)));
    }
}

void LedgerDetails::showFields(const Transaction &row, const std::vector<LedgerBreak> &breaks)
{
    const QString currency = m_account.summary().currency;
    const auto change = row.change();
    const Tone before = toneOf(
        breaks, row.id,
        {{LedgerBreak::Pair, &LedgerBreak::later}, {LedgerBreak::Ring, &LedgerBreak::earlier}});
    const Tone after = toneOf(breaks, row.id,
                              {{LedgerBreak::Pair, &LedgerBreak::earlier},
                               {LedgerBreak::Newest, &LedgerBreak::later},
                               {LedgerBreak::Ring, &LedgerBreak::later}});
    QList<RowList::Row> rows{
        {tr("Type"), format::orNothing(format::transactionType(row.type))},
        {tr("Amount"), ledgerChangeText(row, currency),
         change && change->units() > 0 ? Tone::Good : Tone::Neutral},
    };
    // The amount should be equal to the difference of the balances. If not, both are shown,
    // uncorrected.
    if (contradictsChange(row)) {
        rows.append({tr("Listed amount"),
                     tr("%1, which differs from the change in balance")
                         .arg(ledgerAmountText(row, LedgerAmount::Amount, currency)),
                     Tone::Warning});
    }
    rows += QList<RowList::Row>{
        {tr("Before"), ledgerAmountText(row, LedgerAmount::Before, currency), before},
        {tr("After"), ledgerAmountText(row, LedgerAmount::After, currency), after},
        {tr("Product"), productText(row)},
        {tr("Description"), format::orNothing(privateText(row.description))},
        {tr("User"), format::orNothing(row.userId)},
        {tr("Created"), format::dateTime(row.createdAt)},
        {tr("Updated"), format::dateTime(row.updatedAt)},
    };
    if (row.isTooLarge() || !row.amount) {
        rows.append({tr("Too large"), tooLargeText(), Tone::Warning});
    }
    if (row.rounded) {
        rows.append(
            {tr("Rounded"),
             tr("A number has more than eight decimals; see “All fields” for the exact value"),
             Tone::Warning});
    }
    m_fields->setRows(rows);
}

// The two balances that do not connect, and the difference.
void LedgerDetails::showChain(const std::vector<LedgerBreak> &breaks)
{
    QList<RowList::Row> rows;
    for (const LedgerBreak &each : breaks) {
        const QString unexplained = unexplainedText(each, m_account.summary().currency);
        switch (each.kind) {
        case LedgerBreak::Pair:
            rows.append({tr("After %1", "an id").arg(each.earlier.text()), money(each.expected)});
            rows.append({tr("Before %1", "an id").arg(each.later.text()), money(each.found)});
            break;
        case LedgerBreak::Row:
            rows.append({tr("Change in balance"), money(each.expected)});
            rows.append({tr("Listed amount"), money(each.found)});
            break;
        case LedgerBreak::Newest:
            rows.append({tr("After %1", "an id").arg(each.later.text()), money(each.found)});
            rows.append({tr("Account balance"), money(each.expected)});
            break;
        case LedgerBreak::Ring:
            rows.append({tr("Before %1", "an id").arg(each.earlier.text()), money(each.found)});
            rows.append({tr("After %1", "an id").arg(each.later.text()), money(each.found)});
            rows.append({tr("Balance around them"), money(each.expected)});
            break;
        }
        rows.append({each.isProven() ? tr("Unexplained") : tr("Not clear"), unexplained,
                     each.isProven() ? Tone::Bad : Tone::Warning, false, true});
    }
    const auto proven = std::find_if(breaks.begin(), breaks.end(),
                                     [](const LedgerBreak &each) { return each.isProven(); });
    m_gap = proven == breaks.end() ? std::nullopt : std::optional(*proven);
    m_collect->setVisible(m_gap.has_value()); // the service is only asked about what is proven
    m_chain->setTitle(m_gap ? tr("Gap in balance") : tr("Balance not clear"));
    m_chain->setVisible(!rows.isEmpty());
    m_chain->rows()->setRows(rows);
}

void LedgerDetails::showMetadata(const QByteArray &raw)
{
    const JsonFields fields = metadataOf(raw);
    m_metadata->setVisible(!fields.empty());
    m_metadataTree->setFields(fields);
    const bool nested = std::any_of(fields.begin(), fields.end(), [](const JsonField &field) {
        return field.path.contains(u'.') || field.path.contains(u'[');
    });
    m_metadataTree->setRootIsDecorated(nested);
    m_metadataTree->resizeColumnToContents(0);
    fitHeight(*m_metadataTree);
}

void LedgerDetails::showEarlierForms(const Transaction &row)
{
    const auto forms = m_account.ledger().history().earlierForms(row.id);
    m_rewritten->setVisible(!forms.empty());
    m_forms->setVisible(!forms.empty());
    if (forms.empty()) {
        return;
    }
    m_rewritten->setMessage(Tone::Warning, tr("This transaction was changed at the service."),
                            tr("The earlier values are kept below, next to the current ones."));
    fillForms(*m_formsTree, forms, row);
    fitHeight(*m_formsTree);
}

void LedgerDetails::showUnreadableForm(TransactionId id)
{
    const auto form = m_account.ledger().history().unreadableForm(id);
    m_spoiled->setVisible(form.has_value());
    if (form) {
        m_spoiled->setMessage(
            Tone::Bad, tr("The service now sends this transaction in a form that cannot be read."),
            tr("The earlier values are kept and shown here. Problem with the new ones: %1")
                .arg(form->problem));
    }
}

} // namespace relaybook
