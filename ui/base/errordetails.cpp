// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/base/errordetails.h"

#include "models/text/privacymode.h"
#include "ui/base/errortext.h"
#include "ui/theme/theme.h"
#include "ui/widgets/card.h"
#include "ui/widgets/label.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QPushButton>
#include <QVBoxLayout>

namespace relaybook {

ErrorDetails::ErrorDetails(const Theme &theme, const ApiError &error, QWidget *parent)
    : SheetDialog(theme, tr("Error details"), parent)
{
    setObjectName(QStringLiteral("errorDetailsDialog"));
    const ErrorText words = errorText(error);
    setSubtitle(words.title);
    setSheetWidth(520);
    setCloseOnly();

    auto *advice = new Label(theme, Role::Text, TextStyle::Body, words.advice, this);
    advice->setObjectName(QStringLiteral("errorAdvice"));
    advice->setWordWrap(true);
    contentLayout()->addWidget(advice);

    auto *box = new Card(theme, this);
    box->setInset(true);
    auto *details = new Label(theme, Role::Text, TextStyle::Mono, words.details, box);
    details->setObjectName(QStringLiteral("errorDetailsText"));
    details->setAccessibleName(tr("Details: %1").arg(details->text()));
    details->setWordWrap(true);
    details->setSelectable(true);
    auto *inside = new QVBoxLayout(box);
    inside->setContentsMargins(12, 10, 12, 10);
    inside->addWidget(details);
    contentLayout()->addWidget(box);

    QPushButton *copy = addFooterButton(tr("Copy details"), "copyDetailsButton");
    connect(copy, &QPushButton::clicked, this, [error] {
        const RealTexts copied;
        const ErrorText real = errorText(error);
        QGuiApplication::clipboard()->setText(
            QStringList{real.title, real.advice, real.details}.join(QLatin1Char('\n')));
    });
}

void openErrorDetails(const Theme &theme, const ApiError &error, QWidget *parent)
{
    auto *dialog = new ErrorDetails(theme, error, parent->window());
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->open();
}

} // namespace relaybook
