// SPDX-License-Identifier: GPL-3.0-or-later
// Restores the values that a saved change replaced, unless they were changed again since.

#pragma once

#include "api/http/call.h"
#include "api/types/proxy.h"
#include "api/types/result.h"
#include "api/types/subuser.h"

#include <QObject>

#include <functional>
#include <optional>

namespace relaybook {

class AccountActions;
class StoredRows;

/// A note that was saved.
struct SavedNote
{
    SubUserId id;
    QString before;
    QString saved;
    friend bool operator==(const SavedNote &, const SavedNote &) = default;
};

/// A proxy that was edited: the same fields with their values before, and as they were saved.
struct SavedProxy
{
    ProxyId id;
    ProxyEdit before;
    ProxyEdit saved;
    friend bool operator==(const SavedProxy &, const SavedProxy &) = default;
};

/// What `sent` changed from `before` to `now`. Nothing if that cannot be undone: a value before it
/// is not known or cannot be sent, or no answer contains it (the lifetime).
[[nodiscard]] std::optional<SavedProxy> savedProxy(const Proxy &before, const ProxyEdit &sent,
                                                   const Proxy &now);

/// Undoes one change at a time. Lives on the GUI thread. Reads the row from the service first, if
/// the service has that call, and sends the change with AccountActions.
class ChangeUndo : public QObject
{
    Q_OBJECT

public:
    enum class Outcome {
        Undone,
        ChangedSince, ///< nothing was sent: the values are not those that were saved
        NotApplied,   ///< the service did not apply all of it
    };
    using Handler = std::function<void(const Result<Outcome> &)>;

    ChangeUndo(AccountActions &actions, const StoredRows &rows, QObject *parent = nullptr);

    /// Whether the stored values are still those that were saved.
    [[nodiscard]] bool isCurrent(const SavedNote &change) const;
    [[nodiscard]] bool isCurrent(const SavedProxy &change) const;

    /// A call that is still running is dropped; one that was sent cannot be taken back.
    void undo(const SavedNote &change, Handler handler);
    void undo(const SavedProxy &change, Handler handler);

private:
    void send(const SavedNote &change, const Handler &handler);
    void send(const SavedProxy &change, const Handler &handler);
    template <class Row, class Change>
    void compareAndSend(const Result<Row> &now, const Change &change, const Handler &handler);

    AccountActions &m_actions;
    const StoredRows &m_rows;
    Call m_read;
    Call m_save;
};

} // namespace relaybook
