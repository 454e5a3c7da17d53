// SPDX-License-Identifier: GPL-3.0-or-later
// Item model of numbered rows with a text each, such as a preview of what will be sent.
#pragma once

#include <QAbstractListModel>

#include <functional>

namespace relaybook {

/// The text is asked for rows in view only.
class TextRowsModel : public QAbstractListModel
{
    Q_OBJECT

public:
    using TextOfRow = std::function<QString(int row)>;
    TextRowsModel(TextOfRow text, QObject *parent);

    /// Replaces all rows by this many.
    void setCount(qint64 count);

    [[nodiscard]] int rowCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex &index, int role) const override;

private:
    TextOfRow m_text;
    int m_count = 0;
};

} // namespace relaybook
