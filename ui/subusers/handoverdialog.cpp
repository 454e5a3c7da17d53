// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/subusers/handoverdialog.h"

#include "models/text/privacymode.h"
#include "models/text/showntext.h"
#include "ui/lists/credentialsbox.h"
#include "ui/lists/secretclipboard.h"
#include "ui/lists/secretfile.h"
#include "ui/theme/controlkind.h"
#include "ui/theme/style.h"
#include "ui/theme/theme.h"
#include "ui/widgets/findingline.h"
#include "ui/widgets/label.h"
#include "ui/widgets/qrcode.h"
#include "ui/widgets/rowlist.h"

#include <QDir>
#include <QHBoxLayout>
#include <QLabel>
#include <QPrintDialog>
#include <QPrinter>
#include <QPushButton>
#include <QTextDocument>
#include <QVBoxLayout>

namespace relaybook {

namespace {

constexpr int sheetWidth = 640;
constexpr int codeSize = 176;
constexpr int leastShownModule = 2; // pixels

} // namespace

HandOverDialog::HandOverDialog(const Theme &theme, HandOver card, SecretClipboard &clipboard,
                               QWidget *parent)
    : SheetDialog(theme, tr("Access for %1").arg(isolated(privateText(card.name))), parent)
    , m_card(std::move(card))
    , m_clipboard(clipboard)
    , m_result(new FindingLine(theme, QStringLiteral("handOverResult"), this))
{
    setObjectName(QStringLiteral("handOverDialog"));
    setSubtitle(m_card.service);
    setSheetWidth(sheetWidth);
    setCloseOnly();
    build();
    QPushButton *copy = addFooterButton(tr("Copy all"), "copyHandOver");
    connect(copy, &QPushButton::clicked, this, &HandOverDialog::copyAll);
    copy->setFocus(); // else a value would look as if it were edited
    connect(addFooterButton(tr("Print…"), "printHandOver"), &QPushButton::clicked, this,
            &HandOverDialog::print);
    connect(addFooterButton(tr("Save as PDF…"), "saveHandOver"), &QPushButton::clicked, this,
            &HandOverDialog::savePdf);
}

void HandOverDialog::build()
{
    auto *row = new QHBoxLayout;
    row->setSpacing(24);
    auto *column = new QVBoxLayout;
    column->setSpacing(12);
    auto *fields = new RowList(theme(), this);
    fields->setObjectName(QStringLiteral("handOverFields"));
    QList<RowList::Row> rows;
    for (const HandOverField &field : handOverFields(m_card)) {
        rows.append({field.label, privateText(field.value)});
    }
    fields->setRows(rows);
    column->addWidget(fields);
    auto *secrets = new CredentialsBox(theme(), m_clipboard, this);
    secrets->setObjectName(QStringLiteral("handOverSecrets"));
    secrets->addLine(tr("Password"), QStringLiteral("handOverPassword"));
    secrets->addLine(tr("Test with curl"), QStringLiteral("handOverCurl"));
    const ProxyAccess &access = m_card.usual();
    const Secret password = access.password.value_or(Secret());
    secrets->showLines({{secretMaskText(), password, false},
                        CredentialsBox::lineOf(access, CredentialFormat::Curl)});
    column->addWidget(secrets);
    column->addStretch(1);
    row->addLayout(column, 1);
    buildCode(*row);
    contentLayout()->addLayout(row);
    m_result->setFinding(Tone::Good, {});
    contentLayout()->addWidget(m_result);
}

void HandOverDialog::buildCode(QHBoxLayout &row)
{
    auto *column = new QVBoxLayout;
    column->setSpacing(6);
    m_code = new Label(theme(), Role::QuietText, TextStyle::Caption, this);
    m_code->setObjectName(QStringLiteral("handOverCode"));
    m_code->setAlignment(Qt::AlignCenter);
    m_code->setWordWrap(true);
    const int size = metric::scaled(codeSize, fontMetrics());
    m_code->setFixedSize(size, size);
    m_showCode = new QPushButton(this);
    m_showCode->setObjectName(QStringLiteral("showHandOverCode"));
    m_showCode->setAutoDefault(false);
    setButtonKind(*m_showCode, ButtonKind::Link);
    connect(m_showCode, &QPushButton::clicked, this,
            [this] { showCode(m_code->pixmap(Qt::ReturnByValue).isNull()); });
    column->addWidget(m_code);
    column->addWidget(m_showCode, 0, Qt::AlignHCenter);
    column->addStretch(1);
    row.addLayout(column);
    m_showCode->setEnabled(!isPrivacyOn());
    showCode(false);
}

void HandOverDialog::showCode(bool shown)
{
    QImage code = shown ? qrCode(handOverAddress(m_card).text.reveal()) : QImage();
    const int factor = code.isNull() ? 0 : m_code->width() / code.width();
    if (factor < leastShownModule) {
        code = {}; // no reader could tell its modules apart
    }
    m_showCode->setText(code.isNull() ? tr("Show the QR code") : tr("Hide the QR code"));
    m_showCode->setAccessibleName(m_showCode->text());
    if (!code.isNull()) {
        m_code->setPixmap(QPixmap::fromImage(code.scaled(code.size() * factor)));
        m_code->setAccessibleName(tr("QR code with the address, user name and password"));
        return;
    }
    m_code->setPixmap({});
    m_code->setText(shown ? tr("The address is too long for a QR code.")
                          : tr("The QR code contains the password."));
    m_code->setAccessibleName(m_code->text());
}

void HandOverDialog::copyAll()
{
    m_clipboard.copy(handOverText(m_card));
    report(true, tr("Copied with the password. %1", "a sentence about the clipboard follows")
                     .arg(m_clipboard.clearingText()));
}

void HandOverDialog::print()
{
    auto printer = std::make_shared<QPrinter>(QPrinter::HighResolution);
    printer->setDocName(tr("Access card")); // the queue is seen by others
    auto *dialog = new QPrintDialog(printer.get(), this);
    dialog->setObjectName(QStringLiteral("printHandOverDialog"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &QDialog::accepted, this, [this, printer] {
        handOverDocument(m_card)->print(printer.get());
        const bool isGood = printer->printerState() != QPrinter::Error;
        report(isGood, isGood ? tr("Sent to the printer.")
                              : tr("The printer reported an error. Check it and print again."));
    });
    dialog->open();
}

void HandOverDialog::savePdf()
{
    askForSecretFile(
        theme(),
        {tr("Save as PDF"), tr("PDF (*.pdf)"), QStringLiteral("pdf"), QStringLiteral("access.pdf")},
        this, this, [this](const QString &path) {
            const auto problem = writeForUserOnly(path, handOverPdf(m_card));
            report(!problem,
                   problem ? *problem : tr("Saved in “%1”.").arg(QDir::toNativeSeparators(path)));
        });
}

void HandOverDialog::report(bool isGood, const QString &sentence)
{
    m_result->setFinding(isGood ? Tone::Good : Tone::Bad, sentence);
}

} // namespace relaybook
