// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/serving/operationspanel.h"

#include "models/accounts/accountsession.h"
#include "models/serving/subuserdesk.h"
#include "ui/serving/operationmodel.h"
#include "ui/serving/operationview.h"
#include "ui/serving/servingtext.h"
#include "ui/theme/style.h"
#include "ui/theme/theme.h"
#include "ui/widgets/card.h"
#include "ui/widgets/detailsplitter.h"
#include "ui/widgets/label.h"
#include "ui/widgets/tableview.h"

#include <QHeaderView>
#include <QPushButton>
#include <QScrollArea>
#include <QVBoxLayout>

namespace relaybook {

namespace {

constexpr int operationDetailsWidth = 356;
constexpr int leastOperationHeight = 180;
constexpr int leastOperationRows = 3;

} // namespace

OperationsPanel::OperationsPanel(const PageContext &context, QWidget *parent)
    : QWidget(parent)
    , m_context(context)
    , m_desk(context.account.serving())
    , m_model(new OperationModel(m_desk, this))
    , m_splitter(new DetailSplitter(operationDetailsWidth, this))
    , m_table(new TableView(context.theme, this))
    , m_details(new Card(context.theme, this))
    , m_title(new Label(context.theme, Role::Text, TextStyle::Title, m_details))
    , m_subtitle(new Label(context.theme, Role::QuietText, TextStyle::Body, m_details))
    , m_view(new OperationView(context.theme, m_desk, m_details))
    , m_act(new QPushButton(tr("Check now"), m_details))
{
    setObjectName(QStringLiteral("operationsPanel"));
    buildTable();
    buildDetails();
    m_splitter->setObjectName(QStringLiteral("operationsSplitter"));
    m_splitter->arrange({});
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(m_splitter);
    connect(m_table->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
            &OperationsPanel::showCurrent);
    connect(m_table->selectionModel(), &QItemSelectionModel::selectionChanged, this,
            &OperationsPanel::changed);
    // Thousands may be added at once, each as a row of its own.
    m_soon.setSingleShot(true);
    m_soon.setInterval(0);
    connect(&m_soon, &QTimer::timeout, this, &OperationsPanel::chooseFirst);
    connect(m_model, &QAbstractItemModel::rowsInserted, &m_soon, qOverload<>(&QTimer::start));
    connect(m_model, &QAbstractItemModel::modelReset, this, &OperationsPanel::chooseFirst);
    connect(m_view, &OperationView::operationChanged, this, &OperationsPanel::showCurrent);
    connect(m_act, &QPushButton::clicked, this, &OperationsPanel::actOnCurrent);
    chooseFirst();
}

void OperationsPanel::buildTable()
{
    auto *card = new Card(m_context.theme, m_splitter);
    card->setObjectName(QStringLiteral("operationsCard"));
    auto *column = new QVBoxLayout(card);
    column->addWidget(m_table);
    card->setFlush(true);
    m_splitter->addWidget(card);
    m_table->setObjectName(QStringLiteral("operationsTable"));
    m_table->setAccessibleName(tr("Operations on sub-users"));
    m_table->setLeastRows(leastOperationRows);
    m_table->setSortingEnabled(false);
    m_table->setModel(m_model);
    int section = 0;
    for (const auto &each : OperationModel::columnTable()) {
        m_table->setColumnWidth(section++, each.info.width);
    }
    m_table->horizontalHeader()->setStretchLastSection(true);
}

void OperationsPanel::buildDetails()
{
    m_details->setObjectName(QStringLiteral("operationDetails"));
    m_title->setObjectName(QStringLiteral("operationTitle"));
    m_title->setWordWrap(true);
    m_subtitle->setObjectName(QStringLiteral("operationSubtitle"));
    m_subtitle->setWordWrap(true);
    m_act->setObjectName(QStringLiteral("operationAct"));
    m_act->setAccessibleName(m_act->text());
    m_act->setAutoDefault(false);
    auto *scroll = new QScrollArea(m_details);
    scroll->setObjectName(QStringLiteral("operationScroll"));
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setWidgetResizable(true);
    scroll->setFocusPolicy(Qt::NoFocus);
    scroll->viewport()->setAutoFillBackground(false);
    scroll->setWidget(m_view);
    m_view->setAutoFillBackground(false);
    auto *column = new QVBoxLayout(m_details);
    column->setContentsMargins(16, 14, 16, 14);
    column->setSpacing(8);
    column->addWidget(m_title);
    column->addWidget(m_subtitle);
    column->addWidget(scroll, 1);
    column->addWidget(m_act, 0, Qt::AlignLeft);
    m_details->setMinimumSize(metric::scaled(operationDetailsWidth, fontMetrics()),
                              leastOperationHeight);
    m_splitter->addWidget(m_details);
}

void OperationsPanel::chooseFirst()
{
    if (!m_table->currentIndex().isValid() && m_model->rowCount() > 0) {
        m_table->setCurrentIndex(m_model->index(0, 0));
    }
    showCurrent();
    Q_EMIT changed();
}

void OperationsPanel::showOperation(const QString &id)
{
    int row = m_model->rowOf(id);
    for (int each = 0; id.isEmpty() && row < 0 && each < m_model->rowCount(); ++each) {
        const SubUserOrder *operation = m_desk.operation(m_model->idAt(each));
        row = operation != nullptr && operation->state == OrderState::Unknown ? each : -1;
    }
    if (row >= 0) {
        m_table->setCurrentIndex(m_model->index(row, 0));
    }
}

void OperationsPanel::lookAgain()
{
    for (const SubUserOrder &each : m_desk.operations()) {
        if (each.state == OrderState::Unknown) {
            m_desk.look(each.id);
        }
    }
}

void OperationsPanel::showCurrent()
{
    const QString id = m_model->idAt(m_table->currentIndex().row());
    const SubUserOrder *operation = m_desk.operation(id);
    m_details->setVisible(operation != nullptr);
    if (operation == nullptr) {
        return;
    }
    const OperationHeading heading = operationHeading(*operation);
    m_title->setText(heading.title);
    m_subtitle->setText(heading.subtitle);
    m_view->setOperation(id);
    const bool waits = operation->state == OrderState::Waiting;
    m_act->setText(waits ? tr("Cancel operation") : tr("Check now"));
    m_act->setAccessibleName(m_act->text());
    m_act->setVisible(waits || operation->state == OrderState::Unknown);
    m_act->setEnabled(waits || !m_desk.isLooking(id));
}

void OperationsPanel::actOnCurrent()
{
    const QString id = m_model->idAt(m_table->currentIndex().row());
    const SubUserOrder *operation = m_desk.operation(id);
    if (operation != nullptr && operation->state == OrderState::Waiting) {
        m_desk.cancel(id);
    } else {
        m_desk.look(id);
    }
    showCurrent();
}

} // namespace relaybook
