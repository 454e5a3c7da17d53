// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/serving/handover.h"

#include "models/text/format.h"
#include "models/text/privacymode.h"
#include "models/text/showntext.h"
#include "ui/widgets/qrcode.h"

#include <QBuffer>
#include <QCoreApplication>
#include <QImageReader>
#include <QPdfWriter>
#include <QTextCursor>
#include <QTextDocument>
#include <QTextTable>

#include <algorithm>
#include <utility>

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

HandOver handOverOf(const SubUser &row, const std::optional<SubUserAccess> &known)
{
    const RealTexts printed; // the card is for the customer; a dialog hides what it shows
    return {format::subUserName(row),
            row.serviceType.isEmpty() ? QString() : format::proxyType(row.serviceType),
            accessOf(row, known, ProxyProtocol::Http), accessOf(row, known, ProxyProtocol::Socks5)};
}

QImage logoIn(const QString &path)
{
    constexpr int mostPixels = 4000;
    if (path.isEmpty()) {
        return {};
    }
    QImageReader reader(path);
    const QSize size = reader.size();
    const bool isUsable =
        size.isValid() && size.width() <= mostPixels && size.height() <= mostPixels;
    return isUsable ? reader.read() : QImage();
}

Secret handOverText(const std::vector<HandOver> &cards)
{
    QStringList lines;
    const auto add = [&lines](const QString &label, const QString &value) {
        lines.append(HandOverText::tr("%1: %2", "a label and its value").arg(label, value));
    };
    for (const HandOver &card : cards) {
        if (cards.size() > 1) {
            if (!lines.isEmpty()) {
                lines.append(QString());
            }
            lines.append(HandOverText::tr("Access for %1").arg(shownText(card.name)));
        }
        for (const HandOverField &field : handOverFields(card)) {
            add(field.label, field.value);
        }
        add(HandOverText::tr("Password"), passwordOf(card));
        const auto curl = handOverCurl(card);
        if (curl.state == CredentialTemplate::Line::Written) {
            add(HandOverText::tr("Test"), revealed(curl));
        }
    }
    return Secret(lines.join(u'\n'));
}

namespace {

/// Writes cards into a document, one after the other.
class CardWriter
{
public:
    CardWriter(QTextDocument &document, const HandOverOwn &own)
        : m_document(document)
        , m_own(own)
        , m_cursor(&document)
    {
    }

    void add(const HandOver &card)
    {
        if (std::exchange(m_hasCards, true)) {
            QTextBlockFormat onNewPage;
            onNewPage.setPageBreakPolicy(QTextFormat::PageBreak_AlwaysBefore);
            m_cursor.insertBlock(onNewPage);
        }
        addLogo();
        QTextCharFormat title;
        title.setFontPointSize(18);
        title.setFontWeight(QFont::Bold);
        m_cursor.insertText(HandOverText::tr("Access for %1").arg(shownText(card.name)), title);
        m_cursor.insertBlock(QTextBlockFormat());
        m_cursor.insertText(shownText(card.service), QTextCharFormat());
        addFields(card);
        addCode(card);
        if (!m_own.words.isEmpty()) {
            m_cursor.insertBlock(QTextBlockFormat());
            m_cursor.insertText(m_own.words, QTextCharFormat());
        }
    }

private:
    void addLogo()
    {
        constexpr int height = 48;
        if (m_own.logo.isNull()) {
            return;
        }
        const QString name = QStringLiteral("logo");
        m_document.addResource(QTextDocument::ImageResource, QUrl(name), m_own.logo);
        QTextImageFormat image;
        image.setName(name);
        image.setHeight(height);
        image.setWidth(double(m_own.logo.width()) * height / m_own.logo.height());
        m_cursor.insertImage(image);
        m_cursor.insertBlock(QTextBlockFormat());
    }

    void addFields(const HandOver &card)
    {
        QList<HandOverField> fields = handOverFields(card);
        fields.append({HandOverText::tr("Password"), passwordOf(card)});
        const auto curl = handOverCurl(card);
        if (curl.state == CredentialTemplate::Line::Written) {
            fields.append({HandOverText::tr("Test"), revealed(curl)});
        }
        QTextTableFormat style;
        style.setBorder(0);
        style.setCellPadding(6);
        const QTextTable *table = m_cursor.insertTable(static_cast<int>(fields.size()), 2, style);
        QTextCharFormat label;
        label.setFontWeight(QFont::Bold);
        QTextCharFormat value;
        value.setFontFamilies({QStringLiteral("monospace")});
        for (int row = 0; row < table->rows(); ++row) {
            table->cellAt(row, 0).firstCursorPosition().insertText(fields.at(row).label, label);
            table->cellAt(row, 1).firstCursorPosition().insertText(fields.at(row).value, value);
        }
        m_cursor.movePosition(QTextCursor::End);
    }

    void addCode(const HandOver &card)
    {
        const QImage code = qrCode(handOverAddress(card).text.reveal());
        if (code.isNull()) {
            return;
        }
        m_cursor.insertBlock(QTextBlockFormat());
        const QString name = QStringLiteral("qr%1").arg(m_codes++);
        // By a whole factor: others make modules of different sizes.
        const int width = code.width() * std::max(leastModule, qrPixels / code.width());
        m_document.addResource(QTextDocument::ImageResource, QUrl(name), code.scaled(width, width));
        m_cursor.insertImage(name);
    }

    QTextDocument &m_document;
    const HandOverOwn &m_own;
    QTextCursor m_cursor;
    bool m_hasCards = false;
    int m_codes = 0;
};

} // namespace

std::unique_ptr<QTextDocument> handOverDocument(const std::vector<HandOver> &cards,
                                                const HandOverOwn &own)
{
    auto document = std::make_unique<QTextDocument>();
    CardWriter writer(*document, own);
    for (const HandOver &card : cards) {
        writer.add(card);
    }
    return document;
}

Secret handOverPdf(const std::vector<HandOver> &cards, const HandOverOwn &own)
{
    QBuffer buffer;
    buffer.open(QIODevice::WriteOnly);
    QPdfWriter pdf(&buffer);
    pdf.setPageSize(QPageSize(QPageSize::A4));
    pdf.setTitle(cards.size() == 1
                     ? HandOverText::tr("Access for %1").arg(shownText(cards.front().name))
                     : HandOverText::tr("Access"));
    handOverDocument(cards, own)->print(&pdf);
    return Secret(buffer.data());
}

} // namespace relaybook
