// SPDX-License-Identifier: GPL-3.0-or-later
// The sub-users page: a table of sub-users, and beside it the selected one's note, traffic and
// credentials.
#pragma once

#include "models/accounts/accountsession.h"
#include "ui/lists/listpage.h"

namespace relaybook {

class FindingLine;
class InspectorSection;
class Label;
class ManyTests;
class RowList;
class SelectedRowsWalk;
class ServingCommands;
class SubUserCredentials;
class UsageBar;

class SubUsersPage : public ListPage
{
    Q_OBJECT

public:
    explicit SubUsersPage(const PageContext &context, QWidget *parent = nullptr);
    ~SubUsersPage() override;

    /// Opens the page of one sub-user.
    void openPageOf(SubUserId id);
    /// Selects the sub-user; ends a search that hides it.
    void goTo(SubUserId id);
    /// Opens the dialog that gives it traffic, with this amount if there is one.
    void giveTo(SubUserId id, const std::optional<TrafficAmount> &amount);

protected:
    [[nodiscard]] ListTexts textsFor(const ListFacts &facts) const override;
    void showRow(std::optional<qint64> key) override;
    [[nodiscard]] QString severalText(qint64 rows) const override;
    [[nodiscard]] bool canEdit() const override;
    void edit() override;
    bool openRow() override;
    void addRowActions(QMenu &menu) override;

private:
    void openManyNotes();
    void openTest();
    void addManyNotesAction(QMenu &menu);
    void offerUndo(SubUserId id, const std::optional<QString> &before, const QString &now);
    void addCoverage();
    void buildNote();
    void buildTraffic();
    void buildServing();
    void buildForSeveral();
    void buildManyTests();
    void buildCredentials();
    [[nodiscard]] bool canHandOver() const;
    void openHandOver();
    void showNote();
    void showTraffic();
    [[nodiscard]] CellRemark attentionRemark(SubUserId id) const;
    void showAttention();
    [[nodiscard]] ProxyAccess accessOfRow(int row, ProxyProtocol protocol) const;

    std::optional<SubUser> m_subUser;
    Label *m_note = nullptr;
    Label *m_noteAsOf = nullptr;
    QPushButton *m_editNote = nullptr;
    ServingCommands *m_serving = nullptr;
    ManyTests *m_manyTests = nullptr;
    InspectorSection *m_trafficSection = nullptr;
    UsageBar *m_bar = nullptr;
    Label *m_left = nullptr;
    Label *m_used = nullptr;
    FindingLine *m_attention = nullptr;
    SubUserCredentials *m_credentials = nullptr;
    RowList *m_rows = nullptr;
    SelectedRowsWalk *m_handOverWalk = nullptr;
    std::vector<SubUser> m_handedOver; ///< that the walk has found so far
    qint64 m_toHandOver = 0;           ///< how many were selected
};

} // namespace relaybook
