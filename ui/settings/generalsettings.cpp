// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/settings/generalsettings.h"

#include "models/text/showntext.h"
#include "ui/base/settings.h"
#include "ui/lists/proxytesttext.h"
#include "ui/widgets/fieldrow.h"
#include "ui/widgets/flowlayout.h"
#include "ui/widgets/label.h"

#include <QDir>
#include <QFileDialog>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QUrl>
#include <QVBoxLayout>

namespace relaybook {

namespace {

constexpr int longestCardWords = 2000;
constexpr int cardSpacing = 8;

} // namespace

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
    buildCards();
}

/// What "Hand over…" prints for customers.
void GeneralSettings::buildCards()
{
    addHeading(tr("Access cards for customers"));
    auto *words = new QPlainTextEdit(settings().text(Setting::CardWords), this);
    words->setObjectName(QStringLiteral("cardWords"));
    words->setAccessibleName(tr("Your own words on each card"));
    words->setPlaceholderText(tr("Your own words on each card, such as how to reach you"));
    words->setTabChangesFocus(true);
    words->setFixedHeight(words->fontMetrics().lineSpacing() * 4);
    column().addWidget(words);
    connect(words, &QPlainTextEdit::textChanged, this, [this, words] {
        settings().setValue(Setting::CardWords, words->toPlainText().left(longestCardWords));
    });
    auto *buttons = new FlowLayout(cardSpacing, cardSpacing);
    const auto add = [this, buttons](const QString &text, const char *name) {
        auto *button = new QPushButton(text, this);
        button->setObjectName(QLatin1String(name));
        button->setAutoDefault(false);
        buttons->addWidget(button);
        return button;
    };
    connect(add(tr("Choose a logo…"), "chooseCardLogo"), &QPushButton::clicked, this,
            &GeneralSettings::chooseLogo);
    m_removeLogo = add(tr("Remove the logo"), "removeCardLogo");
    connect(m_removeLogo, &QPushButton::clicked, this, [this] {
        settings().setValue(Setting::CardLogo, QString());
        showLogo();
    });
    column().addLayout(buttons);
    m_logo = addWords({});
    m_logo->setObjectName(QStringLiteral("cardLogo"));
    showLogo();
}

void GeneralSettings::chooseLogo()
{
    auto *dialog = new QFileDialog(window(), tr("Logo of access cards"));
    dialog->setObjectName(QStringLiteral("cardLogoDialog"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::ExistingFile);
    dialog->setNameFilter(tr("Images (*.png *.jpg *.jpeg *.gif *.bmp)"));
    connect(dialog, &QFileDialog::fileSelected, this, [this](const QString &path) {
        settings().setValue(Setting::CardLogo, path);
        showLogo();
    });
    dialog->open();
}

void GeneralSettings::showLogo()
{
    const QString path = settings().text(Setting::CardLogo);
    m_removeLogo->setEnabled(!path.isEmpty());
    m_logo->setText(path.isEmpty() ? tr("The cards have no logo.")
                                   : tr("Logo: %1").arg(isolated(QDir::toNativeSeparators(path))));
}

QString GeneralSettings::title()
{
    return tr("General");
}

std::vector<SettingsSection::Entry> GeneralSettings::entries()
{
    return {{QStringLiteral("usualTestPage"), tr("Page for proxy tests")},
            {QStringLiteral("cardWords"), tr("Access cards for customers")}};
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
