// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/ledger/ledgerevidence.h"

#include "models/export/checkresulttext.h"
#include "models/export/savefile.h"
#include "models/text/privacymode.h"

#include <QCoreApplication>
#include <QElapsedTimer>
#include <QJsonArray>
#include <QJsonDocument>
#include <QTimer>

#include <algorithm>

namespace relaybook {

namespace {

struct EvidenceWords
{
    Q_DECLARE_TR_FUNCTIONS(relaybook::LedgerEvidence)
};

constexpr qint64 mostListed = 10'000;
// Only this many breaks are listed with the transactions around them; further breaks without.
constexpr size_t mostWithRows = 200;

void addRow(AccountSession &account, const std::optional<TransactionId> &id,
            std::vector<Transaction> &rows)
{
    const bool known = !id || std::any_of(rows.begin(), rows.end(),
                                          [&id](const Transaction &row) { return row.id == *id; });
    if (!known) {
        if (auto row = account.rows().transaction(*id)) {
            rows.push_back(std::move(*row));
        }
    }
}

std::vector<Transaction> rowsAround(AccountSession &account, const LedgerBreak &found)
{
    std::vector<Transaction> rows;
    addRow(account, account.ledger().history().chainBefore(found.earlier), rows);
    addRow(account, found.earlier, rows);
    addRow(account, found.later, rows);
    addRow(account, account.ledger().history().chainAfter(found.later), rows);
    return rows;
}

// The JSON is written by hand: a number from the service must not be converted to double.
class Json
{
public:
    static QByteArray text(const QString &text)
    {
        const QByteArray array = QJsonDocument(QJsonArray{text}).toJson(QJsonDocument::Compact);
        return array.mid(1, array.size() - 2);
    }
    static QByteArray time(const std::optional<Instant> &time)
    {
        return time ? text(instantText(*time)) : QByteArrayLiteral("null");
    }
    static QByteArray money(const std::optional<Money> &amount)
    {
        return amount ? text(amount->text()) : QByteArrayLiteral("null");
    }
    static QByteArray member(const char *name, const QByteArray &value)
    {
        return QByteArray("\"").append(name).append("\": ").append(value);
    }
    static QByteArray object(const QList<QByteArray> &members)
    {
        return "{" + members.join(", ") + "}";
    }
    template <class List, class Write>
    static QByteArray array(const List &list, Write write)
    {
        QList<QByteArray> items;
        items.reserve(static_cast<qsizetype>(list.size()));
        for (const auto &each : list) {
            items.append(write(each));
        }
        return items.isEmpty() ? QByteArrayLiteral("[]")
                               : QByteArray("[\n    " + items.join(",\n    ") + "\n  ]");
    }
    static QByteArray raw(const QByteArray &raw)
    {
        return raw.isEmpty() ? QByteArrayLiteral("null") : raw;
    }
};

QByteArray breakJson(const LedgerEvidence::Break &each)
{
    const LedgerBreak &found = each.found;
    return Json::object(
        {Json::member("kind", Json::text(breakName(found))),
         Json::member("earlier", Json::text(found.earlier.text())),
         Json::member("earlier_at", Json::time(found.earlierAt)),
         Json::member("later", Json::text(found.later.text())),
         Json::member("later_at", Json::time(found.laterAt)),
         Json::member("expected", Json::money(found.expected)),
         Json::member("found", Json::money(found.found)),
         Json::member("unexplained", Json::money(found.unexplained)),
         Json::member("unreadable", QByteArray::number(found.unreadable.count)),
         Json::member("unreadable_id", found.unreadable.id ? Json::text(found.unreadable.id->text())
                                                           : QByteArrayLiteral("null")),
         Json::member("rows", Json::array(each.rows, [](const Transaction &row) {
                          return Json::raw(row.raw);
                      }))});
}

QByteArray rewrittenJson(const LedgerEvidence::Rewritten &each)
{
    const auto form = [](const TransactionVersion &version) {
        return Json::object({Json::member("until", Json::time(version.replacedAt)),
                             Json::member("row", Json::raw(version.form.raw))});
    };
    return Json::object({Json::member("id", Json::text(each.now.id.text())),
                         Json::member("now", Json::raw(each.now.raw)),
                         Json::member("earlier", Json::array(each.earlier, form))});
}

QByteArray unreadableJson(const LedgerEvidence::Unreadable &each)
{
    const UnreadableRow &row = each.form;
    // An unreadable row may not be valid JSON, so it is written as a string.
    return Json::object(
        {Json::member("id", row.id ? Json::text(row.id->text()) : QByteArrayLiteral("null")),
         Json::member("problem", Json::text(row.problem)),
         Json::member("row", Json::text(QString::fromUtf8(row.raw))),
         Json::member("before",
                      each.kept ? Json::raw(each.kept->raw) : QByteArrayLiteral("null"))});
}

void addLine(QByteArray &text, const QString &line)
{
    text += line.toUtf8() + '\n';
}

QString dollars(const std::optional<Money> &amount)
{
    return amount ? amount->text() : EvidenceWords::tr("too large to show");
}

void addBreak(QByteArray &text, const LedgerEvidence::Break &each)
{
    const LedgerBreak &found = each.found;
    addLine(text, each.sentence);
    addLine(text, EvidenceWords::tr("  %1 at %2, %3 at %4", "an id and its time, twice")
                      .arg(found.earlier.text(), instantText(found.earlierAt), found.later.text(),
                           instantText(found.laterAt)));
    addLine(text,
            EvidenceWords::tr("  expected %1, found %2, unexplained %3")
                .arg(dollars(found.expected), dollars(found.found), dollars(found.unexplained)));
    for (const Transaction &row : each.rows) {
        text += "  " + row.raw + '\n';
    }
    text += '\n';
}

} // namespace

EvidenceCollector::EvidenceCollector(AccountSession &account, Instant now, QObject *parent)
    : QObject(parent)
    , m_account(account)
{
    const AccountSummary &summary = account.summary();
    m_evidence.account = summary.name.isEmpty() ? summary.accountId : summary.name;
    m_evidence.service = summary.service;
    m_evidence.savedAt = now;
    m_evidence.verdict = account.ledger().check().verdict();
}

void EvidenceCollector::start()
{
    m_rewritten = m_account.ledger().history().rewrittenIds(mostListed);
    m_evidence.vanished = m_account.ledger().history().vanishedRows(mostListed);
    m_unreadable = m_account.ledger().history().unreadableRows(mostListed);
    QTimer::singleShot(0, this, &EvidenceCollector::step);
}

void EvidenceCollector::step()
{
    constexpr qint64 mostMs = 6;
    QElapsedTimer timer;
    timer.start();
    while (timer.elapsed() < mostMs) {
        if (!collectOne()) {
            Q_EMIT collected(m_evidence);
            deleteLater();
            return;
        }
    }
    QTimer::singleShot(0, this, &EvidenceCollector::step);
}

// Returns false if nothing is left.
bool EvidenceCollector::collectOne()
{
    const RealTexts saved;
    const auto &breaks = m_evidence.verdict.breaks;
    if (m_nextBreak < breaks.size()) {
        const LedgerBreak &found = breaks[m_nextBreak];
        const bool withRows = m_nextBreak < mostWithRows;
        m_evidence.breaks.push_back(
            {found, breakText(found, m_account.summary().currency),
             withRows ? rowsAround(m_account, found) : std::vector<Transaction>()});
        ++m_nextBreak;
        return true;
    }
    if (m_nextRewritten < m_rewritten.size()) {
        const TransactionId id = m_rewritten[m_nextRewritten];
        if (auto row = m_account.rows().transaction(id)) {
            m_evidence.rewritten.push_back(
                {std::move(*row), m_account.ledger().history().earlierForms(id)});
        }
        ++m_nextRewritten;
        return true;
    }
    if (m_nextUnreadable < m_unreadable.size()) {
        const UnreadableRow &row = m_unreadable[m_nextUnreadable];
        m_evidence.unreadable.push_back(
            {row, row.id ? m_account.rows().transaction(*row.id) : std::nullopt});
        ++m_nextUnreadable;
        return true;
    }
    return false;
}

QByteArray evidenceText(const LedgerEvidence &evidence)
{
    QByteArray text;
    const LedgerCheckResult &verdict = evidence.verdict;
    addLine(text,
            EvidenceWords::tr("Ledger check of %1 at %2").arg(evidence.account, evidence.service));
    addLine(text,
            EvidenceWords::tr("Checked %1, saved %2; all times are UTC, all amounts in US dollars.")
                .arg(instantText(verdict.checkedAt), instantText(evidence.savedAt)));
    addLine(text, EvidenceWords::tr("Transactions checked: %1").arg(verdict.count));
    if (verdict.oldest && verdict.newest) {
        addLine(text, EvidenceWords::tr("From %1 to %2")
                          .arg(instantText(*verdict.oldest), instantText(*verdict.newest)));
    }
    text += '\n';
    addLine(
        text,
        EvidenceWords::tr("Gaps in balance: %1").arg(verdict.breakCount - verdict.unclearCount));
    if (verdict.unclearCount > 0) {
        addLine(text, EvidenceWords::tr("Places that are not clear: %1").arg(verdict.unclearCount));
    }
    for (const LedgerEvidence::Break &each : evidence.breaks) {
        addBreak(text, each);
    }
    addLine(text, EvidenceWords::tr("Transactions changed at the service: %1")
                      .arg(evidence.rewritten.size()));
    for (const LedgerEvidence::Rewritten &each : evidence.rewritten) {
        for (const TransactionVersion &version : each.earlier) {
            addLine(text, EvidenceWords::tr("  until %1:").arg(instantText(version.replacedAt)));
            text += "  " + version.form.raw + '\n';
        }
        addLine(text, EvidenceWords::tr("  now:"));
        text += "  " + each.now.raw + "\n\n";
    }
    addLine(
        text,
        EvidenceWords::tr("Transactions removed at the service: %1").arg(evidence.vanished.size()));
    for (const VanishedRow &each : evidence.vanished) {
        addLine(text,
                EvidenceWords::tr("  first found missing at %1:").arg(instantText(each.noticedAt)));
        text += "  " + each.row.raw + '\n';
    }
    addLine(text,
            EvidenceWords::tr("Rows that could not be read: %1").arg(evidence.unreadable.size()));
    for (const LedgerEvidence::Unreadable &each : evidence.unreadable) {
        addLine(text, EvidenceWords::tr("  %1", "a problem").arg(each.form.problem));
        text += "  " + each.form.raw + '\n';
        if (each.kept) {
            addLine(text, EvidenceWords::tr("  earlier values, kept:"));
            text += "  " + each.kept->raw + '\n';
        }
    }
    return text;
}

QByteArray evidenceJson(const LedgerEvidence &evidence)
{
    const LedgerCheckResult &verdict = evidence.verdict;
    const QList<QByteArray> members{
        Json::member("account", Json::text(evidence.account)),
        Json::member("service", Json::text(evidence.service)),
        Json::member("checked_at", Json::time(verdict.checkedAt)),
        Json::member("saved_at", Json::time(evidence.savedAt)),
        Json::member("transactions", QByteArray::number(verdict.count)),
        Json::member("oldest", Json::time(verdict.oldest)),
        Json::member("newest", Json::time(verdict.newest)),
        Json::member("break_count", QByteArray::number(verdict.breakCount)),
        Json::member("unclear_count", QByteArray::number(verdict.unclearCount)),
        Json::member("breaks", Json::array(evidence.breaks, breakJson)),
        Json::member("rewritten", Json::array(evidence.rewritten, rewrittenJson)),
        Json::member("vanished",
                     Json::array(evidence.vanished,
                                 [](const VanishedRow &each) {
                                     return Json::object(
                                         {Json::member("noticed_at", Json::time(each.noticedAt)),
                                          Json::member("row", Json::raw(each.row.raw))});
                                 })),
        Json::member("unreadable", Json::array(evidence.unreadable, unreadableJson)),
    };
    return "{\n  " + members.join(",\n  ") + "\n}\n";
}

std::optional<QString> writeEvidence(const LedgerEvidence &evidence, const QString &path)
{
    const QByteArray content = path.endsWith(QLatin1String(".json"), Qt::CaseInsensitive)
                                   ? evidenceJson(evidence)
                                   : evidenceText(evidence);
    return saveFile(path, content);
}

} // namespace relaybook
