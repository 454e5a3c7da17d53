// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/banner.h"

#include "models/text/privacymode.h"
#include "models/text/showntext.h"
#include "ui/theme/controlkind.h"
#include "ui/theme/paint.h"
#include "ui/theme/theme.h"
#include "ui/widgets/initials.h"
#include "ui/widgets/usagebar.h"

#include <QAccessible>
#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QPushButton>
#include <QTextDocument>
#include <QToolButton>

#include <cmath>

namespace relaybook {

namespace {

constexpr QMargins bannerPadding(14, 6, 14, 6);
constexpr int badgeSide = 22;

} // namespace

/// The badge of the account that a message is about.
class AccountBadge final : public QWidget
{
public:
    AccountBadge(const Theme &theme, QWidget *parent)
        : QWidget(parent)
        , m_theme(theme)
    {
        setObjectName(QStringLiteral("bannerAccount"));
        setFixedSize(badgeSide, badgeSide);
        hide();
    }
    void setAccount(const AccountMark &account)
    {
        m_account = account;
        update();
    }

protected:
    void paintEvent(QPaintEvent * /*event*/) override
    {
        QPainter painter(this);
        paintInitials(painter, m_theme, rect(), m_account);
    }

private:
    const Theme &m_theme;
    AccountMark m_account;
};

Banner::Banner(const Theme &theme, Shape shape, QWidget *parent)
    : QWidget(parent)
    , m_theme(theme)
    , m_badge(new AccountBadge(theme, this))
    , m_label(new QLabel(this))
    , m_cross(new QToolButton(this))
    , m_links(new QHBoxLayout)
{
    m_label->setObjectName(QStringLiteral("bannerText"));
    m_label->setTextFormat(Qt::RichText);
    m_label->setWordWrap(true);
    m_label->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    m_cross->setObjectName(QStringLiteral("bannerDismiss"));
    m_cross->setAccessibleName(tr("Dismiss this message"));
    m_cross->setToolTip(tr("Dismiss this message"));
    m_cross->setAutoRaise(true);
    m_cross->setFixedSize(24, 24);
    m_cross->hide();
    connect(m_cross, &QToolButton::clicked, this, [this] {
        hide();
        Q_EMIT dismissed();
    });

    m_links->setSpacing(16);
    auto *row = new QHBoxLayout(this);
    row->setContentsMargins(bannerPadding);
    row->setSpacing(16);
    row->addWidget(m_badge, 0, Qt::AlignTop);
    if (shape == Shape::Inline) {
        row->addWidget(m_label, 1);
        row->addLayout(m_links);
    } else {
        auto *column = new QVBoxLayout;
        column->setSpacing(4);
        column->addWidget(m_label);
        column->addLayout(m_links);
        m_links->addStretch(1);
        row->addLayout(column, 1);
    }
    row->addWidget(m_cross, 0, Qt::AlignTop);
    QSizePolicy policy(QSizePolicy::Preferred, QSizePolicy::Minimum);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
    connect(&theme, &Theme::changed, this, &Banner::follow);
    follow();
}

void Banner::setMessage(Tone tone, const QString &title, const QString &words)
{
    const QString lead = shownSentence(title);
    const QString text = shownSentence(words);
    m_tone = tone;
    m_lead = lead;
    m_text = text;
    showText();
    follow();
}

void Banner::setAccount(const AccountMark &account)
{
    const bool isShown = !account.isAlone && !account.name.isEmpty();
    m_mark = account;
    m_account = isShown ? isolated(privateText(account.name)) : QString();
    m_badge->setAccount(account);
    m_badge->setVisible(isShown);
    showText();
}

void Banner::showText()
{
    const bool stacked = m_links->count() > 0 && m_links->itemAt(0)->spacerItem();
    const QString between = m_text.isEmpty() ? QString()
                            : stacked        ? QStringLiteral("<br>")
                                             : QStringLiteral("&nbsp; ");
    const QString lead =
        m_account.isEmpty() ? m_lead : tr("%1: %2", "an account, a message").arg(m_account, m_lead);
    m_label->setText(
        QStringLiteral("<b>%1</b>%2%3").arg(lead.toHtmlEscaped(), between, m_text.toHtmlEscaped()));
    m_label->setAccessibleName(m_text.isEmpty() ? lead : tr("%1 %2").arg(lead, m_text));
    setAccessibleName(m_label->accessibleName());
    updateGeometry();
}

QPushButton *Banner::addLink(const QString &text, const QString &objectName)
{
    auto *button = new QPushButton(text, this);
    button->setObjectName(objectName);
    button->setAccessibleName(text);
    button->setAutoDefault(false);
    setButtonKind(*button, ButtonKind::Link);
    const bool stacked =
        m_links->count() > 0 && m_links->itemAt(m_links->count() - 1)->spacerItem();
    m_links->insertWidget(stacked ? m_links->count() - 1 : m_links->count(), button);
    // The banner's window may have other controls by now: Tab would reach the new one after them.
    setTabOrder(m_buttons.isEmpty() ? static_cast<QWidget *>(m_cross) : m_buttons.last(), button);
    setTabOrder(button, m_cross);
    m_buttons.append(button);
    button->show(); // otherwise a visible banner would show it one turn of the event loop later
    return button;
}

void Banner::clearLinks()
{
    for (QPushButton *button : std::as_const(m_buttons)) {
        button->hide();
        button->setObjectName(QString()); // the name must be free for the next link
        button->deleteLater(); // later, because the click on this button may be what removes it
    }
    m_buttons.clear();
}

void Banner::setDismissible(bool dismissible)
{
    m_cross->setVisible(dismissible);
}

int Banner::widthOfOneLine() const
{
    QTextDocument text;
    text.setDocumentMargin(0);
    text.setDefaultFont(m_label->font());
    text.setHtml(m_label->text());
    const int aroundLabel = sizeHint().width() - m_label->sizeHint().width();
    return static_cast<int>(std::ceil(text.idealWidth())) + aroundLabel + 1;
}

void Banner::setGapBelow(int gap)
{
    m_gapBelow = gap;
    layout()->setContentsMargins(bannerPadding + QMargins(0, 0, 0, gap));
    update();
}

void Banner::follow()
{
    QPalette own = m_theme.palette();
    const QColor ink = m_theme.colour(textRole(m_tone));
    own.setColor(QPalette::Window, m_theme.colour(tintRole(m_tone)));
    own.setColor(QPalette::WindowText, ink);
    own.setColor(QPalette::Text, ink);
    own.setColor(QPalette::Link, ink);
    setPalette(own);
    m_cross->setIcon(m_theme.icon(Icon::Close, textRole(m_tone)));
    update();
}

void Banner::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    paint::box(painter, rect().adjusted(0, 0, 0, -m_gapBelow), paint::controlRadius,
               m_theme.colour(tintRole(m_tone)), {});
}

void Banner::showEvent(QShowEvent *event)
{
    QWidget::showEvent(event);
    if (m_tone == Tone::Bad || m_tone == Tone::Warning) {
        QAccessibleEvent alert(this, QAccessible::Alert);
        QAccessible::updateAccessibility(&alert);
    }
}

} // namespace relaybook
