// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/export/evidencereport.h"

#include "models/tables/orderstate.h"
#include "models/text/showntext.h"

#include <QStringList>

#include <algorithm>

// The texts are not translated: the service's support reads them.

namespace relaybook {
namespace {

constexpr qsizetype reportWidth = 78;
/// So many transactions or orders are listed in the report; all are in the other files.
constexpr std::size_t mostReported = 50;
constexpr qsizetype longestQuote = 200;

QString decidedByText(DecidedBy by)
{
    switch (by) {
    case DecidedBy::Answer:
        return QStringLiteral("by your answer");
    case DecidedBy::Evidence:
        return QStringLiteral("by data that was read later");
    case DecidedBy::User:
        return QStringLiteral("by the user");
    case DecidedBy::Nobody:
        break;
    }
    return {};
}

class ReportWriter
{
public:
    ReportWriter(const EvidenceRequest &request, const EvidenceRows &rows,
                 const std::vector<EvidenceFile> &files,
                 const std::function<QString(const QString &)> &mask)
        : m_request(request)
        , m_rows(rows)
        , m_files(files)
        , m_mask(mask)
    {
    }

    QByteArray write()
    {
        line(QStringLiteral("Request to check: ") + subject());
        line({});
        line(QStringLiteral("To the support of ") + m_request.service);
        line({});
        paragraph(
            QStringLiteral(
                "This archive was made by Relaybook, a program that uses your API for the account "
                "below. All times are in UTC: those of transactions by your clock, all others by "
                "the clock of this computer. All amounts are in %1.")
                .arg(currency()));
        heading("Account");
        field("Id", reported(m_request.accountId));
        if (!m_request.accountName.isEmpty()) {
            field("Name", quoted(m_request.accountName));
        }
        field("E-mail", reported(m_request.accountEmail));
        if (m_request.asOf) {
            field("Newest transactions loaded", instantText(*m_request.asOf));
        }
        heading("What happened");
        std::visit([this](const auto &matter) { whatHappened(matter); }, m_request.matter);
        heading("What was ordered here");
        orders();
        heading("What we ask");
        std::visit([this](const auto &matter) { whatWeAsk(matter); }, m_request.matter);
        heading("Files");
        files();
        heading("Not included");
        notIncluded();
        return m_text.toUtf8();
    }

private:
    // ---- parts

    [[nodiscard]] QString subject() const
    {
        if (const auto *charge = std::get_if<DoubleCharge>(&m_request.matter)) {
            return charge->isOrderedHere() ? QStringLiteral("a purchase that may be charged twice")
                                           : QStringLiteral("equal purchases within minutes");
        }
        return std::holds_alternative<LedgerBreak>(m_request.matter)
                   ? QStringLiteral("a gap in the balance")
                   : QStringLiteral("an order that differs from what was confirmed");
    }

    void whatHappened(const DoubleCharge &charge)
    {
        paragraph(QStringLiteral("The account's transactions have %1 equal debits within minutes "
                                 "of each other:")
                      .arg(charge.rows.size()));
        for (std::size_t i = 0; i < std::min(charge.rows.size(), mostReported); ++i) {
            const DebitRow &row = charge.rows.at(i);
            line({});
            field("Transaction", row.id.text());
            field("Time", instantText(row.at));
            field("Charged", money(row.paid));
            field("Type", quoted(row.type));
            if (row.amount) {
                field("Traffic",
                      row.amount->gbText() + QStringLiteral(" GB ") + reported(row.proxyType));
            }
            field("Description", quoted(row.description));
        }
        more(charge.rows.size(), "transactions", evidenceRowsName);
        line({});
        if (charge.isOrderedHere()) {
            paragraph(QStringLiteral(
                          "Orders here explain %1 of the %2 debits. No order here explains the "
                          "others. They may have been ordered in another way, such as on another "
                          "computer or on your website: this program cannot see that.")
                          .arg(charge.orders.size())
                          .arg(charge.rows.size()));
        } else {
            paragraph(QStringLiteral(
                "The orders of this program have nothing like them. They may have been ordered in "
                "another way, "
                "such as on another computer or on your website: this program cannot see that."));
        }
        if (charge.refunds() > 0) {
            paragraph(
                QStringLiteral("Refunds of this amount after them: %1.").arg(charge.refunds()));
        }
    }

