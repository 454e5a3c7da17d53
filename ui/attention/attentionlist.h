// SPDX-License-Identifier: GPL-3.0-or-later
// A list of entries of "Needs attention": each with its button, and a menu to hide it.
#pragma once

#include "models/attention/attention.h"
#include "ui/attention/attentiontext.h"

#include <QWidget>

#include <vector>

class QVBoxLayout;

namespace relaybook {

class AccountSession;
class Theme;

class AttentionList : public QWidget
{
    Q_OBJECT

public:
    AttentionList(AccountSession &account, const Theme &theme, QWidget *parent);

    /// Builds the rows again if what they say has changed; the focus stays at its place.
    void setGroups(const std::vector<AttentionGroup> &groups);
    /// One button of the list, to give it the focus; null if it is empty.
    [[nodiscard]] QWidget *firstButton() const;

Q_SIGNALS:
    /// The user pressed the entry's button.
    void actionWanted(const relaybook::AttentionEntry &entry);
    /// The user wants to see all of this kind, where the list has no row for each.
    void allWanted(relaybook::AttentionKind kind);

private:
    struct Row
    {
        AttentionEntry entry;
        AttentionText words;
        qint64 more = 0; ///< of its kind, behind it
        friend bool operator==(const Row &, const Row &) = default;
    };
    void build();
    [[nodiscard]] QWidget *makeRow(const Row &row, std::size_t number);
    [[nodiscard]] QWidget *makeMore(const Row &row);
    [[nodiscard]] QWidget *makeLater(const Row &row, std::size_t number, QWidget *parent);

    AccountSession &m_account;
    const Theme &m_theme;
    QVBoxLayout *m_column;
    std::vector<Row> m_rows;
};

} // namespace relaybook
