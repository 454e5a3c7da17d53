// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/lists/secretclipboard.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QMimeData>
#include <QSignalSpy>
#include <QTest>

using namespace relaybook;
using namespace std::chrono_literals;

class TestSecretClipboard : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { QGuiApplication::clipboard()->clear(); }
    void marksItForHistories();
    void clearsAfterItsTime();
    void leavesWhatWasCopiedSince();
    void aSecondCopyReplacesTheFirst();
    void clearsWhenItGoes();
    void usuallyTakesHalfAMinute();

private:
    [[nodiscard]] static QString held() { return QGuiApplication::clipboard()->text(); }
    const Secret m_secret = Secret(QByteArrayLiteral("http://u:päss@gw:1"));
    const QString m_text = QString::fromUtf8(m_secret.reveal());
};

void TestSecretClipboard::marksItForHistories()
{
    SecretClipboard clipboard;
    QSignalSpy copied(&clipboard, &SecretClipboard::copied);
    clipboard.copy(m_secret);
    QCOMPARE(held(), m_text);
    QCOMPARE(copied.count(), 1);
    const QMimeData *data = QGuiApplication::clipboard()->mimeData();
    QCOMPARE(data->data(QStringLiteral("x-kde-passwordManagerHint")), QByteArrayLiteral("secret"));
    QVERIFY(data->hasFormat(QStringLiteral(
        "application/x-qt-windows-mime;value=\"ExcludeClipboardContentFromMonitorProcessing\"")));
    QCOMPARE(data->data(QStringLiteral(
                 "application/x-qt-windows-mime;value=\"CanIncludeInClipboardHistory\"")),
             QByteArray(4, '\0'));
}

void TestSecretClipboard::clearsAfterItsTime()
{
    SecretClipboard clipboard;
    clipboard.setLifetime(20ms);
    QSignalSpy cleared(&clipboard, &SecretClipboard::cleared);
    clipboard.copy(m_secret);
    QTRY_COMPARE(cleared.count(), 1);
    QCOMPARE(held(), QString());
}

void TestSecretClipboard::leavesWhatWasCopiedSince()
{
    SecretClipboard clipboard;
    QSignalSpy cleared(&clipboard, &SecretClipboard::cleared);
    clipboard.copy(m_secret);
    const QString other = QStringLiteral("a shopping list");
    QGuiApplication::clipboard()->setText(other);
    clipboard.clearNow();
    QCOMPARE(held(), other);
    QCOMPARE(cleared.count(), 0);
}

void TestSecretClipboard::aSecondCopyReplacesTheFirst()
{
    SecretClipboard clipboard;
    clipboard.setLifetime(50ms);
    QSignalSpy cleared(&clipboard, &SecretClipboard::cleared);
    clipboard.copy(m_secret);
    const Secret second(QByteArrayLiteral("second"));
    clipboard.copy(second);
    QCOMPARE(held(), QStringLiteral("second"));
    QTRY_COMPARE(held(), QString());
    QCOMPARE(cleared.count(), 1);
}

void TestSecretClipboard::clearsWhenItGoes()
{
    {
        SecretClipboard clipboard;
        clipboard.copy(m_secret);
    }
    QCOMPARE(held(), QString());
}

void TestSecretClipboard::usuallyTakesHalfAMinute()
{
    const SecretClipboard clipboard;
    QVERIFY(clipboard.lifetime() == 30s);
}

#include "tests/support/testprogram.h"
RELAYBOOK_TEST(QApplication, TestSecretClipboard)
#include "test_secretclipboard.moc"
