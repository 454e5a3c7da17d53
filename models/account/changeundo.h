// SPDX-License-Identifier: GPL-3.0-or-later
// Restores the values that a saved change replaced, unless they were changed again since.

#pragma once

#include "api/http/call.h"
#include "api/types/proxy.h"
#include "api/types/result.h"
#include "api/types/subuser.h"

#include <QObject>

#include <functional>
#include <list>
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

/// An edited proxy: the changed fields with their values before and after.
struct SavedProxy
{
    ProxyId id;
    ProxyEdit before;
    ProxyEdit saved;
    bool isPart = false; ///< other changed fields cannot be restored
    friend bool operator==(const SavedProxy &, const SavedProxy &) = default;
};

/// The changes that `sent` made, without the fields that cannot be restored: an earlier value is
/// unknown or cannot be sent, such as no traffic limit, or no response contains it (the lifetime).
/// Nothing if none can.
[[nodiscard]] std::optional<SavedProxy> savedProxy(const Proxy &before, const ProxyEdit &sent,
                                                   const Proxy &now);

/// Undoes changes, also several at a time. Lives on the GUI thread. Reads the row from the
/// service first, if the service has that call, and sends the change with AccountActions.
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

    /// `handler` is called once, unless this object is destroyed first.
    void undo(const SavedNote &change, Handler handler);
    void undo(const SavedProxy &change, Handler handler);

private:
    /// The calls of one undo.
    struct Running
    {
        Call read;
        Call save;
        bool isAnswered = false;
    };
    using Place = std::list<Running>::iterator;

    [[nodiscard]] Place begin(Handler &handler);
    void send(const SavedNote &change, Place place, const Handler &handler);
    void send(const SavedProxy &change, Place place, const Handler &handler);
    template <class Row, class Change>
    void compareAndSend(const Result<Row> &now, const Change &change, Place place,
                        const Handler &handler);

    AccountActions &m_actions;
    const StoredRows &m_rows;
    std::list<Running> m_running;
};

} // namespace relaybook
