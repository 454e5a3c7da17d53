// SPDX-License-Identifier: GPL-3.0-or-later
// The page of one sub-user, over the list: note with its history, traffic over time and how long it
// lasts, giving and taking back, credentials, allocation history, and the transactions that name
// it. Escape and Alt+Left go back.
#pragma once

#include "models/accounts/accountsession.h"
#include "ui/base/actiondialog.h"
#include "ui/base/page.h"
#include "ui/serving/servingdialogs.h"

#include <memory>

class QPushButton;

namespace relaybook {

class AccessSection;
class AllocationSection;
class Label;
class NamingTransactionsSection;
class ProfileSection;
class SecretClipboard;
class SubUserCredentials;
class SubUserProfile;
class TrafficChart;
class UsageBar;

class SubUserDialog : public ActionDialog
{
    Q_OBJECT

public:
    /// `secrets` copies credentials and outlives the dialog.
    SubUserDialog(const PageContext &context, SubUserId id, SecretClipboard &secrets,
                  QWidget *parent);
    ~SubUserDialog() override;

Q_SIGNALS:
    /// A note was saved from here; see NoteDialog::noteSaved().
    void noteSaved(const std::optional<QString> &before, const QString &now);
    void ledgerRequested(const relaybook::LedgerFilter &filter);
    /// The user wants to give traffic to this sub-user, or to take it back; `over` is the dialog in
    /// which that was chosen.
    void servingWanted(relaybook::ServingDialogs::What what, const relaybook::SubUser &row,
                       QWidget *over);

protected:
    void keyPressEvent(QKeyEvent *event) override;

private:
    void buildNote();
    void buildTraffic();
    void buildServing();
    void buildTest(ProfileSection &section, SecretClipboard &secrets);
    void buildOthers();
    void buildRefresh();
    void loadAll();
    void showProfile();
    void showTitle();
    void showNote();
    void showTraffic();
    void showTrouble();
    void showServing();
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
    QPushButton *m_give = nullptr;
    QPushButton *m_take = nullptr;
    SubUserCredentials *m_credentials;
    AllocationSection *m_allocations = nullptr;
    NamingTransactionsSection *m_naming = nullptr;
    AccessSection *m_access = nullptr;
    QPushButton *m_refresh = nullptr;
    std::optional<ApiError> m_shownError;
    bool m_saysGone = false;
};

} // namespace relaybook
