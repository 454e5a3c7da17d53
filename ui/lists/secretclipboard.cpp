// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/lists/secretclipboard.h"

#include <QClipboard>
#include <QCryptographicHash>
#include <QGuiApplication>
#include <QMimeData>

namespace relaybook {

namespace {

QByteArray hashOf(const QByteArray &text)
{
    return QCryptographicHash::hash(text, QCryptographicHash::Sha256);
}

// The formats that clipboard histories check before they store a text: the first is for Klipper and
// others, the three registered formats are for Windows (the "Can…" ones hold a DWORD of 0), the
// last is for macOS.
void excludeFromHistories(QMimeData &data)
{
    const QByteArray no(4, '\0');
    data.setData(QStringLiteral("x-kde-passwordManagerHint"), QByteArrayLiteral("secret"));
    data.setData(QStringLiteral("application/x-qt-windows-mime;value=\""
                                "ExcludeClipboardContentFromMonitorProcessing\""),
                 QByteArrayLiteral("1"));
    data.setData(
        QStringLiteral("application/x-qt-windows-mime;value=\"CanIncludeInClipboardHistory\""), no);
    data.setData(
        QStringLiteral("application/x-qt-windows-mime;value=\"CanUploadToCloudClipboard\""), no);
    data.setData(QStringLiteral("application/x-nspasteboard-concealed-type"), QByteArray());
}

} // namespace

SecretClipboard::SecretClipboard(QObject *parent)
    : QObject(parent)
{
    m_timer.setSingleShot(true);
    m_timer.setInterval(defaultLifetime);
    connect(&m_timer, &QTimer::timeout, this, &SecretClipboard::clearNow);
    connect(qGuiApp, &QCoreApplication::aboutToQuit, this, &SecretClipboard::clearNow);
}

SecretClipboard::~SecretClipboard()
{
    clearNow();
}

void SecretClipboard::copy(const Secret &secret)
{
    auto data = std::make_unique<QMimeData>();
    data->setText(QString::fromUtf8(secret.reveal()));
    excludeFromHistories(*data);
    QGuiApplication::clipboard()->setMimeData(data.release());
    m_hash = hashOf(secret.reveal());
    m_timer.start();
    Q_EMIT copied();
}

void SecretClipboard::clearNow()
{
    m_timer.stop();
    if (m_hash.isEmpty()) {
        return;
    }
    const QByteArray hash = std::exchange(m_hash, {});
    QClipboard *clipboard = QGuiApplication::clipboard();
    if (hashOf(clipboard->text().toUtf8()) == hash) {
        clipboard->clear();
        Q_EMIT cleared();
    }
}

} // namespace relaybook
