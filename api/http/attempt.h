// SPDX-License-Identifier: GPL-3.0-or-later
// One attempt of a call: a request is sent, and its response is collected. Flight sends it over the
// network; a test may answer it itself.

#pragma once

#include "api/http/classify.h"

#include <QObject>

#include <functional>

namespace relaybook {

struct FlightSettings;

/// Ends with finished(), at once or later, or with abandon().
class Attempt : public QObject
{
    Q_OBJECT
public:
    using QObject::QObject;

    virtual void start() = 0;
    /// Aborts the attempt without emitting finished(). The service may have received the request.
    virtual void abandon() = 0;

Q_SIGNALS:
    void finished(const relaybook::AttemptFacts &facts);
};

/// Makes an attempt that was not started. The parent deletes it.
using AttemptMaker = std::function<Attempt *(const Request &request, const Secret &bearer,
                                             const FlightSettings &settings, QObject *parent)>;

} // namespace relaybook