    void whatHappened(const LedgerBreak &gap)
    {
        const QString unexplained =
            gap.unexplained ? money(*gap.unexplained) : QStringLiteral("too large to show");
        switch (gap.kind) {
        case LedgerBreak::Pair:
            paragraph(QStringLiteral("The balance before a transaction is not the balance after "
                                     "the transaction before it:"));
            line({});
            field("Transaction", gap.earlier.text());
            field("Time", instantText(gap.earlierAt));
            field("Balance after it", money(gap.expected));
            line({});
            field("Transaction", gap.later.text());
            field("Time", instantText(gap.laterAt));
            field("Balance before it", money(gap.found));
            break;
        case LedgerBreak::Row:
            paragraph(QStringLiteral("The amount of a transaction is not the difference of its two "
                                     "balances:"));
            line({});
            field("Transaction", gap.later.text());
            field("Time", instantText(gap.laterAt));
            field("Difference of its balances", money(gap.expected));
            field("Amount", money(gap.found));
            break;
        case LedgerBreak::Newest:
            paragraph(QStringLiteral("The balance after the newest transaction is not the balance "
                                     "of the account:"));
            line({});
            field("Transaction", gap.later.text());
            field("Time", instantText(gap.laterAt));
            field("Balance after it", money(gap.found));
            field("Balance of the account", money(gap.expected));
            break;
        case LedgerBreak::Ring: // not proven, so no evidence of it is collected
            break;
        }
        line({});
        field("Not explained", unexplained);
        line({});
        if (gap.readAgain) {
            paragraph(QStringLiteral("The transactions around it were loaded again, and the "
                                     "difference remained."));
        }
        if (!m_rows.unreadable.empty()) {
            paragraph(
                QStringLiteral("Your service also listed %1 rows there that this program could not "
                               "read. They may explain the difference. They are in %2.")
                    .arg(m_rows.unreadable.size())
                    .arg(evidenceUnreadableName));
        }
    }

    void whatHappened(const DifferingOrder & /*matter*/)
    {
        paragraph(QStringLiteral("An order of traffic was sent as it was confirmed. What was "
                                 "found afterwards differs from that:"));
        for (const TopUpOrder &order : m_request.orders) {
            for (const Finding &finding : order.findings) {
                if (finding.level == Finding::Level::Alarm) {
                    difference(finding);
                }
            }
        }
    }

    void difference(const Finding &finding)
    {
        const auto both = [this](const char *what, const QString &expected, const QString &found) {
            line({});
            field("Differs", QLatin1String(what));
            field("Confirmed", expected);
            field("Found", found);
        };
        const QString expectedTraffic = traffic(finding.expectedTraffic);
        const QString foundTraffic = traffic(finding.foundTraffic);
        switch (finding.kind) {
        case Finding::Kind::Cost:
            both("what was charged", money(finding.expectedMoney), money(finding.foundMoney));
            break;
        case Finding::Kind::Added:
            both("the traffic added", expectedTraffic, foundTraffic);
            break;
        case Finding::Kind::Pool:
        case Finding::Kind::TotalInstead:
            both("the traffic left after it", expectedTraffic, foundTraffic);
            break;
        case Finding::Kind::LateCharge:
            both("charged after no trace of the order was found", money(finding.expectedMoney),
                 money(finding.foundMoney));
            break;
        }
    }

    void orders()
    {
        if (!m_request.areOrdersKnown) {
            paragraph(QStringLiteral("The orders of this program could not be read completely, so "
                                     "some may be missing here."));
        }
        if (const auto *gap = std::get_if<LedgerBreak>(&m_request.matter)) {
            const QString when = gap->kind == LedgerBreak::Newest
                                     ? QStringLiteral("from an hour before it on")
                                     : QStringLiteral("within an hour of it");
            paragraph((m_request.orders.empty()
                           ? QStringLiteral("The orders of this program have none %1.")
                           : QStringLiteral("Traffic that was ordered here %1:"))
                          .arg(when));
        } else if (m_request.orders.empty()) {
            paragraph(QStringLiteral("The orders of this program have nothing like it."));
        }
        for (std::size_t i = 0; i < std::min(m_request.orders.size(), mostReported); ++i) {
            order(m_request.orders.at(i));
        }
        more(m_request.orders.size(), "orders", evidenceOrdersName);
    }

