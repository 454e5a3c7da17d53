// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/base/coverageline.h"

#include "api/types/clock.h"
#include "models/text/format.h"
#include "models/text/privacymode.h"
#include "models/text/showntext.h"
#include "ui/base/coveragetext.h"
#include "ui/base/forecasttext.h"
#include "ui/base/poolforecasts.h"
#include "ui/theme/controlkind.h"
#include "ui/theme/style.h"
#include "ui/theme/theme.h"
#include "ui/widgets/flowlayout.h"
#include "ui/widgets/label.h"
#include "ui/widgets/plaintext.h"
#include "ui/widgets/sheetdialog.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>
#include <limits>

namespace relaybook {

namespace {

using namespace std::chrono_literals;

constexpr auto askDelay = 300ms;
constexpr std::size_t firstShown = 3;
constexpr qsizetype longestCustomerName = 30;
// In a low page, the rows of the table need the space: below these heights lines are hidden. The
// explanation contains them all.
constexpr int pageForAll = 640;
constexpr int pageForTwo = 520;
constexpr int wordGap = 6;

} // namespace

CoverageLine::CoverageLine(AccountSession &account, const Theme &theme, PoolForecasts &forecasts,
                           Shows shows, QWidget &page)
    : QWidget(&page)
    , m_account(account)
    , m_theme(theme)
    , m_forecasts(forecasts)
    , m_shows(shows)
    , m_page(page)
    , m_pools(new Label(theme, Role::QuietText, TextStyle::Body, this))
    , m_subUsers(new Label(theme, Role::QuietText, TextStyle::Body, this))
    , m_first(new QWidget(this))
    , m_firstLead(new Label(theme, Role::QuietText, TextStyle::Body, m_first))
    , m_usedUp(new Label(theme, Role::QuietText, TextStyle::Body, m_first))
    , m_how(new QPushButton(tr("How is this known?"), this))
{
    setObjectName(QStringLiteral("coverage"));
    setAccessibleName(tr("Coverage"));
    m_pools->setObjectName(QStringLiteral("coveragePools"));
    m_subUsers->setObjectName(QStringLiteral("coverageSubUsers"));
    m_pools->setWordWrap(true);
    m_subUsers->setWordWrap(true);
    buildFirst();
    m_how->setObjectName(QStringLiteral("coverageHow"));
    m_how->setAccessibleName(tr("How is it known how long traffic lasts?"));
    m_how->setAutoDefault(false);
    setButtonKind(*m_how, ButtonKind::Link);
    connect(m_how, &QPushButton::clicked, this, &CoverageLine::explain);
    auto *column = new QVBoxLayout;
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(2);
    column->addWidget(m_pools);
    column->addWidget(m_subUsers);
    column->addWidget(m_first);
    auto *row = new QHBoxLayout(this);
    row->setContentsMargins(2, 0, 0, 0);
    row->setSpacing(12);
    row->addLayout(column, 1);
    row->addWidget(m_how, 0, Qt::AlignTop);
    m_askSoon.setSingleShot(true);
    m_askSoon.setInterval(askDelay);
    connect(&m_askSoon, &QTimer::timeout, this, &CoverageLine::ask);
    connect(&forecasts, &PoolForecasts::changed, this, &CoverageLine::showUse);
    connect(&account, &AccountSession::summaryChanged, this, &CoverageLine::showUse);
    const auto follow = [this](Area area) {
        if (area == Area::SubUsers) {
            askSoon();
        }
    };
    connect(&account, &AccountSession::areaChanged, this, follow);
    connect(&account, &AccountSession::rowsChanged, this, follow);
    page.installEventFilter(this);
    showUse();
}

void CoverageLine::buildFirst()
{
    m_first->setObjectName(QStringLiteral("coverageFirst"));
    m_firstLead->setObjectName(QStringLiteral("coverageFirstLead"));
    m_usedUp->setObjectName(QStringLiteral("coverageUsedUp"));
    auto *words = new FlowLayout(wordGap, 0, m_first);
    words->addWidget(m_firstLead);
    for (std::size_t i = 0; i < firstShown; ++i) {
        auto *link = new QPushButton(m_first);
        link->setObjectName(QStringLiteral("coverageFirst%1").arg(i + 1));
        link->setAutoDefault(false);
        setButtonKind(*link, ButtonKind::Link);
        connect(link, &QPushButton::clicked, this, [this, i] {
            if (m_use && i < m_use->first.size()) {
                Q_EMIT subUserChosen(m_use->first.at(i).id);
            }
        });
        words->addWidget(link);
        m_firstLinks.push_back(link);
    }
    words->addWidget(m_usedUp);
}

// Watches the page, because the line itself is hidden while there is nothing to show.
bool CoverageLine::eventFilter(QObject *watched, QEvent *event)
{
    if (event->type() == QEvent::Show) {
        askSoon();
    } else if (event->type() == QEvent::Resize) {
        foldIfLow();
    }
    return QWidget::eventFilter(watched, event);
}

void CoverageLine::askSoon()
{
    if (m_page.isVisible() && !m_askSoon.isActive()) {
        m_askSoon.start();
    }
}

// Reads all sub-users on a worker thread.
void CoverageLine::ask()
{
    if (std::exchange(m_isAsking, true)) {
        m_isStale = true; // another query would replace this one
        return;
    }
    m_account.queries().subUserPace(m_account.clock().now(), firstShown, this,
                                    [this](const SubUserPace *use) {
                                        m_isAsking = false;
                                        if (std::exchange(m_isStale, false)) {
                                            askSoon();
                                        }
                                        if (use != nullptr && m_use != *use) {
                                            m_use = *use;
                                            showUse();
                                        }
                                    });
}

void CoverageLine::showUse()
{
    const bool wasShown = !isHidden();
    const bool isShown = m_use && m_use->subUsers > 0;
    setVisible(isShown);
    if (isShown != wasShown) {
        Q_EMIT shownChanged(isShown);
    }
    if (isShown) {
        m_pools->setText(poolsText());
        m_subUsers->setText(subUsersText());
        showFirst();
        foldIfLow();
    }
}

void CoverageLine::showFirst()
{
    m_firstLead->setText(firstLead());
    for (std::size_t i = 0; i < m_firstLinks.size(); ++i) {
        QPushButton *link = m_firstLinks.at(i);
        link->setVisible(i < m_use->first.size());
        if (!link->isHidden()) {
            const SubUserPace::Lasting &each = m_use->first.at(i);
            const QString text =
                tr("%1 (%2)", "name of a sub-user, how long its traffic lasts")
                    .arg(isolated(privateText(format::shortened(each.name, longestCustomerName))),
                         coveredDays(each.days));
            link->setText(withoutKey(text));
            link->setAccessibleName(tr("Show the sub-user %1").arg(text));
        }
    }
    m_usedUp->setVisible(m_use->usedUp > 0);
    const auto usedUp =
        static_cast<int>(std::min<qint64>(m_use->usedUp, std::numeric_limits<int>::max()));
    m_usedUp->setText(
        tr("· %1 have nothing left", nullptr, usedUp).arg(format::count(m_use->usedUp)));
}

void CoverageLine::foldIfLow()
{
    const bool isAlone = m_shows == Shows::SubUsers;
    const auto has = [this](int height) {
        return m_page.height() >= metric::scaled(height, fontMetrics());
    };
    m_pools->setVisible(!isAlone && !m_pools->text().isEmpty());
    m_first->setVisible(!isAlone && (has(pageForTwo) || m_pools->isHidden()));
    m_subUsers->setVisible(isAlone || has(pageForAll));
}

// Types of the service's pools only: what it does not list, nobody can buy.
QString CoverageLine::poolsText() const
{
    QStringList parts;
    const auto &pools = m_account.summary().pools;
    const auto &forecasts = m_forecasts.all();
    for (std::size_t i = 0; i < std::min(pools.size(), forecasts.size()); ++i) {
        parts.append(poolLastsText(pools.at(i), forecasts.at(i), m_forecasts.bought().ledger));
    }
    parts.removeAll(QString());
    return parts.isEmpty() ? QString()
                           : tr("In your pools: %1").arg(parts.join(QStringLiteral(" · ")));
}

QString CoverageLine::subUsersText() const
{
    QStringList parts;
    for (const auto &[type, use] : m_use->byType) {
        parts.append(subUsersLastText(type, use));
    }
    const QString all = parts.join(QStringLiteral(" · "));
    // On the first days, this average can differ much from what was used since yesterday.
    return m_use->recent == 0 && m_use->known > 0
               ? tr("Sub-users' own traffic, by their average since they were created: %1").arg(all)
               : tr("Sub-users' own traffic: %1").arg(all);
}

QString CoverageLine::firstLead() const
{
    if (!m_use->first.empty()) {
        return tr("First to run out:");
    }
    return m_use->known == 0 ? tr("Who runs out first is not known: no use per day is known yet")
                             : tr("No sub-user with traffic left uses any");
}

void CoverageLine::explain()
{
    std::vector<std::pair<QString, QString>> parts;
    const auto &pools = m_account.summary().pools;
    const auto &forecasts = m_forecasts.all();
    const LedgerExtent &ledger = m_forecasts.bought().ledger;
    for (std::size_t i = 0; i < std::min(pools.size(), forecasts.size()); ++i) {
        if (const auto &forecast = forecasts.at(i)) {
            parts.emplace_back(
                tr("Your pool: %1").arg(poolLastsText(pools.at(i), forecast, ledger)),
                forecastExplained(*forecast, ledger));
        }
    }
    if (m_use) {
        parts.emplace_back(subUsersText(), subUsersExplained(*m_use));
        QStringList names;
        for (const SubUserPace::Lasting &each : m_use->first) {
            names.append(
                tr("%1: %2 left, %3 a day (%4)", "name, traffic, traffic, days")
                    .arg(isolated(privateText(format::shortened(each.name, longestCustomerName))),
                         format::traffic(each.left), format::trafficPace(each.perDay),
                         coveredDays(each.days)));
        }
        if (!names.isEmpty()) {
            parts.emplace_back(firstLead(), names.join(u'\n'));
        }
    }
    auto *dialog = new SheetDialog(m_theme, tr("How long traffic lasts"), window());
    dialog->setObjectName(QStringLiteral("coverageDialog"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setSheetWidth(560);
    dialog->setCloseOnly();
    for (const auto &[title, text] : parts) {
        for (const auto &[style, words] :
             {std::pair(TextStyle::BodyBold, title), std::pair(TextStyle::Body, text)}) {
            auto *label = new Label(m_theme, Role::Text, style, words, dialog);
            label->setWordWrap(true);
            dialog->contentLayout()->addWidget(label);
        }
    }
    dialog->open();
}

} // namespace relaybook
