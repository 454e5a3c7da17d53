// SPDX-License-Identifier: GPL-3.0-or-later
// "All fields": every member the service sent for a row, also undocumented ones, as a tree with its
// text as it stood on the wire. Secrets come masked.
#pragma once

#include "api/types/jsonfield.h"
#include "ui/theme/role.h"

#include <QTreeWidget>

namespace relaybook {

class Theme;

// "metadata.tiers[0].rate" → "metadata", "tiers", "[0]", "rate".
[[nodiscard]] QStringList fieldSteps(const QString &path);

class AllFieldsTree : public QTreeWidget
{
    Q_OBJECT

public:
    explicit AllFieldsTree(const Theme &theme, QWidget *parent = nullptr);

    // Keeps what is folded, chosen and scrolled to where the same fields are there again.
    void setFields(const JsonFields &fields);

    // What the tree stands on.
    void setGround(Ground ground);

    [[nodiscard]] bool canCopy() const { return !selectedItems().isEmpty(); }
    // The value of one chosen field; of several "path: value", one a line.
    void copySelected();

protected:
    bool event(QEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void contextMenuEvent(QContextMenuEvent *event) override;

private:
    [[nodiscard]] QTreeWidgetItem *branch(const QStringList &steps);
    [[nodiscard]] QString pathOf(const QTreeWidgetItem &item) const;
    void copyAll();

    void follow();

    const Theme &m_theme;
    Ground m_ground = Ground::Surface;
    JsonFields m_fields;
};

} // namespace relaybook
