// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/emptystate.h"

#include "ui/theme/controlkind.h"
#include "ui/theme/paint.h"
#include "ui/theme/theme.h"
#include "ui/widgets/label.h"

#include <QEvent>
#include <QPainter>
#include <QPushButton>
#include <QVBoxLayout>

namespace relaybook {

namespace {

constexpr int emptyIconGap = 12;
constexpr int leastAroundWords = 12;

class IconTile final : public QWidget
{
public:
    IconTile(const Theme &theme, QWidget *parent)
        : QWidget(parent)
        , m_theme(theme)
    {
        setFixedSize(48, 48);
    }

    void setIcon(Icon icon)
    {
        m_icon = icon;
        update();
    }

protected:
    void paintEvent(QPaintEvent *) override
    {
        QPainter painter(this);
        paint::box(painter, rect(), 12, m_theme.colour(Role::AccentTint), {});
        m_theme.paintIcon(painter, rect().adjusted(12, 12, -12, -12), m_icon, Role::Accent);
    }

private:
    const Theme &m_theme;
    Icon m_icon = Icon::Empty;
};

} // namespace

EmptyState::EmptyState(const Theme &theme, QWidget *parent)
    : QWidget(parent)
    , m_theme(theme)
    , m_tile(new IconTile(theme, this))
    , m_title(new Label(theme, Role::Text, TextStyle::Title, this))
    , m_text(new Label(theme, Role::QuietText, TextStyle::Body, this))
    , m_button(new QPushButton(this))
    , m_link(new QPushButton(this))
{
    m_tile->setObjectName(QStringLiteral("emptyStateIcon"));
    m_title->setObjectName(QStringLiteral("emptyStateTitle"));
    m_title->installEventFilter(this);
    m_text->setObjectName(QStringLiteral("emptyStateText"));
    m_button->setObjectName(QStringLiteral("emptyStateAction"));
    m_button->setAutoDefault(false);
    m_link->setObjectName(QStringLiteral("emptyStateLink"));
    m_link->setAutoDefault(false);
    setButtonKind(*m_link, ButtonKind::Link);
    m_title->setAlignment(Qt::AlignCenter);
    m_title->setWordWrap(true);
    m_text->setAlignment(Qt::AlignCenter);
    m_text->setWordWrap(true);
    // About fifty letters per line: easy to read whatever the width of the page.
    auto *middle = new QWidget(this);
    middle->setMaximumWidth(fontMetrics().averageCharWidth() * 58);
    middle->setMinimumWidth(160);
    middle->installEventFilter(this);

    auto *column = new QVBoxLayout(middle);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addStretch(1);
    column->addWidget(m_title);
    column->addSpacing(8);
    column->addWidget(m_text);
    column->addSpacing(16);
    column->addWidget(m_button, 0, Qt::AlignHCenter);
    column->addSpacing(8);
    column->addWidget(m_link, 0, Qt::AlignHCenter);
    column->addStretch(1);
    auto *row = new QHBoxLayout(this);
    row->setContentsMargins(24, leastAroundWords, 24, leastAroundWords);
    row->addStretch(1);
    row->addWidget(middle, 1000); // up to its own maximum width
    row->addStretch(1);
    connect(m_button, &QPushButton::clicked, this, &EmptyState::actionTriggered);
    connect(m_link, &QPushButton::clicked, this, &EmptyState::linkTriggered);
    connect(&theme, &Theme::changed, this, qOverload<>(&QWidget::update));
}

bool EmptyState::eventFilter(QObject *watched, QEvent *event)
{
    const bool isWords = watched == m_title || watched == m_title->parentWidget();
    if (isWords && (event->type() == QEvent::Move || event->type() == QEvent::Resize)) {
        placeIcon();
    }
    return QWidget::eventFilter(watched, event);
}

/// Shown above the text only if there is room, so that a low window shows the whole text and the
/// button.
void EmptyState::placeIcon()
{
    const QPoint words = m_title->mapTo(this, QPoint());
    const int top = words.y() - emptyIconGap - m_tile->height();
    m_tile->move(words.x() + (m_title->width() - m_tile->width()) / 2, top);
    m_tile->setVisible(top >= leastAroundWords);
}

void EmptyState::setContent(const EmptyStateContent &content)
{
    m_content = content;
    static_cast<IconTile *>(m_tile)->setIcon(content.icon);
    m_title->setText(content.title);
    m_text->setText(content.text);
    m_button->setText(content.action);
    m_button->setAccessibleName(content.action);
    m_button->setVisible(!content.action.isEmpty());
    m_link->setText(content.link);
    m_link->setAccessibleName(content.link);
    m_link->setVisible(!content.link.isEmpty());
    setButtonKind(*m_button, content.actionIsMain ? ButtonKind::Primary : ButtonKind::Normal);
    setAccessibleName(m_title->text());
    setAccessibleDescription(m_text->text());
}

void EmptyState::setActionBlocked(const QString &reason)
{
    m_button->setEnabled(reason.isEmpty());
    m_button->setToolTip(reason);
    m_button->setAccessibleDescription(reason);
}

} // namespace relaybook
