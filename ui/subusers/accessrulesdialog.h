// SPDX-License-Identifier: GPL-3.0-or-later
// Dialog with the IP allowlist or the domain blocklist of a sub-user: shows its rules, removes the
// selected ones, and adds pasted lines. Each line is checked before anything is sent. Lines that
// were not added stay in the field, so that the user can correct or send them again.
#pragma once

#include "models/accounts/accountsession.h"
#include "models/subusers/accessrules.h"
#include "ui/base/actiondialog.h"
#include "ui/base/page.h"

#include <QTimer>

#include <memory>

class QListView;
class QPlainTextEdit;
class QPushButton;

namespace relaybook {

class AccessLineModel;
class AccessRuleModel;
class Card;
class Label;
class ProfileSection;

class AccessRulesDialog : public ActionDialog
{
    Q_OBJECT

public:
    AccessRulesDialog(const PageContext &context, const SubUser &subUser, AccessKind kind,
                      QWidget *parent);
    ~AccessRulesDialog() override;

Q_SIGNALS:
    /// Rules were added or removed.
    void rulesChanged();

protected:
    [[nodiscard]] bool isDirty() const override;
    void startSubmit() override;
    void stopSubmit() override;

private:
    void buildRules();
    void buildPaste();
    void showRules();
    void showProgress();
    void readLines();
    void showLines();
    void removeSelected();
    void askBeforeEmpty(const std::vector<AccessRuleId> &ids);
    void remove(const std::vector<AccessRuleId> &ids);
    void copyFromOther();
    void onEnded();
    void afterAdding();
    void setLinesLeft(const std::vector<AccessLine> &left);
    [[nodiscard]] bool canChange() const;
    [[nodiscard]] int goodLines() const;
    [[nodiscard]] bool isAllowlist() const { return m_rules->kind() == AccessKind::Allowlist; }

    PageContext m_context;
    const SubUser m_subUser;
    std::unique_ptr<AccessRules> m_rules;
    ProfileSection *m_section = nullptr;
    Label *m_meaning = nullptr; ///< the meaning of an empty list
    QListView *m_list = nullptr;
    AccessRuleModel *m_ruleModel;
    QPushButton *m_remove = nullptr;
    QPlainTextEdit *m_edit = nullptr;
    QPushButton *m_copy = nullptr;
    Label *m_summary = nullptr;
    Card *m_verdictFrame = nullptr;
    QListView *m_verdicts = nullptr;
    AccessLineModel *m_lineModel;
    QTimer m_readSoon;
    QHash<QString, QString> m_refused; ///< by value: the service's answers
    bool m_isAdding = false;
};

} // namespace relaybook
