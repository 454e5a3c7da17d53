// SPDX-License-Identifier: GPL-3.0-or-later
// Test fixture: a store with rows that are difficult for file formats, exports of it, and a
// separate program that reads them back.

#pragma once

#include "models/export/exportcolumns.h"
#include "models/export/exportrun.h"
#include "models/store/accountstore.h"
#include "tests/models/testdata.h"
#include "tests/support/manualclock.h"
#include "tests/support/paths.h"
#include "tests/support/wine.h"

#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

namespace relaybook::testing {

/// Texts that careless writers or readers handle wrongly.
inline QStringList nastyTexts()
{
    return {QString(),
            QStringLiteral("plain"),
            QStringLiteral("comma, and \"quotes\" and 'more'"),
            QStringLiteral("two\nlines"),
            QStringLiteral("two\r\nlines"),
            QStringLiteral("\r"),
            QStringLiteral("=1+1"),
            QStringLiteral("=cmd|' /C calc'!A0"),
            QStringLiteral("+12"),
            QStringLiteral("-12"),
            QStringLiteral("@SUM(A1)"),
            QStringLiteral("\ttab"),
            QStringLiteral("\nline"),
            QStringLiteral("'already quoted"),
            QStringLiteral("''"),
            QStringLiteral("'=twice"),
            QStringLiteral("x;=cmd|' /C calc'!A0"),
            QStringLiteral("x\t=1+1\t'y"),
            QStringLiteral("x,@SUM(A1),'"),
            QStringLiteral("x\n=1\r\n+2\r-3"),
            QStringLiteral("x\"=1\";\"=2"),
            QStringLiteral(";;=1;'';'=1;\uFF1D1"),
            QStringLiteral("\t=1;\t=2\n\t=3"),
            QStringLiteral("\uFF1D1+1"),
            QStringLiteral("\uFF0B1"),
            QStringLiteral("\uFF0D1"),
            QStringLiteral("\uFF20x"),
            QStringLiteral(" spaces around "),
            QStringLiteral("\u05E9\u05DC\u05D5\u05DD \u0639\u0631\u0628\u064A \u202Eabc\u202C"),
            QStringLiteral("\U0001F4B8\U0001F469\u200D\U0001F4BB \u4E2D\u6587 \u00C5ngstr\u00F6m"),
            QStringLiteral("<b>&amp;</b> ]]>"),
            QStringLiteral("_x0041_ is no A"),
            QStringLiteral("no character \uFFFE \uFFFF \uFFFD"),
            QStringLiteral("control \u0001 \u001f \u007f"),
            QStringLiteral("\\ backslash \\n"),
            QStringLiteral("007"),
            QStringLiteral("1e5"),
            QStringLiteral("TRUE"),
            QStringLiteral("2026-01-01"),
            QStringLiteral("null"),
            QString(40'000, QLatin1Char('x'))};
}

class ExportFixture
{
public:
    ExportFixture()
    {
        m_clock.setNow(*parseInstant(u"2026-11-21T08:30:00Z"));
        auto opened = AccountStore::open(m_folder.filePath(QStringLiteral("account")), m_clock);
        if (!opened) {
            qFatal("%s", qPrintable(opened.error().detail));
        }
        m_store = std::move(*opened);
    }

    [[nodiscard]] QString file(const QString &name) const { return m_folder.filePath(name); }
    [[nodiscard]] const QString &storeFile() const { return m_store->path(); }
    [[nodiscard]] QStringList filesHere() const
    {
        return QDir(m_folder.path())
            .entryList(QDir::Files | QDir::Hidden | QDir::System, QDir::Name);
    }

    void write(const std::function<void(CacheWriter &)> &job)
    {
        m_store->write(
            [job](CacheWriter &writer) {
                job(writer);
                return Stored{};
            },
            m_store.get(), {});
        m_store->waitForWriter();
    }
    void put(std::vector<Transaction> rows)
    {
        TransactionPage page;
        page.items = std::move(rows);
        write([&](CacheWriter &writer) { writer.ledger().putPages({page}, m_clock.now()); });
    }
    void putLists(const std::vector<Proxy> &proxies, const std::vector<SubUser> &subUsers)
    {
        write([&](CacheWriter &writer) {
            writer.proxies().replace(proxies, m_clock.now());
            writer.subUsers().replace(subUsers, m_clock.now());
        });
    }

    [[nodiscard]] ExportRequest request(ExportFormat format, const QString &name) const
    {
        ExportRequest request;
        request.format = format;
        request.path = file(name);
        request.storeFile = storeFile();
        request.provenance.account = QStringLiteral("17");
        request.provenance.accountName = QStringLiteral("North \"Relay\"");
        request.provenance.service = QStringLiteral("https://panel.example.com");
        request.provenance.exportedAt = m_clock.now();
        return request;
    }

    static Result<ExportOutcome> run(const ExportRequest &request)
    {
        ExportControl control;
        return runExport(request, control);
    }

    static QByteArray contentOf(const QString &path)
    {
        QFile opened(path);
        return opened.open(QIODevice::ReadOnly) ? opened.readAll() : QByteArray("(cannot be read)");
    }
    static void fill(const QString &path, const QByteArray &content)
    {
        QFile opened(path);
        QVERIFY(opened.open(QIODevice::WriteOnly));
        QCOMPARE(opened.write(content), qint64(content.size()));
    }

    /// What readback.py finds in the file.
    /// A test that uses it says NEED_PYTHON() first.
    static QJsonObject readBack(const char *form, const QString &path)
    {
        QProcess python;
        python.start(QStringLiteral("python3"),
                     {projectFile(QStringLiteral("tests/export/readback.py")),
                      QString::fromLatin1(form), path});
        constexpr int patience = 60'000;
        if (!python.waitForFinished(patience) || python.exitCode() != 0) {
            qWarning("%s", python.readAllStandardError().constData());
            return {};
        }
        return QJsonDocument::fromJson(python.readAllStandardOutput()).object();
    }

private:
    QTemporaryDir m_folder;
    ManualClock m_clock;
    std::unique_ptr<AccountStore> m_store;
};

} // namespace relaybook::testing
