// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/closechoicedialog.h"

#include "ui/widgets/label.h"

#include <QPushButton>
#include <QVBoxLayout>

namespace relaybook {

namespace {

constexpr int closeChoiceWidth = 460;

} // namespace

CloseChoiceDialog::CloseChoiceDialog(const Theme &theme, QWidget *parent)
    : SheetDialog(theme, tr("Keep Relaybook running?"), parent)
{
    setObjectName(QStringLiteral("closeChoiceDialog"));
    setSheetWidth(closeChoiceWidth);
    auto *words = new Label(
        theme, Role::Text, TextStyle::Body,
        tr("In the tray, Relaybook continues to follow your orders. It loads the balance and the "
           "traffic pools every few minutes, unless automatic refreshing is off, and warns you if "
           "they need attention. Transactions and sub-users are loaded only while the window is "
           "open. This is asked once. You can change it in the settings."),
        this);
    words->setWordWrap(true);
    contentLayout()->addWidget(words);
    setAccessibleDescription(words->text());
    setSubmitText(tr("Keep running in the tray"), tr("Keep running in the tray"));
    QPushButton *quit = addFooterButton(tr("Quit Relaybook"), "quitInstead");
    connect(quit, &QPushButton::clicked, this, [this] {
        Q_EMIT chosen(false);
        reject();
    });
}

void CloseChoiceDialog::startSubmit()
{
    Q_EMIT chosen(true);
    succeed();
}

} // namespace relaybook