    void order(const TopUpOrder &order)
    {
        line({});
        field("Order", order.id);
        field("Traffic",
              order.amount.gbText() + QStringLiteral(" GB ") + reported(order.proxyType));
        field("Cost shown before",
              order.expectedCost ? money(*order.expectedCost) : QStringLiteral("not known"));
        field("Confirmed at", instantText(order.preparedAt));
        field("Sent at", order.sentAt ? instantText(*order.sentAt) : QStringLiteral("not sent"));
        field("Ended at", order.endedAt ? instantText(*order.endedAt) : QString());
        const QString decided = decidedByText(order.decidedBy);
        field("State",
              orderStateName(order.state) +
                  (decided.isEmpty() ? QString() : QString(QStringLiteral(", ") + decided)));
        field("Charged", order.charged ? money(*order.charged) : QString());
        field("Transaction", order.proof ? order.proof->text() : QString());
        if (order.receipt) {
            field("Your answer",
                  QStringLiteral("added %1, cost %2, traffic left %3")
                      .arg(traffic(order.receipt->amountAdded), money(order.receipt->cost),
                           traffic(order.receipt->trafficBalance)));
        }
        if (order.error && order.error->httpStatus == 0) {
            field(order.sentAt ? "Your answer" : "Not sent because",
                  order.sentAt
                      ? QStringLiteral("none reached this program: ") + quoted(order.error->message)
                      : quoted(order.error->message));
        } else if (order.error) {
            field("Your answer", QStringLiteral("HTTP status %1, error code %2, %3")
                                     .arg(order.error->httpStatus)
                                     .arg(order.error->serviceCode)
                                     .arg(quoted(order.error->message)));
        }
    }

    void whatWeAsk(const DoubleCharge &charge)
    {
        if (charge.isOrderedHere()) {
            item(QStringLiteral("Check whether these debits are one purchase that was charged more "
                                "than once."));
            item(QStringLiteral("If so, refund %1 for each debit too many.")
                     .arg(charge.rows.empty() ? QString() : money(charge.rows.front().paid)));
        } else {
            item(QStringLiteral("Check whether each of these debits was ordered."));
            item(QStringLiteral("If one was not, refund it."));
        }
        item(QStringLiteral("If all are right, tell us when and how each of them was ordered, and "
                            "from which address."));
    }

    void whatWeAsk(const LedgerBreak &gap)
    {
        if (gap.kind == LedgerBreak::Row) {
            item(QStringLiteral("Check the amount and both balances of transaction %1.")
                     .arg(gap.later.text()));
            item(QStringLiteral("Correct what is wrong and tell us what it was."));
            return;
        }
        item(QStringLiteral("Check which change of the balance is not in the list of "
                            "transactions."));
        item(QStringLiteral("If a transaction is missing in the list, tell us its id, time, amount "
                            "and reason."));
        item(QStringLiteral("If the balance is wrong, correct it and tell us how."));
    }

    void whatWeAsk(const DifferingOrder & /*matter*/)
    {
        item(QStringLiteral("Check what this order should have cost, and how much traffic it "
                            "should have added."));
        item(QStringLiteral("If what was charged or added is wrong, correct the difference."));
        item(QStringLiteral("If it is right, tell us which price applied, and from when on."));
    }

    void files()
    {
        for (const EvidenceFile &file : m_files) {
            field(file.name.toLatin1().constData(), aboutFile(file.name));
        }
        field(evidenceSumsName.toLatin1().constData(),
              QStringLiteral("SHA-256 of each file, for sha256sum -c"));
    }

    [[nodiscard]] QString aboutFile(const QString &name) const
    {
        if (name == evidenceRowsName) {
            const bool hasRaw = std::none_of(m_rows.rows.begin(), m_rows.rows.end(),
                                             [](const auto &row) { return row.raw.isEmpty(); });
            return hasRaw ? QStringLiteral("the transactions as you sent them, one on each line")
                          : QStringLiteral("the transactions as you sent them; \"stored_fields\": "
                                           "as they are stored here");
        }
        if (name == evidenceEarlierName) {
            return QStringLiteral("what you sent for these transactions before they changed");
        }
        if (name == evidenceUnreadableName) {
            return QStringLiteral("rows that could not be read, as you sent them");
        }
        if (name == evidenceGapName) {
            return QStringLiteral("the figures of the gap");
        }
        return QStringLiteral("the orders as they are stored here, with your answers");
    }

