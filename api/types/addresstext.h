// SPDX-License-Identifier: GPL-3.0-or-later
// Corrects what people often type or paste as the address of the service.

#pragma once

#include <QString>

namespace relaybook {

/// The address without slashes and without the start of the calls' paths ("/v1", "/reseller") at
/// its end: the client adds these itself, and with them twice every call usually answers 404. Only
/// a proposal: a service may be at such a path. Contract section 1.
[[nodiscard]] QString withoutCallPath(QString address);

} // namespace relaybook
