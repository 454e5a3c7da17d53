// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/lists/secretclipboard.h"

#include "models/text/format.h"
#include "ui/base/settings.h"

#include <QClipboard>
#include <QCryptographicHash>
#include <QGuiApplication>
#include <QMimeData>

#include <algorithm>

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

constexpr std::chrono::seconds usualLifetime(30);

} // namespace

std::chrono::seconds clipboardLifetime(const Settings &settings)
{
    const std::chrono::seconds stored(settings.value(Setting::ClipboardSeconds).toInt());
    const bool isKnown = std::find(std::begin(clipboardLifetimes), std::end(clipboardLifetimes),
                                   stored) != std::end(clipboardLifetimes);
    return isKnown ? stored : usualLifetime;
}

SecretClipboard::SecretClipboard(QObject *parent)
    : QObject(parent)
{
    m_timer.setSingleShot(true);
    m_timer.setInterval(usualLifetime);
    connect(&m_timer, &QTimer::timeout, this, &SecretClipboard::clearNow);
    connect(qGuiApp, &QCoreApplication::aboutToQuit, this, &SecretClipboard::endWithPage);
}

SecretClipboard::SecretClipboard(const Settings &settings, QObject *parent)
    : SecretClipboard(parent)
{
    setLifetime(clipboardLifetime(settings));
    connect(&settings, &Settings::changed, this, [this, &settings](Setting setting) {
        if (setting == Setting::ClipboardSeconds) {
            setLifetime(clipboardLifetime(settings));
        }
    });
}

SecretClipboard::~SecretClipboard()
{
    endWithPage();
}

void SecretClipboard::endWithPage()
{
    if (lifetime() > std::chrono::milliseconds(0)) {
        clearNow();
    }
}

void SecretClipboard::setLifetime(std::chrono::milliseconds lifetime)
{
    m_timer.setInterval(lifetime);
    startTimer();
}

void SecretClipboard::startTimer()
{
    if (lifetime() > std::chrono::milliseconds(0) && !m_hash.isEmpty()) {
        m_timer.start();
    } else {
        m_timer.stop();
    }
}

QString SecretClipboard::clearingText() const
{
    const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(lifetime()).count();
    return lifetime() > std::chrono::milliseconds(0)
               ? tr("Cleared from the clipboard in %1 seconds.", nullptr, static_cast<int>(seconds))
                     .arg(format::count(seconds))
               : tr("It stays in the clipboard.");
}

void SecretClipboard::copy(const Secret &secret)
{
    auto data = std::make_unique<QMimeData>();
    data->setText(QString::fromUtf8(secret.reveal()));
    excludeFromHistories(*data);
    QGuiApplication::clipboard()->setMimeData(data.release());
    m_hash = hashOf(secret.reveal());
    startTimer();
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
