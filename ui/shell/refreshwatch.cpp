// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/refreshwatch.h"

#include "models/accounts/accountsession.h"
#include "ui/base/settings.h"
#include "ui/shell/pagedeck.h"

#include <QEvent>

namespace relaybook {
namespace {

// Only lists that are loaded as a whole; the ledger is followed separately.
std::optional<Area> listOn(const Page *page)
{
    const Area area = page != nullptr ? page->area() : Area::Account;
    const bool isList = area == Area::Proxies || area == Area::SubUsers;
    return isList ? std::optional(area) : std::nullopt;
}

} // namespace

RefreshWatch::RefreshWatch(QWidget &window, PageDeck &pages, Settings &settings)
    : QObject(&window)
    , m_window(window)
    , m_pages(pages)
    , m_settings(settings)
{
    m_window.installEventFilter(this);
    connect(&m_pages, &QStackedWidget::currentChanged, this, &RefreshWatch::update);
    connect(&m_settings, &Settings::changed, this, [this](Setting setting) {
        if (setting == Setting::AutoRefresh) {
            update();
        }
    });
}

void RefreshWatch::setAccount(AccountSession *account)
{
    m_account = account;
    update();
}

void RefreshWatch::setWarns(bool warns)
{
    m_warns = warns;
    update();
}

void RefreshWatch::update()
{
    if (m_account != nullptr) {
        AutoRefresh &refresh = m_account->autoRefresh();
        refresh.setEnabled(m_settings.flag(Setting::AutoRefresh));
        refresh.setListInView(listOn(m_pages.current()));
        const bool isShown = m_window.isVisible() && !m_window.isMinimized();
        refresh.setShown(isShown);
        if (m_warns) {
            refresh.setInBackground(!isShown || m_account->isInBackground());
        }
    }
}

bool RefreshWatch::eventFilter(QObject *watched, QEvent *event)
{
    switch (event->type()) {
    case QEvent::Show:
    case QEvent::Hide:
    case QEvent::WindowStateChange:
        update();
        break;
    default:
        break;
    }
    return QObject::eventFilter(watched, event);
}

} // namespace relaybook
