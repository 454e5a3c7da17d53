// SPDX-License-Identifier: GPL-3.0-or-later
// Dialog that copies the access rules of another sub-user: finds the sub-user by any text of its
// row, loads its list, and returns the rules as lines. It sends no changes.
#pragma once

#include "models/accounts/accountsession.h"
#include "models/subusers/accessrules.h"
#include "ui/base/actiondialog.h"
#include "ui/base/page.h"

#include <memory>

class QLineEdit;

namespace relaybook {

class Label;
class SubUserTableModel;
class TableView;

class CopyRulesDialog : public ActionDialog
{
    Q_OBJECT

public:
    /// `own` is the sub-user that the rules are for.
    CopyRulesDialog(const PageContext &context, SubUserId own, AccessKind kind, QWidget *parent);
    ~CopyRulesDialog() override;

Q_SIGNALS:
    void rulesChosen(const QString &lines);

protected:
    void startSubmit() override;
    void stopSubmit() override;

private:
    void build();
    void updateChoice();
    void onLoaded();
    [[nodiscard]] std::optional<SubUserId> chosen() const;

    PageContext m_context;
    const SubUserId m_own;
    const AccessKind m_kind;
    std::unique_ptr<SubUserTableModel> m_model;
    std::unique_ptr<AccessRules> m_rules;
    QLineEdit *m_search;
    TableView *m_table;
    Label *m_note;
};

} // namespace relaybook
