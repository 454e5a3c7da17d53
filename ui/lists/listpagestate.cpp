// SPDX-License-Identifier: GPL-3.0-or-later
// What a list page shows in each state: rows, the reason why there are none, or an error above the
// rows.
#include "models/accounts/accountsession.h"
#include "models/text/format.h"
#include "ui/base/errortext.h"
#include "ui/lists/addrowsdialog.h"
#include "ui/lists/listbanners.h"
#include "ui/lists/listnote.h"
#include "ui/lists/listpage.h"
#include "ui/lists/selectionkeeper.h"
#include "ui/theme/theme.h"
#include "ui/widgets/banner.h"
#include "ui/widgets/card.h"
#include "ui/widgets/pageheader.h"
#include "ui/widgets/searchfield.h"
#include "ui/widgets/tableview.h"

#include <QPushButton>
#include <QStackedLayout>
#include <QToolButton>

namespace relaybook {

namespace {

// The transactions page shows its own count under the table.
qint64 unreadableIn(const AccountSummary &summary, Area area)
{
    switch (area) {
    case Area::Proxies:
        return summary.unreadableProxies;
    case Area::SubUsers:
        return summary.unreadableSubUsers;
    case Area::Transactions:
    case Area::Account:
        break;
    }
    return 0;
}

} // namespace

ListFacts ListPage::facts() const
{
    ListFacts facts;
    facts.status = account().status(m_setup.area);
    facts.stored = m_model->storedCount();
    facts.shown = m_model->rowCount();
    facts.unreadable = unreadableIn(account().summary(), m_setup.area);
    facts.hidden = facts.stored == 0 ? account().summary().unreadableTransactions : 0;
    facts.hidden = m_setup.area == Area::Transactions ? facts.hidden : 0;
    facts.filtered = isFiltered();
    if (facts.shown > 0 && !facts.filtered && !m_model->isSettled()) {
        facts.shown = facts.stored; // the model has only read its first rows yet
    }
    facts.asking = m_asking;
    facts.refreshing = isRefreshing();
    facts.offline = account().isOffline();
    facts.access = accessProblem(account(), m_setup.area);
    return facts;
}

void ListPage::refreshState()
{
    if (!m_begun) {
        return;
    }
    m_facts = facts();
    m_state = listState(m_facts);
    showBody();
    m_banners->show(m_state, m_facts);
    showNote();
    setDimmed(m_state.dimmed);
    // Selects a row at first, so that details are shown instead of a hint. Later the user's choice
    // is kept.
    if (!m_firstChosen && m_state.body == ListState::Body::Rows && m_facts.shown > 0) {
        m_firstChosen = true;
        if (isInspectorShown()) {
            m_selection->chooseFirst();
        }
    }
    rowsChanged();
    Q_EMIT commandsChanged();
}

EmptyStateContent ListPage::contentFor(ListState::Body body) const
{
    return emptyStateOf(body, m_facts, m_search->text(), textsFor(m_facts));
}

/// Lets the card without rows count for the height of the page only while it is shown.
void ListPage::setEmptyHeightNeeded(bool needed)
{
    m_emptyCard->setSizePolicy(QSizePolicy::Preferred,
                               needed ? QSizePolicy::Preferred : QSizePolicy::Ignored);
}

void ListPage::showBody()
{
    const bool rows = m_state.body == ListState::Body::Rows;
    if (!rows) {
        m_empty->setContent(contentFor(m_state.body));
    }
    QWidget *body = rows ? static_cast<QWidget *>(m_bodies->widget(0)) : m_emptyCard;
    if (m_bodies->currentWidget() == body) {
        return;
    }
    const bool hadFocus = m_bodies->currentWidget()->isAncestorOf(focusWidget());
    m_bodies->setCurrentWidget(body);
    setEmptyHeightNeeded(!rows);
    m_columnsButton->setEnabled(rows);
    m_inspectorButton->setEnabled(rows);
    if (hadFocus) {
        (rows ? static_cast<QWidget *>(m_table) : m_search)->setFocus(Qt::OtherFocusReason);
    }
}

void ListPage::showOutdated(const std::optional<UnreadableListRow> &form)
{
    m_outdated->setVisible(form.has_value());
    if (form) {
        m_outdated->setMessage(Tone::Warning,
                               tr("The service sent this row in a form that cannot be read."),
                               tr("The earlier values are shown. Problem: %1").arg(form->problem));
    }
}

QString ListPage::noteText() const
{
    if (m_facts.stored == 0 && m_facts.unreadable == 0) {
        return {};
    }
    QStringList parts;
    const QString stored = format::count(m_facts.stored);
    parts.append(m_facts.shown == m_facts.stored
                     ? stored
                     : tr("%1 of %2").arg(format::count(m_facts.shown), stored));
    if (m_facts.unreadable > 0) {
        parts.append(tr("%1 not readable").arg(format::count(m_facts.unreadable)));
    }
    const qint64 selected = m_selection->selectedRows();
    if (selected > 1) {
        parts.append(tr("%1 selected").arg(format::count(selected)));
    }
    if (m_state.asOf && m_facts.status.asOf) {
        parts.append(tr("as of %1").arg(format::shortDateTime(*m_facts.status.asOf)));
    }
    return parts.join(QStringLiteral(" · "));
}

void ListPage::showNote()
{
    m_note->setUsual(noteText());
}

void ListPage::say(const QString &message)
{
    m_note->say(message);
}

void ListPage::setDimmed(bool dimmed)
{
    if (!dimmed) {
        m_dimTimer.stop();
        m_table->setDimmed(false);
    } else if (!m_table->isDimmed() && !m_dimTimer.isActive()) {
        m_dimTimer.start();
    }
}

bool ListPage::canAdd() const
{
    const AccountSummary &summary = account().summary();
    const bool hasToken = tokenServing(m_setup.area) == TokenKind::Personal ? summary.hasPersonal
                                                                            : summary.hasReseller;
    return m_addButton && hasToken &&
           account().status(m_setup.area).state == AreaStatus::NotOffered;
}

void ListPage::openAddDialog()
{
    const auto what = m_setup.area == Area::Proxies ? AddRowsDialog::What::Proxies
                                                    : AddRowsDialog::What::SubUsers;
    auto *dialog = new AddRowsDialog(m_context, what, this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &AddRowsDialog::added, this, [this, what](int rows) {
        say(what == AddRowsDialog::What::Proxies
                ? tr("%1 proxies added by id", nullptr, rows).arg(format::count(rows))
                : tr("%1 sub-users added by id", nullptr, rows).arg(format::count(rows)));
    });
    dialog->open();
}

void ListPage::emptyAction()
{
    switch (m_state.body) {
    case ListState::Body::NothingMatches:
        m_search->clear();
        m_search->setFocus(Qt::OtherFocusReason);
        break;
    case ListState::Body::NoAccess:
    case ListState::Body::NotLoaded:
        if (m_facts.access ? m_facts.access->does == AccessText::Does::SignIn
                           : m_facts.status.error && isSolvedBySignIn(*m_facts.status.error)) {
            Q_EMIT signInRequested(tokenServing(m_setup.area));
        } else {
            tryAgain();
        }
        break;
    case ListState::Body::NothingYet:
        tryAgain();
        break;
    case ListState::Body::NotOffered:
        if (canAdd()) {
            openAddDialog();
        } else {
            tryAgain();
        }
        break;
    case ListState::Body::NoneReadable:
        if (m_facts.hidden > 0) {
            tryAgain();
        } else {
            m_banners->openUnreadable();
        }
        break;
    case ListState::Body::Rows:
    case ListState::Body::Reading:
        break;
    }
}

} // namespace relaybook
