// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/export/evidencekit.h"

#include "api/json/jsonmask.h"
#include "models/accounts/accountsession.h"
#include "models/accounts/anyorder.h"
#include "models/attention/attention.h"
#include "models/export/checkresulttext.h"
#include "models/export/evidencereport.h"
#include "models/export/exporttext.h"
#include "models/export/orderstable.h"
#include "models/export/zipfile.h"
#include "models/sqlite/rowcursor.h"
#include "models/store/cacheconnection.h"

#include <QCoreApplication>
#include <QCryptographicHash>
#include <QList>

#include <algorithm>
#include <chrono>
#include <string>
#include <string_view>
#include <utility>

namespace relaybook {
namespace {

struct EvidenceKitWords
{
    Q_DECLARE_TR_FUNCTIONS(relaybook::EvidenceKit)
};

/// Orders so long before and after a gap may have to do with it: the clocks may differ.
constexpr std::chrono::hours ordersAroundGap{1};

tl::unexpected<ApiError> kitCancelled()
{
    ApiError error;
    error.kind = ErrorKind::Cancelled;
    error.message = EvidenceKitWords::tr("Collecting the evidence was cancelled.");
    return tl::unexpected(std::move(error));
}

tl::unexpected<ApiError> kitFailed(const StoreError &problem)
{
    if (problem.kind == StoreError::Kind::Interrupted) {
        return kitCancelled();
    }
    ApiError error;
    error.kind = ErrorKind::Local;
    error.message = EvidenceKitWords::tr(
        "The evidence could not be collected: the data stored on this computer cannot be read.");
    error.description = problem.detail;
    return tl::unexpected(std::move(error));
}

std::string_view viewOf(const QByteArray &bytes)
{
    return {bytes.constData(), static_cast<std::size_t>(bytes.size())};
}

QByteArray jsonText(const QString &text)
{
    std::string out;
    appendJsonText(out, text.toUtf8().toStdString());
    return QByteArray::fromStdString(out);
}

QByteArray jsonText(const std::optional<Money> &amount)
{
    return amount ? jsonText(amount->text()) : QByteArrayLiteral("null");
}

QByteArray jsonText(const std::optional<Instant> &time)
{
    return time ? jsonText(instantText(*time)) : QByteArrayLiteral("null");
}

QByteArray jsonObject(const QList<std::pair<const char *, QByteArray>> &members)
{
    QList<QByteArray> written;
    written.reserve(members.size());
    for (const auto &[name, value] : members) {
        written.append(QByteArray("\"").append(name).append("\":").append(value));
    }
    return "{" + written.join(",") + "}";
}

/// An array with one element on each line.
QByteArray jsonLines(const QList<QByteArray> &elements)
{
    return elements.isEmpty() ? QByteArray("[]\n")
                              : QByteArray("[\n" + elements.join(",\n") + "\n]\n");
}

/// The rows as JSON objects without their closing brace, so that members can be added.
QList<QByteArray> openObjectsOf(const ExportTable &table)
{
    QList<QByteArray> objects;
    for (const auto &row : table.rows) {
        std::string out;
        for (std::size_t i = 0; i < row.size(); ++i) {
            const ExportTable::Cell &cell = row.at(i);
            out += out.empty() ? '{' : ',';
            appendJsonText(out, table.columns.at(i).name.toUtf8().toStdString());
            out += ':';
            appendJsonCell(out, table.columns.at(i).kind,
                           {cell.absent, cell.number, viewOf(cell.text)});
        }
        objects.append(QByteArray::fromStdString(out));
    }
    return objects;
}

QByteArray storedFieldsOf(const Transaction &row)
{
    return jsonObject(
        {{"stored_fields", jsonObject({{"id", row.id.text().toUtf8()},
                                       {"type", jsonText(row.type)},
                                       {"amount", jsonText(row.amount)},
                                       {"balance_before", jsonText(row.balanceBefore)},
                                       {"balance_after", jsonText(row.balanceAfter)},
                                       {"description", jsonText(row.description)},
                                       {"product_id", jsonText(row.productId)},
                                       {"user_id", jsonText(row.userId)},
                                       {"created_at", jsonText(std::optional(row.createdAt))},
                                       {"updated_at", jsonText(row.updatedAt)}})}});
}

QByteArray failureOf(const std::optional<ApiError> &error)
{
    return error ? jsonObject({{"http_status", QByteArray::number(error->httpStatus)},
                               {"error_code", QByteArray::number(error->serviceCode)},
                               {"message", jsonText(error->message)},
                               {"description", jsonText(error->description)},
                               {"operation", jsonText(error->operation)}})
                 : QByteArrayLiteral("null");
}

/// The last look at what leaves this computer: everything was masked before.
tl::unexpected<ApiError> kitHasSecret(const QString &file)
{
    ApiError error;
    error.kind = ErrorKind::Local;
    error.message =
        EvidenceKitWords::tr("The evidence was not written: %1 has a password or a token of this "
                             "account in it. This is a fault of Relaybook. Please report it.")
            .arg(file);
    return tl::unexpected(std::move(error));
}

class KitMaker
{
public:
    KitMaker(const EvidenceRequest &request, const EvidenceRows &rows)
        : m_request(request)
        , m_rows(rows)
        , m_masker(request.secrets.get())
    {
        // A secret of one document is masked in all of them.
        for (const Transaction &row : rows.rows) {
            m_masker.learnFrom(viewOf(row.raw));
        }
        for (const TransactionVersion &version : rows.earlier) {
            m_masker.learnFrom(viewOf(version.form.raw));
        }
        for (const UnreadableRow &row : rows.unreadable) {
            m_masker.learnFrom(viewOf(row.raw));
        }
        for (const TopUpOrder &order : request.orders) {
            m_masker.learnFrom(viewOf(order.receipt ? order.receipt->raw : QByteArray()));
        }
    }

