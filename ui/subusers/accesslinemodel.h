// SPDX-License-Identifier: GPL-3.0-or-later
// List model of pasted access rules: each line with its result, as one sentence.
#pragma once

#include "models/subusers/accesslines.h"

#include <QAbstractListModel>

namespace relaybook {

class Theme;

/// "will be added", "already in the list" …, for a line of this kind of list.
[[nodiscard]] QString accessVerdictText(const AccessLine &line);

class AccessLineModel : public QAbstractListModel
{
    Q_OBJECT

public:
    explicit AccessLineModel(const Theme &theme, QObject *parent = nullptr);

    void setLines(std::vector<AccessLine> lines);
    [[nodiscard]] const std::vector<AccessLine> &lines() const { return m_lines; }

    [[nodiscard]] int rowCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex &index, int role) const override;

private:
    const Theme &m_theme;
    std::vector<AccessLine> m_lines;
};

/// List model of the rules that a list has: the rule, with its comment in the tool tip and beside
/// it.
class AccessRuleModel : public QAbstractListModel
{
    Q_OBJECT

public:
    using QAbstractListModel::QAbstractListModel;

    void setRules(std::vector<AccessRule> rules);
    [[nodiscard]] const std::vector<AccessRule> &rules() const { return m_rules; }

    [[nodiscard]] int rowCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex &index, int role) const override;

private:
    std::vector<AccessRule> m_rules;
};

} // namespace relaybook