    void notIncluded()
    {
        item(QStringLiteral("Tokens, passwords and other credentials. Where one is recognized in "
                            "a text, it is masked."));
        item(QStringLiteral("Ids of requests. Your documentation has none, and none are stored "
                            "here."));
        item(QStringLiteral("Other transactions, and proxies and sub-users of the account."));
        for (const VanishedRow &row : m_rows.removed) {
            item(QStringLiteral("Transaction %1 is no longer in your list; noticed at %2. It is "
                                "included as it was stored.")
                     .arg(row.row.id.text(), instantText(row.noticedAt)));
        }
        QStringList notStored;
        for (const TransactionId &id : m_rows.notStored) {
            notStored.append(id.text());
        }
        if (!notStored.isEmpty()) {
            const qsizetype count = notStored.size();
            notStored = notStored.mid(0, mostReported);
            item(QStringLiteral("%1 transactions that are not stored here: %2%3")
                     .arg(count)
                     .arg(notStored.join(QStringLiteral(", ")),
                          count > notStored.size() ? QStringLiteral(", ...") : QString()));
        }
        if (m_rows.leftOut > 0) {
            item(QStringLiteral("%1 further rows: a file has at most %2.")
                     .arg(m_rows.leftOut)
                     .arg(mostEvidenceRows));
        }
    }

    // ---- texts

    /// A text of somebody else: on one line, without invisible characters, and not too long.
    [[nodiscard]] QString reported(const QString &text) const
    {
        QString shown = shownText(m_mask(text).simplified());
        if (shown.size() > longestQuote) {
            shown.truncate(longestQuote);
            shown += QStringLiteral("...");
        }
        return shown;
    }
    [[nodiscard]] QString quoted(const QString &text) const
    {
        return text.isEmpty() ? QString() : QString(u'"' + reported(text) + u'"');
    }
    [[nodiscard]] QString currency() const
    {
        return m_request.currency.isEmpty() ? QStringLiteral("USD") : m_request.currency;
    }
    [[nodiscard]] QString money(Money amount) const { return amount.text() + u' ' + currency(); }
    [[nodiscard]] QString money(const std::optional<Money> &amount) const
    {
        return amount ? money(*amount) : QStringLiteral("not known");
    }
    [[nodiscard]] static QString traffic(const std::optional<TrafficAmount> &amount)
    {
        return amount ? amount->gbText() + QStringLiteral(" GB") : QStringLiteral("not known");
    }

    void more(std::size_t count, const char *what, const QString &file)
    {
        if (count > mostReported) {
            line({});
            line(QStringLiteral("and %1 more %2, in %3")
                     .arg(count - mostReported)
                     .arg(QLatin1String(what), file));
        }
    }

    void heading(const char *title)
    {
        m_number = 0;
        line({});
        const QString text = QLatin1String(title);
        line(text);
        line(QString(text.size(), u'-'));
    }

    /// A name and a value in two columns; nothing if there is no value.
    void field(const char *name, const QString &value)
    {
        constexpr int nameWidth = 28;
        if (!value.isEmpty()) {
            line(QStringLiteral("  %1").arg(QLatin1String(name), -nameWidth) + value);
        }
    }

    void item(const QString &text) { paragraph(text, QStringLiteral("%1. ").arg(++m_number, 2)); }

    /// Wraps at blanks. `first` is before the first line; the others are indented as much.
    void paragraph(const QString &text, const QString &first = {})
    {
        QString current = first;
        bool isEmpty = true; // no word is on the line
        for (const QString &word : text.split(u' ')) {
            if (!isEmpty && current.size() + 1 + word.size() > reportWidth) {
                line(current);
                current = QString(first.size(), u' ');
                isEmpty = true;
            }
            current += isEmpty ? word : QString(u' ' + word);
            isEmpty = false;
        }
        line(current);
    }

    void line(const QString &text)
    {
        m_text += text;
        m_text += u'\n';
    }

    const EvidenceRequest &m_request;
    const EvidenceRows &m_rows;
    const std::vector<EvidenceFile> &m_files;
    const std::function<QString(const QString &)> &m_mask;
    QString m_text;
    int m_number = 0; ///< of the last item
};

} // namespace

QByteArray evidenceReport(const EvidenceRequest &request, const EvidenceRows &rows,
                          const std::vector<EvidenceFile> &files,
                          const std::function<QString(const QString &)> &mask)
{
    return ReportWriter(request, rows, files, mask).write();
}

} // namespace relaybook
