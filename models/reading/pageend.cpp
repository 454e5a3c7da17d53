// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/reading/pageend.h"

#include <algorithm>
#include <utility>

namespace relaybook {
namespace {

/// How many pages the total makes. A last page of this number says nothing beyond the total.
qint64 pagesOfTotal(const PageMeta &meta, qint64 rowsOnPage)
{
    const qint64 perPage = meta.perPage > 0 ? meta.perPage : rowsOnPage;
    return perPage > 0 ? (meta.total + perPage - 1) / perPage : 1;
}

} // namespace

void PageEnd::end(State state, Reason reason)
{
    m_state = state;
    m_reason = reason;
    if (state == State::Whole && m_hasChanged) {
        m_state = State::NotWhole;
        m_reason = Reason::ListChanged;
    }
}

void PageEnd::ask(const QString &query)
{
    if (m_pages >= mostPages) {
        end(State::NotWhole, Reason::TooManyPages);
        return;
    }
    m_next = {m_next.number + 1, query};
}

/// Whether a page of so many rows has room for more. Some services report a larger page than they
/// send, so the largest page counts.
bool PageEnd::isShort(qint64 rows) const
{
    return m_pages > 1 ? rows < m_mostRows : rows < m_perPage;
}

void PageEnd::add(const PageSeen &page)
{
    m_rows += page.newRows;
    if (m_isAcross) {
        addAcross(page);
        return;
    }
    const bool isFollowing = !m_next.query.isEmpty();
    const bool isOther = page.meta && page.meta->currentPage > 1 && page.newRows > 0 &&
                         page.meta->currentPage != m_next.number;
    m_pages += m_isAskedAgain ? 0 : 1;
    m_received += page.rows;
    m_perPage =
        std::max<qint64>({m_perPage, page.next.perPage, page.meta ? page.meta->perPage : 0});
    m_mostRows = std::max(m_mostRows, page.rows);
    m_rowsOfLast = page.rows > 0 ? page.rows : m_rowsOfLast;
    m_lastHadLink = page.next.isGiven;
    // A total that is below the rows of the page does not count the list.
    if (page.meta && page.meta->total >= page.rows && !m_isTotalWrong) {
        m_hasChanged = m_hasChanged || (m_total && m_total != page.meta->total);
        m_total = page.meta->total;
    }
    const bool saidMore = std::exchange(m_saysMore, page.next.isSet);
    if (isOther && !isFollowing) {
        end(State::NotWhole, Reason::OtherPage);
    } else if (page.next.isSet) {
        follow(page);
    } else if (saidMore && page.newRows == 0 && !page.next.isGiven) {
        end(State::NotWhole, Reason::NoNewRows);
    } else if (!m_followed.isEmpty()) {
        endOfLinks(page);
    } else {
        endOfNumbers(page);
        if (m_state == State::Open && page.next.isFromZero) {
            end(State::NotWhole, Reason::OtherPage); // the next number would leave out a page
        }
    }
}

/// The page says that more follows: then the list is not whole, whatever its total is.
void PageEnd::follow(const PageSeen &page)
{
    const QString &link = page.next.query;
    if (page.newRows == 0 || m_followed.contains(link)) {
        end(State::NotWhole, Reason::NoNewRows);
        return;
    }
    if (!link.isEmpty()) {
        m_followed.insert(link);
    }
    ask(link);
}

void PageEnd::endOfLinks(const PageSeen &page)
{
    if (m_total && !isTotalReached()) {
        end(State::NotWhole, Reason::TooFewRows);
    } else if (page.next.isGiven || isTotalReached() || isShort(page.rows)) {
        end(State::Whole, Reason::LastLink);
    } else {
        end(State::Unknown, Reason::LinkMissing);
    }
}

void PageEnd::endOfNumbers(const PageSeen &page)
{
    const bool isFirst = m_pages == 1 && !m_isAskedAgain;
    const bool isNumbered = page.meta && page.meta->lastPage > m_next.number &&
                            page.meta->lastPage != pagesOfTotal(*page.meta, page.rows);
    if (!isFirst && page.newRows == 0) {
        const bool isMoreNamed = page.rows > 0 && isNumbered; // pages after the last one asked for
        if (m_total && !isMoreNamed) {
            isTotalReached() ? end(State::Whole, Reason::TotalReached)
                             : end(State::NotWhole, Reason::TooFewRows);
        } else if (page.rows == 0 && !m_isAskedAgain && !isShort(m_rowsOfLast)) {
            m_isAskedAgain = true; // it may be a mistake: the same page once more
        } else if (page.rows == 0) {
            end(State::Whole, Reason::EmptyPage);
        } else if (!isMoreNamed && m_pages == 2 && page.rows < m_perPage &&
                   page.rows == m_received - page.rows) {
            end(State::Whole, Reason::PagesAreIgnored);
        } else if (!isMoreNamed && page.next.isGiven) {
            end(State::Whole, Reason::LastLink);
        } else {
            end(State::Unknown, Reason::SamePageAgain);
        }
        return;
    }
    m_isAskedAgain = false;
    if (m_total && m_rows > *m_total) {
        m_isTotalWrong = true; // it may be capped
        m_total.reset();
    }
    const bool isUncounted =
        !m_total && (m_requested > 0 || page.next.isPaged || m_isTotalWrong || !isFirst);
    const qint64 size = page.next.perPage > 0 ? page.next.perPage : m_requested;
    // A total may be capped, or of the page.
    const bool mayGoOn = isTotalReached() && size > 0 && page.rows >= size;
    if (page.newRows > 0 &&
        (isNumbered || isUncounted || mayGoOn || (m_total && !isTotalReached()))) {
        ask();
    } else if (m_total && !isTotalReached()) {
        end(State::NotWhole, Reason::TooFewRows);
    } else {
        end(State::Whole, m_total ? Reason::TotalReached : Reason::OnePage);
    }
}

bool PageEnd::saysPastEnd(int httpStatus)
{
    constexpr int badRequest = 400;
    constexpr int notFound = 404;
    constexpr int notProcessable = 422;
    return httpStatus == badRequest || httpStatus == notFound || httpStatus == notProcessable;
}

bool PageEnd::addError(int httpStatus)
{
    if (m_isAcross) {
        if (saysPastEnd(httpStatus)) {
            end(State::Unknown, Reason::ErrorAfterFullPage);
        }
        return saysPastEnd(httpStatus);
    }
    // A 500 was asked again by the network layer, as every read is. After a full page it may still
    // be about a row.
    constexpr int serverError = 500;
    const bool mayBeTheEnd = saysPastEnd(httpStatus) ||
                             (httpStatus == serverError && (m_total || isShort(m_rowsOfLast)));
    if (!mayBeTheEnd || m_pages == 0 || m_saysMore || (m_total && !isTotalReached())) {
        return false;
    }
    if (m_total) {
        end(State::Whole, Reason::TotalReached);
    } else if (m_lastHadLink) { // a null one
        end(State::Whole, Reason::LastLink);
    } else if (isShort(m_rowsOfLast)) {
        end(State::Whole, Reason::ErrorAfterEnd);
    } else if (!askAcross()) {
        end(State::Unknown, Reason::ErrorAfterFullPage);
    }
    return true;
}

/// Requests a page of another size that begins before the last row and ends after it; false if the
/// size can't be chosen.
bool PageEnd::askAcross()
{
    if (m_requested == 0 || m_received == 0) {
        return false;
    }
    m_isAcross = true;
    m_next = pageAcross(m_received, m_mostRows);
    return true;
}

PageRequest PageEnd::pageAcross(qint64 rows, qint64 perPage)
{
    constexpr qint64 least = 2;
    qint64 size = std::max(perPage - 1, least);
    while (size > least && rows % size == 0) {
        --size;
    }
    size += rows % size == 0 ? 1 : 0;
    return {rows / size + 1, {}, size};
}

void PageEnd::addAcross(const PageSeen &page)
{
    if (page.newRows > 0) {
        end(State::NotWhole, Reason::MoreAfterError);
    } else if (page.rows == m_received % m_next.perPage) {
        end(State::Whole, Reason::ErrorAfterEnd);
    } else {
        end(State::Unknown, Reason::ErrorAfterFullPage);
    }
}

QString PageEnd::text() const
{
    switch (m_reason) {
    case Reason::TooFewRows:
        return QStringLiteral("%1 of %2 rows were received").arg(m_rows).arg(m_total.value_or(0));
    case Reason::ListChanged:
        return QStringLiteral("the list changed while its pages were loaded");
    case Reason::NoNewRows:
        return QStringLiteral("a page said that more rows follow, but the next had none");
    case Reason::TooManyPages:
        return QStringLiteral("the list did not end after %1 pages").arg(mostPages);
    case Reason::MoreAfterError:
        return QStringLiteral("a page was an error, but there are more rows");
    case Reason::OtherPage:
        return QStringLiteral("the service sent another page than the one requested");
    case Reason::SamePageAgain:
        return QStringLiteral("the service sent a full page twice, so more rows may follow");
    case Reason::LinkMissing:
        return QStringLiteral("a full page had no link to the next one, so more rows may follow");
    case Reason::ErrorAfterFullPage:
        return QStringLiteral("the page after a full one was an error, so more rows may follow");
    default:
        return {};
    }
}

} // namespace relaybook
