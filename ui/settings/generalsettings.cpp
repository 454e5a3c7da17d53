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
    , m_pageRow(new FieldRow(theme(), tr("Page for proxy tests"), m_page, this))
{
    m_page->setObjectName(QStringLiteral("usualTestPage"));
    m_page->setText(settings().text(Setting::ProxyTestPage));
    m_page->setCursorPosition(0);
    m_pageRow->setHint(tr("It should answer with the address from which it was loaded. Each test "
                          "can load another page."));
    column().addWidget(m_pageRow);
    connect(m_page, &QLineEdit::textEdited, this, [this] { (void)checkedPage(); });
    connect(m_page, &QLineEdit::editingFinished, this, [this] {
        if (const auto page = checkedPage()) {
            settings().setValue(Setting::ProxyTestPage, page->toString(QUrl::FullyEncoded));
        }
    });
}

QString GeneralSettings::title()
{
    return tr("General");
}

std::vector<SettingsSection::Entry> GeneralSettings::entries()
{
    return {{QStringLiteral("usualTestPage"), tr("Page for proxy tests")}};
}

/// The page that is typed, if it can be stored; else says why not.
std::optional<QUrl> GeneralSettings::checkedPage()
{
    auto page = testPageFrom(m_page->text());
    if (!page) {
        m_pageRow->setError(tr("Enter the address of a page, such as https://ipinfo.io/json. The "
                               "previous page is still used."));
        return std::nullopt;
    }
    if (page->hasQuery()) { // which may hold a key of the page's provider
        m_pageRow->setError(tr("An address with a “?” is not stored, because what follows may be "
                               "a secret. The previous page is still used."));
        return std::nullopt;
    }
    m_pageRow->clearError();
    return page;
}

} // namespace relaybook
