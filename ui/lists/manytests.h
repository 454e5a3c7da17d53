// SPDX-License-Identifier: GPL-3.0-or-later
// Tests many rows of a list page: the commands for it, the dialog, and a message above the table
// about the tests that run or have ended.
#pragma once

#include "models/proxytests/proxytestrecord.h"
#include "ui/base/page.h"
#include "ui/lists/manytestsdialog.h"
#include "ui/lists/selectedrowswalk.h"

#include <QObject>

#include <functional>
#include <optional>

class QMenu;
class QPushButton;

namespace relaybook {

class Banner;
class KeyedTableModel;
class ProxyTestBatch;
class ProxyTestDesk;
class SearchField;
class TableView;

class ManyTests : public QObject
{
    Q_OBJECT

public:
    /// The parts of the page. They must outlive this object.
    struct Parts
    {
        const PageContext &context;
        TableView &table;
        KeyedTableModel &model;
        SearchField &search;
        bool areSubUsers = false;
        /// What is tested for a row of the model; nothing if the row is not there.
        std::function<std::optional<TestedProxy>(int row)> tested;
        std::function<ProxyAccess(int row, ProxyProtocol protocol)> access;
    };
    ManyTests(Parts parts, QWidget *page);
    ~ManyTests() override;

    /// The message, which the page places above its rows.
    [[nodiscard]] Banner *banner() const { return m_banner; }
    /// Adds the entries for the selected rows, if there are several, and for all rows.
    void addTo(QMenu &menu);
    /// The button tests the selected rows.
    void makeButton(QPushButton &button);

private:
    void openForSelection();
    void openForAll();
    void open(SelectedRowsWalk::Rows rows);
    void openDialog(ManyTestsDialog *dialog);
    void showRunning();
    void visit(int row);
    void follow();
    void update();
    void showReading(qint64 done, qint64 total);
    void showFailed();
    [[nodiscard]] ProxyTestDesk &desk() const;
    /// The batch of this page's rows; null: none.
    [[nodiscard]] ProxyTestBatch *batch() const;

    enum class Links { None, Cancel, Show };

    const Parts m_parts;
    QWidget *m_page;
    Banner *m_banner;
    SelectedRowsWalk m_walk;
    RowsToTest m_rows; ///< of the walk
    Links m_links = Links::None;
};

} // namespace relaybook
