// SPDX-License-Identifier: GPL-3.0-or-later
// Dialog of work on many rows that the account carries out in the background: its progress, a
// result for each row, and pausing, continuing, cancelling and trying again. Closing the dialog
// stops nothing.
#pragma once

#include "models/account/storedrun.h"
#include "models/accounts/accountsession.h"
#include "ui/base/actiondialog.h"
#include "ui/base/page.h"
#include "ui/lists/storedruntexts.h"

#include <memory>

class QPushButton;

namespace relaybook {

class BatchResults;
class Label;

class StoredRunDialog : public ActionDialog
{
    Q_OBJECT

public:
    ~StoredRunDialog() override;

protected:
    /// `area` is the list that the rows are of; `results` is what screen readers call the results.
    StoredRunDialog(const PageContext &context, const QString &title, Area area, StoredRun &run,
                    std::unique_ptr<StoredRunTexts> texts, const QString &results, QWidget *parent);
    /// Call it at the end of the derived class's constructor.
    void begin();

    /// The run is not running: says how it ended and what to do.
    virtual void showOutcome();
    virtual void updateButtons();
    [[nodiscard]] const AccountSession &account() const { return m_account; }
    [[nodiscard]] const StoredRunTexts &texts() const { return *m_texts; }
    [[nodiscard]] BatchResults &results() const { return *m_results; }
    /// Why nothing can be sent, if the user can do something about it; otherwise empty.
    [[nodiscard]] QString whyNot() const;

    void startSubmit() override;

private:
    /// What the main button does.
    enum class MainAction { Pause, Continue, Retry, Nothing };

    void showState();
    void showProgress();
    void showMain();
    [[nodiscard]] MainAction mainAction() const;

    AccountSession &m_account;
    const Area m_area;
    StoredRun &m_run;
    std::unique_ptr<StoredRunTexts> m_texts;
    Label *m_progress;
    Label *m_time;
    BatchResults *m_results;
    QPushButton *m_cancelRest;
};

} // namespace relaybook
