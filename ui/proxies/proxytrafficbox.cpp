// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/proxies/proxytrafficbox.h"

#include "models/accounts/accountsession.h"
#include "models/text/format.h"
#include "ui/base/accesstext.h"
#include "ui/base/errordetails.h"
#include "ui/base/errortext.h"
#include "ui/charts/trafficbars.h"
#include "ui/theme/controlkind.h"
#include "ui/theme/theme.h"
#include "ui/widgets/label.h"

#include <QHBoxLayout>
#include <QPushButton>

namespace relaybook {

namespace {

using FiguresState = TrafficFigures::Status::State;
constexpr auto proxyDays = TrafficFigures::Set::ProxyDays;

} // namespace

ProxyTrafficBox::ProxyTrafficBox(AccountSession &account, const Theme &theme, QWidget *parent)
    : InspectorSection(theme, tr("Traffic by day"), parent)
    , m_account(account)
    , m_theme(theme)
    , m_bars(new TrafficBars(theme, tr("Traffic by day"), this))
    , m_text(new Label(theme, Role::QuietText, TextStyle::Caption, this))
    , m_again(new QPushButton(tr("Try again"), this))
    , m_details(new QPushButton(tr("Details"), this))
{
    setObjectName(QStringLiteral("proxyTraffic"));
    m_bars->setObjectName(QStringLiteral("proxyTrafficBars"));
    m_text->setObjectName(QStringLiteral("proxyTrafficText"));
    m_text->setWordWrap(true);
    m_again->setObjectName(QStringLiteral("proxyTrafficAgain"));
    m_again->setAccessibleName(tr("Try again to load the traffic"));
    m_again->setAutoDefault(false);
    m_details->setObjectName(QStringLiteral("proxyTrafficDetails"));
    m_details->setAccessibleName(tr("Details of why the traffic could not be loaded"));
    m_details->setAutoDefault(false);
    setButtonKind(*m_details, ButtonKind::Link);
    auto *buttons = new QWidget(this);
    auto *row = new QHBoxLayout(buttons);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(12);
    row->addWidget(m_again);
    row->addWidget(m_details);
    row->addStretch(1);
    static_cast<QVBoxLayout *>(layout())->insertWidget(1, m_bars); // above the rows
    addWidget(m_text);
    addWidget(buttons);
    connect(m_again, &QPushButton::clicked, this, [this] { m_account.figures().load(proxyDays); });
    connect(m_details, &QPushButton::clicked, this, [this] {
        if (m_error) {
            openErrorDetails(m_theme, *m_error, this);
        }
    });
    connect(&account.figures(), &TrafficFigures::changed, this, &ProxyTrafficBox::refreshView);
    connect(&account, &AccountSession::areaChanged, this, [this](Area area) {
        if (area == Area::Proxies) {
            onProxiesChanged();
        }
    });
    refreshView();
}

void ProxyTrafficBox::setProxy(const std::optional<Proxy> &proxy)
{
    m_proxy = proxy;
    if (m_proxy && isVisible()) {
        m_account.figures().want(proxyDays);
    }
    refreshView();
}

void ProxyTrafficBox::showEvent(QShowEvent *event)
{
    InspectorSection::showEvent(event);
    if (m_proxy) {
        m_account.figures().want(proxyDays);
    }
}

// When the user loads the list again, the traffic beside it is loaded again too.
void ProxyTrafficBox::onProxiesChanged()
{
    const bool isLoading = m_account.status(Area::Proxies).state == AreaStatus::Loading;
    if (isLoading && !m_listIsLoading && m_proxy && isVisible() &&
        m_account.figures().status(proxyDays).state != FiguresState::NotLoaded) {
        m_account.figures().load(proxyDays);
    }
    m_listIsLoading = isLoading;
}

void ProxyTrafficBox::refreshView()
{
    const TrafficFigures::Status status = m_account.figures().status(proxyDays);
    showFigures(status);
    showReason(status);
}

// The previous figures stay while new ones are loaded, and after an error.
void ProxyTrafficBox::showFigures(const TrafficFigures::Status &status)
{
    const bool isKnown = status.asOf && status.state != FiguresState::NoAccess;
    const auto days =
        m_proxy && isKnown ? m_account.figures().proxyDays().of(*m_proxy) : std::nullopt;
    m_bars->setVisible(days.has_value());
    QList<RowList::Row> facts;
    if (days) {
        m_bars->setBars({{tr("Today"), days->today}, {tr("Yesterday"), days->yesterday}});
        if (days->allTime) {
            facts.append({tr("All time"), format::traffic(*days->allTime)});
        }
        if (days->pricePerGb) {
            facts.append({tr("Price per GB"), format::money(*days->pricePerGb)});
        }
    }
    rows()->setRows(facts);
    rows()->setVisible(!facts.isEmpty());
    const QString asOf = status.asOf ? format::shortDateTime(*status.asOf) : QString();
    // A row that could not be read may be one of this proxy.
    const QString unreadable =
        isKnown ? format::unreadableEntries(m_account.figures().proxyDays().unreadable())
                : QString();
    const QString note =
        unreadable.isEmpty() ? QString() : QString(QStringLiteral("\n") % unreadable);
    m_text->setText(days      ? tr("As of %1, days in the service's time zone").arg(asOf) + note
                    : isKnown ? tr("The service reports no traffic for this proxy.") + note
                              : QString());
}

void ProxyTrafficBox::showReason(const TrafficFigures::Status &status)
{
    m_error = status.state == FiguresState::Failed ? status.error : std::nullopt;
    QString reason;
    switch (status.state) {
    case FiguresState::NotLoaded:
    case FiguresState::Loading:
        reason = status.asOf ? QString() : tr("Loading…");
        break;
    case FiguresState::Loaded:
        break;
    case FiguresState::Failed:
        reason = errorText(*status.error).title;
        break;
    case FiguresState::NoAccess:
        reason = tr("%1.", "a sentence without its full stop")
                     .arg(accessText(m_account.tokenState(TokenKind::Personal), TokenKind::Personal)
                              .title);
        break;
    case FiguresState::NotOffered:
        reason = tr("This service does not report the traffic of each proxy by day.");
        break;
    case FiguresState::Offline:
        reason = tr("Traffic by day is not stored on this computer; it is loaded when connected.");
        break;
    }
    if (!reason.isEmpty()) {
        m_text->setText(status.asOf && m_bars->isVisibleTo(this)
                            ? QStringList{reason, m_text->text()}.join(QLatin1Char('\n'))
                            : reason);
    }
    m_text->setRole(m_error ? Role::Bad : Role::QuietText);
    m_text->setVisible(!m_text->text().isEmpty());
    m_again->setVisible(m_error.has_value());
    m_details->setVisible(m_error.has_value());
    m_again->parentWidget()->setVisible(m_error.has_value());
}

} // namespace relaybook
