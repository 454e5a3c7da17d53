// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/serving/servingresults.h"

#include "models/serving/operationmade.h"
#include "models/text/format.h"
#include "ui/lists/columns.h"
#include "ui/serving/operationmodel.h"
#include "ui/theme/theme.h"
#include "ui/widgets/card.h"
#include "ui/widgets/findingline.h"
#include "ui/widgets/tableview.h"

#include <QVBoxLayout>

#include <algorithm>

namespace relaybook {

namespace {

constexpr int resultsHeight = 300;

Tone toneOfCounts(const ServingResults::Counts &counts)
{
    if (counts.underWay > 0) {
        return Tone::Accent;
    }
    if (counts.unknown > 0 || counts.otherwise > 0) {
        return Tone::Warning;
    }
    return counts.completed == counts.all ? Tone::Good : Tone::Bad;
}

} // namespace

QString countsText(const ServingResults::Counts &counts)
{
    QStringList parts;
    const auto add = [&parts](qint64 count, const QString &text) {
        if (count > 0) {
            parts.append(text);
        }
    };
    const auto number = [](qint64 count) { return static_cast<int>(count); };
    add(counts.completed, ServingResults::tr("%1 completed", nullptr, number(counts.completed))
                              .arg(format::count(number(counts.completed))));
    add(counts.otherwise,
        ServingResults::tr("%1 of them not as requested", nullptr, number(counts.otherwise))
            .arg(format::count(number(counts.otherwise))));
    add(counts.refused, ServingResults::tr("%1 refused", nullptr, number(counts.refused))
                            .arg(format::count(number(counts.refused))));
    add(counts.unknown, ServingResults::tr("%1 unknown", nullptr, number(counts.unknown))
                            .arg(format::count(number(counts.unknown))));
    add(counts.notDone, ServingResults::tr("%1 not done", nullptr, number(counts.notDone))
                            .arg(format::count(number(counts.notDone))));
    add(counts.notSent, ServingResults::tr("%1 not sent", nullptr, number(counts.notSent))
                            .arg(format::count(number(counts.notSent))));
    return parts.join(QStringLiteral(", "));
}

ServingResults::ServingResults(const Theme &theme, const SubUserDesk &desk, QWidget *parent)
    : QWidget(parent)
    , m_theme(theme)
    , m_desk(desk)
    , m_summary(new FindingLine(theme, QStringLiteral("servingSummary"), this))
    , m_frame(new Card(theme, this))
    , m_table(new TableView(theme, m_frame))
{
    setObjectName(QStringLiteral("servingResults"));
    m_frame->setFixedHeight(resultsHeight);
    m_table->setObjectName(QStringLiteral("servingTable"));
    m_table->setAccessibleName(tr("Results"));
    m_table->setSortingEnabled(false);
    auto *framed = new QVBoxLayout(m_frame);
    framed->addWidget(m_table);
    m_frame->setFlush(true);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(12);
    column->addWidget(m_summary);
    column->addWidget(m_frame);
    connect(m_table, &QAbstractItemView::activated, this, [this](const QModelIndex &index) {
        Q_EMIT operationWanted(m_model->idAt(index.row()));
    });
    connect(&m_desk, &OrderEngine::ordersChanged, this, [this](const QStringList &ids) {
        const auto isShown = [this](const QString &id) { return m_model->rowOf(id) >= 0; };
        if (m_model != nullptr && !m_soon.isActive() &&
            std::any_of(ids.begin(), ids.end(), isShown)) {
            m_soon.start();
        }
    });
    // Thousands may change at once, and counting them is not free.
    m_soon.setSingleShot(true);
    m_soon.setInterval(std::chrono::milliseconds(50));
    connect(&m_soon, &QTimer::timeout, this, &ServingResults::update);
}

void ServingResults::setOperations(const QStringList &ids)
{
    m_ids = ids;
    auto *model = new OperationModel(m_desk, ids, this);
    m_table->setModel(model);
    delete std::exchange(m_model, model);
    m_table->fitColumns(columnWidths(infosOf(OperationModel::columnTable())));
    update();
}

ServingResults::Counts ServingResults::counts() const
{
    Counts counts;
    for (const QString &id : m_ids) {
        const SubUserOrder *each = m_desk.operation(id);
        if (each == nullptr) {
            continue;
        }
        ++counts.all;
        switch (each->state) {
        case OrderState::Waiting:
            ++counts.underWay;
            ++counts.waiting;
            break;
        case OrderState::Sending:
            ++counts.underWay;
            break;
        case OrderState::Completed:
            ++counts.completed;
            counts.otherwise += madeOtherwise(*each).any() ? 1 : 0;
            break;
        case OrderState::Refused:
            ++counts.refused;
            break;
        case OrderState::Unknown:
            ++counts.unknown;
            break;
        case OrderState::NotDone:
            ++counts.notDone;
            break;
        case OrderState::NotSent:
            ++counts.notSent;
            break;
        }
    }
    return counts;
}

std::vector<SubUserRequest> ServingResults::unmoved() const
{
    std::vector<SubUserRequest> requests;
    for (const QString &id : m_ids) {
        const SubUserOrder *each = m_desk.operation(id);
        if (each != nullptr && each->movedNothing()) {
            requests.push_back(each->request);
        }
    }
    return requests;
}

void ServingResults::update()
{
    const Counts now = counts();
    const QString ended = countsText(now);
    if (now.underWay == 0) {
        m_summary->setFinding(toneOfCounts(now), ended);
    } else {
        const QString progress =
            tr("%1 of %2 sent", "operations")
                .arg(format::count(now.all - now.waiting), format::count(now.all));
        m_summary->setFinding(toneOfCounts(now),
                              ended.isEmpty()
                                  ? progress
                                  : tr("%1: %2", "3 of 9 sent: 2 completed").arg(progress, ended));
    }
    Q_EMIT changed();
}

} // namespace relaybook
