// SPDX-License-Identifier: GPL-3.0-or-later
// Dialog that adds proxies or sub-users by their ids, one per line, and shows for each line what
// will happen to it. For services that do not list them; nothing is sent to the service.
#pragma once

#include "models/subusers/pastedids.h"
#include "ui/base/page.h"
#include "ui/widgets/sheetdialog.h"

#include <QSet>
#include <QTimer>

class QListView;
class QPlainTextEdit;

namespace relaybook {

class Card;
class Label;
class PastedLineModel;

class AddRowsDialog : public SheetDialog
{
    Q_OBJECT

public:
    enum class What { Proxies, SubUsers };

    AddRowsDialog(const PageContext &context, What what, QWidget *parent);
    ~AddRowsDialog() override;

Q_SIGNALS:
    void added(int rows);

protected:
    [[nodiscard]] bool isDirty() const override;
    void startSubmit() override;

private:
    void build();
    void whenEdited();
    void readLines();
    void showLines();
    [[nodiscard]] bool addLines();
    [[nodiscard]] QString linesLeft() const;
    [[nodiscard]] QString submitText() const;

    AccountSession &m_account;
    const What m_what;
    QSet<ProxyId> m_knownProxies;
    QSet<SubUserId> m_knownSubUsers;
    std::vector<PastedProxy> m_proxies;
    std::vector<PastedSubUser> m_subUsers;
    int m_good = 0;
    QPlainTextEdit *m_edit;
    Card *m_frame;
    QListView *m_list;
    PastedLineModel *m_lines;
    Label *m_summary;
    QTimer m_readSoon;
};

} // namespace relaybook
