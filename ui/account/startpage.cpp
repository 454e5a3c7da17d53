// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/account/startpage.h"

#include "ui/theme/controlkind.h"
#include "ui/theme/iconengine.h"
#include "ui/widgets/label.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

#include <utility>

namespace relaybook {

namespace {

constexpr int startIconSide = 64;
constexpr int textWidth = 460;

} // namespace

StartPage::StartPage(const Theme &theme, QWidget *parent)
    : QWidget(parent)
    , m_theme(theme)
{
    setObjectName(QStringLiteral("startPage"));
}

bool StartPage::event(QEvent *event)
{
    if (event->type() == QEvent::Polish && !std::exchange(m_built, true)) {
        build();
    }
    return QWidget::event(event);
}

void StartPage::build()
{
    auto *icon = new QLabel(this);
    icon->setPixmap(appPixmap(startIconSide, devicePixelRatioF()));
    icon->setAlignment(Qt::AlignCenter);
    icon->setAccessibleName(tr("Relaybook icon"));
    m_title = new Label(m_theme, Role::Text, TextStyle::PageTitle, this);
    m_title->setObjectName(QStringLiteral("startTitle"));
    m_title->setAlignment(Qt::AlignCenter);
    m_words = new Label(m_theme, Role::QuietText, TextStyle::Body, this);
    m_words->setObjectName(QStringLiteral("startWords"));
    m_words->setAlignment(Qt::AlignCenter);
    m_words->setWordWrap(true);
    m_words->setMaximumWidth(textWidth);
    m_toAccount = addButton(tr("Connect an account…"), "startConnect");
    setButtonKind(*m_toAccount, ButtonKind::Primary);
    m_toSandbox = addButton(tr("Try the sandbox"), "startSandbox");
    connect(m_toAccount, &QPushButton::clicked, this, &StartPage::connectRequested);
    connect(m_toSandbox, &QPushButton::clicked, this, &StartPage::sandboxRequested);
    updateTexts();

    auto *buttons = new QHBoxLayout;
    buttons->setSpacing(8);
    buttons->addStretch(1);
    buttons->addWidget(m_toAccount);
    buttons->addWidget(m_toSandbox);
    buttons->addStretch(1);
    auto *column = new QVBoxLayout(this);
    column->setSpacing(0);
    column->addStretch(1);
    column->addWidget(icon);
    column->addSpacing(16);
    column->addWidget(m_title);
    column->addSpacing(8);
    // Between stretches instead of aligned: the layout does not ask an aligned label for its height
    // at a given width.
    auto *middle = new QHBoxLayout;
    middle->addStretch(1);
    middle->addWidget(m_words, 1000);
    middle->addStretch(1);
    column->addLayout(middle);
    column->addSpacing(20);
    column->addLayout(buttons);
    column->addStretch(1);
}

void StartPage::setState(State state)
{
    m_state = state;
    if (m_built) {
        updateTexts();
    }
}

void StartPage::updateTexts()
{
    switch (m_state) {
    case State::NoAccount:
        m_title->setText(tr("No account is open"));
        m_words->setText(tr("Connect your account, or try the sandbox: a complete service with "
                            "sample data that runs only on this computer."));
        break;
    case State::UpdatingData:
        m_title->setText(tr("Updating the stored data…"));
        m_words->setText(
            tr("The data of this account is being prepared for this version of Relaybook. With a "
               "large account this can take up to a minute. You can switch to another account "
               "meanwhile. If you quit, it continues when this account is opened again."));
        break;
    case State::ReadingLog:
        m_title->setText(tr("Reading the stored data…"));
        m_words->setText(
            tr("Relaybook was not closed properly the last time. Much of what it had stored is not "
               "in its data file yet and is read first, which can take up to a minute. You can "
               "switch to another account meanwhile. If you quit, it begins again when this "
               "account is opened again."));
        break;
    }
    m_toAccount->setVisible(m_state == State::NoAccount);
    m_toSandbox->setVisible(m_state == State::NoAccount);
}

QPushButton *StartPage::addButton(const QString &text, const char *name)
{
    auto *button = new QPushButton(text, this);
    button->setObjectName(QLatin1String(name));
    button->setAccessibleName(text);
    button->setAutoDefault(false);
    return button;
}

} // namespace relaybook
