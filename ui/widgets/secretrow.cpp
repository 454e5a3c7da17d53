// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/secretrow.h"

#include "ui/theme/controlkind.h"
#include "ui/theme/theme.h"
#include "ui/widgets/label.h"

#include <QHBoxLayout>
#include <QPushButton>
#include <QToolButton>

namespace relaybook {

SecretRow::SecretRow(const Theme &theme, const QString &name, QWidget *parent)
    : Card(theme, parent)
    , m_name(name)
    , m_text(new ElidedLabel(theme, Role::Text, TextStyle::Mono, this))
    , m_show(new QToolButton(this))
    , m_copy(new QPushButton(tr("Copy"), this))
{
    setInset(true);
    setAccessibleName(name);
    m_text->setObjectName(QStringLiteral("secretText"));
    m_text->setElideMode(Qt::ElideMiddle);
    m_text->setToolTipWhenCut(false);
    m_show->setObjectName(QStringLiteral("secretShow"));
    m_show->setAutoRaise(true);
    m_show->setFixedSize(24, 24);
    m_copy->setObjectName(QStringLiteral("secretCopy"));
    m_copy->setAccessibleName(tr("Copy: %1").arg(name));
    m_copy->setAutoDefault(false);
    setButtonKind(*m_copy, ButtonKind::Link);
    auto *row = new QHBoxLayout(this);
    row->setContentsMargins(10, 4, 10, 4);
    row->setSpacing(8);
    row->addWidget(m_text, 1);
    row->addWidget(m_show);
    row->addWidget(m_copy);
    connect(m_show, &QToolButton::clicked, this, [this] { setShown(!m_shown); });
    connect(m_copy, &QPushButton::clicked, this, [this] { Q_EMIT copyRequested(m_secret); });
    refresh();
}

SecretRow::~SecretRow()
{
    m_secret.fill(QLatin1Char('\0'));
}

void SecretRow::setSecret(const QString &masked, const QString &secret)
{
    if (masked == m_masked && secret == m_secret)
        return;
    m_masked = masked;
    m_secret = secret;
    m_shown = false;
    refresh();
}

void SecretRow::setShown(bool shown)
{
    m_shown = shown;
    refresh();
}

void SecretRow::refresh()
{
    m_text->setText(m_shown ? m_secret : m_masked);
    m_text->setAccessibleName(tr("%1: %2").arg(m_name, m_text->text()));
    m_show->setIcon(theme().icon(m_shown ? Icon::Hide : Icon::Show));
    const QString action = m_shown ? tr("Hide: %1").arg(m_name) : tr("Show: %1").arg(m_name);
    m_show->setAccessibleName(action);
    m_show->setToolTip(action);
    m_show->setEnabled(!m_secret.isEmpty());
    m_copy->setEnabled(!m_secret.isEmpty());
}

} // namespace relaybook
