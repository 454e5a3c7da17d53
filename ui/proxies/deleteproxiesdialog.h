// SPDX-License-Identifier: GPL-3.0-or-later
// Dialog that asks before many proxies are deleted: says what is lost with them and how long it
// takes, and asks for their number. Then the deletion starts in the background.
#pragma once

#include "models/accounts/accountsession.h"
#include "ui/base/actiondialog.h"
#include "ui/base/page.h"
#include "ui/proxies/proxydeletion.h"

#include <vector>

class QLineEdit;

namespace relaybook {

class FieldRow;
class Label;
class TextRowsModel;

class DeleteProxiesDialog : public ActionDialog
{
    Q_OBJECT

public:
    /// `proxies` in the order on screen, at most StoredRun::mostRows.
    DeleteProxiesDialog(const PageContext &context, std::vector<ProxyToDelete> proxies,
                        QWidget *parent);
    ~DeleteProxiesDialog() override;

Q_SIGNALS:
    /// The deletion was started.
    void started();

protected:
    void startSubmit() override;

private:
    void build();
    [[nodiscard]] qint64 count() const { return static_cast<qint64>(m_proxies.size()); }
    [[nodiscard]] QString whatIsLost() const;
    [[nodiscard]] QString howItGoes() const;
    [[nodiscard]] QString rowText(int row) const;
    void showTexts();
    void updateSubmit();
    [[nodiscard]] bool areNamesHidden() const;

    AccountSession &m_account;
    std::vector<ProxyToDelete> m_proxies;
    Label *m_words;
    TextRowsModel *m_rows;
    QLineEdit *m_typed;
    FieldRow *m_typedRow;
};

} // namespace relaybook
