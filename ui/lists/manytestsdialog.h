// SPDX-License-Identifier: GPL-3.0-or-later
// Dialog that tests many proxies or sub-users: says what that costs, then shows the progress and
// the rows that failed. The tests go on when it is closed, and it can be opened again.
#pragma once

#include "models/proxytests/proxytestbatch.h"
#include "ui/base/page.h"
#include "ui/widgets/sheetdialog.h"

#include <vector>

class QComboBox;
class QListView;
class QProgressBar;
class QPushButton;

namespace relaybook {

class Card;
class FailedTestsModel;
class Label;
class ProxyTestForm;

/// The rows that are to be tested.
struct RowsToTest
{
    std::vector<TestedProxy> tested;
    qint64 withoutPassword = 0; ///< of `tested`: they will not be tested
    bool areSubUsers = false;
};

class ManyTestsDialog : public SheetDialog
{
    Q_OBJECT

public:
    /// Before the tests.
    ManyTestsDialog(const PageContext &context, RowsToTest rows, QWidget *parent);
    /// Shows the batch of the account's session.
    ManyTestsDialog(const PageContext &context, QWidget *parent);
    ~ManyTestsDialog() override;

Q_SIGNALS:
    /// The user wants to see those whose last test failed.
    void failedWanted();

private:
    void build();
    void buildLimit();
    void buildProgress();
    void buildButtons();

    [[nodiscard]] ProxyTestDesk &desk() const;
    [[nodiscard]] ProxyTestBatch *batch() const;
    [[nodiscard]] qint64 byteLimit() const;
    [[nodiscard]] QString costText() const;
    [[nodiscard]] QString progressText() const;
    [[nodiscard]] QString notTestedText() const;

    void showBatch();
    void update();
    void updateBefore();
    void updateBatch();
    void showEnd();
    void start();
    void togglePause();

    PageContext m_context;
    RowsToTest m_toTest;
    bool m_isBegun = false; ///< a batch is shown
    std::optional<ProxyTestBatch::Phase> m_shownEnd;
    Label *m_cost = nullptr;
    ProxyTestForm *m_form = nullptr;
    QWidget *m_limitLine = nullptr;
    QComboBox *m_limit = nullptr;
    QProgressBar *m_bar = nullptr;
    Label *m_progress = nullptr;
    Card *m_frame = nullptr;
    QListView *m_list = nullptr;
    FailedTestsModel *m_failed = nullptr;
    QPushButton *m_start = nullptr;
    QPushButton *m_pause = nullptr;
    QPushButton *m_cancelTests = nullptr;
};

} // namespace relaybook
