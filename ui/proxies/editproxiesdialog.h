// SPDX-License-Identifier: GPL-3.0-or-later
// Dialog that changes fields of many proxies: first the fields are chosen, then old and new values
// of each proxy are shown, and then the change starts in the background.
#pragma once

#include "models/accounts/accountsession.h"
#include "ui/base/actiondialog.h"
#include "ui/base/page.h"
#include "ui/proxies/manyproxychanges.h"

#include <QTimer>

#include <vector>

class QListView;
class QPushButton;

namespace relaybook {

class Card;
class Label;
class ProxyEditsForm;
class TextRowsModel;

class EditProxiesDialog : public ActionDialog
{
    Q_OBJECT

public:
    /// `proxies` in the order on screen, at most ProxyEditRun::mostRows.
    EditProxiesDialog(const PageContext &context, std::vector<Proxy> proxies, QWidget *parent);
    ~EditProxiesDialog() override;

Q_SIGNALS:
    /// The change was started.
    void started();

protected:
    [[nodiscard]] bool isDirty() const override;
    void startSubmit() override;
    void stopSubmit() override;

private:
    enum class Step { Fields, Preview };

    void build();
    void goTo(Step step);
    void updateSubmit();
    void compareSlice();
    void showPreview();
    void startChange();
    [[nodiscard]] QString timeText(qint64 proxies) const;
    [[nodiscard]] QString checkText() const;

    AccountSession &m_account;
    std::vector<Proxy> m_proxies;
    Step m_step = Step::Fields;
    ProxyForm m_chosen;
    std::vector<ManyProxyChange> m_changes;
    std::size_t m_next = 0; ///< the next proxy to compare
    QTimer m_slices;
    ProxyEditsForm *m_form;
    Label *m_time;
    Label *m_check;
    TextRowsModel *m_model;
    Card *m_frame;
    QListView *m_list;
    QPushButton *m_back;
};

} // namespace relaybook
