// SPDX-License-Identifier: GPL-3.0-or-later
// Collects the evidence of one matter for the service's support: a purchase that may be charged
// twice, a gap in the balance, or an order whose charge differs from what was confirmed. The
// evidence is a ZIP archive of text files: the transactions as the service sent them, the orders as
// the journal has them, a report in plain English, and checksums. The same data give the same
// bytes.

#pragma once

#include "api/json/knownsecrets.h"
#include "api/types/result.h"
#include "models/attention/doublecharge.h"
#include "models/store/ledgercheckresult.h"
#include "models/store/storevalues.h"

#include <QByteArray>
#include <QString>

#include <atomic>
#include <memory>
#include <optional>
#include <variant>
#include <vector>

namespace relaybook {

class AccountSession;
struct AttentionEntry;

/// An order of traffic of which something differs from what was confirmed.
struct DifferingOrder
{
    QString id;
    friend bool operator==(const DifferingOrder &, const DifferingOrder &) = default;
};

/// The matter.
using EvidenceMatter = std::variant<DoubleCharge, LedgerBreak, DifferingOrder>;

/// Whether the charge or the traffic added differs from what was confirmed, other than by rounding.
[[nodiscard]] bool differsFromPreview(const TopUpOrder &order);
/// The matter of an entry of "Needs attention"; nothing if there is no evidence of its kind.
[[nodiscard]] std::optional<EvidenceMatter> evidenceMatterOf(const AttentionEntry &entry,
                                                             AccountSession &account);

/// Everything that the evidence is made from, beside the rows of the store.
struct EvidenceRequest
{
    EvidenceMatter matter;
    QString storeFile; ///< cache.sqlite of the account
    QString accountId; ///< at the service
    QString accountName;
    QString accountEmail;
    QString service;
    QString currency;
    std::optional<Instant> asOf;    ///< when the newest transactions were last loaded
    std::vector<TopUpOrder> orders; ///< those of the matter, oldest first
    bool areOrdersKnown = true;     ///< whether the whole journal of orders could be read
    /// The secrets of the session, which are masked wherever they occur; may be null.
    std::shared_ptr<KnownSecrets> secrets;
};
/// For an open account, on the GUI thread.
[[nodiscard]] EvidenceRequest evidenceRequestFor(AccountSession &account,
                                                 const EvidenceMatter &matter);

/// A file of the archive. The name is safe on every system; the content is UTF-8.
struct EvidenceFile
{
    QString name;
    QByteArray content;
    friend bool operator==(const EvidenceFile &, const EvidenceFile &) = default;
};

/// The evidence, ready to be shown and saved.
struct EvidenceKit
{
    QString name;                         ///< proposed file name: "evidence-charge-48901.zip"
    Instant at{};                         ///< the time of the files in the archive
    std::vector<EvidenceFile> files;      ///< the report first, the checksums last
    QByteArray archive;                   ///< the ZIP
    qint64 rowsLeftOut = 0;               ///< rows beyond mostEvidenceRows
    std::vector<TransactionId> notStored; ///< transactions of the matter that are not stored
};

/// So many rows of a kind are in a kit at most.
inline constexpr qint64 mostEvidenceRows = 10'000;

/// Reads the rows and makes the files. An error is Cancelled (`cancelled` is not 0) or Local, with
/// a whole sentence in ApiError::message. For worker threads: it takes long with many rows.
[[nodiscard]] Result<EvidenceKit> makeEvidenceKit(const EvidenceRequest &request,
                                                  const std::atomic<quint64> &cancelled);

} // namespace relaybook
