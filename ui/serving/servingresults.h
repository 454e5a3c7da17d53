// SPDX-License-Identifier: GPL-3.0-or-later
// The results of operations that were confirmed together, a row each, while they are carried out
// and afterwards.
#pragma once

#include "models/serving/subuserdesk.h"

#include <QTimer>
#include <QWidget>

namespace relaybook {

class Card;
class FindingLine;
class OperationModel;
class TableView;
class Theme;

class ServingResults : public QWidget
{
    Q_OBJECT

public:
    /// How the operations ended, as far as they have.
    struct Counts
    {
        qint64 all = 0;
        qint64 underWay = 0;
        qint64 waiting = 0; ///< of those under way, not sent yet
        qint64 completed = 0;
        qint64 otherwise = 0; ///< of those completed: not as requested, see madeOtherwise()
        qint64 refused = 0;
        qint64 unknown = 0;
        qint64 notDone = 0;
        qint64 notSent = 0;
    };

    ServingResults(const Theme &theme, const SubUserDesk &desk, QWidget *parent);

    void setOperations(const QStringList &ids);
    [[nodiscard]] const QStringList &operations() const { return m_ids; }
    [[nodiscard]] Counts counts() const;
    /// The requests for which nothing was moved.
    [[nodiscard]] std::vector<SubUserRequest> unmoved() const;

Q_SIGNALS:
    void changed();
    /// The user wants to see one of them.
    void operationWanted(const QString &id);

private:
    void update();

    const Theme &m_theme;
    const SubUserDesk &m_desk;
    QStringList m_ids;
    FindingLine *m_summary;
    Card *m_frame;
    TableView *m_table;
    OperationModel *m_model = nullptr;
    QTimer m_soon;
};

/// "38 completed, 2 refused": without those that are still under way.
[[nodiscard]] QString countsText(const ServingResults::Counts &counts);

} // namespace relaybook
