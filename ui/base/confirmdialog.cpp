// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/base/confirmdialog.h"

#include "ui/theme/controlkind.h"
#include "ui/widgets/label.h"

#include <QPushButton>
#include <QVBoxLayout>

namespace relaybook {

namespace {

constexpr int confirmSheetWidth = 460;

} // namespace

ConfirmDialog::ConfirmDialog(const Theme &theme, const Question &question, QWidget *parent)
    : SheetDialog(theme, question.title, parent)
{
    setObjectName(question.name);
    setSheetWidth(confirmSheetWidth);
    auto *words = new Label(theme, Role::Text, TextStyle::Body, question.words, this);
    words->setObjectName(QStringLiteral("confirmWords"));
    words->setWordWrap(true);
    contentLayout()->addWidget(words);
    setAccessibleDescription(question.words);
    setSubmitText(question.action, question.action);
    setSubmitKeys(SubmitKeys::None);
    setButtonKind(*submitButton(), ButtonKind::Danger);
    cancelButton()->setFocus();
}

} // namespace relaybook
