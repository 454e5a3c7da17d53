// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/secretedit.h"

#include "ui/theme/controlkind.h"
#include "ui/theme/theme.h"

#include <QHBoxLayout>
#include <QPushButton>
#include <QToolButton>

namespace relaybook {

SecretEdit::SecretEdit(const Theme &theme, const QString &name, QWidget *parent)
    : QLineEdit(parent)
    , m_theme(theme)
    , m_end(new QHBoxLayout(this))
    , m_eye(new QToolButton(this))
{
    setObjectName(name);
    setEchoMode(QLineEdit::Password);
    setInputMethodHints(Qt::ImhHiddenText | Qt::ImhSensitiveData | Qt::ImhNoPredictiveText |
                        Qt::ImhNoAutoUppercase);
    m_eye->setObjectName(QString(name % QStringLiteral("Eye")));
    m_eye->setCheckable(true);
    m_eye->setAutoRaise(true);
    m_eye->setCursor(Qt::ArrowCursor);
    m_eye->setFixedSize(24, 24);
    connect(m_eye, &QToolButton::toggled, this, &SecretEdit::setShown);
    m_end->setContentsMargins(0, 0, 4, 0);
    m_end->setSpacing(4);
    m_end->addStretch(1);
    m_end->addWidget(m_eye);
    setShown(false);
}

SecretEdit::~SecretEdit()
{
    blockSignals(true); // the form around it may be half destroyed
    clear();
}

QPushButton *SecretEdit::addLink(const QString &text, const QString &name)
{
    auto *link = new QPushButton(text, this);
    link->setObjectName(name);
    link->setAccessibleName(text);
    link->setAutoDefault(false);
    link->setCursor(Qt::ArrowCursor);
    setButtonKind(*link, ButtonKind::Link);
    m_end->insertWidget(m_end->count() - 1, link);
    makeRoom();
    return link;
}

void SecretEdit::resizeEvent(QResizeEvent *event)
{
    QLineEdit::resizeEvent(event);
    makeRoom();
}

void SecretEdit::setShown(bool shown)
{
    setEchoMode(shown ? QLineEdit::Normal : QLineEdit::Password);
    m_eye->setIcon(m_theme.icon(shown ? Icon::Hide : Icon::Show));
    const QString name = shown ? tr("Hide what was typed") : tr("Show what was typed");
    m_eye->setAccessibleName(name);
    m_eye->setToolTip(name);
}

void SecretEdit::makeRoom()
{
    const int room = m_end->sizeHint().width();
    if (layoutDirection() == Qt::RightToLeft) {
        setTextMargins(room, 0, 0, 0);
    } else {
        setTextMargins(0, 0, room, 0);
    }
}

} // namespace relaybook
