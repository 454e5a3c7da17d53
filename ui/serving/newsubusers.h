// SPDX-License-Identifier: GPL-3.0-or-later
// Reads the lines of a pasted table or a CSV file as sub-users to create, with a verdict for each.
// Pure functions.
#pragma once

#include "models/serving/subuserdesk.h"

#include <QSet>
#include <QString>

#include <optional>
#include <vector>

namespace relaybook {

/// So many can be created at once.
inline constexpr int mostNewSubUsers = 5000;

struct NewSubUserLine
{
    int number = 0; ///< of the line
    SubUserRequest request;
    QString problem; ///< why it cannot be created, as a sentence; empty if it can be
    friend bool operator==(const NewSubUserLine &, const NewSubUserLine &) = default;
};

/// What lines have that do not say it themselves.
struct NewSubUserDefaults
{
    std::optional<TrafficAmount> amount;
    QString serviceType;
    QStringList serviceTypes;      ///< those that the reseller has traffic of
    QSet<QString> takenNames = {}; ///< nameKey() of each sub-user that there is
};

struct NewSubUserTable
{
    std::vector<NewSubUserLine> lines;
    QString problem;    ///< about the whole text; empty if there is none
    QString titles;     ///< the first line, if it names the columns
    bool isCut = false; ///< there are more than mostNewSubUsers lines; the rest was not read
    [[nodiscard]] std::vector<SubUserRequest> fineRequests() const;
    [[nodiscard]] bool isFine() const;
};

/// The columns are user name, traffic in gigabytes, service and note, in this order, unless the
/// first line names them.
[[nodiscard]] NewSubUserTable readNewSubUsers(const QString &text,
                                              const NewSubUserDefaults &defaults);

/// The text that readNewSubUsers() reads as these.
[[nodiscard]] QString newSubUsersText(const std::vector<SubUserRequest> &requests);

} // namespace relaybook
