// SPDX-License-Identifier: GPL-3.0-or-later
// The "All fields" view: every field that the service sent for a row, including undocumented ones,
// as a tree with the text exactly as it was sent. Secrets are masked.
#pragma once

#include "api/types/jsonfield.h"
#include "ui/theme/role.h"

#include <QTreeWidget>

namespace relaybook {

class Theme;

/// "metadata.tiers[0].rate" → "metadata", "tiers", "[0]", "rate".
[[nodiscard]] QStringList fieldSteps(const QString &path);

class AllFieldsTree : public QTreeWidget
{
    Q_OBJECT

public:
    explicit AllFieldsTree(const Theme &theme, QWidget *parent = nullptr);

    /// Keeps the folded branches, the selection and the scroll position as far as the same fields
    /// exist again.
    void setFields(const JsonFields &fields);

    /// The background of the tree.
    void setGround(Ground ground);

    [[nodiscard]] bool canCopy() const { return !selectedItems().isEmpty(); }
    /// Copies the value of one selected field; of several, "path: value", one per line.
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
