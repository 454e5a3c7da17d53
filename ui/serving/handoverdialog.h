// SPDX-License-Identifier: GPL-3.0-or-later
// Dialog with the access data of one sub-user or of many, to hand over to the customers: copied,
// printed or saved as PDF with a page for each. Password and QR code are hidden until they are
// shown; those of many are not shown.
#pragma once

#include "ui/base/page.h"
#include "ui/serving/handover.h"
#include "ui/widgets/sheetdialog.h"

class QLabel;

namespace relaybook {

class FindingLine;
class SecretClipboard;

class HandOverDialog : public SheetDialog
{
    Q_OBJECT

public:
    static constexpr std::size_t mostCards = 500;
    /// One card or more, all of them complete. `leftOut`: so many others were not. `clipboard`
    /// outlives the dialog.
    HandOverDialog(const PageContext &context, std::vector<HandOver> cards, qint64 leftOut,
                   SecretClipboard &clipboard, QWidget *parent);

private:
    [[nodiscard]] const HandOver &card() const { return m_cards.front(); }
    void buildOne();
    void buildMany();
    void buildCode(QHBoxLayout &row);
    void showCode(bool shown);
    void copyAll();
    void print();
    void savePdf();
    void writePdf(const QString &path);
    void report(bool isGood, const QString &sentence);

    const std::vector<HandOver> m_cards;
    HandOverOwn m_own;
    SecretClipboard &m_clipboard;
    QLabel *m_code = nullptr;
    QPushButton *m_showCode = nullptr;
    QPushButton *m_savePdf = nullptr;
    FindingLine *m_result;
};

/// Opens the dialog for the rows whose access is complete, with the credentials of the session, or
/// their own, and says how many of `wanted` are not among them. Returns false if there is none.
bool openHandOver(const PageContext &context, const std::vector<SubUser> &rows, qint64 wanted,
                  SecretClipboard &clipboard, QWidget *parent);

} // namespace relaybook
