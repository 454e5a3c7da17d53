// SPDX-License-Identifier: GPL-3.0-or-later
// The fit check of a window or dialog: no control or text is cut off, and none covers another.
// Figures, states and times are never cut, neither in cells nor in labels. Other texts of tables
// and of eliding labels are cut only if there is no room.

#pragma once

#include "tests/support/waituntil.h"
#include "tests/ui/widgetpath.h"
#include "ui/shell/pagescroll.h"
#include "ui/widgets/label.h"
#include "ui/widgets/scrim.h"
#include "ui/widgets/tabledelegate.h"
#include "ui/widgets/tableview.h"

#include <QAbstractItemView>
#include <QAbstractSpinBox>
#include <QCheckBox>
#include <QComboBox>
#include <QCoreApplication>
#include <QLineEdit>
#include <QMenuBar>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QRadioButton>
#include <QScrollArea>
#include <QTextEdit>
#include <QToolButton>

namespace relaybook::testing {

inline QString placeOf(const QWidget *widget)
{
    const QRect place = widget->geometry();
    return pathOf(widget) % QStringLiteral(" at %1,%2 %3x%4")
                                .arg(place.x())
                                .arg(place.y())
                                .arg(place.width())
                                .arg(place.height());
}

/// Controls that arrange what is in them themselves.
inline bool isWhole(const QWidget *widget)
{
    return qobject_cast<const QLineEdit *>(widget) != nullptr ||
           qobject_cast<const QComboBox *>(widget) != nullptr ||
           qobject_cast<const QAbstractSpinBox *>(widget) != nullptr ||
           qobject_cast<const QAbstractItemView *>(widget) != nullptr ||
           qobject_cast<const QPlainTextEdit *>(widget) != nullptr ||
           qobject_cast<const QTextEdit *>(widget) != nullptr ||
           qobject_cast<const QMenuBar *>(widget) != nullptr;
}

/// Lies over others on purpose: the dimming, the corners of a card, what a table without rows says.
inline bool isOverlay(const QWidget *widget)
{
    return widget->testAttribute(Qt::WA_TransparentForMouseEvents) ||
           qobject_cast<const Scrim *>(widget) != nullptr ||
           widget->objectName() == QLatin1String("inspectorHint") ||
           widget->inherits("relaybook::EmptyState");
}

inline bool hasFigure(const QString &text)
{
    return std::any_of(text.begin(), text.end(), [](QChar c) { return c.isDigit(); });
}

/// Whether a cell is one that is never cut.
inline bool isExactCell(const QModelIndex &index)
{
    switch (cellKind(index)) {
    case CellKind::Number:
    case CellKind::Money:
    case CellKind::Badge:
    case CellKind::UsageBar:
    case CellKind::Time:
        return true;
    case CellKind::Marked: // one of these with a warning
        return alignedAtEnd(index.data(Qt::TextAlignmentRole)).value_or(false);
    case CellKind::Text:
    case CellKind::QuietText:
    case CellKind::Heading:
        break;
    }
    return false;
}

/// Looks at the titles and at the rows in view.
inline void lookForCutCells(const TableView &table, QStringList &complaints)
{
    const TableHeader &header = *table.header();
    const QAbstractItemModel &model = *table.model();
    const QAbstractItemView &view = table;
    const int last = table.rowAt(table.viewport()->height() - 1);
    const int end = last < 0 ? model.rowCount() : last + 1;
    QStringList texts; // that are cut
    for (int column = 0; column < header.count(); ++column) {
        if (header.isSectionHidden(column)) {
            continue;
        }
        const int width = header.sectionSize(column);
        const QString title = model.headerData(column, Qt::Horizontal).toString();
        if (width < header.titleWidth(column)) {
            complaints.append(QStringLiteral("cut title: %1 in %2").arg(title, placeOf(&table)));
        }
        for (int row = std::max(0, table.rowAt(0)); row < end; ++row) {
            const QModelIndex index = model.index(row, column);
            const int cell = view.sizeHintForIndex(index).width();
            if (table.columnSpan(row, column) > 1) {
                continue;
            }
            if (width < cell) {
                const QString what = QStringLiteral("cut cell: %1 in %2 (%3 of %4) of %5")
                                         .arg(index.data().toString(), title)
                                         .arg(width)
                                         .arg(cell)
                                         .arg(placeOf(&table));
                (isExactCell(index) ? complaints : texts).append(what);
            }
        }
    }
    if (header.length() < table.viewport()->width()) {
        complaints += texts;
    }
}

inline bool isTextCut(const QWidget *widget)
{
    if (qobject_cast<const QPushButton *>(widget) != nullptr ||
        qobject_cast<const QToolButton *>(widget) != nullptr ||
        qobject_cast<const QCheckBox *>(widget) != nullptr ||
        qobject_cast<const QRadioButton *>(widget) != nullptr) {
        const bool isFixed = widget->minimumSize() == widget->maximumSize();
        const QSize needed = widget->minimumSizeHint();
        return !isFixed && (widget->width() < needed.width() || widget->height() < needed.height());
    }
    const auto *label = qobject_cast<const QLabel *>(widget);
    if (label == nullptr || label->text().isEmpty()) {
        return false;
    }
    if (qobject_cast<const ElidedLabel *>(label) != nullptr) {
        const bool isCopied = label->objectName() == QLatin1String("secretText");
        return !isCopied && hasFigure(label->text()) &&
               static_cast<const ElidedLabel *>(label)->isCut();
    }
    if (label->wordWrap()) {
        return label->height() < label->heightForWidth(label->width());
    }
    return label->width() < label->sizeHint().width() ||
           label->height() < label->sizeHint().height();
}

/// A part of a scroll area may be out of view, but never to the side where no bar leads; and nobody
/// wants to scroll a whole page sideways.
inline bool isCutByParent(const QWidget *widget)
{
    const QWidget *parent = widget->parentWidget();
    const auto *scroll = qobject_cast<const QScrollArea *>(parent->parentWidget());
    if (scroll != nullptr && scroll->widget() == widget) {
        const bool hasBar = scroll->horizontalScrollBarPolicy() != Qt::ScrollBarAlwaysOff &&
                            qobject_cast<const PageScroll *>(scroll) == nullptr;
        return !hasBar && widget->width() > scroll->viewport()->width();
    }
    return !parent->rect().contains(widget->geometry());
}

inline void lookForMisfits(QWidget *widget, QStringList &complaints)
{
    std::vector<QWidget *> parts;
    for (QObject *child : widget->children()) {
        auto *part = qobject_cast<QWidget *>(child);
        if (part != nullptr && part->isVisible() && !part->isWindow() && !isOverlay(part)) {
            parts.push_back(part);
        }
    }
    for (auto part = parts.begin(); part != parts.end(); ++part) {
        if (isCutByParent(*part)) {
            complaints.append(QStringLiteral("cut off: ") + placeOf(*part));
        }
        if (isTextCut(*part)) {
            complaints.append(QStringLiteral("its text does not fit: ") + placeOf(*part));
        }
        for (auto other = std::next(part); other != parts.end(); ++other) {
            if ((*part)->geometry().intersects((*other)->geometry())) {
                complaints.append(
                    QStringLiteral("covered: %1\n    by %2").arg(placeOf(*part), placeOf(*other)));
            }
        }
        if (const auto *table = qobject_cast<TableView *>(*part)) {
            lookForCutCells(*table, complaints);
        }
        if (!isWhole(*part)) {
            lookForMisfits(*part, complaints);
        }
    }
}

[[nodiscard]] inline QStringList misfitsOf(QWidget *root)
{
    QStringList complaints;
    lookForMisfits(root, complaints);
    return complaints;
}

/// Until all layouts have settled: one may change the height that another needs.
inline void settleLayout()
{
    for (int i = 0; i < 5; ++i) {
        QCoreApplication::sendPostedEvents(nullptr, QEvent::LayoutRequest);
        QCoreApplication::processEvents();
    }
}

/// misfitsOf() once all has arrived and is laid out: some pages and dialogs load what they show.
[[nodiscard]] inline QStringList lastingMisfits(QWidget *root)
{
    QStringList complaints;
    static_cast<void>(waitUntil(
        [root, &complaints] {
            settleLayout();
            complaints = misfitsOf(root);
            return complaints.isEmpty();
        },
        std::chrono::seconds(5)));
    return complaints;
}

} // namespace relaybook::testing
