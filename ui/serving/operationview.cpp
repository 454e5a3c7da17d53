// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/serving/operationview.h"

#include "ui/base/confirmdialog.h"
#include "ui/serving/servingtext.h"
#include "ui/theme/theme.h"
#include "ui/widgets/card.h"
#include "ui/widgets/label.h"
#include "ui/widgets/placebox.h"
#include "ui/widgets/rowlist.h"

#include <QHBoxLayout>
#include <QPushButton>
#include <QVBoxLayout>

namespace relaybook {

namespace {

constexpr int operationLabelWidth = 104;

} // namespace

OperationView::OperationView(const Theme &theme, SubUserDesk &desk, QWidget *parent)
    : QWidget(parent)
    , m_theme(theme)
    , m_desk(desk)
    , m_rows(new RowList(theme, this))
    , m_look(new Label(theme, Role::QuietText, TextStyle::Body, this))
    , m_decision(new Card(theme, this))
    , m_candidates(new CalmComboBox(m_decision))
{
    setObjectName(QStringLiteral("operationView"));
    build();
    m_clock.setInterval(std::chrono::seconds(1));
    connect(&m_clock, &QTimer::timeout, this, &OperationView::update);
    connect(&m_desk, &OrderEngine::ordersChanged, this, [this](const QStringList &ids) {
        if (ids.contains(m_id)) {
            update();
            Q_EMIT operationChanged();
        }
    });
}

void OperationView::build()
{
    m_rows->setObjectName(QStringLiteral("operationFacts"));
    m_rows->setAccessibleName(tr("Details of the operation"));
    m_rows->setLabelWidth(operationLabelWidth);
    m_look->setObjectName(QStringLiteral("operationLook"));
    m_look->setWordWrap(true);
    auto *card = new Card(m_theme, this);
    card->addInsetColumn()->addWidget(m_rows);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(12);
    column->addWidget(card);
    column->addWidget(m_look);
    buildDecision(column);
    column->addStretch(1);
}

void OperationView::buildDecision(QVBoxLayout *column)
{
    m_decision->setObjectName(QStringLiteral("operationDecision"));
    auto *title = new Label(m_theme, Role::Text, TextStyle::BodyBold,
                            tr("Your decision, based on the figures above"), m_decision);
    title->setWordWrap(true);
    m_candidates->setObjectName(QStringLiteral("operationCandidates"));
    m_candidates->setAccessibleName(tr("What matches this operation"));
    auto *done = new QPushButton(tr("Mark as done…"), m_decision);
    done->setObjectName(QStringLiteral("decideDone"));
    auto *notDone = new QPushButton(tr("Mark as not done…"), m_decision);
    notDone->setObjectName(QStringLiteral("decideNotDone"));
    for (QPushButton *button : {done, notDone}) {
        button->setAccessibleName(button->text());
        button->setAutoDefault(false);
    }
    auto *buttons = new QHBoxLayout;
    buttons->setSpacing(8);
    buttons->addWidget(done);
    buttons->addWidget(notDone);
    buttons->addStretch(1);
    auto *inside = new QVBoxLayout(m_decision);
    inside->setContentsMargins(14, 12, 14, 12);
    inside->setSpacing(10);
    inside->addWidget(title);
    inside->addWidget(m_candidates);
    inside->addLayout(buttons);
    m_decision->hide();
    column->addWidget(m_decision);
    connect(done, &QPushButton::clicked, this,
            [this] { askToDecide(SubUserDesk::Decision::Done); });
    connect(notDone, &QPushButton::clicked, this,
            [this] { askToDecide(SubUserDesk::Decision::NotDone); });
}

void OperationView::setOperation(const QString &id)
{
    m_id = id;
    update();
}

const SubUserOrder *OperationView::operation() const
{
    return m_desk.operation(m_id);
}

bool OperationView::isDecidable() const
{
    const SubUserOrder *shown = operation();
    if (shown == nullptr || shown->state != OrderState::Unknown || shown->looks.empty()) {
        return false;
    }
    const LookSays says = shown->looks.back().says;
    return shown->isLate || says == LookSays::Conflict || says == LookSays::Incomplete;
}

void OperationView::update()
{
    const SubUserOrder *shown = operation();
    if (shown == nullptr) {
        m_rows->setRows({});
        m_look->hide();
        m_decision->hide();
        m_clock.stop();
        return;
    }
    const Instant now = SystemClock().now();
    QList<RowList::Row> rows = operationRows(*shown, now);
    if (shown->decidedBy != DecidedBy::Answer) {
        rows.append(lookRows(*shown, m_desk.isLooking(m_id), now));
    }
    m_rows->setRows(rows);
    const QString look = shown->state == OrderState::Unknown ? lookSentence(*shown) : QString();
    m_look->setText(look);
    m_look->setVisible(!look.isEmpty());
    updateDecision(*shown);
    if (shown->isOpen()) {
        m_clock.start();
    } else {
        m_clock.stop();
    }
}

void OperationView::updateDecision(const SubUserOrder &operation)
{
    m_decision->setVisible(isDecidable());
    if (!isDecidable()) {
        return;
    }
    const auto &candidates = operation.looks.back().candidates;
    QList<QVariant> wanted;
    for (const SubUserLook::Candidate &candidate : candidates) {
        wanted.append(QVariant::fromValue(candidate.id));
    }
    wanted.append(QVariant());
    QList<QVariant> present;
    for (int i = 0; i < m_candidates->count(); ++i) {
        present.append(m_candidates->itemData(i));
    }
    m_candidates->setVisible(!candidates.empty());
    if (present == wanted) {
        return; // the user's choice stays
    }
    const bool hadChoice = m_candidates->count() > 0;
    const QVariant chosen = m_candidates->currentData();
    m_candidates->clear();
    for (const SubUserLook::Candidate &candidate : candidates) {
        m_candidates->addItem(candidateSentence(operation, candidate),
                              QVariant::fromValue(candidate.id));
    }
    m_candidates->addItem(tr("None of these"), QVariant());
    if (hadChoice) { // a choice that is gone becomes none, never another row
        const int again = m_candidates->findData(chosen);
        m_candidates->setCurrentIndex(again >= 0 ? again : m_candidates->count() - 1);
    }
}

void OperationView::askToDecide(SubUserDesk::Decision decision)
{
    const bool done = decision == SubUserDesk::Decision::Done;
    const QVariant chosen = m_candidates->isHidden() ? QVariant() : m_candidates->currentData();
    const bool isNamed = done && chosen.isValid();
    const QString named =
        isNamed ? m_candidates->currentText() : tr("Nothing selected that matches it.");
    const ConfirmDialog::Question question{
        QStringLiteral("decideOperationDialog"),
        done ? tr("Mark this operation as done?") : tr("Mark this operation as not done?"),
        done ? tr("%1\n\nThe operation is then resolved by your decision, and what was found is "
                  "kept. Nothing is sent to the service.")
                   .arg(named)
             : tr("This sub-user can then be changed without a warning. If the operation was "
                  "carried out after all, repeating it moves the traffic twice. Nothing is sent to "
                  "the service."),
        done ? tr("Mark as done") : tr("Mark as not done"),
    };
    std::optional<qint64> candidate;
    if (isNamed) {
        candidate = chosen.toLongLong();
    }
    // What the user sees now is what is decided about, whatever is found while the question is
    // open.
    const SubUserOrder *shown = operation();
    const std::optional<qint64> seen = shown != nullptr && !shown->looks.empty()
                                           ? std::optional(shown->looks.back().number)
                                           : std::nullopt;
    auto *dialog = new ConfirmDialog(m_theme, question, window());
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &QDialog::accepted, this, [this, id = m_id, decision, candidate, seen] {
        m_desk.userDecides(id, decision, candidate, seen);
    });
    dialog->open();
}

} // namespace relaybook
