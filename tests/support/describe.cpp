// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/describe.h"

namespace relaybook::testing {
namespace {

QString text(const QString &value)
{
    return value;
}
QString text(const QByteArray &value)
{
    return QString::fromUtf8(value);
}
QString text(const Secret &value)
{
    return QString::fromUtf8(value.reveal());
}
QString text(Money value)
{
    return value.text();
}
QString text(TrafficAmount value)
{
    return value.gbText() + QLatin1String(" GB");
}
QString text(Instant value)
{
    return instantText(value);
}
QString text(std::chrono::seconds value)
{
    return QString::number(value.count()) + QLatin1String(" s");
}
QString text(bool value)
{
    return value ? QStringLiteral("yes") : QStringLiteral("no");
}
template <class T>
requires std::is_integral_v<T> QString text(T value)
{
    return QString::number(value);
}
template <class Tag, class Rep>
QString text(const StrongId<Tag, Rep> &value)
{
    return value.text();
}

class Lines
{
public:
    template <class T>
    Lines &add(const char *name, const T &value)
    {
        const QString written = text(value);
        if (!written.isEmpty()) {
            m_lines += QLatin1String(name) + QLatin1String(": ") + written;
        }
        return *this;
    }
    template <class T>
    Lines &add(const char *name, const std::optional<T> &value)
    {
        return value ? addAlways(name, text(*value)) : *this;
    }
    Lines &part(const char *name, const QStringList &lines)
    {
        m_lines += indented(QLatin1String(name), lines);
        return *this;
    }
    Lines &addAlways(const char *name, const QString &value)
    {
        m_lines += QLatin1String(name) + QLatin1String(": ") + value;
        return *this;
    }
    [[nodiscard]] QStringList take() const { return m_lines; }

private:
    QStringList m_lines;
};

QString describe(PriceList::Source source)
{
    switch (source) {
    case PriceList::Source::None:
        return QStringLiteral("none");
    case PriceList::Source::Tiers:
        return QStringLiteral("tiers");
    case PriceList::Source::Categories:
        return QStringLiteral("categories");
    case PriceList::Source::FlatPrice:
        return QStringLiteral("flat price");
    }
    return {};
}

} // namespace

QStringList indented(const QString &name, const QStringList &lines)
{
    QStringList out;
    for (const QString &line : lines) {
        out += name + QLatin1Char(' ') + line;
    }
    return out;
}

QString describe(ErrorKind kind)
{
    switch (kind) {
    case ErrorKind::Offline:
        return QStringLiteral("Offline");
    case ErrorKind::Tls:
        return QStringLiteral("Tls");
    case ErrorKind::Timeout:
        return QStringLiteral("Timeout");
    case ErrorKind::Cancelled:
        return QStringLiteral("Cancelled");
    case ErrorKind::Unauthorized:
        return QStringLiteral("Unauthorized");
    case ErrorKind::Forbidden:
        return QStringLiteral("Forbidden");
    case ErrorKind::NotOffered:
        return QStringLiteral("NotOffered");
    case ErrorKind::NotFound:
        return QStringLiteral("NotFound");
    case ErrorKind::Validation:
        return QStringLiteral("Validation");
    case ErrorKind::NotEnoughMoney:
        return QStringLiteral("NotEnoughMoney");
    case ErrorKind::TooManyRequests:
        return QStringLiteral("TooManyRequests");
    case ErrorKind::Refused:
        return QStringLiteral("Refused");
    case ErrorKind::ServiceFailure:
        return QStringLiteral("ServiceFailure");
    case ErrorKind::NotUnderstood:
        return QStringLiteral("NotUnderstood");
    case ErrorKind::Local:
        return QStringLiteral("Local");
    case ErrorKind::TokenUnavailable:
        return QStringLiteral("TokenUnavailable");
    case ErrorKind::ViewOnly:
        return QStringLiteral("ViewOnly");
    case ErrorKind::BadSettings:
        return QStringLiteral("BadSettings");
    case ErrorKind::Blocked:
        return QStringLiteral("Blocked");
    }
    return {};
}

QStringList describe(const ApiError &error)
{
    Lines lines;
    lines.addAlways("error", describe(error.kind));
    if (error.httpStatus != 0) {
        lines.add("status", error.httpStatus);
    }
    if (error.serviceCode != 0) {
        lines.add("code", error.serviceCode);
    }
    lines.add("message", error.message)
        .add("description", error.description)
        .add("retry after", error.retryAfter)
        .add("path", error.jsonPath);
    for (const FieldError &field : error.fields) {
        lines.addAlways("field", field.field + QLatin1String(" - ") + field.message);
    }
    if (error.mayHaveHappened) {
        lines.addAlways("outcome", QStringLiteral("unknown"));
    }
    return lines.take();
}

QStringList describe(const Account &account)
{
    return Lines()
        .add("id", account.id)
        .add("name", account.name)
        .add("email", account.email)
        .add("balance", account.balance)
        .add("odd balance", account.oddBalance)
        .add("currency", account.currency)
        .add("reseller", account.resellerEnabled)
        .add("created", account.createdAt)
        .add("raw", account.raw)
        .take();
}

QStringList describe(const Balance &balance)
{
    return Lines()
        .add("amount", balance.amount)
        .add("digits", balance.digits)
        .add("currency", balance.currency)
        .take();
}

QStringList describe(const PriceList &prices)
{
    Lines lines;
    lines.addAlways("source", describe(prices.source));
    for (const Tier &tier : prices.tiers) {
        const QString to = tier.to ? text(*tier.to) : QStringLiteral("open");
        lines.addAlways("tier", text(tier.from) + QLatin1String(" to ") + to +
                                    QLatin1String(" at ") + text(tier.pricePerGb));
    }
    return lines.add("flat", prices.flatPricePerGb).add("unreadable", prices.unreadable).take();
}

QStringList describe(const ResellerBalance &balance)
{
    Lines lines;
    lines.add("traffic", balance.trafficBalance);
    for (const TrafficPool &pool : balance.pools) {
        const QByteArray name = pool.type.toUtf8();
        const QByteArray left = name + " left";
        lines.add(left.constData(), pool.left);
        lines.part(name.constData(), describe(pool.prices));
    }
    return lines.take();
}

QStringList describe(const PersonalToken &token)
{
    Lines lines;
    lines.add("token", token.token);
    if (token.account) {
        lines.part("user", describe(*token.account));
    }
    return lines.take();
}

QStringList describe(const ResellerToken &token)
{
    return Lines().add("token", token.token).add("expires", token.expiresAt).take();
}

QStringList describe(const TopUpReceipt &receipt)
{
    return Lines()
        .add("type", receipt.proxyType)
        .add("balance", receipt.trafficBalance)
        .add("added", receipt.amountAdded)
        .add("cost", receipt.cost)
        .add("raw", receipt.raw)
        .take();
}

QStringList describe(const Category &category)
{
    return Lines()
        .add("slug", category.slug)
        .add("name", category.name)
        .part("prices", describe(category.prices))
        .take();
}

QStringList describe(const Analytics &analytics)
{
    Lines lines;
    lines.add("topped up", analytics.totalToppedUp)
        .add("used", analytics.totalUsed)
        .add("balance", analytics.totalBalance)
        .add("sub-users", analytics.subUsers);
    for (const Analytics::Day &day : analytics.days) {
        lines.addAlways("day", day.date + QLatin1Char(' ') + text(day.total));
    }
    for (const Analytics::Figures &row : analytics.figures) {
        const auto figure = [](const char *name, const std::optional<TrafficAmount> &amount) {
            return amount ? QLatin1String(name) + text(*amount) : QString();
        };
        lines.addAlways("sub-user", row.id.text() % u' ' % row.username %
                                        figure(" left ", row.left) % figure(" used ", row.used) %
                                        figure(" given ", row.given));
    }
    return lines.add("raw", analytics.raw).take();
}

QStringList describe(const Done &done)
{
    return Lines()
        .addAlways("done", QStringLiteral("yes"))
        .add("message", done.message)
        .add("raw", done.raw)
        .take();
}

QStringList describe(const Proxy &proxy)
{
    return Lines()
        .add("id", proxy.id)
        .add("numeric id", proxy.numericId)
        .add("name", proxy.name)
        .add("type", proxy.type)
        .add("country", proxy.country)
        .add("region", proxy.region)
        .add("city", proxy.city)
        .add("behavior", proxy.behavior)
        .add("rotate type", proxy.rotateType)
        .add("rotate interval", proxy.rotateIntervalMinutes)
        .add("limit", proxy.trafficLimit)
        .add("used", proxy.trafficUsed)
        .add("host", proxy.host)
        .add("http port", proxy.portHttp)
        .add("socks5 port", proxy.portSocks5)
        .add("created", proxy.createdAt)
        .add("updated", proxy.updatedAt)
        .add("login", proxy.login)
        .add("http", proxy.credentials.http)
        .add("socks5", proxy.credentials.socks5)
        .add("raw", proxy.raw)
        .take();
}

QStringList describe(const ProxyTraffic &traffic)
{
    return Lines()
        .add("proxy", traffic.proxyId)
        .add("config", traffic.configId)
        .add("name", traffic.configName)
        .add("today", traffic.todayMb)
        .add("yesterday", traffic.yesterdayMb)
        .add("all time", traffic.allTimeMb)
        .add("price", traffic.pricePerGb)
        .take();
}

QStringList describe(const Place &place)
{
    return {place.code + QLatin1Char(' ') + place.name};
}

QStringList describe(const SubUser &subUser)
{
    return Lines()
        .add("id", subUser.id)
        .add("username", subUser.username)
        .add("note", subUser.note)
        .add("service", subUser.serviceType)
        .add("left", subUser.trafficLeft)
        .add("used", subUser.trafficUsed)
        .add("created", subUser.createdAt)
        .add("updated", subUser.updatedAt)
        .add("host", subUser.access.host)
        .add("http port", subUser.access.portHttp)
        .add("socks5 port", subUser.access.portSocks5)
        .add("user", subUser.access.userName)
        .add("password", subUser.access.password)
        .add("raw", subUser.raw)
        .take();
}

QStringList describe(const NoteAnswer &answer)
{
    Lines lines;
    lines.addAlways("done", QStringLiteral("yes")).add("note", answer.note);
    if (answer.subUser) {
        lines.part("sub-user", describe(*answer.subUser));
    }
    return lines.take();
}

QStringList describe(const TrafficMove &move)
{
    return Lines()
        .addAlways("done", QStringLiteral("yes"))
        .add("moved", move.moved)
        .add("balance", move.newBalance)
        .add("raw", move.raw)
        .take();
}

QStringList describe(const SubUserTraffic &traffic)
{
    return Lines()
        .add("left", traffic.left)
        .add("used", traffic.used)
        .add("raw", traffic.raw)
        .take();
}

QStringList describe(const Allocation &allocation)
{
    return Lines()
        .add("id", allocation.id)
        .add("created", allocation.createdAt)
        .add("added", allocation.added)
        .add("raw", allocation.raw)
        .take();
}

QStringList describe(const AccessRule &rule)
{
    return Lines()
        .add("id", rule.id)
        .add("pattern", rule.pattern)
        .add("comment", rule.comment)
        .add("created", rule.createdAt)
        .take();
}

QStringList describe(const RuleAnswer &answer)
{
    Lines lines;
    lines.addAlways("done", QStringLiteral("yes")).add("message", answer.message);
    if (answer.rule) {
        lines.part("rule", describe(*answer.rule));
    }
    return lines.take();
}

QStringList describe(const Transaction &transaction)
{
    Lines lines;
    lines.add("id", transaction.id)
        .add("type", transaction.type)
        .add("amount", transaction.amount)
        .add("before", transaction.balanceBefore)
        .add("after", transaction.balanceAfter)
        .add("description", transaction.description)
        .add("product", transaction.productId)
        .add("user", transaction.userId)
        .add("created", transaction.createdAt)
        .add("updated", transaction.updatedAt);
    if (transaction.rounded) {
        lines.addAlways("rounded", QStringLiteral("yes"));
    }
    return lines.add("raw", transaction.raw).take();
}

QStringList describe(const UnreadableRow &row)
{
    return Lines().add("id", row.id).add("problem", row.problem).add("raw", row.raw).take();
}

QStringList describe(const UnreadableListRow &row)
{
    return Lines().add("id", row.id).add("problem", row.problem).add("raw", row.raw).take();
}

QStringList describe(const TransactionPage &page)
{
    QStringList lines = describe(page.items);
    if (!page.unreadable.empty()) {
        lines += indented(QStringLiteral("unreadable"), describe(page.unreadable));
    }
    if (page.meta) {
        lines += describe(*page.meta);
    }
    return lines;
}

QStringList describe(const PageMeta &meta)
{
    return {QStringLiteral("page %1 of %2, %3 a page, %4 in all")
                .arg(meta.currentPage)
                .arg(meta.lastPage)
                .arg(meta.perPage)
                .arg(meta.total)};
}

QStringList describe(const QByteArray &json)
{
    return {QString::fromUtf8(json)};
}

} // namespace relaybook::testing
