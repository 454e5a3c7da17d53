// SPDX-License-Identifier: GPL-3.0-or-later
#include "sandbox/faults.h"

#include <algorithm>
#include <array>

namespace sandbox {

namespace {

using enum FaultScope;

constexpr std::string_view ledgerOps = "listTransactions";
constexpr std::string_view topUpOps = "topUpTraffic";

constexpr std::array knownFaults{
    FaultInfo{Fault::Latency, "latency", "MS", "#", Everything, "", false,
              "every answer is delayed by MS milliseconds; the request is carried out immediately"},
    FaultInfo{Fault::Refuse, "refuse", "", "", Connections, "", false,
              "nothing listens: new connections are refused, open ones are closed"},
    FaultInfo{Fault::CloseOnAccept, "close-on-accept", "", "", Connections, "", false,
              "connections are accepted and closed before a byte is read"},
    FaultInfo{
        Fault::Drop, "drop", "close|reset", "close|reset", Everything, "", false,
        "the request is read but not carried out, and the connection is closed without an answer"},
    FaultInfo{Fault::DoAndDrop, "do-and-drop", "close|reset", "close|reset", Changing, "", false,
              "the request is carried out, and the connection is closed without an answer"},
    FaultInfo{Fault::HalfAnswer, "half-answer", "BYTES", "#", Everything, "", false,
              "carried out, but only half of the answer (or its first BYTES) is sent before the "
              "connection is closed"},
    FaultInfo{
        Fault::HalfThenHang, "half-then-hang", "", "", Everything, "", false,
        "carried out, half of the answer is sent, then nothing more until the client gives up"},
    FaultInfo{Fault::Drip, "drip", "MS", "#", Everything, "", false,
              "carried out; the body of the answer is sent one byte at a time, MS milliseconds (by "
              "default 1000) before each"},
    FaultInfo{Fault::Error500, "error-500", "undone|done", "undone|done", Everything, "", false,
              "500 with an HTML page; with 'done' the request is carried out first"},
    FaultInfo{Fault::Error502, "error-502", "undone|done", "undone|done", Everything, "", false,
              "502 with a gateway's HTML page; with 'done' the request is carried out first"},
    FaultInfo{Fault::SuccessFalse, "success-false", "undone|done", "undone|done", Everything, "",
              false,
              "200 with success: false, a message and no data; with 'done' the request is carried "
              "out first"},
    FaultInfo{Fault::EmptyBody, "empty-body", "", "", Everything, "", false,
              "carried out, and answered with the right status but no body"},
    FaultInfo{Fault::Encoding, "encoding", "utf-8|compress|gzip", "utf-8|compress|gzip", Everything,
              "", false,
              "carried out, and answered with a Content-Encoding that is none (utf-8), that few "
              "programs know (compress), or that the body does not have (gzip)"},
    FaultInfo{Fault::TruncatedJson, "truncated-json", "", "", Everything, "", false,
              "carried out, and answered with JSON that ends in the middle"},
    FaultInfo{Fault::WrongTypes, "wrong-types", "FIELD", "", Everything, "", false,
              "values of FIELD (by default amounts, balances, costs, traffic and names) are of "
              "another type"},
    FaultInfo{Fault::NumbersAsStrings, "numbers-as-strings", "", "", Everything, "", false,
              "every number in an answer is sent as text: \"12.50\""},
    FaultInfo{
        Fault::OddBytes, "odd-bytes", "surrogate|nan|latin1|quote", "surrogate|nan|latin1|quote",
        Everything, "", false,
        "every tenth row with an id, from the first, has a member that no strict parser takes: "
        "half a surrogate, NaN, a byte that is not UTF-8, or a quotation mark too many"},
    FaultInfo{Fault::OtherTimes, "other-times", "php|sql|seconds|millis", "php|sql|seconds|millis",
              Everything, "", false,
              "times are objects of PHP, without T and Z, or numbers since 1970"},
    FaultInfo{Fault::Unwrapped, "unwrapped", "", "", Everything, "", false,
              "answers are sent without the 'data' around them"},
    FaultInfo{Fault::PagingInData, "paging-in-data", "", "", Listed, ledgerOps, false,
              "paging is inside 'data' instead of in 'meta'"},
    FaultInfo{Fault::Redirect, "redirect", "URL", "", Everything, "", false,
              "307 to URL (by default to the same path on http://localhost, another origin)"},
    FaultInfo{Fault::TooManyRequests, "too-many-requests", "SECONDS", "#", Everything, "", false,
              "429 with Retry-After: SECONDS (1), for every request; limit it with next="},
    FaultInfo{Fault::RetryAfter, "retry-after", "unix|date|fraction", "unix|date|fraction",
              Everything, "", false,
              "Retry-After is a time in seconds since 1970 (unix), a date, or has a fraction"},
    FaultInfo{Fault::Protection, "protection", "403|429|503", "403|429|503", Everything, "", false,
              "the HTML page of a protection in front of the service; nothing is carried out"},
    FaultInfo{Fault::Forbid, "forbid", "1005|1006|1007", "1005|1006|1007", Everything, "", false,
              "403: not allowed (1005), two-factor needed (1006) or not a reseller (1007)"},
    FaultInfo{Fault::ExpireToken, "expire-token", "CALLS", "#", Reseller, "", false,
              "a reseller token expires (1003) after CALLS requests; without CALLS the current one "
              "expires now, once. Exchanging the key again works"},
    FaultInfo{Fault::RevokeToken, "revoke-token", "", "", Personal, "", true,
              "the personal token in use is revoked (1004); signing in again works"},
    FaultInfo{Fault::EmptyErrors, "empty-errors", "", "", Everything, "", false,
              "errors of the service itself have their status but an empty body"},
    FaultInfo{Fault::RepeatSecrets, "repeat-secrets", "STATUS", "#", Everything, "", false,
              "an error with STATUS (422) whose texts repeat the token, key and body that were "
              "sent; the request is not carried out"},
    FaultInfo{Fault::UnsignedAmounts, "unsigned-amounts", "", "", Listed, ledgerOps, false,
              "amounts of transactions have no sign"},
    FaultInfo{Fault::OldestFirst, "oldest-first", "", "", Listed, ledgerOps, false,
              "transactions are listed oldest first"},
    FaultInfo{Fault::TiedSeconds, "tied-seconds", "N", "#", Listed, ledgerOps, false,
              "N transactions (6) at a time share a second, and change places in every answer"},
    FaultInfo{Fault::UnknownTypes, "unknown-types", "", "", Listed,
              "listTransactions listProxies getProxy listSubUsers getSubUser", false,
              "some types are undocumented words"},
    FaultInfo{Fault::ShiftingPages, "shifting-pages", "N", "#", Listed, ledgerOps, false,
              "after every Nth page of transactions (1: each) a new transaction is added, so that "
              "the pages shift while they are read"},
    FaultInfo{Fault::DuplicateRows, "duplicate-rows", "", "", Listed, ledgerOps, false,
              "each page of transactions begins with the last row of the page before"},
    FaultInfo{Fault::LyingLastPage, "lying-last-page", "DELTA", "#", Listed, ledgerOps, false,
              "meta.last_page is wrong by DELTA (-1)"},
    FaultInfo{Fault::EmptyPage, "empty-page", "PAGE", "#", Listed, ledgerOps, false,
              "this page of transactions (2) has no rows"},
    FaultInfo{Fault::BrokenChain, "broken-chain", "ROW[:KIND]", "", Listed, ledgerOps, false,
              "the balances do not match at ROW (an id, or a number counted from the oldest = 1). "
              "KIND: pair (all older balances are off by 7.77), amount (the amount of the row is "
              "off), row (the balances of the row are off)"},
    FaultInfo{Fault::RewrittenRow, "rewritten-row", "ROW", "", Listed, ledgerOps, false,
              "ROW has another description and time of change than before; no total changes"},
    FaultInfo{Fault::VanishedRow, "vanished-row", "ROW", "", Listed, ledgerOps, false,
              "ROW is missing from the list, and from its total"},
    FaultInfo{
        Fault::RowAhead, "row-ahead", "ROW", "", Listed, "listTransactions listSubUserAllocations",
        false,
        "ROW, a transaction or a row of a sub-user's history, has a time a year too late, and "
        "is listed as the newest one"},
    FaultInfo{Fault::RowBack, "row-back", "ROW:PLACES", "", Listed, "listTransactions", false,
              "ROW, once there is such a transaction, has the time of the one PLACES before it, "
              "and is listed there"},
    FaultInfo{Fault::UnreadableRows, "unreadable-rows", "N", "#", Listed, ledgerOps, false,
              "every Nth transaction (10) has a missing or absurd amount, date or id"},
    FaultInfo{Fault::LargeAmounts, "large-amounts", "N", "#", Listed, "listTransactions getBalance",
              false,
              "every Nth transaction (10) has balances of 10^12, and every second of these such an "
              "amount too; the balance of the account is 10^12"},
    FaultInfo{Fault::UnreadableListRows, "unreadable-list-rows", "N", "#", Listed,
              "listProxies listSubUsers", false,
              "every Nth proxy and sub-user (10) has a list, an object or a word as its traffic, "
              "or no id"},
    FaultInfo{Fault::PagedLists, "paged-lists", "SIZE", "#", Listed, "listProxies listSubUsers",
              false, "proxies and sub-users are sent in pages of SIZE (100) with a 'meta'"},
    FaultInfo{Fault::HiddenCredentials, "hidden-credentials", "", "", Listed,
              "listProxies listSubUsers", false,
              "lists of proxies and sub-users have no credentials"},
    FaultInfo{Fault::TiersSpelling, "tiers-spelling",
              "from-to|min-max|threshold|gb|map|strings|unsorted|star",
              "from-to|min-max|threshold|gb|map|strings|unsorted|star", Listed,
              "getResellerBalance", false, "price tiers are in another format (from-to)"},
    FaultInfo{Fault::TiersMissing, "tiers-missing", "balance|categories|all",
              "balance|categories|all", Listed, "getResellerBalance listCategories", false,
              "price tiers are missing in the reseller balance (the default); with 'categories' in "
              "/v1/account/categories too; with 'all' the flat prices as well"},
    FaultInfo{Fault::TiersOdd, "tiers-odd", "overlap|gap|zero|negative|contradict",
              "overlap|gap|zero|negative|contradict", Listed, "getResellerBalance", false,
              "price tiers that make no sense (overlap)"},
    FaultInfo{Fault::OddPrices, "odd-prices", "", "", Listed, "getResellerBalance", false,
              "the flat price of the first type is a word"},
    FaultInfo{Fault::Rounding, "rounding", "half-up|half-even|up|down|exact",
              "half-up|half-even|up|down|exact", Listed, topUpOps, false,
              "how a cost is rounded to cents (half-even); without this fault half-up"},
    FaultInfo{Fault::ReceiptTotal, "receipt-total", "", "", Listed, topUpOps, false,
              "traffic_balance_gb of a receipt is the total of all traffic, not the type's pool"},
    FaultInfo{Fault::OtherType, "other-type", "", "", Listed, topUpOps, false,
              "a receipt is about another type than the one that was ordered"},
    FaultInfo{Fault::ChargeMore, "charge-more", "CENTS", "#", Listed, topUpOps, false,
              "a top-up costs CENTS (1) more than the tiers say"},
    FaultInfo{Fault::AddLess, "add-less", "GB", "", Listed, topUpOps, false,
              "a top-up adds GB (0.01) less than was ordered"},
    FaultInfo{Fault::PoolUsed, "pool-used", "GB", "", Listed, topUpOps, false,
              "GB (0.5) of the pool are used by customers while a top-up runs"},
    FaultInfo{Fault::ForeignPurchase, "foreign-purchase", "GB", "", Listed, topUpOps, false,
              "somebody else buys GB (5) of the same type just before the top-up"},
    FaultInfo{
        Fault::IgnoreOpenFields, "ignore-open-fields", "", "", Listed, "updateProxy", false,
        "a change of a proxy silently ignores rotate_type, rotate_interval and traffic_limit"},
    FaultInfo{Fault::NoteAnswer, "note-answer", "sub-user|empty", "sub-user|empty", Listed,
              "updateSubUserNote", false,
              "the answer to a note is the whole sub-user, or an empty body"},
    FaultInfo{Fault::UnlistedDrops, "unlisted-drops", "", "", Listed, "listSubUserAllocations",
              false, "the history of a sub-user does not list traffic that was taken back"},
    FaultInfo{Fault::DropAll, "drop-all", "", "", Listed, "dropSubUserTraffic", false,
              "all that a sub-user has left is taken back, whatever amount was asked for"},
    FaultInfo{Fault::ProxyTooDear, "proxy-too-dear", "", "", Listed, "createProxy", false,
              "creating a proxy is refused: the balance is too small"},
    FaultInfo{Fault::EarlierObject, "earlier-object", "", "", Listed, "createProxy createSubUser",
              false, "the answer to a creation is about one that was there before"},
    FaultInfo{Fault::ProxyCosts, "proxy-costs", "CENTS", "#", Listed, "createProxy", false,
              "creating a proxy costs CENTS (100)"},
    FaultInfo{Fault::CreateOtherwise, "create-otherwise", "name|traffic|service",
              "name|traffic|service", Listed, "createSubUser", false,
              "a sub-user is created with another name, 1 GB less or of another service, and the "
              "answer says so; without an argument with all three"},
    FaultInfo{Fault::Gateway407, "gateway-407", "", "", Gateway, "", false,
              "the gateway accepts no password: 407, or a failed sign-in of SOCKS5"},
    FaultInfo{Fault::Gateway402, "gateway-402", "", "", Gateway, "", false,
              "the gateway says that no traffic is left: 402, or 'not allowed' of SOCKS5"},
    FaultInfo{Fault::GatewayClose, "gateway-close", "", "", Gateway, "", false,
              "the gateway says that the tunnel is open, and closes the connection"},
    FaultInfo{Fault::GatewaySilent, "gateway-silent", "", "", Gateway, "", false,
              "the gateway accepts connections and never answers"},
    FaultInfo{Fault::GatewayGarbage, "gateway-garbage", "", "", Gateway, "", false,
              "the gateway answers like a server that is no proxy"},
    FaultInfo{Fault::GatewaySlow, "gateway-slow", "MS", "#", Gateway, "", false,
              "the gateway waits MS milliseconds (1000) before each answer"},
    FaultInfo{Fault::GatewayCountry, "gateway-country", "CODE", "", Gateway, "", false,
              "the exit is in the country CODE (by default any other) instead of the proxy's"},
};

} // namespace

std::span<const FaultInfo> faultTable()
{
    return knownFaults;
}

const FaultInfo *findFault(std::string_view name)
{
    const auto *const found =
        std::find_if(knownFaults.begin(), knownFaults.end(),
                     [&](const FaultInfo &info) { return info.name == name; });
    return found == knownFaults.end() ? nullptr : found;
}

const FaultInfo &infoOf(Fault fault)
{
    return *std::find_if(knownFaults.begin(), knownFaults.end(),
                         [&](const FaultInfo &info) { return info.fault == fault; });
}

} // namespace sandbox
