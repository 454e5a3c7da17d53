// SPDX-License-Identifier: GPL-3.0-or-later
// The proxy dialog without its widgets: what was typed, what of it is a change, and which input a
// field name of the service belongs to (contract section 2).
#pragma once

#include "api/types/proxy.h"

#include <QLocale>
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

// As it stands in the inputs; places and choices as the values that are sent.
using ProxyForm = std::map<ProxyField, QString>;

struct ProxyReading
{
    ProxyEdit edit;                         // what differs from before, and nothing else
    std::vector<ProxyField> changed;        // in the order of the form
    std::map<ProxyField, QString> problems; // why an input can't be sent as it is
    friend bool operator==(const ProxyReading &, const ProxyReading &) = default;
};

[[nodiscard]] const std::vector<ProxyField> &proxyFields();
[[nodiscard]] ProxyForm formOf(const Proxy &proxy);
[[nodiscard]] ProxyReading readForm(const Proxy &before, const ProxyForm &form,
                                    const QLocale &locale);

// What the service calls it: "rotate_interval".
[[nodiscard]] QString wireName(ProxyField field);
// The other way round; also for the spellings of the answer ("traffic_limit_gb").
[[nodiscard]] std::optional<ProxyField> fieldOfWireName(const QString &name);

// "Keep address" for "keep"; an unknown value is shown as it is.
[[nodiscard]] QString behaviorLabel(const QString &behavior);
[[nodiscard]] QString rotationLabel(const QString &rotateType);

} // namespace relaybook
