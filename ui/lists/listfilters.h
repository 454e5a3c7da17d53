// SPDX-License-Identifier: GPL-3.0-or-later
// The search field of a list page, its filter chips, and the search query that is stored between
// runs.
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

    /// Creates the chips that filter the rows of `area`.
    [[nodiscard]] ListFilterBar *makeChips(std::vector<ListFilterChip> chips, Area area,
                                           QWidget *parent);
    /// Creates the label for problems of the search query. Call it after makeChips().
    [[nodiscard]] SearchProblems *makeProblems(QWidget *parent);
    /// Updates the chips to match the search query.
    void show();
    /// Writes the stored search query into the search field.
    void restore();
    /// Stores the search query soon.
    void saveLater() { m_saving.start(); }
    /// Stores the search query now if saveLater() has not stored it yet.
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
