// SPDX-License-Identifier: GPL-3.0-or-later
// Tests that every kind of error has its text: what happened, on whose side, what to do, and
// separately the service's own text.
#include "ui/base/errortext.h"

#include <QtTest>

using namespace relaybook;

class TestErrorText : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".*"))); }

    void everyKindHasSentences_data()
    {
        QTest::addColumn<int>("kind");
        for (int kind = int(ErrorKind::Offline); kind <= int(lastErrorKind); ++kind) {
            QTest::addRow("kind %d", kind) << kind;
        }
    }
    void everyKindHasSentences()
    {
        QFETCH(int, kind);
        ApiError error;
        error.kind = static_cast<ErrorKind>(kind);
        const ErrorText text = errorText(error);
        QVERIFY(text.title.endsWith(QLatin1Char('.')));
        QVERIFY(text.advice.endsWith(QLatin1Char('.')));
        QVERIFY(text.title.size() > 15);
        QVERIFY(text.details.isEmpty());
    }
    void sentencesAloneDoNotNameDetails_data() { everyKindHasSentences_data(); }
    void sentencesAloneDoNotNameDetails()
    {
        QFETCH(int, kind);
        ApiError error;
        error.kind = static_cast<ErrorKind>(kind);
        const ErrorText text = errorText(error);
        QVERIFY(errorSentences(error).startsWith(text.title));
        QVERIFY2(!errorSentences(error).contains(QStringLiteral("details")),
                 qPrintable(errorSentences(error)));
        error.jsonPath = QStringLiteral("data[3].amount");
        QVERIFY(errorSentences(error).contains(error.jsonPath));
        error.httpStatus = 400;
        error.message = QStringLiteral("Reason of the service");
        QVERIFY(errorSentences(error).contains(error.message));
    }

    void reasonsAreNotTheServicesWords()
    {
        ApiError error;
        error.kind = ErrorKind::Offline;
        error.message = QStringLiteral("the service refused the connection");
        QCOMPARE(errorText(error).details,
                 QStringLiteral("Reason: the service refused the connection"));
        error = ApiError();
        error.kind = ErrorKind::Local;
        error.message = QStringLiteral("Unknown error");
        QCOMPARE(errorText(error).details, QStringLiteral("This computer gave no reason."));
    }

    void kindsAreDistinguished()
    {
        QSet<QString> titles;
        for (int kind = int(ErrorKind::Offline); kind <= int(lastErrorKind); ++kind) {
            ApiError error;
            error.kind = static_cast<ErrorKind>(kind);
            titles.insert(errorText(error).title);
        }
        QCOMPARE(titles.size(), int(lastErrorKind) + 1);
    }

    void problemsOfTheProxyAreDistinguished()
    {
        QSet<QString> titles;
        for (int problem = int(ProxyProblem::NotFound); problem <= int(ProxyProblem::Unreachable);
             ++problem) {
            ApiError error;
            error.kind = ErrorKind::Offline;
            error.proxy = static_cast<ProxyProblem>(problem);
            const ErrorText text = errorText(error);
            QVERIFY(text.title.contains(QLatin1String("The proxy")));
            QVERIFY(text.title.endsWith(QLatin1Char('.')));
            QVERIFY(text.advice.endsWith(QLatin1Char('.')));
            titles.insert(text.title);
        }
        QCOMPARE(titles.size(), int(ProxyProblem::Unreachable));
    }

    void settingsThatCannotBeUsedSayWhy()
    {
        ApiError error;
        error.kind = ErrorKind::BadSettings;
        error.message = QStringLiteral("The file is empty.");
        QCOMPARE(errorText(error).title, error.message);
        QVERIFY(errorText(error).advice.startsWith(QLatin1String("Nothing was sent.")));
    }

    void codesAreDistinguished_data()
    {
        QTest::addColumn<int>("kind");
        QTest::addColumn<int>("code");
        QTest::addColumn<QString>("says");
        const auto row = [](ErrorKind kind, int code, const QString &says) {
            QTest::addRow("%d", code) << int(kind) << code << says;
        };
        row(ErrorKind::Unauthorized, 1001, QStringLiteral("bug in Relaybook"));
        row(ErrorKind::Unauthorized, 1002, QStringLiteral("e-mail address and password"));
        row(ErrorKind::Unauthorized, 1003, QStringLiteral("expired"));
        row(ErrorKind::Unauthorized, 1004, QStringLiteral("revoked"));
        row(ErrorKind::Forbidden, 1005, QStringLiteral("permission is missing"));
        row(ErrorKind::Forbidden, 1006, QStringLiteral("two-factor"));
        row(ErrorKind::Forbidden, 1007, QStringLiteral("not a reseller"));
        row(ErrorKind::NotFound, 3002, QStringLiteral("proxy"));
        row(ErrorKind::NotFound, 3004, QStringLiteral("token"));
        row(ErrorKind::NotFound, 3005, QStringLiteral("sub-user"));
        row(ErrorKind::NotFound, 3006, QStringLiteral("product"));
    }
    void codesAreDistinguished()
    {
        QFETCH(int, kind);
        QFETCH(int, code);
        QFETCH(QString, says);
        ApiError error;
        error.kind = static_cast<ErrorKind>(kind);
        error.serviceCode = code;
        const ErrorText text = errorText(error);
        QVERIFY2(QString(text.title % QLatin1Char(' ') % text.advice).contains(says),
                 qPrintable(text.title));
        QVERIFY(text.details.contains(QString::number(code)));
    }

    void detailsHoldTheServicesWords()
    {
        ApiError error;
        error.kind = ErrorKind::Validation;
        error.httpStatus = 422;
        error.serviceCode = 2003;
        error.message = QStringLiteral("Validation failed");
        error.description = QStringLiteral("Check the fields.");
        error.fields = {{QStringLiteral("rotate_interval"), QStringLiteral("must be at least 1")}};
        error.operation = QStringLiteral("PUT /v1/proxies/7");
        const QString details = errorText(error).details;
        QCOMPARE(details.split(QLatin1Char('\n')),
                 QStringList({
                     QStringLiteral("The service says: Validation failed"),
                     QStringLiteral("Its hint: Check the fields."),
                     QStringLiteral("Field rotate_interval: must be at least 1"),
                     QStringLiteral("Service code: 2003"),
                     QStringLiteral("HTTP status: 422"),
                     QStringLiteral("Request: PUT /v1/proxies/7"),
                 }));
        QCOMPARE(serviceText(error), error.description);
        error.description.clear();
        QCOMPARE(serviceText(error), error.message);
    }

    void lostAnswerIsNotAFailure()
    {
        ApiError error;
        error.kind = ErrorKind::Timeout;
        error.mayHaveHappened = true;
        const ErrorText text = errorText(error);
        QVERIFY(text.title.contains(QStringLiteral("may or may not")));
        QVERIFY(text.advice.contains(QStringLiteral("before you send it again")));
    }

    void tlsProblemsAreToldApart()
    {
        ApiError error;
        error.kind = ErrorKind::Tls;
        QSet<QString> titles{errorText(error).title};
        error.tls.issuer = QStringLiteral("Test Authority");
        error.tls.validUntil = Instant(std::chrono::hours(24 * 365 * 30));
        for (const auto problem :
             {TlsFailure::Expired, TlsFailure::NotYetValid, TlsFailure::OtherHost,
              TlsFailure::UnknownAuthority, TlsFailure::TooOld}) {
            error.tls.problem = problem;
            const ErrorText text = errorText(error);
            QVERIFY2(!titles.contains(text.title), qPrintable(text.title));
            titles.insert(text.title);
            QVERIFY(text.advice.startsWith(QStringLiteral("Nothing was sent. ")));
            QCOMPARE(text.title.contains(error.tls.issuer),
                     problem == TlsFailure::UnknownAuthority);
        }
    }
    void waitingTimeIsNamed()
    {
        ApiError error;
        error.kind = ErrorKind::TooManyRequests;
        error.retryAfter = std::chrono::seconds(24);
        QVERIFY(errorText(error).advice.contains(QStringLiteral("24")));
    }
};

#include "tests/support/testprogram.h"
RELAYBOOK_TEST(QCoreApplication, TestErrorText)
#include "test_errortext.moc"
