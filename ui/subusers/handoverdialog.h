// SPDX-License-Identifier: GPL-3.0-or-later
// Dialog with the access data of a sub-user, to hand over to the customer: copied, printed or saved
// as PDF. Password and QR code are hidden until they are shown.
#pragma once

#include "ui/subusers/handover.h"
#include "ui/widgets/sheetdialog.h"

class QLabel;

namespace relaybook {

class FindingLine;
class SecretClipboard;

class HandOverDialog : public SheetDialog
{
    Q_OBJECT

public:
    /// `card` is complete. `clipboard` outlives the dialog.
    HandOverDialog(const Theme &theme, HandOver card, SecretClipboard &clipboard, QWidget *parent);

private:
    void build();
    void buildCode(QHBoxLayout &row);
    void showCode(bool shown);
    void copyAll();
    void print();
    void savePdf();
    void report(bool isGood, const QString &sentence);

    const HandOver m_card;
    SecretClipboard &m_clipboard;
    QLabel *m_code = nullptr;
    QPushButton *m_showCode = nullptr;
    FindingLine *m_result;
};

} // namespace relaybook
