// SPDX-License-Identifier: GPL-3.0-or-later
// Tests that every text with a count has its English forms: without them "1 changes" would be
// shown.
#include "resources/resources.h"
#include "tests/support/paths.h"
#include "tests/support/wine.h"

#include <QCoreApplication>
#include <QDir>
#include <QFile>
#include <QProcess>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>
#include <QXmlStreamReader>

using namespace relaybook;

namespace {

struct Message
{
    QString context;
    QString source;
    QStringList forms;
    bool finished = true;
};

QList<Message> readMessages(const QString &path)
{
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly)) {
        return {};
    }
    QXmlStreamReader xml(&file);
    QList<Message> messages;
    QString context;
    while (!xml.atEnd()) {
        if (xml.readNext() != QXmlStreamReader::StartElement) {
            continue;
        }
        const auto name = xml.name();
        if (name == QLatin1StringView("name")) {
            context = xml.readElementText();
        } else if (name == QLatin1StringView("message")) {
            messages.append({context, {}, {}, true});
        } else if (name == QLatin1StringView("source")) {
            messages.last().source = xml.readElementText();
        } else if (name == QLatin1StringView("translation")) {
            messages.last().finished = xml.attributes().value(QLatin1StringView("type")).isEmpty();
        } else if (name == QLatin1StringView("numerusform")) {
            messages.last().forms.append(xml.readElementText());
        }
    }
    return messages;
}

} // namespace

class TestTranslations : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void everyCountHasItsForms();
    void areLoaded();
};

void TestTranslations::everyCountHasItsForms()
{
    SKIP_UNDER_WINE("lupdate is a program of the computer, not of Windows");
    const QDir root(testing::projectFile({}));
    QTemporaryDir folder;
    const QString fresh = folder.filePath(QStringLiteral("relaybook_en.ts"));
    QVERIFY(QFile::copy(root.filePath(QStringLiteral("resources/translations/relaybook_en.ts")),
                        fresh));
    QProcess lupdate;
    lupdate.setWorkingDirectory(root.path());
    lupdate.start(QStringLiteral(RELAYBOOK_LUPDATE),
                  {QStringLiteral("-silent"), QStringLiteral("-I"), QStringLiteral("."),
                   QStringLiteral("-pluralonly"), QStringLiteral("-no-obsolete"),
                   QStringLiteral("-locations"), QStringLiteral("none"), QStringLiteral("ui"),
                   QStringLiteral("app"), QStringLiteral("models"), QStringLiteral("api"),
                   QStringLiteral("resources"), QStringLiteral("-ts"), fresh});
    QVERIFY(lupdate.waitForFinished(120000));
    QCOMPARE(lupdate.exitCode(), 0);
    const QList<Message> messages = readMessages(fresh);
    QVERIFY(!messages.isEmpty());
    for (const Message &message : messages) {
        const QByteArray what = (message.context + QStringLiteral(": ") + message.source).toUtf8();
        QVERIFY2(message.finished, what.constData());
        QCOMPARE(message.forms.size(), 2); // one and many
        for (const QString &form : message.forms) {
            QVERIFY2(!form.isEmpty(), what.constData());
        }
        // Qt writes "%n" without separators, so a count that is always shown is an argument:
        // tr("%1 rows", nullptr, rows).arg(format::count(rows)).
        const QRegularExpression count(QStringLiteral("%L?n"));
        QVERIFY2(!message.source.contains(count) || !message.forms.front().contains(count),
                 what.constData());
    }
}

void TestTranslations::areLoaded()
{
    installTranslations(*QCoreApplication::instance());
    const QList<Message> messages = readMessages(
        testing::projectFile(QStringLiteral("resources/translations/relaybook_en.ts")));
    QVERIFY(!messages.isEmpty());
    for (const Message &message : messages) {
        for (const int n : {1, 2, 0, 21}) {
            const QString shown =
                QCoreApplication::translate(message.context.toUtf8().constData(),
                                            message.source.toUtf8().constData(), nullptr, n);
            QString expected = message.forms.at(n == 1 ? 0 : 1);
            expected.replace(QStringLiteral("%Ln"), QString::number(n));
            QCOMPARE(shown, expected.replace(QStringLiteral("%n"), QString::number(n)));
        }
    }
}

#include "tests/support/testprogram.h"
RELAYBOOK_TEST(QCoreApplication, TestTranslations)
#include "test_translations.moc"