    Result<EvidenceKit> make()
    {
        EvidenceKit kit;
        kit.name = proposedName();
        kit.at = timeOfKit();
        kit.notStored = m_rows.notStored;
        kit.rowsLeftOut = m_rows.leftOut;
        kit.files = dataFiles();
        const QByteArray report =
            evidenceReport(m_request, m_rows, kit.files, [this](const QString &text) {
                return QString::fromUtf8(m_masker.maskText(viewOf(text.toUtf8())));
            });
        kit.files.insert(kit.files.begin(),
                         {evidenceReportName, m_masker.maskText(viewOf(report))});
        for (const EvidenceFile &file : kit.files) {
            // Texts only: names of members and numbers are not foreign.
            if (maskedText(file.content).count(secretMask()) > file.content.count(secretMask())) {
                return kitHasSecret(file.name);
            }
        }
        kit.files.push_back({evidenceSumsName, sumsOf(kit.files)});
        std::vector<ZippedFile> packed;
        for (const EvidenceFile &file : kit.files) {
            packed.push_back({file.name.toLatin1(), file.content});
        }
        auto archive = zipped(packed, kit.at);
        if (!archive) {
            ApiError error;
            error.message = EvidenceKitWords::tr("The evidence could not be packed: there is not "
                                                 "enough memory.");
            return tl::unexpected(std::move(error));
        }
        kit.archive = std::move(*archive);
        return kit;
    }

private:
    [[nodiscard]] std::vector<EvidenceFile> dataFiles()
    {
        std::vector<EvidenceFile> files;
        if (!m_rows.rows.empty()) {
            files.push_back({evidenceRowsName, transactions()});
        }
        if (!m_rows.earlier.empty()) {
            files.push_back({evidenceEarlierName, earlierVersions()});
        }
        if (!m_rows.unreadable.empty()) {
            files.push_back({evidenceUnreadableName, unreadable()});
        }
        if (const auto *gap = std::get_if<LedgerBreak>(&m_request.matter)) {
            LedgerCheckResult found;
            found.breaks.push_back(*gap);
            files.push_back(
                {evidenceGapName, masked(openObjectsOf(breaksTable(found)).front() + "}") + "\n"});
        }
        if (!m_request.orders.empty()) {
            files.push_back({evidenceOrdersName, orders()});
        }
        return files;
    }

