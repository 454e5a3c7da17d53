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

/// Undoes changes; several may be under way. Lives on the GUI thread. Reads the row from the
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

    /// Each is answered once, unless this is destroyed first.
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
