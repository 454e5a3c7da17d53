// SPDX-License-Identifier: GPL-3.0-or-later
// The page of one sub-user, over the list: note with its history, traffic over time and how long it
// lasts, allocation history, and the transactions that name it. Escape and Alt+Left go back.
#pragma once

#include "models/accounts/accountsession.h"
#include "ui/base/actiondialog.h"
#include "ui/base/page.h"

#include <memory>

class QPushButton;

namespace relaybook {

class AccessSection;
class AllocationSection;
class Label;
class NamingTransactionsSection;
class ProfileSection;
class SubUserProfile;
class TrafficChart;
class UsageBar;

class SubUserDialog : public ActionDialog
{
    Q_OBJECT

public:
    SubUserDialog(const PageContext &context, SubUserId id, QWidget *parent);
    ~SubUserDialog() override;

Q_SIGNALS:
    /// A note was saved from here; see NoteDialog::noteSaved().
    void noteSaved(const std::optional<QString> &before, const QString &now);
    void ledgerRequested(const relaybook::LedgerFilter &filter);

protected:
    void keyPressEvent(QKeyEvent *event) override;

private:
    void buildNote();
    void buildTraffic();
    void buildOthers();
    void buildRefresh();
    void loadAll();
    void showProfile();
    void showTitle();
    void showNote();
    void showTraffic();
    void showTrouble();
    void editNote();
    void goTo(const LedgerFilter &filter);

    PageContext m_context;
    std::unique_ptr<SubUserProfile> m_profile;
    ProfileSection *m_noteSection = nullptr;
    Label *m_note = nullptr;
    QPushButton *m_editNote = nullptr;
    ProfileSection *m_trafficSection = nullptr;
    UsageBar *m_bar = nullptr;
    Label *m_left = nullptr;
    Label *m_used = nullptr;
    Label *m_lasts = nullptr;
    TrafficChart *m_chart = nullptr;
    AllocationSection *m_allocations = nullptr;
    NamingTransactionsSection *m_naming = nullptr;
    AccessSection *m_access = nullptr;
    QPushButton *m_refresh = nullptr;
    std::optional<ApiError> m_shownError;
    bool m_saysGone = false;
};

} // namespace relaybook
