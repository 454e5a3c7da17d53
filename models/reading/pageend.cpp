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
    ++m_pages;
    m_rows += page.newRows;
    m_perPage =
        std::max<qint64>({m_perPage, page.next.perPage, page.meta ? page.meta->perPage : 0});
    m_mostRows = std::max(m_mostRows, page.rows);
    m_rowsOfLast = page.rows;
    m_hasLinks = m_hasLinks || page.next.isGiven;
    if (page.meta) {
        m_hasChanged = m_hasChanged || (m_total && m_total != page.meta->total);
        m_total = page.meta->total;
    }
    const bool saidMore = std::exchange(m_saysMore, page.next.isSet);
    if (page.next.isSet) {
        follow(page);
    } else if (saidMore && page.newRows == 0 && !page.next.isGiven) {
        end(State::NotWhole, Reason::NoNewRows);
    } else if (!m_followed.isEmpty()) {
        endOfLinks(page);
    } else {
        endOfNumbers(page);
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
    const bool isFirst = m_pages == 1;
    if (!isFirst && page.newRows == 0) {
        if (m_total) {
            isTotalReached() ? end(State::Whole, Reason::TotalReached)
                             : end(State::NotWhole, Reason::TooFewRows);
        } else if (page.rows == 0) {
            end(State::Whole, Reason::EmptyPage);
        } else if (m_perPage > 0 && m_mostRows < m_perPage) {
            end(State::Whole, Reason::PagesAreIgnored);
        } else if (page.next.isGiven) {
            end(State::Whole, Reason::LastLink);
        } else {
            end(State::Unknown, Reason::SamePageAgain);
        }
        return;
    }
    const bool isNumbered = page.meta && page.meta->lastPage > m_next.number &&
                            page.meta->lastPage != pagesOfTotal(*page.meta, page.rows);
    const bool isUncounted = !m_total && (page.next.isPaged || !isFirst);
    if (page.newRows > 0 && (isNumbered || isUncounted || (m_total && !isTotalReached()))) {
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
    // A 500 was asked again by the network layer, as every read is.
    constexpr int serverError = 500;
    const bool mayBeTheEnd = saysPastEnd(httpStatus) || httpStatus == serverError;
    if (!mayBeTheEnd || m_pages == 0 || m_saysMore || (m_total && !isTotalReached())) {
        return false;
    }
    if (m_total) {
        end(State::Whole, Reason::TotalReached);
    } else if (isShort(m_rowsOfLast)) {
        end(State::Whole, Reason::ErrorAfterEnd);
    } else if (m_hasLinks) { // the last page had a null one
        end(State::Whole, Reason::LastLink);
    } else {
        end(State::Unknown, Reason::ErrorAfterFullPage);
    }
    return true;
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