    /// The document, or a text that is no JSON, with its secrets masked.
    [[nodiscard]] QByteArray maskedText(const QByteArray &document)
    {
        const QByteArray masked = m_masker.mask(viewOf(document));
        return masked.isEmpty() ? m_masker.maskText(viewOf(document)) : masked;
    }
    /// The same as JSON: a text that is none as a JSON string.
    [[nodiscard]] QByteArray masked(const QByteArray &document)
    {
        const QByteArray masked = m_masker.mask(viewOf(document));
        return masked.isEmpty() ? jsonText(QString::fromUtf8(m_masker.maskText(viewOf(document))))
                                : masked;
    }

    [[nodiscard]] QByteArray transactions()
    {
        QList<QByteArray> lines;
        for (const Transaction &row : m_rows.rows) {
            lines.append(masked(row.raw.isEmpty() ? storedFieldsOf(row) : row.raw));
        }
        return jsonLines(lines);
    }

    [[nodiscard]] QByteArray earlierVersions()
    {
        QList<QByteArray> lines;
        for (const TransactionVersion &version : m_rows.earlier) {
            const Transaction &row = version.form;
            lines.append(
                jsonObject({{"replaced_at", jsonText(std::optional(version.replacedAt))},
                            {"row", masked(row.raw.isEmpty() ? storedFieldsOf(row) : row.raw)}}));
        }
        return jsonLines(lines);
    }

    [[nodiscard]] QByteArray unreadable()
    {
        QList<QByteArray> lines;
        for (const UnreadableRow &row : m_rows.unreadable) {
            lines.append(jsonObject(
                {{"id", row.id ? row.id->text().toUtf8() : QByteArrayLiteral("null")},
                 {"problem", jsonText(QString::fromUtf8(maskedText(row.problem.toUtf8())))},
                 {"row", jsonText(QString::fromUtf8(maskedText(row.raw)))}}));
        }
        return jsonLines(lines);
    }

    [[nodiscard]] QByteArray orders()
    {
        std::vector<AnyOrder> all;
        for (const TopUpOrder &order : m_request.orders) {
            all.emplace_back(&order);
        }
        QList<QByteArray> lines = openObjectsOf(ordersTable(all));
        for (qsizetype i = 0; i < lines.size(); ++i) {
            const TopUpOrder &order = m_request.orders.at(static_cast<std::size_t>(i));
            const QByteArray answer = order.receipt ? order.receipt->raw : QByteArray();
            lines[i] += ",\"answer\":" + (answer.isEmpty() ? QByteArray("null") : masked(answer)) +
                        ",\"failure\":" + failureOf(order.error) + "}";
            lines[i] = masked(lines.at(i));
        }
        return jsonLines(lines);
    }

    [[nodiscard]] static QByteArray sumsOf(const std::vector<EvidenceFile> &files)
    {
        QByteArray sums;
        for (const EvidenceFile &file : files) {
            sums += QCryptographicHash::hash(file.content, QCryptographicHash::Sha256).toHex() +
                    "  " + file.name.toLatin1() + '\n';
        }
        return sums;
    }

    [[nodiscard]] QString proposedName() const
    {
        if (const auto *charge = std::get_if<DoubleCharge>(&m_request.matter)) {
            return QStringLiteral("evidence-charge-%1.zip")
                .arg(charge->rows.empty() ? QString() : charge->rows.front().id.text());
        }
        if (const auto *gap = std::get_if<LedgerBreak>(&m_request.matter)) {
            return QStringLiteral("evidence-gap-%1.zip").arg(gap->later.text());
        }
        const bool hasOrder = !m_request.orders.empty();
        return QStringLiteral("evidence-order-%1.zip")
            .arg(hasOrder ? instantText(m_request.orders.front().preparedAt).left(10) : QString());
    }

    /// The newest time of the rows, by the service's clock; without rows, that of the orders.
    [[nodiscard]] Instant timeOfKit() const
    {
        Instant newest{};
        const auto take = [&newest](Instant at) {
            newest = isTimeOfLedger(at) ? std::max(newest, at) : newest;
        };
        for (const Transaction &row : m_rows.rows) {
            take(row.createdAt);
        }
        if (newest == Instant{}) {
            for (const TopUpOrder &order : m_request.orders) {
                take(order.endedAt.value_or(order.preparedAt));
            }
        }
        return newest;
    }

