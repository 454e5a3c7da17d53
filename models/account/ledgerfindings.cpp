// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/account/ledgerfindings.h"

#include "models/account/ledgerhistory.h"
#include "models/store/keepfile.h"

#include <QCryptographicHash>
#include <QSet>

#include <algorithm>

namespace relaybook {

namespace {

constexpr qint64 mostUnreadable = 1000;

const auto changedPrefix = QLatin1String("changed/");
const auto removedPrefix = QLatin1String("removed/");
const auto unreadablePrefix = QLatin1String("unreadable/");
const auto spoiledPrefix = QLatin1String("unreadable-now/");

/// "removed/4711/…" is 4711.
TransactionId idIn(const QString &key)
{
    return TransactionId(key.section(u'/', 1, 1).toLongLong());
}

/// Counts the acknowledged findings of the store that are still there.
class AcknowledgedRows
{
public:
    AcknowledgedRows(const LedgerHistory &history, Instant checkedAt, OpenFindings &open)
        : m_history(history)
        , m_checkedAt(checkedAt)
        , m_open(open)
    {
    }
    void take(const QString &key)
    {
        if (key.startsWith(removedPrefix)) {
            const auto at = m_history.vanishedAt(idIn(key));
            count(at && *at <= m_checkedAt && key == removedKey(idIn(key), *at), m_open.vanished,
                  1);
        } else if (key.startsWith(changedPrefix)) {
            const auto versions = m_history.earlierForms(idIn(key));
            const bool isCounted = !versions.empty() && versions.back().replacedAt <= m_checkedAt;
            count(isCounted && key == changedKey(idIn(key), versions), m_open.rewritten,
                  static_cast<qint64>(versions.size()));
        } else if (key.startsWith(spoiledPrefix)) {
            const auto row = m_history.unreadableForm(idIn(key));
            count(row && key == unreadableKey(*row, true), m_open.spoiled, 1);
        } else if (key.startsWith(unreadablePrefix)) {
            count(unreadable().contains(key), m_open.unreadable, 1);
        }
    }

private:
    void count(bool isThere, qint64 &open, qint64 findings)
    {
        if (isThere && open >= findings) {
            open -= findings;
            ++m_open.acknowledged;
        }
    }
    /// Read once: these rows may have no id to look them up by.
    const QSet<QString> &unreadable()
    {
        if (!m_isRead) {
            m_isRead = true;
            for (const UnreadableRow &row : m_history.unreadableRows(mostUnreadable)) {
                if (!row.id || !m_history.isReadable(*row.id)) {
                    m_unreadable.insert(unreadableKey(row, false));
                }
            }
        }
        return m_unreadable;
    }

    const LedgerHistory &m_history;
    Instant m_checkedAt;
    OpenFindings &m_open;
    QSet<QString> m_unreadable;
    bool m_isRead = false;
};

} // namespace

QString findingKey(const LedgerBreak &found)
{
    return QStringLiteral("gap/%1/%2/%3/%4/%5")
        .arg(QString::number(found.kind) + QLatin1String(found.isRecent ? "r" : ""),
             found.earlier.text(), found.later.text(), found.expected.text(), found.found.text());
}

QString changedKey(TransactionId id, const std::vector<TransactionVersion> &earlier)
{
    QCryptographicHash hash(QCryptographicHash::Sha256);
    for (const TransactionVersion &version : earlier) {
        hash.addData(QByteArray::number(toMillis(version.replacedAt)));
        hash.addData(version.form.raw);
    }
    return changedPrefix + id.text() + u'/' + QString::fromLatin1(hash.result().toHex());
}

QString removedKey(TransactionId id, Instant noticedAt)
{
    return removedPrefix + id.text() + u'/' + QString::number(toMillis(noticedAt));
}

QString unreadableKey(const UnreadableRow &row, bool isKept)
{
    const QByteArray hash = QCryptographicHash::hash(row.raw, QCryptographicHash::Sha256);
    const QString content = QString::fromLatin1(hash.toHex());
    return isKept && row.id ? QString(spoiledPrefix + row.id->text() + u'/' + content)
                            : QString(unreadablePrefix + content);
}

OpenFindings withoutAcknowledged(const LedgerCheckResult &result, const KeepFile &kept,
                                 const LedgerHistory &history)
{
    OpenFindings open{{},
                      result.breakCount,
                      result.unclearCount,
                      result.rewritten,
                      result.vanished,
                      result.unreadable,
                      result.spoiled,
                      0};
    const auto &acknowledged = kept.acknowledged();
    for (const LedgerBreak &each : result.breaks) {
        if (!acknowledged.contains(findingKey(each))) {
            open.breaks.push_back(each);
            continue;
        }
        ++open.acknowledged;
        --open.breakCount;
        open.unclearCount -= each.isProven() ? 0 : 1;
    }
    AcknowledgedRows rows(history, result.checkedAt, open);
    for (auto each = acknowledged.cbegin(); each != acknowledged.cend(); ++each) {
        rows.take(each.key());
    }
    return open;
}

} // namespace relaybook
