// SPDX-License-Identifier: GPL-3.0-or-later
// Chooses the service of a new sub-user from those that the reseller has traffic of.
#pragma once

#include "api/types/account.h"
#include "ui/widgets/placebox.h"

#include <QStringList>

#include <vector>

namespace relaybook {

class ServiceBox : public CalmComboBox
{
    Q_OBJECT

public:
    explicit ServiceBox(QWidget *parent = nullptr);

    /// Keeps the choice. Without pools, the service chooses.
    void setPools(const std::vector<TrafficPool> &pools);
    /// Chooses this service now, or as soon as it is among the pools.
    void choose(const QString &service);
    [[nodiscard]] QString service() const { return currentData().toString(); }
    [[nodiscard]] QStringList services() const;

private:
    QString m_awaited; ///< see choose()
};

} // namespace relaybook
