// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/focusorder.h"

#include <QLayout>
#include <QRadioButton>
#include <QSet>
#include <QSplitter>
#include <QWidget>

namespace relaybook {

namespace {

// Whether Tab stops at the widget. It does not if a focus proxy gets the focus instead. Of a group
// of radio buttons, Qt only stops at the checked one, which may change later.
bool takesTab(const QWidget &widget)
{
    const bool isReached = (widget.focusPolicy() & Qt::TabFocus) != 0 ||
                           qobject_cast<const QRadioButton *>(&widget) != nullptr;
    return isReached && widget.focusProxy() == nullptr;
}

class FocusWalk
{
public:
    void visit(QWidget *widget)
    {
        if (m_seen.contains(widget) || widget->isWindow()) {
            return;
        }
        m_seen.insert(widget);
        if (takesTab(*widget)) {
            m_found.append(widget);
        }
        visitInside(*widget);
    }

    void visitInside(const QWidget &widget)
    {
        if (const QLayout *layout = widget.layout()) {
            visit(*layout);
        }
        if (const auto *splitter = qobject_cast<const QSplitter *>(&widget)) {
            for (int i = 0; i < splitter->count();
                 ++i) { // its children may also be in another order
                visit(splitter->widget(i));
            }
        }
        const auto children = widget.findChildren<QWidget *>(Qt::FindDirectChildrenOnly);
        for (QWidget *child : children) {
            visit(child);
        }
    }

    [[nodiscard]] const QList<QWidget *> &found() const { return m_found; }

private:
    void visit(const QLayout &layout)
    {
        for (int i = 0; i < layout.count(); ++i) {
            QLayoutItem *item = layout.itemAt(i);
            if (item->widget() != nullptr) {
                visit(item->widget());
            } else if (item->layout() != nullptr) {
                visit(*item->layout());
            }
        }
    }

    QSet<const QWidget *> m_seen;
    QList<QWidget *> m_found;
};

// Whether Tab already moves from each widget to the next.
bool isTabOrder(const QList<QWidget *> &controls)
{
    if (controls.isEmpty()) {
        return true;
    }
    qsizetype next = 1;
    const QWidget *widget = controls.first();
    while (next < controls.size()) {
        widget = widget->nextInFocusChain();
        if (widget == controls.at(next)) {
            ++next;
        } else if (takesTab(*widget)) {
            return false;
        }
    }
    return true;
}

} // namespace

void orderFocusAsSeen(QWidget &root)
{
    FocusWalk walk;
    walk.visitInside(root);
    const QList<QWidget *> &found = walk.found();
    // Setting the order is much slower than comparing it, and a page asks for it with every new
    // text.
    if (isTabOrder(found)) {
        return;
    }
    for (qsizetype i = 1; i < found.size(); ++i) {
        QWidget::setTabOrder(found.at(i - 1), found.at(i));
    }
}

} // namespace relaybook
