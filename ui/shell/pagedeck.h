// SPDX-License-Identifier: GPL-3.0-or-later
// Stack of the open account's pages and the start page; shows one at a time.

#pragma once

#include "ui/base/page.h"

#include <QStackedWidget>

#include <optional>
#include <vector>

namespace relaybook {

/// Builds a page when it is first needed: the first frame needs only one of them, and a page that
/// nobody opens costs neither time nor memory.
class PageDeck : public QStackedWidget
{
    Q_OBJECT

public:
    /// `start` is shown while no account is open; the deck takes ownership of it.
    PageDeck(QWidget *start, QWidget *parent);

    /// Opens the account's pages, none of which is built yet. Closes those that were open before.
    void open(const PageContext &context);
    /// Deletes the pages and shows the start page; the account may be destroyed once this returns.
    void close();

    /// Shows the page with that name, or the first page if there is none; returns null while no
    /// account is open.
    Page *show(const QString &objectName);
    /// The page that is shown; null while it is the start page.
    [[nodiscard]] Page *current() const;
    /// All pages, built now if they were not yet; empty while no account is open.
    [[nodiscard]] std::vector<Page *> all();

Q_SIGNALS:
    /// Emitted before the page is shown for the first time.
    void built(relaybook::Page *page);

private:
    Page *page(std::size_t index);

    QWidget *m_start;
    std::optional<PageContext> m_context;
    std::vector<Page *> m_pages; ///< as in pageTable(); null: not built yet
};

} // namespace relaybook
