// SPDX-License-Identifier: GPL-3.0-or-later
// Fills in the dialog of orders again that moved nothing: refused, not sent or not done. It sends
// nothing: the user confirms in the dialog.
#pragma once

#include "models/accounts/anyorder.h"
#include "ui/base/page.h"

#include <QObject>
#include <QStringList>

#include <vector>

namespace relaybook {

class SecretClipboard;
class ServingDialogs;
class UndoBar;

class PrepareAgain : public QObject
{
    Q_OBJECT

public:
    /// `said` shows what could not be filled in. All arguments outlive this object.
    PrepareAgain(const PageContext &context, Page &page, UndoBar &said, SecretClipboard &secrets);

    /// Whether there is an order among these that moved nothing, or it is one whose gift of what
    /// was taken back beyond the amount can be prepared.
    [[nodiscard]] bool isOffered(const QStringList &orderIds) const;
    [[nodiscard]] QString buttonText(const QStringList &orderIds) const;
    /// Why these cannot be prepared again, together; empty if they can.
    [[nodiscard]] QString whyNot(const QStringList &orderIds) const;
    void open(const QStringList &orderIds);

private:
    [[nodiscard]] QString whyNotServed(const std::vector<SubUserRequest> &requests) const;
    [[nodiscard]] std::optional<SubUserRequest> giveBackOf(const QStringList &orderIds) const;
    [[nodiscard]] std::vector<SubUserRequest> requestsOf(const QStringList &orderIds) const;
    [[nodiscard]] bool isGone(const SubUserRequest &request) const;
    void openServed(std::vector<SubUserRequest> requests);

    PageContext m_context;
    Page &m_page;
    UndoBar &m_said;
    ServingDialogs *m_dialogs;
};

} // namespace relaybook
