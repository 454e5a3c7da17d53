// SPDX-License-Identifier: GPL-3.0-or-later
// The pane beside a table: shows the selected row as a summary, or all its fields as the service
// sent them. The chosen view stays the same while the user moves from row to row.
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

    void showNothing();
    /// `raw` is the row's JSON with its secrets masked.
    void showRow(const QString &title, const QString &subtitle, const QByteArray &raw);
    void setAllFieldsShown(bool shown);
    [[nodiscard]] bool allFieldsShown() const { return currentIndex() == 1; }

    /// Called for Enter in the table if there is nothing to edit.
    void focusContent();

private:
    QWidget *makeFieldsPage(const Theme &theme);
    void updateFields();

    Inspector *m_summary;
    AllFieldsTree *m_fields;
    Label *m_fieldsTitle = nullptr;
    Label *m_fieldsSubtitle = nullptr;
    QPushButton *m_toFields;
    QPushButton *m_toSummary = nullptr;
    QByteArray m_raw;
    bool m_nothing = true;
};

} // namespace relaybook
