// SPDX-License-Identifier: GPL-3.0-or-later
// The banners above the rows of a list page: why the list could not be loaded, and that rows could
// not be read.
#pragma once

#include "models/accountvalues.h"
#include "ui/base/page.h"
#include "ui/lists/liststate.h"
#include "ui/widgets/emptystate.h"

#include <QObject>

#include <functional>
#include <optional>
#include <utility>

namespace relaybook {

class Banner;

class ListBanners : public QObject
{
    Q_OBJECT

public:
    /// The texts for a state without rows.
    using ContentFor = std::function<EmptyStateContent(ListState::Body)>;

    /// The banners are children of `page`. `context` must outlive this object.
    ListBanners(const PageContext &context, Area area, QWidget *page, ContentFor contentFor);

    [[nodiscard]] Banner *trouble() const { return m_trouble; }
    [[nodiscard]] Banner *unreadable() const { return m_unreadable; }
    /// Shows or hides the banners for this state.
    void show(const ListState &state, const ListFacts &facts);
    /// Opens the list of the rows that could not be read.
    void openUnreadable();

Q_SIGNALS:
    void signInWanted();
    void retryWanted();

private:
    /// The problem that the banner shows: no access, no list, or an error.
    struct Trouble
    {
        AreaStatus::State state;
        std::optional<ApiError> error;
        std::optional<AccessText> access;
        friend bool operator==(const Trouble &, const Trouble &) = default;
    };
    void showTrouble(const ListState &state, const ListFacts &facts);
    void addLinks(const ListState &state, const Trouble &trouble);
    void showUnreadable();

    const PageContext &m_context;
    const Area m_area;
    QWidget *m_page;
    ContentFor m_contentFor;
    Banner *m_trouble;
    Banner *m_unreadable;
    qint64 m_unreadableRows = 0;
    ListState m_state;
    ListFacts m_facts;
    std::optional<Trouble> m_shown;
};

} // namespace relaybook
