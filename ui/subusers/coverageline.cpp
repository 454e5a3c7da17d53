// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/subusers/coverageline.h"

#include "api/types/clock.h"
#include "models/account/trafficforecasts.h"
#include "models/text/format.h"
#include "models/text/showntext.h"
#include "ui/base/forecasttext.h"
#include "ui/theme/style.h"
#include "ui/theme/theme.h"
#include "ui/widgets/label.h"
#include "ui/widgets/plaintext.h"

#include <QEvent>
#include <QVBoxLayout>

#include <algorithm>
#include <limits>

namespace relaybook {

namespace {

using namespace std::chrono_literals;

constexpr auto askDelay = 300ms;
constexpr std::chrono::milliseconds pauseWhileLoading = 10s;
constexpr std::size_t firstShown = 3;
constexpr qsizetype longestCustomerName = 30;
constexpr qint64 longestSpan = 3650; // days
constexpr int lowPage = 520;

/// "12 to 16 days left, from 940 of 48,902"
QString forecastText(const TrafficForecast &forecast, const LedgerExtent &ledger)
{
    const QString from = purchasesFromText(forecast, ledger);
    const QString days = daysLeftText(forecast);
    return from.isEmpty() ? days
                          : CoverageLine::tr("%1, %2", "12 to 16 days left, from 940 of 48,902")
                                .arg(days, from);
}

} // namespace

QString coveredDays(qint64 days)
{
    if (days < 1) {
        return CoverageLine::tr("less than a day");
    }
    if (days > longestSpan) {
        return CoverageLine::tr("more than ten years");
    }
    return CoverageLine::tr("about %n days", nullptr, static_cast<int>(days));
}

CoverageLine::CoverageLine(AccountSession &account, const Theme &theme, QWidget &page)
    : QWidget(&page)
    , m_account(account)
    , m_pools(new ElidedLabel(theme, Role::QuietText, TextStyle::Body, this))
    , m_first(new ElidedLabel(theme, Role::QuietText, TextStyle::Body, this))
{
    setObjectName(QStringLiteral("coverage"));
    setAccessibleName(tr("Coverage"));
    m_pools->setObjectName(QStringLiteral("coveragePools"));
    m_first->setObjectName(QStringLiteral("coverageFirst"));
    for (ElidedLabel *line : {m_pools, m_first}) {
        line->setToolTipWhenCut(false); // the dialog has its own
    }
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(2, 0, 2, 8);
    column->setSpacing(2);
    column->addWidget(m_pools);
    column->addWidget(m_first);
    m_askSoon.setSingleShot(true);
    m_askSoon.setInterval(askDelay);
    connect(&m_askSoon, &QTimer::timeout, this, &CoverageLine::ask);
    m_askLater.setSingleShot(true);
    connect(&m_askLater, &QTimer::timeout, this, [this] {
        if (m_use && parentWidget()->isVisible()) {
            askForPurchases();
        }
    });
    // At once, without a pause: reading pools and forecasts is cheap.
    for (const auto changed :
         {&AccountSession::summaryChanged, &AccountSession::forecastsChanged}) {
        connect(&account, changed, this, [this] {
            if (m_use && parentWidget()->isVisible()) {
                askForPurchases();
                showUse();
            }
        });
    }
    connect(&account, &AccountSession::areaChanged, this, [this](Area area) {
        if (area == Area::SubUsers) {
            askSoon();
        }
    });
    page.installEventFilter(this);
    showUse();
}

// Watches the page, because the line itself is hidden while there is nothing to show.
bool CoverageLine::eventFilter(QObject *watched, QEvent *event)
{
    if (event->type() == QEvent::Show) {
        askSoon();
    } else if (event->type() == QEvent::Resize && m_use) {
        showUse();
    }
    return QWidget::eventFilter(watched, event);
}

void CoverageLine::askSoon()
{
    if (parentWidget()->isVisible() && !m_askSoon.isActive()) {
        m_askSoon.start();
    }
}

// Reads all sub-users on a worker thread.
void CoverageLine::ask()
{
    m_account.queries().subUserPace(SystemClock().now(), firstShown, this,
                                    [this](const SubUserPace *use) {
                                        if (use != nullptr && m_use != *use) {
                                            m_use = *use;
                                        }
                                        askForPurchases();
                                        showUse();
                                    });
}

// Reads the purchases if a type has no better basis for its forecast, as the overview does. While
// the ledger grows, they are read only from time to time.
void CoverageLine::askForPurchases()
{
    const auto forecasts = m_account.forecasts(m_bought);
    const bool isNeeded = std::any_of(forecasts.begin(), forecasts.end(), [](const auto &forecast) {
        return forecast && forecast->wantsPurchases();
    });
    const LedgerExtent ledger = m_account.summary().ledger;
    const bool isTooSoon = !ledger.complete && m_boughtAsked.isValid() &&
                           !m_boughtAsked.hasExpired(pauseWhileLoading.count());
    if (!isNeeded || m_boughtFrom == ledger) {
        return;
    }
    if (isTooSoon) {
        if (!m_askLater.isActive()) { // otherwise the last change might not cause a new forecast
            m_askLater.start(pauseWhileLoading);
        }
        return;
    }
    m_boughtFrom = ledger;
    m_boughtAsked.start();
    m_account.queries().boughtTraffic(SystemClock().now() - purchasesLookBack, this,
                                      [this](const BoughtTraffic *bought) {
                                          if (bought == nullptr) {
                                              m_boughtFrom.reset();
                                          } else if (*bought != m_bought) {
                                              m_bought = *bought;
                                              showUse();
                                          }
                                      });
}

void CoverageLine::showUse()
{
    const bool isShown = m_use && m_use->subUsers > 0;
    setVisible(isShown);
    if (!isShown) {
        return;
    }
    const QString pools = poolsText();
    m_pools->setText(pools);
    m_pools->setVisible(!pools.isEmpty());
    const QString first = firstText();
    m_first->setText(first);
    // In a low window, the rows need the space.
    const bool isFolded =
        !pools.isEmpty() && parentWidget()->height() < metric::scaled(lowPage, fontMetrics());
    m_first->setVisible(!isFolded);
    const QString how =
        tr("A sub-user's use per day is that of the last seven days, or its average "
           "since it was created where its traffic has been recorded for less than "
           "a day. It is known for %1 of %n sub-users, for %2 from the last days.",
           nullptr, static_cast<int>(m_use->subUsers))
            .arg(format::count(m_use->known), format::count(m_use->recent));
    for (ElidedLabel *line : {m_pools, m_first}) {
        const QString more = isFolded && line == m_pools ? QString(first % u'\n' % how) : how;
        setPlainToolTip(line, line->text() % u'\n' % more); // contains names from the service
        line->setAccessibleDescription(more);
    }
}

// The pool's time is taken from the overview's forecast. If that has none, it is estimated from the
// customers' use, without a warning.
QString CoverageLine::poolsText() const
{
    QStringList parts;
    const auto forecasts = m_account.forecasts(m_bought);
    const auto &pools = m_account.summary().pools;
    for (std::size_t i = 0; i < pools.size(); ++i) {
        const TrafficPool &pool = pools.at(i);
        const auto found = m_use->byType.find(pool.type.toLower());
        const bool isUsed = found != m_use->byType.end() && !found->second.perDay.isZero();
        const QString type = isolated(format::proxyType(pool.type));
        if (!isUsed && !pool.left) {
            continue;
        }
        if (!pool.left) {
            parts.append(tr("%1: customers use %2 a day, what the pool holds is not reported")
                             .arg(type, format::traffic(found->second.perDay)));
        } else if (!isUsed) {
            const bool isKnown = found != m_use->byType.end() && found->second.known > 0;
            parts.append((isKnown ? tr("%1: %2 in the pool, customers use nothing at present")
                                  : tr("%1: %2 in the pool, use per day not known"))
                             .arg(type, format::traffic(*pool.left)));
        } else {
            const auto &forecast = forecasts.at(i);
            const bool isForecast = forecast && forecast->state == TrafficForecast::Lasts;
            const qint64 days = pool.left->units() / found->second.perDay.units();
            parts.append(tr("%1: %2 in the pool, customers use %3 a day (%4)")
                             .arg(type, format::traffic(*pool.left),
                                  format::traffic(found->second.perDay),
                                  isForecast ? forecastText(*forecast, m_bought.ledger)
                                             : coveredDays(days)));
        }
    }
    return parts.join(QStringLiteral(" · "));
}

QString CoverageLine::firstText() const
{
    QStringList parts;
    if (!m_use->first.empty()) {
        QStringList names;
        for (const SubUserPace::Lasting &each : m_use->first) {
            names.append(tr("%1 (%2)", "name of a sub-user, how long its traffic lasts")
                             .arg(isolated(format::shortened(each.name, longestCustomerName)),
                                  coveredDays(each.days)));
        }
        parts.append(tr("First to run dry: %1").arg(names.join(QStringLiteral(", "))));
    } else {
        parts.append(m_use->known == 0
                         ? tr("Who runs dry first is not known: the service does not report how "
                              "much sub-users used since they were created")
                         : tr("No sub-user with traffic left uses any"));
    }
    if (m_use->usedUp > 0) {
        parts.append(
            tr("%n have nothing left", nullptr,
               static_cast<int>(std::min<qint64>(m_use->usedUp, std::numeric_limits<int>::max()))));
    }
    return parts.join(QStringLiteral(" · "));
}

} // namespace relaybook
