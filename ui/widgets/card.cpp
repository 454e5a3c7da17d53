// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/card.h"

#include "ui/theme/paint.h"
#include "ui/theme/theme.h"

#include <QChildEvent>
#include <QPainter>
#include <QPainterPath>
#include <QVBoxLayout>

namespace relaybook {

// Covers the content of a flush card and paints over its corners. A mask limits it to the corners,
// so that painting the content costs nothing more.
class CornerMask final : public QWidget
{
public:
    CornerMask(const Theme &theme, QWidget *card)
        : QWidget(card)
        , m_theme(theme)
    {
        setAttribute(Qt::WA_TransparentForMouseEvents);
        setAttribute(Qt::WA_NoSystemBackground);
        setFocusPolicy(Qt::NoFocus);
    }

    void cover(const QSize &size)
    {
        setGeometry(QRect(QPoint(), size));
        const int side = static_cast<int>(paint::cardRadius) + 1;
        const int right = size.width() - side;
        const int bottom = size.height() - side;
        QRegion corners(0, 0, side, side);
        corners += QRect(right, 0, side, side);
        corners += QRect(0, bottom, side, side);
        corners += QRect(right, bottom, side, side);
        setMask(corners);
    }

protected:
    void paintEvent(QPaintEvent *) override
    {
        QPainter painter(this);
        painter.setRenderHint(QPainter::Antialiasing);
        const QWidget *around = parentWidget()->parentWidget();
        const QColor ground =
            around ? around->palette().color(QPalette::Window) : m_theme.colour(Role::Window);
        painter.fillPath(paint::outsideCorners(rect(), paint::cardRadius), ground);
        paint::box(painter, rect(), paint::cardRadius, {}, m_theme.colour(Role::Line));
    }

private:
    const Theme &m_theme;
};

Card::Card(const Theme &theme, QWidget *parent)
    : QWidget(parent)
    , m_theme(theme)
{
    connect(&theme, &Theme::changed, this, &Card::follow);
    follow();
}

void Card::setInset(bool inset)
{
    m_ground = inset ? Ground::Window : Ground::Surface;
    follow();
}

QVBoxLayout *Card::addInsetColumn()
{
    setInset(true);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(14, 12, 14, 12);
    return column;
}

void Card::setFlush(bool flush)
{
    if (!flush) {
        delete m_mask;
        m_mask = nullptr;
        return;
    }
    if (layout()) {
        layout()->setContentsMargins(1, 1, 1, 1);
    }
    if (!m_mask) {
        m_mask = new CornerMask(m_theme, this);
        m_mask->cover(size());
        m_mask->show();
    }
}

void Card::follow()
{
    setPalette(m_theme.palette(m_ground));
    update();
}

void Card::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    paint::box(painter, rect(), paint::cardRadius, palette().color(QPalette::Window),
               m_theme.colour(Role::Line));
}

void Card::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    if (m_mask) {
        m_mask->cover(size());
    }
}

void Card::childEvent(QChildEvent *event)
{
    QWidget::childEvent(event);
    if (m_mask && event->type() == QEvent::ChildAdded && event->child() != m_mask) {
        m_mask->raise();
    }
}

} // namespace relaybook
