// SPDX-License-Identifier: GPL-3.0-or-later
// Base class of the pages with a table: header with count and search, table and inspector side by
// side, the states without rows, and errors with what to do about them. A derived page only defines
// its rows.
#pragma once

#include "models/accountvalues.h"
#include "models/tables/keyedtablemodel.h"
#include "ui/base/page.h"
#include "ui/lists/columns.h"
#include "ui/lists/credentialchoice.h"
#include "ui/lists/liststatetext.h"

#include <functional>
#include <memory>
#include <optional>
#include <vector>

class QAbstractButton;
class QMenu;
class QPushButton;
class QStackedLayout;
class QToolButton;
class QVBoxLayout;

namespace relaybook {

class Banner;
class Card;
class DetailPane;
class DetailSplitter;
class ListBanners;
class ListCopying;
class ListFilters;
class ListNote;
class PageHeader;
class SearchField;
class SecretClipboard;
class SelectionKeeper;
class TableView;
class UndoBar;
struct ListFilterChip;

class ListPage : public Page
{
    Q_OBJECT

public:
    ~ListPage() override;

    [[nodiscard]] QString title() const override { return m_setup.title; }
    [[nodiscard]] Area area() const override { return m_setup.area; }
    [[nodiscard]] bool can(Command command) const override;
    void perform(Command command) override;
    [[nodiscard]] std::optional<ExportView> exportView() const override;

    [[nodiscard]] const ListState &state() const { return m_state; }
    /// The key of the selected row, if there is only one.
    [[nodiscard]] std::optional<qint64> currentKey() const;
    /// Selects the row with this key of the store; a search that hides it ends.
    void goToRow(qint64 key);
    /// Shows the rows that the query finds, as if the user had typed it.
    void searchFor(const QString &query);

protected:
    struct Setup
    {
        QString name; ///< object name, and the name in the settings
        Area area = Area::Proxies;
        QString title;
        QString searchHint;    ///< what the search covers, for screen readers and the tool tip
        QString nothingChosen; ///< shown in the inspector while no row is selected
        bool inspectorAtFirst = true;
    };
    ListPage(const PageContext &context, Setup setup, std::unique_ptr<KeyedTableModel> model,
             QWidget *parent);
    /// Call it at the end of the derived class's constructor: from here on its virtual functions
    /// are called.
    void begin();

    /// The page's own texts for the states without rows; `facts` are the reasons for the state.
    [[nodiscard]] virtual ListTexts textsFor(const ListFacts &facts) const = 0;
    /// Shows the selected row; called whenever it may have changed. `key` is empty if no row or
    /// several rows are selected. The details, and the commands for a single row, apply to this
    /// row.
    virtual void showRow(std::optional<qint64> key) = 0;
    /// "14 sub-users": the title of the details while so many rows are selected.
    [[nodiscard]] virtual QString severalText(qint64 rows) const = 0;
    /// Adds a button to the details that are shown while several rows are selected. It acts on all
    /// of them.
    [[nodiscard]] QPushButton *addForSeveral(const QString &text, const QString &objectName);
    /// Adds the buttons that copy the selected rows, which every page has.
    void addCopyForSeveral();
    [[nodiscard]] virtual bool canEdit() const { return false; }
    virtual void edit() {}
    /// Opens the page of the selected row: for Enter and a double click. False: there is none, and
    /// the row is edited or its details are shown.
    virtual bool openRow() { return false; }
    /// The button edits the selected row. While the account is view only, its tool tip says so.
    void makeEditButton(QAbstractButton &button);
    /// Adds the entries of the context menu before "Copy rows".
    virtual void addRowActions(QMenu &menu) { Q_UNUSED(menu) }
    /// Rows were read, or the selection changed: updates what is shown under the table.
    virtual void rowsChanged() {}
    /// Filters the rows by the text in the search field; called whenever the text changes.
    virtual void search(const QString &typed);
    /// Whether the filter may hide rows.
    [[nodiscard]] virtual bool isFiltered() const;
    /// Whether the rows on screen are being replaced by newer ones.
    [[nodiscard]] virtual bool isRefreshing() const;

