// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/serving/handoverdialog.h"

#include "models/accounts/accountsession.h"
#include "models/text/format.h"
#include "models/text/privacymode.h"
#include "models/text/showntext.h"
#include "ui/base/settings.h"
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

#include <QApplication>
#include <QDir>
#include <QHBoxLayout>
#include <QLabel>
#include <QPointer>
#include <QPrintDialog>
#include <QPrinter>
#include <QPushButton>
#include <QTextDocument>
#include <QThreadPool>
#include <QVBoxLayout>

namespace relaybook {

namespace {

constexpr int handOverWidth = 640;
constexpr int codeSize = 176;
constexpr int leastShownModule = 2; // pixels

} // namespace

HandOverDialog::HandOverDialog(const PageContext &context, std::vector<HandOver> cards,
                               qint64 leftOut, SecretClipboard &clipboard, QWidget *parent)
    : SheetDialog(context.theme, QString(), parent)
    , m_cards(std::move(cards))
    , m_own{context.settings.text(Setting::CardWords),
            logoIn(context.settings.text(Setting::CardLogo))}
    , m_clipboard(clipboard)
    , m_result(new FindingLine(theme(), QStringLiteral("handOverResult"), this))
{
    setObjectName(QStringLiteral("handOverDialog"));
    setSheetWidth(handOverWidth);
    setCloseOnly();
    if (m_cards.size() == 1) {
        buildOne();
    } else {
        buildMany();
    }
    if (leftOut > 0) {
        auto *line = new FindingLine(theme(), QStringLiteral("handOverLeftOut"), this);
        line->setFinding(Tone::Warning,
                         tr("%1 are left out: not all parts of their access are known. Load their "
                            "credentials first.",
                            nullptr, static_cast<int>(leftOut))
                             .arg(format::count(leftOut)));
        contentLayout()->addWidget(line);
    }
    m_result->setFinding(Tone::Good, {});
    contentLayout()->addWidget(m_result);
    if (m_own.logo.isNull() && !context.settings.text(Setting::CardLogo).isEmpty()) {
        m_result->setFinding(Tone::Warning, tr("The logo of the settings could not be read: cards "
                                               "are made without it."));
    }
    QPushButton *copy = addFooterButton(tr("Copy all"), "copyHandOver");
    connect(copy, &QPushButton::clicked, this, &HandOverDialog::copyAll);
    copy->setFocus(); // else a value would look as if it were edited
    connect(addFooterButton(tr("Print…"), "printHandOver"), &QPushButton::clicked, this,
            &HandOverDialog::print);
    m_savePdf = addFooterButton(tr("Save as PDF…"), "saveHandOver");
    connect(m_savePdf, &QPushButton::clicked, this, &HandOverDialog::savePdf);
}

void HandOverDialog::buildMany()
{
    constexpr std::size_t mostNames = 12;
    const auto count = static_cast<int>(m_cards.size());
    setTitle(tr("Access for %1 sub-users", nullptr, count).arg(format::count(count)));
    setSubtitle(tr("A page for each of them."));
    auto *names = new RowList(theme(), this);
    names->setObjectName(QStringLiteral("handOverNames"));
    QList<RowList::Row> rows;
    for (std::size_t i = 0; i < std::min(mostNames, m_cards.size()); ++i) {
        rows.append({isolated(privateText(m_cards.at(i).name)), m_cards.at(i).service});
    }
    if (m_cards.size() > mostNames) {
        const int more = count - static_cast<int>(mostNames);
        rows.append({tr("and %1 more", nullptr, more).arg(format::count(more)), {}});
    }
    names->setRows(rows);
    contentLayout()->addWidget(names);
}

void HandOverDialog::buildOne()
{
    setTitle(tr("Access for %1").arg(isolated(privateText(card().name))));
    setSubtitle(card().service);
    auto *row = new QHBoxLayout;
    row->setSpacing(24);
    auto *column = new QVBoxLayout;
    column->setSpacing(12);
    auto *fields = new RowList(theme(), this);
    fields->setObjectName(QStringLiteral("handOverFields"));
    QList<RowList::Row> rows;
    for (const HandOverField &field : handOverFields(card())) {
        rows.append({field.label, privateText(field.value)});
    }
    fields->setRows(rows);
    column->addWidget(fields);
    auto *secrets = new CredentialsBox(theme(), m_clipboard, this);
    secrets->setObjectName(QStringLiteral("handOverSecrets"));
    secrets->addLine(tr("Password"), QStringLiteral("handOverPassword"));
    secrets->addLine(tr("Test with curl"), QStringLiteral("handOverCurl"));
    const ProxyAccess &access = card().usual();
    const Secret password = access.password.value_or(Secret());
    secrets->showLines({{secretMaskText(), password, false},
                        CredentialsBox::lineOf(access, CredentialFormat::Curl)});
    column->addWidget(secrets);
    column->addStretch(1);
    row->addLayout(column, 1);
    buildCode(*row);
    contentLayout()->addLayout(row);
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
    QImage code = shown ? qrCode(handOverAddress(card()).text.reveal()) : QImage();
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
    m_clipboard.copy(handOverText(m_cards));
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
        handOverDocument(m_cards, m_own)->print(printer.get());
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
        this, this, [this](const QString &path) { writePdf(path); });
}

/// On another thread: hundreds of pages take seconds.
void HandOverDialog::writePdf(const QString &path)
{
    m_savePdf->setEnabled(false);
    // Once: a document cannot be drawn without the application.
    [[maybe_unused]] static const auto waits =
        connect(qApp, &QCoreApplication::aboutToQuit, QThreadPool::globalInstance(),
                [] { QThreadPool::globalInstance()->waitForDone(); });
    QThreadPool::globalInstance()->start([cards = m_cards, own = m_own, path,
                                          self = QPointer<HandOverDialog>(this)] {
        const auto problem = writeForUserOnly(path, handOverPdf(cards, own));
        QMetaObject::invokeMethod(qApp, [self, problem, path] {
            if (self) {
                self->m_savePdf->setEnabled(true);
                self->report(!problem,
                             problem ? *problem
                                     : tr("Saved in “%1”.").arg(QDir::toNativeSeparators(path)));
            }
        });
    });
}

void HandOverDialog::report(bool isGood, const QString &sentence)
{
    m_result->setFinding(isGood ? Tone::Good : Tone::Bad, sentence);
}

bool openHandOver(const PageContext &context, const std::vector<SubUser> &rows, qint64 wanted,
                  SecretClipboard &clipboard, QWidget *parent)
{
    std::vector<HandOver> cards;
    for (const SubUser &row : rows) {
        const auto known = context.account.credentials().of(row.id);
        HandOver card = handOverOf(row, known ? known : std::optional(row.access));
        if (card.isComplete()) {
            cards.push_back(std::move(card));
        }
    }
    if (cards.empty()) {
        return false;
    }
    const qint64 leftOut = wanted - static_cast<qint64>(cards.size());
    auto *dialog = new HandOverDialog(context, std::move(cards), leftOut, clipboard, parent);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->open();
    return true;
}

} // namespace relaybook
