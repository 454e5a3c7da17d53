// SPDX-License-Identifier: GPL-3.0-or-later
// The proxies page: a table of proxies, and beside it the connection details and the traffic of the
// selected proxy.
#pragma once

#include "models/accounts/accountsession.h"
#include "ui/lists/listpage.h"
#include "ui/widgets/rowlist.h"

#include <functional>
#include <memory>
#include <optional>

namespace relaybook {

class Banner;
class CredentialsBox;
class ManyTests;
class ProxyTrafficBox;
class SelectedRowsWalk;
class StoredRun;
class StoredRunBanner;
class StoredRunTexts;

class ProxiesPage : public ListPage
{
    Q_OBJECT

public:
    explicit ProxiesPage(const PageContext &context, QWidget *parent = nullptr);
    ~ProxiesPage() override;

    /// Opens the dialog of a new proxy with the fields of an earlier order.
    void openAgain(const NewProxy &wanted);
    /// Selects the proxy; ends a search that hides it.
    void goTo(const ProxyId &id);

protected:
    [[nodiscard]] ListTexts textsFor(const ListFacts &facts) const override;
    void showRow(std::optional<qint64> key) override;
    [[nodiscard]] QString severalText(qint64 rows) const override;
    [[nodiscard]] bool canEdit() const override;
    void edit() override;
    void addRowActions(QMenu &menu) override;
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void buildDetails();
    [[nodiscard]] static QList<RowList::Row> factsOf(const Proxy &proxy);
    void buildCreating();
    [[nodiscard]] QString whyNotCreate() const;
    void updateCreating();
    void openNewProxy(const Proxy &like);
    void openDelete();
    void buildTesting();
    void buildManyTests();
    void openTest();
    void buildMany();
    QPushButton *addManyButton(const QString &text, const QString &name,
                               QString (ProxiesPage::*whyNot)() const, void (ProxiesPage::*open)());
    template <class Dialog>
    StoredRunBanner *addRunBanner(StoredRun &run, std::unique_ptr<StoredRunTexts> texts,
                                  const QString &name);
    template <class Dialog>
    void openRun();
    [[nodiscard]] QString whyNotMany() const;
    [[nodiscard]] QString whyNotEditMany() const;
    [[nodiscard]] QString whyNotDeleteMany() const;
    void addManyEditsAction(QMenu &menu);
    void addManyDeletionsAction(QMenu &menu);
    template <class Row, class Make, class Open>
    void openWithSelected(const Make &make, Open open);
    void openManyEdits();
    void openManyDeletions();
    void addUndoOfEdits(StoredRunBanner &banner);
    void addCreatingActions(QMenu &menu);
    [[nodiscard]] bool canDelete() const;
    void showCreatingTrouble();
    void showCredentials();
    void readCredentials();
    void showSaved(const Proxy &before, const ProxyEdit &sent, const Proxy &now);
    [[nodiscard]] bool hasCredentials() const;
    [[nodiscard]] ProxyAccess accessOfRow(int row, ProxyProtocol protocol) const;

    std::optional<Proxy> m_proxy;
    std::optional<ProxyCredentials> m_shownCredentials;
    CredentialsBox *m_credentials = nullptr;
    RowList *m_rows = nullptr;
    ProxyTrafficBox *m_traffic = nullptr;
    QPushButton *m_editButton = nullptr;
    QPushButton *m_editHere = nullptr;
    QPushButton *m_newButton = nullptr;
    ManyTests *m_manyTests = nullptr;
    Banner *m_creation = nullptr;
    QString m_creationShown;
    SelectedRowsWalk *m_manyRows = nullptr; ///< reads the selected proxies
    std::function<void()> m_openMany;       ///< after that: opens the dialog for them
    Call m_read;
};

} // namespace relaybook
