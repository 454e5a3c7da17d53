// SPDX-License-Identifier: GPL-3.0-or-later
// Decides after each page of a list which page to request next, or that the list has ended, and
// what proves it. Pure logic: no network, no store, no time.

#pragma once

#include "api/types/page.h"

#include <QSet>
#include <QString>
#include <QtGlobal>

#include <optional>

namespace relaybook {

/// What one page says about the end of its list.
struct PageSeen
{
    qint64 rows = 0;    ///< on the page, readable or not
    qint64 newRows = 0; ///< of these, the ones that were on no earlier page
    std::optional<PageMeta> meta;
    NextPage next;
};

/// How to request a page.
struct PageRequest
{
    qint64 number = 1;  ///< 1 for the first
    QString query;      ///< of the link to follow, encoded; empty: request the page by number
    qint64 perPage = 0; ///< another page size than usual; 0: the usual one
    friend bool operator==(const PageRequest &, const PageRequest &) = default;
};

/// How a list ends is not documented (contract section 3), so every way that was reported is read,
/// and `Whole` needs a proof. A page that says that more follows outweighs every total. Pages are
/// added in the order of next(), one at a time. A reading ends after at most mostPages pages.
/// An error after a full page may be the end of the list, or a limit on pages or rows: if the page
/// size can be chosen, a page of another size, that begins before the last row and ends after it,
/// tells which. Where nothing but an empty page, or a total on a full page, says that the list has
/// ended, one more page is requested.
class PageEnd
{
public:
    enum class State {
        Open,     ///< next() has to be requested
        Whole,    ///< every row was read
        NotWhole, ///< rows are missing
        Unknown,  ///< nothing proves either
    };
    enum class Reason {
        None, ///< Open
        // Whole:
        OnePage,         ///< nothing on the only page says that there are others
        TotalReached,    ///< as many rows as the service counts, and no page follows
        LastLink,        ///< the last page has no link to another
        EmptyPage,       ///< the page after the last is empty; there is no total
        ErrorAfterEnd,   ///< the page after the last row is an error; there is no total
        PagesAreIgnored, ///< page 2 is page 1, and shorter than the service says that a page is;
                         ///< there is no total
        // NotWhole:
        TooFewRows,     ///< fewer than the service counts
        ListChanged,    ///< the service's count changed between two pages: rows may have moved past
                        ///< them
        NoNewRows,      ///< a page says that more follows, but the next has no new row
        TooManyPages,   ///< more than mostPages
        MoreAfterError, ///< a page of another size shows rows after an error
        OtherPage,      ///< the service sent another page than the one requested
        // Unknown:
        SamePageAgain,      ///< a full page was repeated, so the service may ignore page numbers
        LinkMissing,        ///< pages had links, and a full page has none
        ErrorAfterFullPage, ///< this may be a limit on pages
    };
    static constexpr qint64 mostPages = 10'000;

    /// `perPage`: the page size that is requested, if the paging of the list is documented: then
    /// a page without a total is not the only one. 0 for other lists.
    explicit PageEnd(qint64 perPage = 0)
        : m_requested(perPage)
    {
    }
    void add(const PageSeen &page);
    /// The service answered next() with this HTTP status. Returns whether it ended the list; if
    /// not, the call failed, and the reading with it.
    bool addError(int httpStatus);

    /// A page of another size than `perPage` that begins before row number `rows` and ends after
    /// it.
    [[nodiscard]] static PageRequest pageAcross(qint64 rows, qint64 perPage);
    /// Whether services answer so to a page after the last one.
    [[nodiscard]] static bool saysPastEnd(int httpStatus);

    [[nodiscard]] State state() const { return m_state; }
    [[nodiscard]] Reason reason() const { return m_reason; }
    [[nodiscard]] bool isWhole() const { return m_state == State::Whole; }
    [[nodiscard]] const PageRequest &next() const { return m_next; }
    [[nodiscard]] qint64 pages() const { return m_pages; } ///< how many were added
    [[nodiscard]] qint64 rows() const { return m_rows; }   ///< how many different ones they had
    /// How many rows the list has, as the service counts; nothing if it does not count them.
    [[nodiscard]] std::optional<qint64> total() const { return m_total; }
    /// A text for the details of an error, in English as all of them: "20 of 700 rows were
    /// received".
    [[nodiscard]] QString text() const;

private:
    void end(State state, Reason reason);
    void ask(const QString &query = {});
    void follow(const PageSeen &page);
    void endOfNumbers(const PageSeen &page);
    void endOfLinks(const PageSeen &page);
    void addAcross(const PageSeen &page);
    [[nodiscard]] bool askAcross();
    [[nodiscard]] bool isTotalReached() const { return m_total && m_rows >= *m_total; }
    [[nodiscard]] bool isShort(qint64 rows) const;

    State m_state = State::Open;
    Reason m_reason = Reason::None;
    PageRequest m_next;
    qint64 m_pages = 0;
    qint64 m_requested = 0;
    qint64 m_rows = 0;     ///< different ones
    qint64 m_received = 0; ///< on all pages
    std::optional<qint64> m_total;
    bool m_isTotalWrong = false;
    qint64 m_perPage = 0;    ///< as reported; 0 if it is not
    qint64 m_mostRows = 0;   ///< on any page
    qint64 m_rowsOfLast = 0; ///< on the page before
    bool m_hasChanged = false;
    bool m_saysMore = false;     ///< the last page said that more rows follow
    bool m_lastHadLink = false;  ///< the last page had a member for a link
    bool m_isAskedAgain = false; ///< an empty page is requested once more
    bool m_isAcross = false;     ///< the page that ends after the last row is requested
    QSet<QString> m_followed;    ///< the links
};

} // namespace relaybook
