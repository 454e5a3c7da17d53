// SPDX-License-Identifier: GPL-3.0-or-later
// The pane beside a table: shows the selected row as a summary, or all its fields as the service
// sent them. The chosen view stays the same while the user moves from row to row. While several
// rows are selected, it shows their number and the commands that apply to all of them.
#pragma once

#include <QByteArray>
#include <QStackedWidget>

class QPushButton;

namespace relaybook {

class AllFieldsTree;
class Inspector;
class Label;
class Theme;

class DetailPane : public QStackedWidget
{
    Q_OBJECT

public:
    /// `nothingChosen` is shown while no row is selected.
    DetailPane(const Theme &theme, const QString &nothingChosen, QWidget *parent = nullptr);

    [[nodiscard]] Inspector &summary() { return *m_summary; }
    [[nodiscard]] AllFieldsTree &fields() { return *m_fields; }
    /// The widget that is shown while several rows are selected.
    [[nodiscard]] Inspector &several() { return *m_several; }

    void showNothing();
    /// `raw` is the row's JSON with its secrets masked.
    void showRow(const QString &title, const QString &subtitle, const QByteArray &raw);
    /// `title` says how many rows are selected; empty: not several.
    void showSeveral(const QString &title);
    void setAllFieldsShown(bool shown);

    /// Called for Enter in the table if there is nothing to edit.
    void focusContent();

private:
    QWidget *makeFieldsPage(const Theme &theme);
    void showView();

    Inspector *m_summary;
    AllFieldsTree *m_fields;
    Inspector *m_several;
    Label *m_fieldsTitle = nullptr;
    Label *m_fieldsSubtitle = nullptr;
    QPushButton *m_toFields;
    QPushButton *m_toSummary = nullptr;
    QByteArray m_raw;
    bool m_nothing = true;
    bool m_areFieldsChosen = false;
    bool m_areSeveral = false;
};

} // namespace relaybook
