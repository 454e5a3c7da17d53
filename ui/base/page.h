// SPDX-License-Identifier: GPL-3.0-or-later
// What the window knows of every page: its title, and the commands of the menu that it answers to.

#pragma once

#include "models/export/exportrows.h"

#include <QWidget>

#include <optional>

namespace relaybook {

class AccountSession;
class Settings;
class Theme;
enum class TokenKind;

/// What a page is given: nothing is reached for, so a page can be shown twice and tested alone.
struct PageContext
{
    AccountSession &account;
    Theme &theme;
    Settings &settings;
};

/// What an export of the page's list would be, as the page shows it now.
struct ExportView
{
    ExportWhat what = ExportWhat::Transactions;
    LedgerFilter filter;              ///< of transactions
    QString text;                     ///< of the search; of other lists
    QString words;                    ///< the filter for people; empty: nothing is filtered
    QStringList columns;              ///< names of storedColumns(), in the table's order
    std::optional<ExportTable> table; ///< rows that no table of the store has: orders, breaks
};

class Page : public QWidget
{
    Q_OBJECT

public:
    enum class Command { Refresh, Search, Copy, Edit, SelectAll, CopyCredentials, ToggleInspector };

    using QWidget::QWidget;

    [[nodiscard]] virtual QString title() const = 0;
    /// Whether the command can be carried out now; the window enables its actions by this.
    [[nodiscard]] virtual bool can(Command command) const = 0;
    virtual void perform(Command command) = 0;
    /// Nothing where the page has no list.
    [[nodiscard]] virtual std::optional<ExportView> exportView() const { return std::nullopt; }

Q_SIGNALS:
    /// What can() answers may have changed.
    void commandsChanged();
    /// The page lacks this token, or the service takes it no longer; the window asks for it.
    void signInRequested(relaybook::TokenKind token);
    /// Top-up of this traffic type, or of the one the dialog proposes where it is empty.
    void topUpRequested(const QString &trafficType);
    /// The export dialog, with this page's list chosen.
    void exportRequested();
    /// Another page, by its object name, e.g. "transactionsPage".
    void pageRequested(const QString &objectName);
    /// The transactions that the filter means, on their page.
    void ledgerRequested(const relaybook::LedgerFilter &filter);
};

} // namespace relaybook
