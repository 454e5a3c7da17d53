// SPDX-License-Identifier: GPL-3.0-or-later
// Dialog that tests a proxy, or what a sub-user connects with, by fetching a page through it. It
// says what a test costs before anything is sent; then it shows each stage with its time, the
// result with its likely reason, and the earlier results.
#pragma once

#include "models/accounts/accountsession.h"
#include "models/proxytests/proxytestdesk.h"
#include "ui/base/page.h"
#include "ui/widgets/sheetdialog.h"

#include <memory>
#include <optional>

class QButtonGroup;
class QComboBox;
class QLineEdit;

namespace relaybook {

class CredentialsBox;
class ProxyTestForm;
class RowList;
class SecretClipboard;
class TestLine;

class ProxyTestDialog : public SheetDialog
{
    Q_OBJECT

public:
    ProxyTestDialog(const PageContext &context, TestedProxy tested, SecretClipboard &clipboard,
                    QWidget *parent);
    ~ProxyTestDialog() override;

Q_SIGNALS:
    /// The tested sub-user has no traffic, and the user wants to give it some.
    void giveWanted();

private:
    void buildResults(SecretClipboard &clipboard);
    void buildRotation();
    void buildButtons();

    [[nodiscard]] ProxyTestDesk &desk() const { return m_context.account.proxyTests(); }
    [[nodiscard]] bool isSubUser() const;
    [[nodiscard]] ProxyTestFacts facts() const;
    [[nodiscard]] bool isRunning() const { return m_run && m_run->isRunning(); }

    void update();
    void whenViewOnly();
    void updateCredentials();
    void readCredentials();
    template <class Row>
    void whenRead(const Result<Row> &answer);
    /// `otherPage` is not stored for later tests.
    void start(int requests, const std::optional<QUrl> &otherPage = std::nullopt);
    void cancel();
    void showRows();
    void whenFinished();
    void showResult();
    [[nodiscard]] QString rotationText() const;
    void showHistory();
    void readRules();

    PageContext m_context;
    TestedProxy m_tested;
    Label *m_cost = nullptr;
    ProxyTestForm *m_form = nullptr;
    CredentialsBox *m_credentials = nullptr;
    RowList *m_rows = nullptr; ///< the stages, then the result
    Label *m_rotation = nullptr;
    QComboBox *m_requests = nullptr;
    QPushButton *m_rotate = nullptr;
    QPushButton *m_test = nullptr;
    QPushButton *m_cancelTest = nullptr;
    TestLine *m_line = nullptr;
    Label *m_history = nullptr;
    std::unique_ptr<ProxyTestRun> m_run;
    std::optional<ProxyTestRecord> m_last; ///< the test that is shown
    QUrl m_lastPage;
    std::vector<ProxyTestRecord> m_earlier; ///< the tests before that one
    bool m_hasCredentials = false;
    bool m_saysMissing = false; ///< m_credentials says why there are none, or why reading failed
    bool m_hasTested = false;
    Call m_read;
    std::unique_ptr<AccessRules> m_allowlist; ///< loaded when they may be the reason
    std::unique_ptr<AccessRules> m_blocklist;
};

/// Opens the dialog, which deletes itself when it is closed.
ProxyTestDialog *openProxyTest(const PageContext &context, const TestedProxy &tested,
                               SecretClipboard &clipboard, QWidget *parent);

} // namespace relaybook
