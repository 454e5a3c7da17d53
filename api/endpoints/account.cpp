// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/endpoints/account.h"

#include "api/endpoints/decode.h"
#include "api/json/jsonrepair.h"
#include "api/json/sentamount.h"

#include <QRegularExpression>

namespace relaybook {
namespace {

/// The id in the text that stands for a row that is not JSON (see withoutBrokenRows()).
std::optional<qint64> idOfBrokenRow(const QString &text)
{
    static const QRegularExpression pattern(u'^' % QString(brokenRowStart) %
                                            QStringLiteral(" \\(id (\\d+),"));
    const auto match = pattern.match(text);
    return match.hasMatch() ? std::optional(match.captured(1).toLongLong()) : std::nullopt;
}

UnreadableRow unreadableRow(const JsonValue &row, const JsonProblem &problem)
{
    UnreadableRow unreadable;
    if (const auto id =
            row.isText() ? idOfBrokenRow(row.asExactText().value_or(QString())) : row.integer("id");
        id.value_or(0) > 0) {
        unreadable.id = TransactionId(*id);
    }
    unreadable.problem = problem.path % u' ' % problem.what;
    unreadable.raw = row.raw();
    return unreadable;
}

/// Readable, but impossible for a ledger.
void refuseAbsurd(const JsonValue &value, const Transaction &row)
{
    if (row.id.value() < 1) {
        value.member("id").complain(QStringLiteral("is not an id"));
    }
    if (!isTimeOfLedger(row.createdAt)) {
        value.member("created_at").complain(QStringLiteral("is not a time between 1990 and 2199"));
    }
}

Category readCategory(const JsonValue &value)
{
    Category category;
    category.slug = value.requiredName("slug");
    category.name = value.text("name");
    readTiers(value.member("tiers"), category.prices);
    if (!category.prices.tiers.empty()) {
        category.prices.source = PriceList::Source::Categories;
    }
    return category;
}

} // namespace

Transaction readTransaction(const JsonValue &value)
{
    const ReadAmount amount = value.requiredAmount("amount");
    const ReadAmount before = value.requiredAmount("balance_before");
    const ReadAmount after = value.requiredAmount("balance_after");
    Transaction row;
    row.id = TransactionId(value.requiredInteger("id"));
    row.type = value.text("type");
    row.amount = amount.value;
    row.balanceBefore = before.value;
    row.balanceAfter = after.value;
    row.description = value.text("description");
    row.productId = value.text("product_id");
    row.userId = value.text("user_id");
    row.createdAt = value.requiredInstant("created_at");
    row.updatedAt = value.instant("updated_at");
    row.rounded = amount.rounded || before.rounded || after.rounded;
    row.raw = value.raw();
    refuseAbsurd(value, row);
    return row;
}

Request GetAccount::toRequest() const
{
    return readRequest(TokenKind::Personal, QStringLiteral("/v1/account"));
}

Result<Account> GetAccount::decode(const QByteArray &body)
{
    JsonReader reader(body);
    return reader.finish(readAccount(reader.data()));
}

Request GetBalance::toRequest() const
{
    return readRequest(TokenKind::Personal, QStringLiteral("/v1/account/balance"));
}

Result<Balance> GetBalance::decode(const QByteArray &body)
{
    JsonReader reader(body);
    const JsonValue data = reader.data();
    const auto amount = data.requiredAmount("balance").value;
    return reader.finish(
        Balance{amount, data.text("currency"),
                amount ? QString()
                       : shortenedAmount(data.member("balance").asFigure().value_or(QString()))});
}

Request ListTransactions::toRequest() const
{
    Request request = readRequest(TokenKind::Personal, QStringLiteral("/v1/account/transactions"));
    request.query = pageQuery(page, perPage, link);
    return request;
}

Result<TransactionPage> ListTransactions::decode(const QByteArray &body)
{
    JsonReader reader(body);
    TransactionPage page;
    const JsonValue list = reader.list();
    if (reader.hasProblem()) {
        return reader.finish(std::move(page));
    }
    page.items.reserve(static_cast<std::size_t>(list.count()));
    list.forEachItem([&](const JsonValue &row) {
        Transaction transaction = readTransaction(row);
        if (const auto problem = reader.takeProblem()) {
            page.unreadable.push_back(unreadableRow(row, *problem));
        } else {
            page.items.push_back(std::move(transaction));
        }
    });
    page.meta = reader.pageMeta();
    page.next = reader.nextPage();
    return reader.finish(std::move(page));
}

Request ListCategories::toRequest() const
{
    return readRequest(TokenKind::Personal, QStringLiteral("/v1/account/categories"));
}

Result<ListOf<Category>> ListCategories::decode(const QByteArray &body)
{
    return decodeList<Category>(body, readCategory);
}

Request GetPlan::toRequest() const
{
    Request request = readRequest(TokenKind::Personal, QStringLiteral("/v1/account/plan"));
    if (!type.isEmpty()) {
        request.query.addQueryItem(QStringLiteral("type"), segment(type));
    }
    return request;
}

Result<QByteArray> GetPlan::decode(const QByteArray &body)
{
    return decodeRaw(body);
}

Request GetAccountTraffic::toRequest() const
{
    Request request = readRequest(TokenKind::Personal, QStringLiteral("/v1/account/traffic"));
    request.query.addQueryItem(QStringLiteral("period"), segment(period));
    return request;
}

Result<QByteArray> GetAccountTraffic::decode(const QByteArray &body)
{
    return decodeRaw(body);
}

} // namespace relaybook
