// SPDX-License-Identifier: GPL-3.0-or-later
// The logic of the proxy dialog without its widgets: parses the input, finds the changes, and
// maps the service's field names to the input fields (contract section 2).
#pragma once

#include "api/types/proxy.h"

#include <QString>

#include <map>
#include <optional>
#include <vector>

namespace relaybook {

enum class ProxyField {
    Name,
    Country,
    Region,
    City,
    Behavior,
    RotateType,
    RotateInterval,
    TrafficLimit,
    Lifetime,
};

/// The texts of the inputs; for places and choices, the values that are sent.
using ProxyForm = std::map<ProxyField, QString>;

struct ProxyReading
{
    ProxyEdit edit;                         ///< only what differs from before
    std::vector<ProxyField> changed;        ///< in the order of the form
    std::map<ProxyField, QString> problems; ///< why an input can't be sent as it is
    friend bool operator==(const ProxyReading &, const ProxyReading &) = default;
};

[[nodiscard]] const std::vector<ProxyField> &proxyFields();
[[nodiscard]] ProxyForm formOf(const Proxy &proxy);
[[nodiscard]] ProxyReading readForm(const Proxy &before, const ProxyForm &form);

/// The service's name of the field: "rotate_interval".
[[nodiscard]] QString wireName(ProxyField field);
/// The field with this name of the service; also accepts the spellings used in answers
/// ("traffic_limit_gb").
[[nodiscard]] std::optional<ProxyField> fieldOfWireName(const QString &name);

/// "At an interval" for "interval"; an unknown value is returned unchanged.
[[nodiscard]] QString rotationLabel(const QString &rotateType);

} // namespace relaybook
