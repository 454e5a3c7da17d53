// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/tables/proxytablemodel.h"

#include "models/store/keepfile.h"
#include "models/tables/searchmeanings.h"
#include "models/tables/usage.h"
#include "models/text/format.h"
#include "models/text/privacymode.h"
#include "models/text/showntext.h"

namespace relaybook {
namespace {

QString nameText(const ListedProxy &row)
{
    return isReported(row) ? format::orNothing(privateText(row.name)) : row.id.value();
}

QString typeText(const ListedProxy &row)
{
    return format::orNothing(format::proxyType(row.type));
}

QString trafficText(const ListedProxy &row)
{
    return format::trafficOfLimit(row.trafficUsed, row.trafficLimit);
}

std::optional<double> trafficShare(const ListedProxy &row)
{
    return usedShare(row.trafficUsed, row.trafficLimit);
}

std::optional<int> trafficPercent(const ListedProxy &row)
{
    return usedPercent(row.trafficUsed, row.trafficLimit);
}

QString percentText(const ListedProxy &row)
{
    return format::percent(trafficPercent(row));
}

Tone trafficTone(const ListedProxy &row)
{
    const auto share = trafficShare(row);
    return share ? usageTone(*share) : Tone::Neutral;
}

QString exactTraffic(const ListedProxy &row)
{
    if (!row.trafficUsed) {
        return {};
    }
    return row.trafficLimit
               ? ProxyTableModel::tr("%1 used of %2")
                     .arg(format::trafficExact(*row.trafficUsed),
                          format::trafficExact(*row.trafficLimit))
               : ProxyTableModel::tr("%1 used").arg(format::trafficExact(*row.trafficUsed));
}

QString sentence(const ListedProxy &row)
{
    return ProxyTableModel::tr("Proxy %1, %2, %3, %4, traffic %5.")
        .arg(isolated(format::orNothing(privateText(row.name))),
             isolated(format::orNothing(format::proxyType(row.type))),
             isolated(format::location(row)), isolated(format::rotation(row)),
             format::trafficOfLimit(row.trafficUsed, row.trafficLimit));
}

QString outdatedProxyText()
{
    return ProxyTableModel::tr("The service now sends this proxy in a form that cannot be read. "
                               "The last readable values are shown.");
}

/// The used percentage of the limit; NULL without a limit.
constexpr auto limitPercentSql =
    "(CASE WHEN traffic_limit > 0 THEN 100.0 * traffic_used / traffic_limit END)";

constexpr FileColumn proxyUsedInFile{"traffic_gb", FileColumn::Kind::Traffic, "traffic_used"};
constexpr FileColumn proxyLimitInFile{"traffic_limit_gb", FileColumn::Kind::Traffic,
                                      "traffic_limit"};
constexpr FileColumn behaviorInFile{"behavior", FileColumn::Kind::Text, "behavior"};

std::optional<ListedProxy> readListedProxy(CacheReader &reader, qint64 key, const Clock &clock)
{
    const auto row = reader.proxy(key);
    if (!row) {
        return std::nullopt;
    }
    const auto test = reader.lastTest(testedProxyPrefix + row->id.value());
    return ListedProxy{*row, test ? std::optional(LastTest{*test, &clock}) : std::nullopt};
}

} // namespace

ColumnTable<ListedProxy> ProxyTableModel::columnTable()
{
    using Kind = FileColumn::Kind;
    static constexpr TableColumn<ListedProxy> columns[] = {
        {{.name = "name",
          .title = QT_TR_NOOP("Name"),
          .width = 135,
          .stretches = true,
          .sort = {"name_sort", true},
          .inFile = {{"name", Kind::Text, "name"}}},
         {.text = nameText, .value = [](const ListedProxy &row) { return QVariant(row.name); }}},
        {{.name = "type",
          .title = QT_TR_NOOP("Type"),
          .kind = CellKind::Badge,
          .width = 124,
          .sort = {"type"},
          .search = {.meanings = proxyTypeMeanings, .keyword = "type", .value = "type"},
          .inFile = {{"type", Kind::Text, "type"}}},
         {.text = typeText,
          .value = [](const ListedProxy &row) { return QVariant(row.type); },
          .tone = [](const ListedProxy &row) { return proxyTypeTone(row.type); }}},
        {{.name = "location",
          .title = QT_TR_NOOP("Location"),
          .width = 137,
          .givesWay = 3, // to the reason of a failed test
          .sort = {"country || ' ' || city || ' ' || region"},
          .search = {.meanings = countryMeanings, .keyword = "country", .value = "country"},
          .inFile = {{"country", Kind::Text, "country"}, {"city", Kind::Text, "city"}}},
         {.text = [](const ListedProxy &row) { return format::location(row); }}},
        {{.name = "rotation",
          .title = QT_TR_NOOP("Rotation"),
          .kind = CellKind::QuietText,
          .width = 126,
          .givesWay = 2, // after the last test
          .sort = {"rotate_type || printf('%010d', coalesce(rotate_interval, 0))"},
          .search = {.meanings = rotationMeanings, .phrases = rotationPhrases},
          .inFile = {behaviorInFile,
                     {"rotate_type", Kind::Text, "rotate_type"},
                     {"rotate_interval", Kind::Integer, "rotate_interval"}}},
         {.text = [](const ListedProxy &row) { return format::rotation(row); }, .tone = quiet}},
        {{.name = "traffic",
          .title = QT_TR_NOOP("Traffic"),
          .kind = CellKind::UsageBar,
          .width = 192,
          .sort = {"coalesce(traffic_used, -1)"},
          .search = {.traffic = {"traffic_used", "traffic_limit"}, .keyword = "used"},
          .inFile = {proxyUsedInFile, proxyLimitInFile}},
         {.text = trafficText,
          .value = [](const ListedProxy &row) { return toVariant(row.trafficUsed); },
          .tone = trafficTone,
          .toolTip = exactTraffic,
          .bar = trafficShare}},
        {{.name = "used-percent",
          .title = QT_TR_NOOP("Used %"),
          .kind = CellKind::Number,
          .width = 76,
          .hidden = true,
          .sort = {limitPercentSql},
          .search = {.percent = limitPercentSql, .keyword = "used"},
          .inFile = {proxyUsedInFile, proxyLimitInFile}},
         {.text = percentText,
          .value = [](const ListedProxy &row) { return percentValue(trafficPercent(row)); },
          .tone = quiet}},
        {{.name = "region",
          .title = QT_TR_NOOP("Region"),
          .hidden = true,
          .sort = {"region"},
          .inFile = {{"region", Kind::Text, "region"}}},
         {.text = [](const ListedProxy &row) { return format::orNothing(row.region); }}},
        {{.name = "behavior",
          .title = QT_TR_NOOP("Behavior"),
          .hidden = true,
          .sort = {"behavior"},
          .search = {.meanings = behaviorMeanings},
          .inFile = {behaviorInFile}},
         {.text =
              [](const ListedProxy &row) {
                  return format::orNothing(format::behavior(row.behavior));
              },
          .value = [](const ListedProxy &row) { return QVariant(row.behavior); }}},
        {{.name = "host",
          .title = QT_TR_NOOP("Host"),
          .width = 180,
          .hidden = true,
          .sort = {"host"},
          .inFile = {{"host", Kind::Text, "host"}}},
         {.text = [](const ListedProxy &row) { return format::orNothing(privateText(row.host)); }}},
        {{.name = "port-http",
          .title = QT_TR_NOOP("HTTP port"),
          .kind = CellKind::Number,
          .width = 100,
          .hidden = true,
          .sort = {"coalesce(port_http, -1)"},
          .inFile = {{"port_http", Kind::Integer, "port_http"}}},
         {.text = [](const ListedProxy &row) { return format::port(row.portHttp); }}},
        {{.name = "port-socks5",
          .title = QT_TR_NOOP("SOCKS5 port"),
          .kind = CellKind::Number,
          .width = 110,
          .hidden = true,
          .sort = {"coalesce(port_socks5, -1)"},
          .inFile = {{"port_socks5", Kind::Integer, "port_socks5"}}},
         {.text = [](const ListedProxy &row) { return format::port(row.portSocks5); }}},
        {{.name = "numeric-id",
          .title = QT_TR_NOOP("Numeric id"),
          .kind = CellKind::Number,
          .width = 100,
          .hidden = true,
          .sort = {"cast(numeric_id AS INTEGER)"},
          .inFile = {{"proxy_id", Kind::Text, "numeric_id"}}},
         {.text = [](const ListedProxy &row) { return format::orNothing(row.numericId); }}},
        {{.name = "id",
          .title = QT_TR_NOOP("Id"),
          .kind = CellKind::QuietText,
          .width = 290,
          .hidden = true,
          .neverCut = true,
          .sort = {"id", true},
          .inFile = {{"id", Kind::Text, "proxies.id"}}},
         {.text = [](const ListedProxy &row) { return row.id.value(); }, .tone = quiet}},
        {{.name = "created",
          .title = QT_TR_NOOP("Created"),
          .kind = CellKind::Time,
          .width = 150,
          .hidden = true,
          .sort = {"coalesce(created_ms, -1)"},
          .search = {.time = "created_ms"},
          .inFile = {{"created_at", Kind::Time, "created_ms"}}},
         {.text = [](const ListedProxy &row) { return format::dateTime(row.createdAt); },
          .value = [](const ListedProxy &row) { return toVariant(row.createdAt); },
          .tone = quiet}},
        {{.name = "updated",
          .title = QT_TR_NOOP("Updated"),
          .kind = CellKind::Time,
          .width = 150,
          .hidden = true,
          .sort = {"coalesce(updated_ms, -1)"},
          .search = {.time = "updated_ms"},
          .inFile = {{"updated_at", Kind::Time, "updated_ms"}}},
         {.text = [](const ListedProxy &row) { return format::dateTime(row.updatedAt); },
          .value = [](const ListedProxy &row) { return toVariant(row.updatedAt); },
          .tone = quiet}},
        lastTestColumn<ListedProxy>(QT_TR_NOOP("Last test"), proxyTestSql, proxyTestMeanings,
                                    false),
    };
    return columns;
}

ProxyTableModel::ProxyTableModel(AccountStore &store, QThreadPool &pool)
    : ListTableModel(store, pool,
                     {.table = StoreTable::Proxies,
                      .columns = columnTable(),
                      .read = readListedProxy,
                      .idText = [](const ListedProxy &row) { return row.id.value(); },
                      .sentence = sentence,
                      .outdatedText = outdatedProxyText})
{
    begin(column("name"), Qt::AscendingOrder);
}

} // namespace relaybook
