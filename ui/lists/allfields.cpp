// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/lists/allfields.h"

#include "api/types/cuttext.h"
#include "models/text/privacymode.h"
#include "models/text/showntext.h"
#include "ui/theme/theme.h"
#include "ui/widgets/menukey.h"
#include "ui/widgets/plaintext.h"

#include <QClipboard>
#include <QContextMenuEvent>
#include <QGuiApplication>
#include <QHeaderView>
#include <QKeyEvent>
#include <QMenu>
#include <QSet>
#include <QStyledItemDelegate>
#include <QTreeWidgetItemIterator>

#include <algorithm>

namespace relaybook {

namespace {

constexpr int pathRole = Qt::UserRole;
constexpr int valueRole = Qt::UserRole + 1;

// Values are aligned with their header.
class ValueDelegate final : public QStyledItemDelegate
{
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    void paint(QPainter *painter, const QStyleOptionViewItem &option,
               const QModelIndex &index) const override
    {
        constexpr int indent = 7;
        QStyleOptionViewItem moved = option;
        const bool mirrored = option.direction == Qt::RightToLeft;
        moved.rect.adjust(mirrored ? 0 : indent, 0, mirrored ? -indent : 0, 0);
        QStyledItemDelegate::paint(painter, moved, index);
    }
};

// The row shows one line; the whole text is in the tool tip and is copied.
QString oneLine(const QString &text)
{
    constexpr qsizetype longest = 2000;
    QString line = shownText(text.left(longest));
    line.replace(QLatin1Char('\n'), QStringLiteral(" ⏎ "));
    return line;
}

/// In privacy mode, ids, dates and states stay readable; what a field of another name holds is not
/// known.
QString shownValue(const JsonField &field, const QString &text)
{
    static const QStringList open{QStringLiteral("id"),           QStringLiteral("type"),
                                  QStringLiteral("status"),       QStringLiteral("state"),
                                  QStringLiteral("service_type"), QStringLiteral("country"),
                                  QStringLiteral("active"),       QStringLiteral("currency")};
    const QString name = field.path.section(u'.', -1);
    const bool isOpen =
        field.isNull || open.contains(name) || name.endsWith(u"_id") || name.endsWith(u"_at");
    return isOpen ? text : privateText(text);
}

} // namespace

QStringList fieldSteps(const QString &path)
{
    QStringList steps;
    QString step;
    for (const QChar c : path) {
        if (c == u'.' || c == u'[') {
            if (!step.isEmpty()) {
                steps.append(step);
            }
            step.clear();
        }
        if (c != u'.') {
            step += c;
        }
    }
    if (!step.isEmpty()) {
        steps.append(step);
    }
    return steps;
}

AllFieldsTree::AllFieldsTree(const Theme &theme, QWidget *parent)
    : QTreeWidget(parent)
    , m_theme(theme)
{
    setObjectName(QStringLiteral("allFieldsTree"));
    setAccessibleName(tr("All fields the service sent"));
    setHeaderLabels({tr("Field"), tr("Value")});
    setColumnCount(2);
    setFrameShape(QFrame::NoFrame);
    setUniformRowHeights(true);
    setSelectionMode(ExtendedSelection);
    setTextElideMode(Qt::ElideRight);
    setIndentation(14);
    setItemDelegateForColumn(1, new ValueDelegate(this));
    header()->setSectionsMovable(false);
    header()->setStretchLastSection(true);
    header()->resizeSection(0, 128);
    header()->setDefaultAlignment(Qt::AlignLeading | Qt::AlignVCenter);
    connect(&theme, &Theme::changed, this, &AllFieldsTree::follow);
    follow();
}

// Gives the tree the look of the table beside it, because it is not an input field.
void AllFieldsTree::follow()
{
    QPalette own = m_theme.palette(m_ground);
    own.setColor(QPalette::Base,
                 m_theme.colour(m_ground == Ground::Surface ? Role::Surface : Role::Window));
    setPalette(own);
    header()->setFont(m_theme.font(TextStyle::CaptionBold));
}

void AllFieldsTree::setGround(Ground ground)
{
    m_ground = ground;
    follow();
}

void AllFieldsTree::setFields(const JsonFields &fields)
{
    if (fields == m_fields) {
        return;
    }
    QSet<QString> folded;
    for (QTreeWidgetItemIterator it(this, QTreeWidgetItemIterator::HasChildren); *it; ++it) {
        if (!(*it)->isExpanded()) {
            folded.insert((*it)->data(0, pathRole).toString());
        }
    }
    const QString current = currentItem() ? currentItem()->data(0, pathRole).toString() : QString();
    m_fields = fields;
    clear();
    for (const JsonField &field : fields) {
        QTreeWidgetItem *item = branch(fieldSteps(field.path));
        const QString text = field.isNull ? tr("null") : field.text;
        const QString shown = shownValue(field, text);
        item->setText(1, oneLine(shown));
        setPlainToolTip(item, 1, shownText(cutText(shown, longestLine)));
        item->setData(1, valueRole, text);
        item->setData(
            0, Qt::AccessibleTextRole,
            tr("%1: %2", "field: value").arg(isolated(field.path), isolated(oneLine(shown))));
    }
    if (fields.size() >= mostFlatFields) {
        new QTreeWidgetItem(this, {QString(u'…'), tr("The other fields are not shown.")});
    }
    for (QTreeWidgetItemIterator it(this); *it; ++it) {
        const QString path = (*it)->data(0, pathRole).toString();
        (*it)->setExpanded(!folded.contains(path));
        if (path == current) {
            setCurrentItem(*it);
        }
    }
}

QTreeWidgetItem *AllFieldsTree::branch(const QStringList &steps)
{
    QTreeWidgetItem *at = invisibleRootItem();
    QString path;
    QString shownPath;
    for (const QString &step : steps) {
        const bool index = step.startsWith(QLatin1Char('['));
        const QString point = path.isEmpty() || index ? QString() : QString(QLatin1Char('.'));
        path += point % step;
        shownPath += point % isolated(step);
        QTreeWidgetItem *next = nullptr;
        for (int i = at->childCount() - 1; i >= 0 && next == nullptr; --i) {
            next = pathOf(*at->child(i)) == path ? at->child(i) : nullptr;
        }
        if (next == nullptr) {
            next = new QTreeWidgetItem(at, {shownText(step)});
            next->setData(0, pathRole, path);
            setPlainToolTip(next, 0, shownPath);
        }
        at = next;
    }
    return at;
}

QString AllFieldsTree::pathOf(const QTreeWidgetItem &item) const
{
    return item.data(0, pathRole).toString();
}

void AllFieldsTree::copySelected()
{
    const QList<QTreeWidgetItem *> items = selectedItems();
    if (items.size() == 1 && items.front()->childCount() == 0) {
        QGuiApplication::clipboard()->setText(items.front()->data(1, valueRole).toString());
        return;
    }
    QStringList lines;
    for (const JsonField &field : m_fields) {
        // A selected branch includes everything below it.
        const bool chosen = std::any_of(items.begin(), items.end(), [&](const auto *item) {
            const QString path = pathOf(*item);
            const bool below = field.path.startsWith(path) && field.path.size() > path.size() &&
                               (field.path[path.size()] == u'.' || field.path[path.size()] == u'[');
            return field.path == path || below;
        });
        if (chosen) {
            lines.append(tr("%1: %2", "field: value")
                             .arg(field.path, field.isNull ? tr("null") : field.text));
        }
    }
    QGuiApplication::clipboard()->setText(lines.join(QLatin1Char('\n')));
}

void AllFieldsTree::copyAll()
{
    selectAll();
    copySelected();
}

// The window's Copy command has the same shortcut; here it copies the selected fields.
bool AllFieldsTree::event(QEvent *event)
{
    if (event->type() == QEvent::ShortcutOverride && canCopy() &&
        static_cast<QKeyEvent *>(event)->matches(QKeySequence::Copy)) {
        event->accept();
        return true;
    }
    return QTreeWidget::event(event);
}

void AllFieldsTree::keyPressEvent(QKeyEvent *event)
{
    if (event->matches(QKeySequence::Copy) && canCopy()) {
        copySelected();
        return;
    }
    if (openMenuByKey(*this, *event)) {
        return;
    }
    QTreeWidget::keyPressEvent(event);
}

void AllFieldsTree::contextMenuEvent(QContextMenuEvent *event)
{
    auto *menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    QAction *copy = menu->addAction(tr("Copy value"), this, &AllFieldsTree::copySelected);
    copy->setEnabled(canCopy());
    menu->addAction(tr("Copy all fields"), this, &AllFieldsTree::copyAll);
    menu->popup(event->globalPos());
}

} // namespace relaybook
