// SPDX-License-Identifier: GPL-3.0-or-later
// The search field of a list page with the chips that write into it, and the search query that is
// stored between runs.
#pragma once

#include "models/accountvalues.h"
#include "ui/base/page.h"

#include <QObject>
#include <QTimer>

#include <vector>

namespace relaybook {

class KeyedTableModel;
class ListFilterBar;
class SearchField;
class SearchProblems;
struct ListFilterChip;

class ListFilters : public QObject
{
    Q_OBJECT

public:
    /// `name` is that of the page in the settings. All arguments must outlive this object.
    ListFilters(const PageContext &context, QString name, SearchField &search,
                const KeyedTableModel &model, QObject *parent);

    /// Makes the chips of the rows of `area`.
    [[nodiscard]] ListFilterBar *makeChips(std::vector<ListFilterChip> chips, Area area,
                                           QWidget *parent);
    /// Makes the place that says what is wrong with the search query. Call it after makeChips().
    [[nodiscard]] SearchProblems *makeProblems(QWidget *parent);
    /// Shows in the chips what the search field says.
    void show();
    /// Writes the stored search query into the search field.
    void restore();
    /// Stores the search query soon.
    void saveLater() { m_saving.start(); }
    /// Stores it now, if saveLater() still has to.
    void saveNow();

private:
    void save();
    void countChoices(Area area);

    const PageContext &m_context;
    const QString m_name;
    SearchField &m_search;
    const KeyedTableModel &m_model;
    ListFilterBar *m_chips = nullptr; ///< null: a page without chips, or with its own
    SearchProblems *m_problems = nullptr;
    QTimer m_saving;
};

} // namespace relaybook
