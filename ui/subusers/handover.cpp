// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/subusers/handover.h"

#include "models/text/showntext.h"
#include "ui/widgets/qrcode.h"

#include <QBuffer>
#include <QCoreApplication>
#include <QPdfWriter>
#include <QTextCursor>
#include <QTextDocument>
#include <QTextTable>

#include <algorithm>

namespace relaybook {

namespace {

struct HandOverText
{
    Q_DECLARE_TR_FUNCTIONS(relaybook::HandOver)
};

constexpr int qrPixels = 180;
constexpr int leastModule = 3; // pixels

CredentialTemplate::Line lineOf(const ProxyAccess &access, CredentialFormat format)
{
    return CredentialTemplate(templateOf(format)).fill(access);
}

QString passwordOf(const HandOver &card)
{
    const auto &password = card.usual().password;
    return password ? QString::fromUtf8(password->reveal()) : QString();
}

QString revealed(const CredentialTemplate::Line &line)
{
    return QString::fromUtf8(line.text.reveal());
}

} // namespace

bool HandOver::isComplete() const
{
    const ProxyAccess &access = usual();
    return !access.host.isEmpty() && access.port && access.password && !access.password->isEmpty();
}

QList<HandOverField> handOverFields(const HandOver &card)
{
    QList<HandOverField> fields;
    const auto add = [&fields](const QString &label, const QString &value) {
        if (!value.isEmpty()) {
            fields.append({label, value});
        }
    };
    const auto port = [](const ProxyAccess &access) {
        return access.port ? QString::number(*access.port) : QString();
    };
    add(HandOverText::tr("Host"), card.usual().host);
    add(HandOverText::tr("HTTP port"), port(card.http));
    add(HandOverText::tr("SOCKS5 port"), port(card.socks5));
    add(HandOverText::tr("User name"), card.usual().user);
    return fields;
}

CredentialTemplate::Line handOverCurl(const HandOver &card)
{
    return lineOf(card.usual(), CredentialFormat::Curl);
}

CredentialTemplate::Line handOverAddress(const HandOver &card)
{
    return lineOf(card.usual(), CredentialFormat::Url);
}

Secret handOverText(const HandOver &card)
{
    QStringList lines;
    const auto add = [&lines](const QString &label, const QString &value) {
        lines.append(HandOverText::tr("%1: %2", "a label and its value").arg(label, value));
    };
    for (const HandOverField &field : handOverFields(card)) {
        add(field.label, field.value);
    }
    add(HandOverText::tr("Password"), passwordOf(card));
    const auto curl = handOverCurl(card);
    if (curl.state == CredentialTemplate::Line::Written) {
        add(HandOverText::tr("Test"), revealed(curl));
    }
    return Secret(lines.join(u'\n'));
}

std::unique_ptr<QTextDocument> handOverDocument(const HandOver &card)
{
    auto document = std::make_unique<QTextDocument>();
    QTextCursor cursor(document.get());
    QTextCharFormat title;
    title.setFontPointSize(18);
    title.setFontWeight(QFont::Bold);
    cursor.insertText(HandOverText::tr("Access for %1").arg(shownText(card.name)), title);
    cursor.insertBlock();
    cursor.insertText(shownText(card.service), QTextCharFormat());
    QList<HandOverField> fields = handOverFields(card);
    fields.append({HandOverText::tr("Password"), passwordOf(card)});
    const auto curl = handOverCurl(card);
    if (curl.state == CredentialTemplate::Line::Written) {
        fields.append({HandOverText::tr("Test"), revealed(curl)});
    }
    QTextTableFormat style;
    style.setBorder(0);
    style.setCellPadding(6);
    const QTextTable *table = cursor.insertTable(static_cast<int>(fields.size()), 2, style);
    QTextCharFormat label;
    label.setFontWeight(QFont::Bold);
    QTextCharFormat value;
    value.setFontFamilies({QStringLiteral("monospace")});
    for (int row = 0; row < table->rows(); ++row) {
        table->cellAt(row, 0).firstCursorPosition().insertText(fields.at(row).label, label);
        table->cellAt(row, 1).firstCursorPosition().insertText(fields.at(row).value, value);
    }
    cursor.movePosition(QTextCursor::End);
    const auto address = handOverAddress(card);
    if (const QImage code = qrCode(address.text.reveal()); !code.isNull()) {
        cursor.insertBlock();
        const QString name = QStringLiteral("qr");
        // By a whole factor: others make modules of different sizes.
        const int width = code.width() * std::max(leastModule, qrPixels / code.width());
        document->addResource(QTextDocument::ImageResource, QUrl(name), code.scaled(width, width));
        cursor.insertImage(name);
    }
    return document;
}

Secret handOverPdf(const HandOver &card)
{
    QBuffer buffer;
    buffer.open(QIODevice::WriteOnly);
    QPdfWriter pdf(&buffer);
    pdf.setPageSize(QPageSize(QPageSize::A4));
    pdf.setTitle(HandOverText::tr("Access for %1").arg(shownText(card.name)));
    handOverDocument(card)->print(&pdf);
    return Secret(buffer.data());
}

} // namespace relaybook
