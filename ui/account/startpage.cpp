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
    auto *title =
        new Label(m_theme, Role::Text, TextStyle::PageTitle, tr("No account is open"), this);
    title->setAlignment(Qt::AlignCenter);
    auto *words = new Label(m_theme, Role::QuietText, TextStyle::Body,
                            tr("Connect your account, or try the sandbox: a complete service with "
                               "sample data that runs only on this computer."),
                            this);
    words->setAlignment(Qt::AlignCenter);
    words->setWordWrap(true);
    words->setMaximumWidth(textWidth);
    QPushButton *toAccount = addButton(tr("Connect an account…"), "startConnect");
    setButtonKind(*toAccount, ButtonKind::Primary);
    QPushButton *toSandbox = addButton(tr("Try the sandbox"), "startSandbox");
    connect(toAccount, &QPushButton::clicked, this, &StartPage::connectRequested);
    connect(toSandbox, &QPushButton::clicked, this, &StartPage::sandboxRequested);

    auto *buttons = new QHBoxLayout;
    buttons->setSpacing(8);
    buttons->addStretch(1);
    buttons->addWidget(toAccount);
    buttons->addWidget(toSandbox);
    buttons->addStretch(1);
    auto *column = new QVBoxLayout(this);
    column->setSpacing(0);
    column->addStretch(1);
    column->addWidget(icon);
    column->addSpacing(16);
    column->addWidget(title);
    column->addSpacing(8);
    // Between stretches instead of aligned: the layout does not ask an aligned label for its height
    // at a given width.
    auto *middle = new QHBoxLayout;
    middle->addStretch(1);
    middle->addWidget(words, 1000);
    middle->addStretch(1);
    column->addLayout(middle);
    column->addSpacing(20);
    column->addLayout(buttons);
    column->addStretch(1);
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