    const EvidenceRequest &m_request;
    const EvidenceRows &m_rows;
    SecretMasker m_masker;
};

void addTopUp(AccountSession &account, const QString &id, std::vector<TopUpOrder> &orders)
{
    const auto order = findOrder(account, id);
    if (const auto *topUp = order ? std::get_if<const TopUpOrder *>(&*order) : nullptr) {
        orders.push_back(**topUp);
    }
}

std::vector<TopUpOrder> ordersAround(AccountSession &account, const LedgerBreak &gap)
{
    std::vector<TopUpOrder> found;
    const auto [from, until] = std::minmax(gap.earlierAt, gap.laterAt);
    for (const TopUpOrder &order : account.purchases().orders()) { // the newest first
        const bool isNear =
            order.sentAt && *order.sentAt >= from - ordersAroundGap &&
            (gap.kind == LedgerBreak::Newest || *order.sentAt <= until + ordersAroundGap);
        if (isNear && static_cast<qint64>(found.size()) < mostEvidenceRows) {
            found.push_back(order);
        }
    }
    return found;
}

} // namespace

bool differsFromPreview(const TopUpOrder &order)
{
    return std::any_of(order.findings.begin(), order.findings.end(), [](const Finding &finding) {
        return finding.level == Finding::Level::Alarm;
    });
}

std::optional<EvidenceMatter> evidenceMatterOf(const AttentionEntry &entry, AccountSession &account)
{
    switch (entry.kind) {
    case AttentionKind::DoubleCharge:
    case AttentionKind::EqualPurchases:
        return entry.charge ? std::optional<EvidenceMatter>(*entry.charge) : std::nullopt;
    case AttentionKind::BalanceGap:
        return entry.gap && entry.gap->isProven() ? std::optional<EvidenceMatter>(*entry.gap)
                                                  : std::nullopt;
    case AttentionKind::DifferingOrder: {
        std::vector<TopUpOrder> orders;
        addTopUp(account, entry.orderId, orders);
        const bool differs = !orders.empty() && differsFromPreview(orders.front());
        return differs ? std::optional<EvidenceMatter>(DifferingOrder{entry.orderId})
                       : std::nullopt;
    }
    default:
        break;
    }
    return std::nullopt;
}

EvidenceRequest evidenceRequestFor(AccountSession &account, const EvidenceMatter &matter)
{
    const AccountSummary &summary = account.summary();
    EvidenceRequest request;
    request.matter = matter;
    request.storeFile = account.queries().storePath();
    request.accountId = summary.accountId;
    request.accountName = summary.serviceName; // what the user calls it stays here
    request.accountEmail = summary.email;
    request.service = summary.service;
    request.currency = summary.currency;
    request.asOf = account.status(Area::Transactions).asOf;
    request.areOrdersKnown = account.purchases().hasWholeJournal();
    request.secrets = account.knownSecrets();
    if (const auto *charge = std::get_if<DoubleCharge>(&matter)) {
        for (const QString &id : charge->orders) {
            addTopUp(account, id, request.orders);
        }
    } else if (const auto *gap = std::get_if<LedgerBreak>(&matter)) {
        request.orders = ordersAround(account, *gap);
    } else {
        addTopUp(account, std::get<DifferingOrder>(matter).id, request.orders);
    }
    std::reverse(request.orders.begin(), request.orders.end());
    return request;
}

Result<EvidenceKit> makeEvidenceKit(const EvidenceRequest &request,
                                    const std::atomic<quint64> &cancelled)
{
    auto connection = openCache(request.storeFile, Connection::Purpose::Reader);
    if (!connection) {
        return kitFailed(connection.error());
    }
    const auto rows = guarded([&] {
        const ReadTransaction reading(**connection); // all rows are from one state of the file
        (*connection)->interruptUnless(&cancelled, 0);
        return evidenceRowsOf(**connection, request);
    });
    if (!rows) {
        return kitFailed(rows.error());
    }
    Result<EvidenceKit> kit = KitMaker(request, *rows).make();
    if (cancelled != 0) {
        return kitCancelled();
    }
    return kit;
}

} // namespace relaybook
