// SPDX-License-Identifier: GPL-3.0-or-later
// Base class of the window's pages: title, the menu commands that a page handles, and signals that
// request something from the window.

#pragma once

#include "models/accountvalues.h"
#include "models/attention/attention.h"
#include "models/export/exportrows.h"

#include <QWidget>

#include <optional>

namespace relaybook {

class AccountSession;
class Settings;
class Theme;
enum class TokenKind;

/// Everything that a page needs. A page uses nothing else, so it can be shown twice and tested
/// alone.
struct PageContext
{
    AccountSession &account;
    Theme &theme;
    Settings &settings;
};

/// What an export of the page's list would contain, as the page shows it now.
struct ExportView
{
    ExportWhat what = ExportWhat::Transactions;
    LedgerFilter filter;              ///< filter, for transactions
    QString text;                     ///< search text, for other lists
    QString words;                    ///< the filter in plain words; empty if nothing is filtered
    QStringList columns;              ///< names of storedColumns(), in the table's order
    std::optional<ExportTable> table; ///< rows that are in no table of the store: orders, breaks
    std::optional<ExportTable> filteredTable; ///< those of `table` that match the filter
    bool inFront = false;                     ///< its page is shown now
};

class Page : public QWidget
{
    Q_OBJECT

public:
    enum class Command {
        Refresh,
        Search,
        Copy,
        Edit,
        SelectAll,
        CopyCredentials,
        CopyCredentialsAs, ///< asks for the format first
        ToggleInspector,
    };

    using QWidget::QWidget;

    [[nodiscard]] virtual QString title() const = 0;
    /// Whether the command is possible now; the window enables its actions by this.
    [[nodiscard]] virtual bool can(Command command) const = 0;
    virtual void perform(Command command) = 0;
    /// The part of the account that the page shows; the window says how old it is.
    [[nodiscard]] virtual Area area() const { return Area::Account; }
    /// Empty if the page has no list.
    [[nodiscard]] virtual std::optional<ExportView> exportView() const { return std::nullopt; }

Q_SIGNALS:
    /// The results of can() may have changed.
    void commandsChanged();
    /// The page needs this token, or the service no longer accepts it; the window asks the user for
    /// it.
    void signInRequested(relaybook::TokenKind token);
    /// Requests a top-up of this traffic type; if empty, of the type that the dialog suggests.
    /// `proposed` lasts for AttentionLimits::proposedDays.
    void topUpRequested(const QString &trafficType,
                        std::optional<relaybook::TrafficAmount> proposed = std::nullopt);
    /// The same for an amount that is missing.
    void topUpForRequested(const QString &trafficType, relaybook::TrafficAmount amount);
    /// Requests the dialog of a top-up or of a new proxy, filled in like this order, which moved
    /// nothing.
    void orderAgainRequested(const QString &orderId);
    /// Requests the export dialog with this page's list selected.
    void exportRequested();
    /// Requests what the button of an entry of "Needs attention" does.
    void attentionActionRequested(const relaybook::AttentionEntry &entry);
    /// Requests the whole list.
    void attentionRequested();
    /// Requests another page by its object name, e.g. "transactionsPage".
    void pageRequested(const QString &objectName);
    /// Requests the transactions page with this filter.
    void ledgerRequested(const relaybook::LedgerFilter &filter);
};

} // namespace relaybook
