// SPDX-License-Identifier: GPL-3.0-or-later
// The strip above the ledger: shows the result of the ledger check, and if there is a break, where
// it is and what can be done.
#pragma once

#include "ui/ledger/ledgerchecktext.h"

#include <QTimer>
#include <QWidget>

namespace relaybook {

class Banner;
class Theme;

class LedgerStrip : public QWidget
{
    Q_OBJECT

public:
    explicit LedgerStrip(const Theme &theme, QWidget *parent = nullptr);

    void setFacts(const CheckResultFacts &facts);
    /// Hides the strip while nothing is stored and nothing is being read.
    void setQuiet(bool quiet);

Q_SIGNALS:
    void showBreakWanted(const relaybook::LedgerBreak &found);
    void findingsWanted();
    void evidenceWanted();
    void checkWanted();
    void cancelWanted();
    void pauseWanted();
    void goOnWanted();

private:
    void showFacts();
    void showNow();
    void addLink(const QString &text, const QString &name, void (LedgerStrip::*signal)());
    void addLinks();
    [[nodiscard]] QStringList linksWanted() const;

    Banner *m_banner;
    CheckResultFacts m_facts;
    QStringList m_links;
    QTimer m_delay;
    bool m_quiet = true;
};

} // namespace relaybook