    [[nodiscard]] const PageContext &context() const { return m_context; }
    [[nodiscard]] AccountSession &account() const { return m_context.account; }
    [[nodiscard]] const Theme &theme() const;
    [[nodiscard]] KeyedTableModel &model() const { return *m_model; }
    [[nodiscard]] TableView &table() const { return *m_table; }
    [[nodiscard]] DetailPane &details() const { return *m_details; }
    [[nodiscard]] PageHeader &header() const { return *m_header; }
    [[nodiscard]] SearchField &searchField() const { return *m_search; }
    /// Adds a widget after the search field, before the tools of the table.
    void addHeaderWidget(QWidget *widget);
    /// Adds the button that exports the rows.
    void addExportButton(const QString &accessibleName, const QString &toolTip);
    /// Adds the button that adds rows by their ids. It is shown only for a service that does not
    /// list them.
    void addAddButton(const QString &accessibleName);
    /// Adds the entry that removes a row which was added by its id.
    void addRemoveAction(QMenu &menu, std::function<void()> remove);
    /// Adds chips that filter the rows, and a label for problems of the search query.
    void addFilters(std::vector<ListFilterChip> chips);
    /// Adds a widget between the header and the rows, below those added before.
    void addAbove(QWidget *widget);
    [[nodiscard]] SelectionKeeper &selection() const { return *m_selection; }
    [[nodiscard]] SecretClipboard &secrets() const { return *m_secrets; }
    /// Sets the widget under the rows, inside their frame.
    void setFooter(QWidget *footer);
    void refreshState();
    void setInspectorShown(bool shown);
    [[nodiscard]] bool isInspectorShown() const;
    /// Adds a mark to the inspector: the newest version of the selected row could not be read, so
    /// an earlier one is shown. Hidden for other rows.
    void addOutdatedMark();
    void showOutdated(const std::optional<UnreadableListRow> &form);
    /// Shows at the bottom of the page what was saved, with a button that undoes it.
    [[nodiscard]] UndoBar &undoBar() const { return *m_undoBar; }
    /// Shows a short message beside the title for a few seconds.
    void say(const QString &message);
    /// Lets the credentials of the selected rows be copied. `access` returns the access data of a
    /// row; `atFirst` is the format until the user chooses one.
    void addCredentialsCopy(std::function<ProxyAccess(int row, ProxyProtocol protocol)> access,
                            CredentialFormat atFirst);
    /// Adds the entries that copy the credentials.
    void addCopyCredentialsActions(QMenu &menu);
    [[nodiscard]] bool canCopyCredentials(const CredentialChoice &choice) const;
    /// Copies the credentials of the selected rows for a short time, and shows a message.
    void copyCredentials(const CredentialChoice &choice);

    /// The least number of rows that the table shows, unless the page sets another one.
    static constexpr int leastListRows = 3;

    bool eventFilter(QObject *watched, QEvent *event) override;
    bool event(QEvent *event) override;
    void showEvent(QShowEvent *event) override;
    void hideEvent(QHideEvent *event) override;

private:
    void buildHeader();
    void buildBody();
    void fitGaps();
    void showResults();
    void restoreLayout();
    void connectParts();
    void keepRowInUse();
    [[nodiscard]] ListFacts facts() const;
    [[nodiscard]] EmptyStateContent contentFor(ListState::Body body) const;
    void showBody();
    void setEmptyHeightNeeded(bool needed);
    void showNote();
    void setDimmed(bool dimmed);
    void tryAgain();
    void showCurrent();
    void showSelected();
    void onRowsChanged(const QModelIndex &first, const QModelIndex &last);
    void openRowMenu(const QPoint &position);
    void activateRow();
    void addCommandForSeveral(const QString &text, const QString &objectName, Command command);
    bool handleKey(int key, Qt::KeyboardModifiers modifiers);
    void emptyAction();
    [[nodiscard]] bool canAdd() const;
    void openAddDialog();
    void goToResults();
    [[nodiscard]] QString noteText() const;

    PageContext m_context;
    Setup m_setup;
    std::unique_ptr<KeyedTableModel> m_model;
    ListState m_state;
    ListFacts m_facts;
    bool m_begun = false;
    bool m_isNewSearch = false; ///< its results are not shown yet
    bool m_asking = false;      ///< the rows of a new search or order are being read
    bool m_firstChosen = false;
    QTimer m_dimTimer;

    PageHeader *m_header = nullptr;
    SearchField *m_search = nullptr;
    ListNote *m_note = nullptr;
    ListFilters *m_filters = nullptr;
    QPushButton *m_cancelCopy = nullptr;
    QPushButton *m_addButton = nullptr;
    QToolButton *m_columnsButton = nullptr;
    QMenu *m_columnsMenu = nullptr;
    QToolButton *m_inspectorButton = nullptr;
    ListBanners *m_banners = nullptr;
    Banner *m_outdated = nullptr;
    QVBoxLayout *m_column = nullptr;
    QStackedLayout *m_bodies = nullptr;
    DetailSplitter *m_splitter = nullptr;
    Card *m_tableCard = nullptr;
    QVBoxLayout *m_tableColumn = nullptr;
    TableView *m_table = nullptr;
    DetailPane *m_details = nullptr;
    Card *m_emptyCard = nullptr;
    EmptyState *m_empty = nullptr;
    SelectionKeeper *m_selection = nullptr;
    Columns *m_columns = nullptr;
    SecretClipboard *m_secrets = nullptr;
    UndoBar *m_undoBar = nullptr;
    std::unique_ptr<ListCopying> m_copying;
};

} // namespace relaybook
