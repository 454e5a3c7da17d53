// SPDX-License-Identifier: GPL-3.0-or-later
// List model of the pasted lines of ids, with the result or the problem of each.
#pragma once

#include "models/subusers/pastedids.h"

#include <QAbstractListModel>

namespace relaybook {

class Theme;

class PastedLineModel : public QAbstractListModel
{
    Q_OBJECT

public:
    explicit PastedLineModel(const Theme &theme, QObject *parent = nullptr);

    void setLines(std::vector<PastedLine> lines);
    [[nodiscard]] int rowCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex &index, int role) const override;

private:
    const Theme &m_theme;
    std::vector<PastedLine> m_lines;
};

/// A sentence about the line: "Line 3 will be added".
[[nodiscard]] QString verdictText(PastedLine::Verdict verdict);

} // namespace relaybook
