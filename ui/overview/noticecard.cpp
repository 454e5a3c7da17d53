// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/overview/noticecard.h"

#include "ui/theme/controlkind.h"
#include "ui/widgets/label.h"

#include <QPushButton>
#include <QVBoxLayout>

namespace relaybook {

NoticeCard::NoticeCard(const Theme &theme, const QString &name, QWidget *parent)
    : Card(theme, parent)
    , m_title(new ElidedLabel(theme, Role::QuietText, TextStyle::Caption, this))
    , m_words(new Label(theme, Role::Text, TextStyle::Body, this))
    , m_action(new QPushButton(this))
{
    setObjectName(name);
    m_words->setObjectName(QString(name % QStringLiteral("Words")));
    m_words->setWordWrap(true);
    m_action->setObjectName(QString(name % QStringLiteral("Action")));
    m_action->setAutoDefault(false);
    setButtonKind(*m_action, ButtonKind::Link);
    connect(m_action, &QPushButton::clicked, this, &NoticeCard::actionTriggered);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(14, 12, 14, 12);
    column->setSpacing(4);
    column->addWidget(m_title);
    column->addWidget(m_words);
    column->addStretch(1);
    column->addWidget(m_action, 0, Qt::AlignLeft);
}

void NoticeCard::setNotice(const QString &title, const QString &words, const QString &action)
{
    m_title->setText(title);
    m_words->setText(words);
    m_action->setText(action);
    m_action->setAccessibleName(action);
    m_action->setVisible(!action.isEmpty());
    setAccessibleName(m_title->text());
    setAccessibleDescription(m_words->text());
}

} // namespace relaybook
