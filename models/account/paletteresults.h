// SPDX-License-Identifier: GPL-3.0-or-later
// The results of the palette, which searches everything: commands, pages, settings, sub-users,
// proxies, orders and transactions. The best match comes first; among equal ones, what was used
// often and lately.

#pragma once

#include "api/types/instant.h"
#include "models/account/paletteuses.h"

#include <QAbstractListModel>
#include <QTimer>

#include <memory>
#include <vector>

namespace relaybook {

class AccountQueries;
class KeyedTableModel;
class OrderEngine;
class OrderTableModel;
class ProxyTableModel;
class StoredRows;
class SubUserTableModel;
class TransactionTableModel;
struct Proxy;
struct SubUser;
struct Transaction;

struct PaletteResult
{
    enum class Kind { Command, Page, Setting, SubUser, Proxy, Order, Transaction };
    Kind kind = Kind::Command;
    QString name;    ///< of a command, page or setting; the id of anything else
    QString text;    ///< as it is shown; hidden in privacy mode
    QString detail;  ///< more about it; may be empty
    QString copied;  ///< the real text
    qint64 key = -1; ///< in its table of the store; -1 if it is in none

    /// Stable, for PaletteUses: "sub-user:17".
    [[nodiscard]] QString id() const;
};

/// Something to find that is in no table.
struct PaletteCommand
{
    PaletteResult::Kind kind = PaletteResult::Kind::Command;
    QString name;   ///< stable
    QString text;   ///< without mnemonics
    QString detail; ///< such as its menu or its keys
};

/// Lives on the GUI thread. The tables are searched by their models, each of which has a lane of
/// its own: a newer text interrupts the search for the one before.
class PaletteResults final : public QAbstractListModel
{
    Q_OBJECT

public:
    enum Role : int {
        DetailRole = Qt::UserRole + 100, ///< QString
        KindRole,                        ///< PaletteResult::Kind as int
        KindTextRole,                    ///< QString: "Sub-user"
    };
    /// What is searched; null and empty without an account. All of it outlives the model.
    struct Sources
    {
        AccountQueries *queries = nullptr;
        const StoredRows *rows = nullptr;
        std::vector<OrderEngine *> orders;
        QString currency;
    };
    PaletteResults(Sources sources, std::vector<PaletteCommand> commands, PaletteUses uses,
                   Instant now, QObject *parent = nullptr);
    ~PaletteResults() override;

    /// Nothing: the results that were used last, then all pages and commands.
    void setText(const QString &typed);
    [[nodiscard]] const PaletteResult *at(int row) const;
    /// Whether all tables were searched for the present text.
    [[nodiscard]] bool isSettled() const;

    [[nodiscard]] int rowCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex &index, int role) const override;

    /// How well a text matches what was typed, both folded: 100 if it is the same, 80 if it begins
    /// with it, 60 if each word begins a word of the text, 40 if each is in it, else 0.
    [[nodiscard]] static int matchOf(const QString &text, const QString &typed);

Q_SIGNALS:
    /// The rows are other ones now; also after isSettled() became true.
    void updated();

private:
    struct Ranked
    {
        PaletteResult result;
        int rank = 0;
    };
    template <class Model>
    void watch(Model &model);
    void updateSoon();
    void update();
    [[nodiscard]] std::vector<Ranked> found() const;
    [[nodiscard]] std::vector<Ranked> usedLast() const;
    void addCommands(std::vector<Ranked> &all) const;
    void addSubUsers(std::vector<Ranked> &all) const;
    void addProxies(std::vector<Ranked> &all) const;
    void addOrders(std::vector<Ranked> &all) const;
    void addTransactions(std::vector<Ranked> &all) const;
    void add(std::vector<Ranked> &all, PaletteResult result, int match) const;
    [[nodiscard]] std::optional<PaletteResult> resultOf(const QString &id) const;
    [[nodiscard]] static PaletteResult resultOf(const PaletteCommand &command);
    [[nodiscard]] static PaletteResult resultOf(const SubUser &row);
    [[nodiscard]] static PaletteResult resultOf(const Proxy &row, qint64 key);
    [[nodiscard]] PaletteResult resultOf(const Transaction &row) const;
    [[nodiscard]] std::optional<PaletteResult> orderAt(int row) const;

    Sources m_sources;
    std::vector<PaletteCommand> m_commands;
    PaletteUses m_uses;
    Instant m_now;
    QString m_typed; ///< folded
    std::unique_ptr<SubUserTableModel> m_subUsers;
    std::unique_ptr<ProxyTableModel> m_proxies;
    std::unique_ptr<TransactionTableModel> m_transactions;
    std::unique_ptr<OrderTableModel> m_orders;
    std::vector<PaletteResult> m_results;
    QTimer m_soon;
};

} // namespace relaybook
