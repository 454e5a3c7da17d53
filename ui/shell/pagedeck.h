// SPDX-License-Identifier: GPL-3.0-or-later
// The pages of the open account over the start page, one shown at a time.

#pragma once

#include "ui/base/page.h"

#include <QStackedWidget>

#include <array>
#include <optional>
#include <vector>

namespace relaybook {

/// Object names of the pages, in the order of the side bar and of Ctrl+1 …
inline constexpr const char *pageNames[] = {"overviewPage", "proxiesPage", "subUsersPage",
                                            "transactionsPage", "activityPage"};

/// Builds a page when it is first needed: the first picture waits for one of them, and what nobody
/// looks at costs neither time nor memory.
class PageDeck : public QStackedWidget
{
    Q_OBJECT

public:
    /// `start` is shown while no account is open; it belongs to the deck from then on.
    PageDeck(QWidget *start, QWidget *parent);

    /// The account's pages, none of which is built yet. What was open is closed first.
    void open(const PageContext &context);
    /// Deletes the pages and shows the start page; the account may go away once this returns.
    void close();

    /// The page of that name, the first page where there is none; null while nothing is open.
    Page *show(const QString &objectName);
    /// Null while the start page is shown.
    [[nodiscard]] Page *current() const;
    /// All of them, built now where they were not; nothing while no account is open.
    [[nodiscard]] std::vector<Page *> all();

Q_SIGNALS:
    /// Before the page is shown for the first time.
    void built(relaybook::Page *page);

private:
    Page *page(std::size_t index);

    QWidget *m_start;
    std::optional<PageContext> m_context;
    std::array<Page *, std::size(pageNames)> m_pages = {}; ///< null: not built yet
};

} // namespace relaybook
