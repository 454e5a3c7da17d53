// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/secretrow.h"

#include "models/text/privacymode.h"
#include "ui/theme/controlkind.h"
#include "ui/theme/theme.h"
#include "ui/widgets/label.h"

#include <QHBoxLayout>
#include <QPainter>
#include <QPushButton>
#include <QToolButton>

namespace relaybook {

// Shows one line that is cut off, or the whole text, broken at any character because a credential
// has no spaces. Has no tool tip, which would show what the mask hides.
class SecretText final : public ElidedLabel
{
public:
    SecretText(const Theme &theme, QWidget *parent)
        : ElidedLabel(theme, Role::Text, TextStyle::Mono, parent)
    {
        setToolTipWhenCut(false);
        setAlignment(Qt::AlignLeft | Qt::AlignVCenter);
        QSizePolicy policy(QSizePolicy::Expanding, QSizePolicy::Preferred);
        policy.setHeightForWidth(true);
        setSizePolicy(policy);
    }

    void setWhole(bool whole)
    {
        m_whole = whole;
        updateGeometry();
        update();
    }

    [[nodiscard]] bool hasHeightForWidth() const override { return m_whole; }
    [[nodiscard]] int heightForWidth(int width) const override
    {
        return m_whole ? placed(width).height() : sizeHint().height();
    }

protected:
    void paintEvent(QPaintEvent *event) override
    {
        if (!m_whole) {
            ElidedLabel::paintEvent(event);
            return;
        }
        QPainter painter(this);
        painter.setPen(palette().color(QPalette::WindowText));
        painter.drawText(rect(), flags, text());
    }

private:
    // Addresses and passwords are read from left to right in any language.
    static constexpr int flags = Qt::AlignLeft | Qt::AlignVCenter | Qt::TextWrapAnywhere;

    [[nodiscard]] QRect placed(int width) const
    {
        constexpr int anyHeight = 10'000;
        return fontMetrics().boundingRect(QRect(0, 0, width, anyHeight), flags, text());
    }

    bool m_whole = false;
};

SecretRow::SecretRow(const Theme &theme, const QString &name, QWidget *parent)
    : Card(theme, parent)
    , m_name(name)
    , m_text(new SecretText(theme, this))
    , m_show(new QToolButton(this))
    , m_copy(new QPushButton(tr("Copy"), this))
{
    setInset(true);
    setAccessibleName(name);
    m_text->setObjectName(QStringLiteral("secretText"));
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
    if (masked == m_masked && secret == m_secret) {
        return;
    }
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
    const bool isPrivate = isPrivacyOn();
    m_text->setText(m_shown && !isPrivate ? m_secret : privateText(m_masked));
    m_text->setWhole(m_shown);
    m_text->setAccessibleName(tr("%1: %2").arg(m_name, m_text->text()));
    m_show->setIcon(theme().icon(m_shown ? Icon::Hide : Icon::Show));
    const QString action = m_shown ? tr("Hide: %1").arg(m_name) : tr("Show: %1").arg(m_name);
    m_show->setAccessibleName(action);
    m_show->setToolTip(isPrivate ? tr("Privacy mode hides it.") : action);
    m_show->setEnabled(!m_secret.isEmpty() && !isPrivate);
    m_copy->setEnabled(!m_secret.isEmpty());
}

} // namespace relaybook
