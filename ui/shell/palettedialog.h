// SPDX-License-Identifier: GPL-3.0-or-later
// The palette (Ctrl+K): one field that finds sub-users, proxies, orders, transactions, pages,
// commands and settings, and says what can be done with each.
#pragma once

#include "models/account/paletteresults.h"
#include "ui/widgets/sheetdialog.h"

class QLineEdit;
class QListView;

namespace relaybook {

class Label;

class PaletteDialog final : public SheetDialog
{
    Q_OBJECT

public:
    /// Shows these results. `canGive`: whether traffic can be given to sub-users now.
    PaletteDialog(const Theme &theme, std::unique_ptr<PaletteResults> results, bool canGive,
                  QWidget *parent);
    ~PaletteDialog() override;

    [[nodiscard]] PaletteResults &results() const { return *m_results; }

Q_SIGNALS:
    /// The user opened this result; the dialog is closed.
    void chosen(const relaybook::PaletteResult &result);
    /// The user wants to give traffic to this sub-user; the dialog is closed.
    void giveWanted(const relaybook::PaletteResult &subUser);

protected:
    [[nodiscard]] bool isAboutAccount() const override { return true; }
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void build();
    void whenUpdated();
    void goTo(int row);
    void showActions();
    void openCurrent();
    void give();
    void copy();
    [[nodiscard]] const PaletteResult *current() const;

    std::unique_ptr<PaletteResults> m_results;
    const bool m_canGive;
    QLineEdit *m_edit;
    QListView *m_list;
    Label *m_nothing;
    QString m_chosen; ///< the id of the row that the user went to since the text was typed
};

} // namespace relaybook
