// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/serving/servingconfirm.h"

#include "models/text/format.h"
#include "ui/serving/servingitemsmodel.h"
#include "ui/serving/servingtext.h"
#include "ui/theme/theme.h"
#include "ui/widgets/banner.h"
#include "ui/widgets/card.h"
#include "ui/widgets/tableview.h"

#include <QCheckBox>
#include <QHeaderView>
#include <QVBoxLayout>

namespace relaybook {

namespace {

constexpr int servingLabelWidth = 150;
constexpr int itemsHeight = 190;

} // namespace

ServingConfirm::ServingConfirm(const Theme &theme, QWidget *parent)
    : QWidget(parent)
    , m_theme(theme)
    , m_unknown(new Banner(theme, Banner::Shape::Stacked, this))
    , m_rows(new RowList(theme, this))
    , m_frame(new Card(theme, this))
    , m_table(new TableView(theme, m_frame))
    , m_items(new ServingItemsModel(this))
    , m_extra(new QVBoxLayout)
    , m_risk(new QCheckBox(tr("Continue anyway: both may be carried out."), this))
{
    setObjectName(QStringLiteral("servingConfirm"));
    m_unknown->setObjectName(QStringLiteral("unknownOperation"));
    m_rows->setObjectName(QStringLiteral("servingRows"));
    m_rows->setAccessibleName(tr("What will be done"));
    m_rows->setLabelWidth(servingLabelWidth);
    m_risk->setObjectName(QStringLiteral("acceptRisk"));
    buildTable();
    auto *card = new Card(m_theme, this);
    card->addInsetColumn()->addWidget(m_rows);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(12);
    column->addWidget(m_unknown);
    column->addWidget(card);
    column->addWidget(m_frame);
    column->addLayout(m_extra);
    column->addWidget(m_risk);
    column->addStretch(1);
    connect(m_risk, &QCheckBox::toggled, this, &ServingConfirm::agreedChanged);
}

void ServingConfirm::buildTable()
{
    m_frame->setFixedHeight(itemsHeight);
    m_table->setObjectName(QStringLiteral("servingItems"));
    m_table->setAccessibleName(tr("Sub-users"));
    m_table->setSortingEnabled(false);
    m_table->setModel(m_items);
    int section = 0;
    for (const auto &each : ServingItemsModel::columnTable()) {
        m_table->setColumnWidth(section++, each.info.width);
    }
    m_table->horizontalHeader()->setStretchLastSection(true);
    auto *framed = new QVBoxLayout(m_frame);
    framed->addWidget(m_table);
    m_frame->setFlush(true);
}

void ServingConfirm::addWidget(QWidget *widget)
{
    m_extra->addWidget(widget);
}

void ServingConfirm::show(const SubUserConfirmation &confirmation, const QList<RowList::Row> &rows,
                          const SubUserOrder *unknown)
{
    m_rows->setRows(rows);
    const bool many = confirmation.items.size() > 1;
    m_items->setItems(many ? confirmation.items : std::vector<SubUserConfirmation::Item>());
    m_frame->setVisible(many);
    m_unknown->setVisible(unknown != nullptr);
    if (unknown != nullptr) {
        m_unknown->setMessage(
            Tone::Warning, tr("An earlier operation is still unresolved."),
            tr("“%1” was sent on %2 and may have been carried out.")
                .arg(requestSentence(unknown->request),
                     format::dateTime(unknown->sentAt.value_or(unknown->preparedAt))));
    }
    m_risk->setVisible(unknown != nullptr);
    m_risk->setChecked(false);
}

bool ServingConfirm::isAgreed() const
{
    return m_risk->isHidden() || m_risk->isChecked();
}

bool ServingConfirm::isRiskAccepted() const
{
    return !m_risk->isHidden() && m_risk->isChecked();
}

} // namespace relaybook
