// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/base/settings.h"
#include "ui/lists/secretclipboard.h"
#include "ui/shell/settingsdialog.h"
#include "ui/theme/theme.h"

#include <QAbstractButton>
#include <QClipboard>
#include <QGuiApplication>
#include <QMimeData>
#include <QSignalSpy>
#include <QTemporaryDir>
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
    void theTimeIsASetting();
    void neverCleared();
    void anUnknownTimeIsTheUsualOne();
    void theDialogOffersTheTimes();

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
    QCOMPARE(clipboard.clearingText(), QStringLiteral("Cleared from the clipboard in 30 seconds."));
}

void TestSecretClipboard::theTimeIsASetting()
{
    const QTemporaryDir folder;
    Settings settings(folder.path());
    settings.setValue(Setting::ClipboardSeconds, 300);
    SecretClipboard clipboard(settings);
    QVERIFY(clipboard.lifetime() == 5min);
    clipboard.copy(m_secret);
    settings.setValue(Setting::ClipboardSeconds, 15); // while it is in the clipboard
    QVERIFY(clipboard.lifetime() == 15s);
    QCOMPARE(clipboard.clearingText(), QStringLiteral("Cleared from the clipboard in 15 seconds."));
    QCOMPARE(held(), m_text);
    QSignalSpy cleared(&clipboard, &SecretClipboard::cleared);
    clipboard.setLifetime(20ms);
    QTRY_COMPARE(cleared.count(), 1);
    QCOMPARE(held(), QString());
}

void TestSecretClipboard::neverCleared()
{
    const QTemporaryDir folder;
    Settings settings(folder.path());
    settings.setValue(Setting::ClipboardSeconds, 0);
    {
        SecretClipboard clipboard(settings);
        QSignalSpy cleared(&clipboard, &SecretClipboard::cleared);
        clipboard.copy(m_secret);
        QCOMPARE(clipboard.clearingText(), QStringLiteral("It stays in the clipboard."));
        QCoreApplication::processEvents();
        QCOMPARE(cleared.count(), 0);
    }
    QCOMPARE(held(), m_text); // also when the page is closed
}

void TestSecretClipboard::anUnknownTimeIsTheUsualOne()
{
    const QTemporaryDir folder;
    Settings settings(folder.path());
    for (const int odd : {-1, 1, 100'000'000}) {
        settings.setValue(Setting::ClipboardSeconds, odd);
        QVERIFY(SecretClipboard(settings).lifetime() == 30s);
    }
}

void TestSecretClipboard::theDialogOffersTheTimes()
{
    const QTemporaryDir folder;
    Settings settings(folder.path());
    Theme theme;
    SettingsDialog dialog({theme, settings}, nullptr);
    const auto button = [&dialog](int seconds) {
        return dialog.findChild<QAbstractButton *>(
            QStringLiteral("clipboardSeconds%1").arg(seconds));
    };
    QVERIFY(button(30) != nullptr && button(30)->isChecked());
    for (const int seconds : {15, 60, 300, 0, 30}) {
        QVERIFY(button(seconds) != nullptr);
        button(seconds)->click();
        QCOMPARE(settings.value(Setting::ClipboardSeconds).toInt(), seconds);
        QVERIFY(clipboardLifetime(settings) == std::chrono::seconds(seconds));
    }
}

#include "tests/support/testprogram.h"
RELAYBOOK_TEST(QApplication, TestSecretClipboard)
#include "test_secretclipboard.moc"
