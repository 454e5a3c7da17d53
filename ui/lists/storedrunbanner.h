// SPDX-License-Identifier: GPL-3.0-or-later
// Message on a page about work on many rows that runs in the background, was left over by an
// earlier session, or has ended.
#pragma once

#include "models/account/storedrun.h"
#include "ui/lists/storedruntexts.h"
#include "ui/widgets/banner.h"

#include <QPointer>
#include <QPushButton>

#include <functional>
#include <memory>

namespace relaybook {

class StoredRunBanner : public Banner
{
    Q_OBJECT

public:
    /// `name` is a part of the object names: of "edit", "editRunBanner" and "showEdits".
    StoredRunBanner(const Theme &theme, StoredRun &run, std::unique_ptr<StoredRunTexts> texts,
                    const QString &name, QWidget *parent);
    ~StoredRunBanner() override;

    /// Called when the run has ended, to add links of its own.
    void setLinksAtEnd(std::function<void()> add);
    /// Makes the message again.
    void showRun();

Q_SIGNALS:
    /// The user wants to see the dialog of the run.
    void dialogWanted();

private:
    void addShow(const QString &text, const QString &name);
    QPushButton *addLater(const QString &text, const QString &name, std::function<void()> act);
    void askToDiscard();

    StoredRun &m_run;
    std::unique_ptr<StoredRunTexts> m_texts;
    QString m_name;
    std::function<void()> m_addLinksAtEnd;
    bool m_asksToDiscard = false;
    QPointer<QPushButton> m_keep; ///< while it asks
};

} // namespace relaybook
