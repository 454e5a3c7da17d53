// SPDX-License-Identifier: GPL-3.0-or-later
// What the dialog and the banner of work on many rows say about it; each kind of work has its own
// texts.
#pragma once

#include <QString>

namespace relaybook {

class StoredRunTexts
{
public:
    StoredRunTexts() = default;
    StoredRunTexts(const StoredRunTexts &) = delete;
    StoredRunTexts &operator=(const StoredRunTexts &) = delete;
    virtual ~StoredRunTexts() = default;

    /// "45 of 200 proxies changed · 3 not changed".
    [[nodiscard]] virtual QString progress() const = 0;
    /// "120 of 200 changes of proxies were not sent."
    [[nodiscard]] virtual QString notSent() const = 0;
    /// "3 proxies were not changed. It is not known whether 1 proxies were changed." Empty if all
    /// were.
    [[nodiscard]] virtual QString notDone() const = 0;
    /// What to do about notDone().
    [[nodiscard]] virtual QString aboutNotDone() const = 0;
    /// That rows were changed elsewhere, and the user has to decide.
    [[nodiscard]] virtual QString changedElsewhere() const { return {}; }
    /// "crawler-1: Changed".
    [[nodiscard]] virtual QString row(qint64 index) const = 0;
};

} // namespace relaybook
