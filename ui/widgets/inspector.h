// SPDX-License-Identifier: GPL-3.0-or-later
// The pane beside a table: shows all details of the selected row, with room for credentials, boxed
// sections and buttons. The part between its title and its footer scrolls.
#pragma once

#include "ui/widgets/card.h"
#include "ui/widgets/rowlist.h"

class QHBoxLayout;
class QScrollArea;
class QVBoxLayout;

namespace relaybook {

class ElidedLabel;
class Label;

/// A box in the inspector: bold title, an optional widget at the end of the title, rows and further
/// widgets.
class InspectorSection : public Card
{
    Q_OBJECT
public:
    InspectorSection(const Theme &theme, const QString &title, QWidget *parent = nullptr);

    void setTitle(const QString &title);
    [[nodiscard]] RowList *rows() const { return m_rows; }
    void addWidget(QWidget *widget);
    /// Adds a widget beside the title ("Edit").
    void addTitleWidget(QWidget *widget);

private:
    ElidedLabel *m_title;
    QHBoxLayout *m_head;
    QVBoxLayout *m_column;
    RowList *m_rows;
};

class Inspector : public Card
{
    Q_OBJECT
public:
    /// The object names of its parts begin with `name`.
    explicit Inspector(const Theme &theme, QWidget *parent = nullptr,
                       const QString &name = QStringLiteral("inspector"));

    void setTitle(const QString &title);
    void setSubtitle(const QString &subtitle);

    /// Adds a widget below the ones before; the inspector takes ownership of it.
    void addWidget(QWidget *widget);
    RowList *addRows();
    InspectorSection *addSection(const QString &title);
    /// Adds a widget to the footer, at its end if `atEnd` is set.
    void addFooterWidget(QWidget *widget, bool atEnd = false);

    /// Covers everything while no row is selected; the inspector takes ownership of it.
    void setPlaceholder(QWidget *placeholder);
    void setPlaceholderVisible(bool visible);

protected:
    void resizeEvent(QResizeEvent *event) override;

private:
    Label *m_title;
    Label *m_subtitle;
    QScrollArea *m_scroll;
    QVBoxLayout *m_column;
    QWidget *m_footer;
    QHBoxLayout *m_footerStart;
    QHBoxLayout *m_footerEnd;
    QWidget *m_placeholder = nullptr;
};

} // namespace relaybook
