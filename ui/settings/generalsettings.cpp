// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/settings/generalsettings.h"

#include "ui/base/settings.h"
#include "ui/lists/proxytesttext.h"
#include "ui/widgets/fieldrow.h"

#include <QLineEdit>
#include <QUrl>
#include <QVBoxLayout>

namespace relaybook {

GeneralSettings::GeneralSettings(const SettingsContext &context, QWidget *parent)
    : SettingsSection(context, title(), parent)
    , m_page(new QLineEdit)
    , m_pageRow(new FieldRow(theme(), tr("Page that tests of proxies load"), m_page, this))
{
    m_page->setObjectName(QStringLiteral("usualTestPage"));
    m_page->setText(settings().text(Setting::ProxyTestPage));
    m_page->setCursorPosition(0);
    m_pageRow->setHint(tr("It should answer with the address from which it was loaded. Each test "
                          "can load another page."));
    column().addWidget(m_pageRow);
    connect(m_page, &QLineEdit::textEdited, this, &GeneralSettings::storePage);
}

QString GeneralSettings::title()
{
    return tr("General");
}

std::vector<SettingsSection::Entry> GeneralSettings::entries()
{
    return {{QStringLiteral("usualTestPage"), tr("Page that tests of proxies load")}};
}

/// Stores the page as soon as it is one: there is no button that would store it.
void GeneralSettings::storePage()
{
    const auto page = testPageFrom(m_page->text());
    if (!page) {
        m_pageRow->setError(tr("Enter the address of a page, such as https://ipinfo.io/json. The "
                               "previous page is still used."));
    } else if (page->hasQuery()) { // which may hold a key of the page's provider
        m_pageRow->setError(tr("An address with a “?” is not stored, because what follows may be "
                               "a secret. The previous page is still used."));
    } else {
        m_pageRow->clearError();
        settings().setValue(Setting::ProxyTestPage, page->toString(QUrl::FullyEncoded));
    }
}

} // namespace relaybook
