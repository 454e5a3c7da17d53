// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/lists/proxytestform.h"

#include "models/accounts/accountsession.h"
#include "models/proxytests/proxytestdesk.h"
#include "ui/base/settings.h"
#include "ui/lists/proxytesttext.h"
#include "ui/theme/theme.h"
#include "ui/widgets/fieldrow.h"
#include "ui/widgets/label.h"

#include <QButtonGroup>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QRadioButton>
#include <QVBoxLayout>

#include <tuple>

namespace relaybook {

ProxyTestForm::ProxyTestForm(const PageContext &context, QWidget *parent)
    : QWidget(parent)
    , m_context(context)
    , m_ownPage(context.account.proxyTests().ownPage())
{
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(12);
    buildProtocols();
    buildPage();
}

void ProxyTestForm::buildProtocols()
{
    m_protocols = new QButtonGroup(this);
    auto *row = new QHBoxLayout;
    row->setSpacing(20);
    const std::tuple<ProxyProtocol, QString, const char *> protocols[] = {
        {ProxyProtocol::Http, tr("HTTP (CONNECT)"), "testHttp"},
        {ProxyProtocol::Socks5, tr("SOCKS5"), "testSocks5"},
    };
    for (const auto &[protocol, text, name] : protocols) {
        auto *button = new QRadioButton(text, this);
        button->setObjectName(QLatin1String(name));
        button->setAccessibleName(text);
        m_protocols->addButton(button, static_cast<int>(protocol));
        row->addWidget(button);
    }
    row->addStretch(1);
    m_protocols->button(static_cast<int>(ProxyProtocol::Http))->setChecked(true);
    connect(m_protocols, &QButtonGroup::idToggled, this, &ProxyTestForm::changed);
    auto *column = new QVBoxLayout;
    column->setSpacing(8);
    column->addWidget(
        new Label(m_context.theme, Role::Text, TextStyle::BodyBold, tr("Protocol"), this));
    column->addLayout(row);
    static_cast<QVBoxLayout *>(layout())->addLayout(column);
}

void ProxyTestForm::buildPage()
{
    const bool isOwn = m_ownPage.isValid();
    m_page = new QLineEdit(this);
    m_page->setObjectName(QStringLiteral("testPage"));
    m_page->setText(isOwn ? m_ownPage.toString() : m_context.settings.text(Setting::ProxyTestPage));
    m_page->setCursorPosition(0);
    m_page->setReadOnly(isOwn);
    m_pageRow = new FieldRow(m_context.theme, tr("Page that is loaded"), m_page, this);
    m_pageRow->setHint(isOwn ? tr("The sandbox's own test page, the only one that its proxies "
                                  "open.")
                             : tr("It should answer with the address from which it was loaded. "
                                  "The provider of the page sees the address of the exit, not "
                                  "yours."));
    layout()->addWidget(m_pageRow);
    connect(m_page, &QLineEdit::textEdited, this, &ProxyTestForm::whenTyped);
    whenTyped();
}

void ProxyTestForm::whenTyped()
{
    m_pageRow->setError(page() ? QString()
                               : tr("Enter an address that begins with https:// or http://, "
                                    "without a user name or password."));
    Q_EMIT changed();
}

ProxyProtocol ProxyTestForm::protocol() const
{
    return m_protocols->checkedId() >= 0 ? static_cast<ProxyProtocol>(m_protocols->checkedId())
                                         : ProxyProtocol::Http;
}

std::optional<QUrl> ProxyTestForm::page() const
{
    return m_ownPage.isValid() ? m_ownPage : testPageFrom(m_page->text());
}

void ProxyTestForm::storePage()
{
    const auto used = page();
    // A query may hold a key of the page's provider.
    if (!m_ownPage.isValid() && used && !used->hasQuery()) {
        m_context.settings.setValue(Setting::ProxyTestPage, used->toString(QUrl::FullyEncoded));
    }
}

void ProxyTestForm::setLocked(bool locked)
{
    m_page->setEnabled(!locked);
    for (QAbstractButton *button : m_protocols->buttons()) {
        button->setEnabled(!locked);
    }
}

} // namespace relaybook
