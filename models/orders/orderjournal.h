// SPDX-License-Identifier: GPL-3.0-or-later
// Stores the orders of all kinds of one account. Opens the journal's file, passes each kind its
// orders, and reports why no order is possible if the file cannot be used.

#pragma once

#include "models/orders/deskproblem.h"
#include "models/orders/journalfile.h"

#include "api/types/result.h"

#include <memory>
#include <optional>

namespace relaybook {

/// Collects the orders of one part while the journal is read.
template <class Order>
class ReadOrders
{
public:
    /// For OrderJournal::Part::reader. `parse` returns nothing for a row that is not such an order.
    std::function<bool(const QString &, const QByteArray &)>
    begin(std::optional<Order> (*parse)(const QByteArray &))
    {
        m_orders = std::make_shared<std::vector<Order>>();
        return [orders = m_orders, parse](const QString &id, const QByteArray &document) {
            auto order = parse(document);
            const bool isReadable = order && order->id == id;
            if (isReadable) {
                orders->push_back(std::move(*order));
            }
            return isReadable;
        };
    }
    /// To be called when the journal was opened. Returns the orders in the order of first storing.
    [[nodiscard]] std::vector<Order> take() { return std::move(*m_orders); }

private:
    std::shared_ptr<std::vector<Order>> m_orders;
};

/// Lives on the GUI thread, longer than the parts that use it. The file and its thread are created
/// for the first order, so an account that never orders anything has none.
class OrderJournal : public QObject
{
    Q_OBJECT

public:
    using Done = JournalFile::Done;

    /// A user of the journal, for the orders of some kinds.
    struct Part
    {
        QStringList kinds;
        /// Whether only the newest of them are read.
        bool hasLongHistory = false;
        /// Creates the reader of the part's rows, each time the journal is opened. The reader is
        /// called on the journal's thread, once for each row, in the order in which the rows were
        /// first stored. If it returns false, it cannot parse the row, and the journal is damaged.
        std::function<std::function<bool(const QString &id, const QByteArray &document)>()> reader;
        /// Called when the journal is open: the part takes the orders that were read.
        std::function<void()> opened;
        /// Called when the user gave up the journal or uses an older one: the part drops its
        /// orders.
        std::function<void()> forget;
        /// Whether an order of the part is Waiting or Sending.
        std::function<bool()> isUnderWay;
    };

    OrderJournal(const QString &directory, const Clock &clock, JournalMemory memory);
    ~OrderJournal() override;

    /// To be called before open(). The parts get their rows in the order in which they were added.
    void add(Part part);
    /// Opens the journal, if there is one; ready() says when.
    void open() { openFile(false); }

    /// False until the journal was read. Without a file it is true.
    [[nodiscard]] bool isReady() const { return m_isReady; }
    /// Why no order can be stored; nothing if it is possible. Opening until isReady().
    [[nodiscard]] std::optional<DeskProblem> problem() const;
    /// A problem of the account, with the journal's path.
    [[nodiscard]] DeskProblem problemOfKind(DeskProblem::Kind kind) const;

    /// A number greater than all before it, also than those that earlier starts stored: it tells
    /// which of two things was first, whatever the clock says. Nothing if the last one is not
    /// known, because the journal is not open, or could not be opened.
    [[nodiscard]] std::optional<qint64> nextNumber();
    /// Whether all orders that were made since this number are known: the journal was not set aside
    /// since, nor used as it was found.
    [[nodiscard]] bool isWholeSince(std::optional<qint64> number) const
    {
        return number && *number >= m_wholeSince;
    }

    /// Stores orders, all of them or none. `written` is called when they are on disk or could not
    /// be written. It also gets an error if another journal is in use by then. An error of the
    /// journal in use closes it: see problem().
    void put(std::function<std::vector<JournalRow>()> rows, Done written = {});

    /// If the journal cannot be used and the user agrees: renames it. Returns the path of the old
    /// file, or an empty one if it was missing. Refused while an order is Waiting or Sending.
    [[nodiscard]] Result<QString> setAside();
    /// If the journal can be read but has lost data and the user agrees: continues to use it as it
    /// is. After changed(), problem() says whether that worked.
    void useAsItIs() { openAgain(true); }
    /// Opens the journal again, e.g. after space was made on the disk. Orders are read from the
    /// file: what could not be written is not known any more, and is looked for.
    void tryAgain() { openAgain(false); }
    /// Waits until everything is written.
    void flush();

Q_SIGNALS:
    /// The journal was opened, or problem() changed.
    void changed();

private:
    void openFile(bool atUsersWord);
    void openAgain(bool atUsersWord);
    JournalFile &file();
    void start(bool wasThere, JournalFile::Trust trust);
    void onOpened(const StoreResult<JournalFile::Numbers> &opened);
    void close(const StoreError &error);
    void forget();
    [[nodiscard]] bool isUnderWay() const;

    QString m_directory;
    const Clock &m_clock;
    JournalMemory m_memory;
    std::vector<Part> m_parts;
    std::unique_ptr<JournalFile> m_file;
    bool m_isStarted = false; ///< the file is open, or being opened
    bool m_isReady = false;
    bool m_isNumbered = false; ///< m_number is not lower than any in the file
    qint64 m_number = 0;       ///< the last of nextNumber(), or that of the last write
    qint64 m_wholeSince = 0;
    quint64 m_epoch = 0; ///< number of the journal in use; results of earlier ones are ignored
    std::optional<DeskProblem> m_problem;
};

} // namespace relaybook
