// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/ledgerfooter.h"

#include "models/format.h"
#include "ui/theme/paint.h"
#include "ui/theme/theme.h"
#include "ui/widgets/label.h"

#include <QHBoxLayout>
#include <QPainter>

namespace relaybook {

namespace {

Label *makeLabel(const Theme &theme, Role role, const char *objectName, QWidget *parent)
{
    auto *label = new Label(theme, role, TextStyle::Body, parent);
    label->setObjectName(QLatin1String(objectName));
    return label;
}

} // namespace

LedgerFooter::LedgerFooter(const Theme &theme, QWidget *parent)
    : QWidget(parent)
    , m_theme(theme)
    , m_count(makeLabel(theme, Role::QuietText, "ledgerCount", this))
    , m_unreadable(makeLabel(theme, Role::Warning, "ledgerUnreadable", this))
    , m_selected(makeLabel(theme, Role::Text, "ledgerSelected", this))
    , m_place(makeLabel(theme, Role::QuietText, "ledgerPlace", this))
{
    setObjectName(QStringLiteral("ledgerFooter"));
    setAccessibleName(tr("Figures of the rows in view"));
    auto *row = new QHBoxLayout(this);
    row->setContentsMargins(12, 9, 12, 9);
    row->setSpacing(24);
    row->addWidget(m_count);
    row->addWidget(m_unreadable);
    row->addWidget(m_selected);
    row->addStretch(1);
    row->addWidget(m_place);
    m_unreadable->hide();
    m_selected->hide();
}

void LedgerFooter::setFigures(const Figures &figures)
{
    if (figures == m_figures) {
        return;
    }
    m_figures = figures;
    m_count->setText(tr("%1 in this view").arg(format::count(figures.inView)));
    m_unreadable->setText(
        tr("%n row(s) could not be read", nullptr, static_cast<int>(figures.unreadable)));
    m_unreadable->setVisible(figures.unreadable > 0);
    const QString selected = format::count(figures.selected);
    m_selected->setText(figures.selectedNet ? tr("Selected %1: %2")
                                                  .arg(selected, format::money(*figures.selectedNet,
                                                                               format::Sign::Always,
                                                                               figures.currency))
                                            : tr("Selected %1").arg(selected));
    m_selected->setVisible(figures.selected > 1);
    m_place->setText(
        tr("Rows %1–%2")
            .arg(format::count(figures.firstVisible), format::count(figures.lastVisible)));
    m_place->setVisible(figures.firstVisible > 0);
}

void LedgerFooter::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    paint::lineAt(painter, rect(), Qt::TopEdge, m_theme.colour(Role::Line));
}

} // namespace relaybook
