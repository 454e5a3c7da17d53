// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/tables/lasttest.h"

#include "models/store/textfold.h"
#include "models/text/format.h"

#include <QCoreApplication>

#include <algorithm>

namespace relaybook {
namespace {

struct LastTestWords
{
    Q_DECLARE_TR_FUNCTIONS(relaybook::LastTest)
};

constexpr auto lastOutcome = ProxyTestOutcome::NoAddress;

std::vector<SearchMeaning> testMeanings(const std::string &tested)
{
    std::vector<SearchMeaning> made;
    for (int i = 0; i <= static_cast<int>(lastOutcome); ++i) {
        made.push_back({"EXISTS (SELECT 1 FROM last_tests WHERE tested = " + tested +
                            " AND outcome = CAST(? AS INTEGER))",
                        QString::number(i),
                        foldedText(testResultText(static_cast<ProxyTestOutcome>(i)))});
    }
    return made;
}

} // namespace

ProxyTestOutcome LastTest::outcome() const
{
    return static_cast<ProxyTestOutcome>(
        std::clamp(test.outcome, qint64{0}, static_cast<qint64>(lastOutcome)));
}

QString testResultText(ProxyTestOutcome outcome)
{
    switch (outcome) {
    case ProxyTestOutcome::Works:
        return LastTestWords::tr("Works");
    case ProxyTestOutcome::SettingsUnusable:
        return LastTestWords::tr("Unusable address");
    case ProxyTestOutcome::CredentialsUnusable:
        return LastTestWords::tr("Unusable password");
    case ProxyTestOutcome::UnknownHost:
        return LastTestWords::tr("Unknown host");
    case ProxyTestOutcome::Refused:
        return LastTestWords::tr("Connection refused");
    case ProxyTestOutcome::Unreachable:
        return LastTestWords::tr("Unreachable");
    case ProxyTestOutcome::TimedOut:
        return LastTestWords::tr("Timed out");
    case ProxyTestOutcome::SignInNeeded:
        return LastTestWords::tr("Password missing");
    case ProxyTestOutcome::SignInRefused:
        return LastTestWords::tr("Wrong password");
    case ProxyTestOutcome::SignInUnsupported:
        return LastTestWords::tr("No sign-in");
    case ProxyTestOutcome::PaymentRequired:
        return LastTestWords::tr("Payment required");
    case ProxyTestOutcome::Forbidden:
        return LastTestWords::tr("Not allowed");
    case ProxyTestOutcome::TooManyRequests:
        return LastTestWords::tr("Too many requests");
    case ProxyTestOutcome::ProxyFailure:
        return LastTestWords::tr("Proxy error");
    case ProxyTestOutcome::NotAProxy:
        return LastTestWords::tr("Not a proxy");
    case ProxyTestOutcome::ClosedEarly:
        return LastTestWords::tr("Closed without an answer");
    case ProxyTestOutcome::ClosedAfterTunnel:
        return LastTestWords::tr("Connection lost");
    case ProxyTestOutcome::CertificateRejected:
        return LastTestWords::tr("Certificate rejected");
    case ProxyTestOutcome::TlsFailed:
        return LastTestWords::tr("TLS error");
    case ProxyTestOutcome::PageRefused:
        return LastTestWords::tr("Page refused");
    case ProxyTestOutcome::PageUnreadable:
        return LastTestWords::tr("Page unreadable");
    case ProxyTestOutcome::PageTooLarge:
        return LastTestWords::tr("Page too large");
    case ProxyTestOutcome::NoAddress:
        break;
    }
    return LastTestWords::tr("No exit address");
}

QString lastTestText(const LastTest &test)
{
    const QString result = testResultText(test.outcome());
    const QString age = format::ago(test.test.at, test.clock->now());
    return test.hasFailed()
               ? LastTestWords::tr("%1 · %2", "why a test failed, when").arg(result, age)
               : LastTestWords::tr("%1 · %2 · %3", "Works, milliseconds, when")
                     .arg(result, format::milliseconds(test.test.total), age);
}

QString lastTestText(const std::optional<LastTest> &test)
{
    return test ? lastTestText(*test) : format::nothing();
}

QString failedTestText()
{
    return LastTestWords::tr("The last test failed.");
}

const std::vector<SearchMeaning> &proxyTestMeanings()
{
    static const auto meanings = testMeanings("'proxy ' || proxies.id");
    return meanings;
}

const std::vector<SearchMeaning> &subUserTestMeanings()
{
    static const auto meanings = testMeanings("'sub-user ' || sub_users.id");
    return meanings;
}

} // namespace relaybook
